"""Devices of MLX.  Memory is shared: an array has no device, each operation runs on one."""

from __future__ import annotations

from importlib import metadata
from typing import Any

import mlx.core as mx

from emberops.backends.support import device_names
from emberops.device_info import DeviceInfo
from emberops.typing import DeviceLike

_GPU_NAMES = ("gpu", "mps", "metal", "cuda")


def native_device(device: DeviceLike) -> Any:
    """MLX's device for a portable name or its own; ``None`` stays ``None``.

    Raises
    ------
    DeviceNotAvailableError
        If it is not there.
    """
    if device is None or isinstance(device, (mx.Device, mx.Stream)):
        return device
    if isinstance(device, mx.DeviceType):
        return mx.Device(device)
    kind, number = device_names.parse(str(device))
    if kind == "auto":
        return mx.Device(mx.gpu if mx.is_available(mx.gpu) else mx.cpu)
    type_ = mx.cpu if kind == "cpu" else mx.gpu if kind in _GPU_NAMES else None
    if type_ is None or not mx.is_available(type_) or (number or 0) >= mx.device_count(type_):
        raise device_names.unavailable("mlx", device, available())
    return mx.Device(type_, number or 0)


def available() -> list[str]:
    """Portable names of the devices that are there."""
    gpus = range(mx.device_count(mx.gpu)) if mx.is_available(mx.gpu) else ()
    return ["cpu", *(f"gpu:{i}" for i in gpus)]


def name_of(device: Any) -> str:
    """Portable name of a device."""
    return "cpu" if device.type == mx.DeviceType.cpu else f"gpu:{device.index}"


def describe() -> list[DeviceInfo]:
    """Every device."""
    return [_describe(name) for name in available()]


def set_default(device: DeviceLike) -> None:
    """Where operations run."""
    mx.set_default_device(native_device(device))


def synchronize() -> None:
    """Wait until all queued work is done; arrays that nothing has evaluated yet stay lazy."""
    mx.synchronize()


def empty_cache() -> None:
    """Give memory that is kept but not used back to the system."""
    mx.clear_cache()


def memory(device: DeviceLike = None) -> dict[str, int]:
    """Bytes that are ``allocated``, ``reserved``, and at ``peak``: of the memory that all devices share."""
    native_device(device)
    active, cached = mx.get_active_memory(), mx.get_cache_memory()
    return {"allocated": active, "reserved": active + cached, "peak": mx.get_peak_memory()}


def _describe(name: str) -> DeviceInfo:
    number = device_names.parse(name)[1]
    facts = mx.device_info(native_device(name))
    return DeviceInfo(
        backend="mlx",
        device_type=name,
        device_id=number or 0,
        device_name=str(facts.get("device_name") or device_names.processor_name()),
        total_memory_bytes=int(facts.get("memory_size") or device_names.host_memory()),
        driver_version=metadata.version("mlx"),
        properties=dict(facts),
    )
