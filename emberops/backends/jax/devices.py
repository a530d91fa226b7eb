"""Devices of JAX."""

from __future__ import annotations

from typing import Any

import jax

from emberops.backends.support import device_names
from emberops.device_info import DeviceInfo
from emberops.typing import DeviceLike

_PLATFORMS = {"cuda": "gpu", "rocm": "gpu", "mps": "gpu", "metal": "gpu"}


def native_device(device: DeviceLike) -> Any:
    """JAX's device for a portable name; a device or sharding of JAX's own, and ``None``, stay as they are.

    Raises
    ------
    DeviceNotAvailableError
        If it is not there.
    """
    if device is None or isinstance(device, (jax.Device, jax.sharding.Sharding)):
        return device
    kind, number = device_names.parse(str(device))
    if kind == "auto":
        return jax.devices()[0]
    try:
        found = jax.devices(_PLATFORMS.get(kind, kind))
    except RuntimeError:
        raise device_names.unavailable("jax", device, available()) from None
    if (number or 0) >= len(found):
        raise device_names.unavailable("jax", device, available())
    return found[number or 0]


def available() -> list[str]:
    """Portable names of the devices that are there."""
    return [name_of(d) for d in _all()]


def name_of(device: jax.Device) -> str:
    """Portable name of a device."""
    if device.platform == "cpu":
        return "cpu" if device.id == 0 else f"cpu:{device.id}"
    return f"{device.platform}:{device.id}"


def default() -> jax.Device:
    """Where new arrays are made."""
    chosen: Any = jax.config.jax_default_device  # type: ignore[attr-defined]  # JAX defines its options at run time
    return chosen if isinstance(chosen, jax.Device) else jax.devices(chosen)[0]


def describe() -> list[DeviceInfo]:
    """Every device."""
    return [_describe(d) for d in _all()]


def set_default(device: DeviceLike) -> None:
    """Where new arrays are made."""
    jax.config.update("jax_default_device", native_device(device))  # type: ignore[no-untyped-call]  # JAX leaves it unannotated


def synchronize() -> None:
    """Wait until all queued work is done."""
    # Work on one device runs in the order of its submission.
    jax.block_until_ready([jax.device_put(0, d) for d in _all()])  # type: ignore[no-untyped-call]  # JAX leaves it unannotated


def empty_cache() -> None:
    """Drop compiled functions; JAX has no call that shrinks its memory pools."""
    jax.clear_caches()  # type: ignore[no-untyped-call]  # JAX leaves it unannotated


def memory(device: DeviceLike = None) -> dict[str, int]:
    """Bytes that are ``allocated``, at ``peak`` and in ``total``; empty for a processor."""
    statistics = (native_device(device) or default()).memory_stats() or {}
    names = {"allocated": "bytes_in_use", "peak": "peak_bytes_in_use", "total": "bytes_limit"}
    return {ours: statistics[theirs] for ours, theirs in names.items() if theirs in statistics}


def _all() -> list[jax.Device]:
    """Every device: those of the default platform, then the processor's."""
    found = list(jax.devices())
    if found[0].platform != "cpu":
        found += jax.devices("cpu")
    return found


def _describe(device: jax.Device) -> DeviceInfo:
    statistics = device.memory_stats() or {}
    on_host = device.platform == "cpu"
    return DeviceInfo(
        backend="jax",
        device_type=name_of(device),
        device_id=device.id,
        device_name=device_names.processor_name() if on_host else device.device_kind,
        compute_capability=getattr(device, "compute_capability", None),
        total_memory_bytes=device_names.host_memory() if on_host else statistics.get("bytes_limit", 0),
        driver_version=jax.__version__ if on_host else device.client.platform_version,
        properties={"process_index": device.process_index},
    )
