"""Devices of PyTorch."""

from __future__ import annotations

import torch

from emberops.backends.support import device_names
from emberops.device_info import DeviceInfo
from emberops.typing import DeviceLike

_GPUS = ("cuda", "mps", "xpu")
_NAMES = {"cuda": "cuda", "rocm": "cuda", "mps": "mps", "metal": "mps", "xpu": "xpu"}


def native_device(device: DeviceLike) -> torch.device | None:
    """PyTorch's device for a portable name or its own; ``None`` stays ``None``.

    Raises
    ------
    DeviceNotAvailableError
        If it is not there.
    """
    if device is None or isinstance(device, torch.device):
        return device
    kind, number = device_names.parse(str(device))
    if kind in ("cpu", "meta"):
        return torch.device(kind)
    candidates = _GPUS if kind in ("gpu", "auto") else (_NAMES.get(kind, ""),)
    for candidate in candidates:
        if (number or 0) < _count(candidate):
            return torch.device(candidate) if number is None else torch.device(candidate, number)
    if kind == "auto":
        return torch.device("cpu")
    raise device_names.unavailable("torch", device, available())


def available() -> list[str]:
    """Portable names of the devices that are there."""
    return ["cpu", *(f"{kind}:{i}" for kind in _GPUS for i in range(_count(kind)))]


def describe() -> list[DeviceInfo]:
    """Every device."""
    return [_describe(name) for name in available()]


def set_default(device: DeviceLike) -> None:
    """Where new tensors are made."""
    found = native_device(device)
    # Where a device is named PyTorch calls a function of Python before each of its own; the processor is the default.
    torch.set_default_device(None if found == torch.device("cpu") else found)


def synchronize() -> None:
    """Wait until all queued work is done."""
    for kind in _GPUS:
        if _count(kind):
            getattr(torch, kind).synchronize()


def empty_cache() -> None:
    """Give memory that is kept but not used back to the system."""
    for kind in _GPUS:
        if _count(kind):
            getattr(torch, kind).empty_cache()


def memory(device: DeviceLike = None) -> dict[str, int]:
    """Bytes that are ``allocated``, ``reserved``, at ``peak``, and in ``total``; empty for a processor."""
    found = native_device(device) or torch.get_default_device()
    if found.type == "cuda":
        return {
            "allocated": torch.cuda.memory_allocated(found),
            "reserved": torch.cuda.memory_reserved(found),
            "peak": torch.cuda.max_memory_allocated(found),
            "total": torch.cuda.get_device_properties(found).total_memory,
        }
    if found.type == "mps":
        return {
            "allocated": torch.mps.current_allocated_memory(),
            "reserved": torch.mps.driver_allocated_memory(),
            "total": torch.mps.recommended_max_memory(),
        }
    return {}


def _count(kind: str) -> int:
    if kind == "cuda":
        return torch.cuda.device_count() if torch.cuda.is_available() else 0
    if kind == "mps":
        return int(torch.backends.mps.is_available())
    if kind == "xpu":
        return torch.xpu.device_count() if hasattr(torch, "xpu") and torch.xpu.is_available() else 0
    return 0


def _describe(name: str) -> DeviceInfo:
    kind, number = device_names.parse(name)
    if kind == "cuda":
        found = torch.cuda.get_device_properties(number or 0)
        return DeviceInfo(
            backend="torch",
            device_type=name,
            device_id=number or 0,
            device_name=found.name,
            compute_capability=f"{found.major}.{found.minor}",
            total_memory_bytes=found.total_memory,
            driver_version=torch.version.hip or torch.version.cuda,
            properties={
                "multi_processor_count": found.multi_processor_count,
                "hip": torch.version.hip is not None,
            },
        )
    if kind == "xpu":
        intel = torch.xpu.get_device_properties(number or 0)
        return DeviceInfo(
            backend="torch",
            device_type=name,
            device_id=number or 0,
            device_name=intel.name,
            total_memory_bytes=intel.total_memory,
            driver_version=getattr(intel, "driver_version", None),
        )
    memory_bytes = torch.mps.recommended_max_memory() if kind == "mps" else device_names.host_memory()
    return DeviceInfo(
        backend="torch",
        device_type=name,
        device_id=number or 0,
        device_name="Apple GPU" if kind == "mps" else device_names.processor_name(),
        total_memory_bytes=memory_bytes,
        driver_version=torch.__version__,
    )
