"""Devices of NumPy: the host's processor."""

from __future__ import annotations

import numpy as np

from emberops.backends.support import device_names
from emberops.device_info import DeviceInfo
from emberops.typing import DeviceLike


def native_device(device: DeviceLike) -> str | None:
    """``"cpu"``, or ``None`` for ``None``.

    Raises
    ------
    DeviceNotAvailableError
        For any other device.
    """
    if device is None:
        return None
    kind, number = device_names.parse(str(device))
    if kind not in ("cpu", "auto") or number:
        raise device_names.unavailable("numpy", device, available())
    return "cpu"


def available() -> list[str]:
    """Portable names of the devices that are there."""
    return ["cpu"]


def describe() -> list[DeviceInfo]:
    """Every device."""
    return [
        DeviceInfo(
            backend="numpy",
            device_type="cpu",
            device_id=0,
            device_name=device_names.processor_name(),
            total_memory_bytes=device_names.host_memory(),
            driver_version=np.__version__,
        )
    ]


def set_default(device: DeviceLike) -> None:
    """Nothing to choose: only checks."""
    native_device(device)


def synchronize() -> None:
    """NumPy computes at once: nothing to wait for."""


def empty_cache() -> None:
    """NumPy keeps no freed memory: nothing to give back."""


def memory(device: DeviceLike = None) -> dict[str, int]:
    """Figures in bytes; NumPy reports none."""
    native_device(device)
    return {}
