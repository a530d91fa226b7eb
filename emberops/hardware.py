"""What there is to compute on: devices, backends, and what they can do."""

from __future__ import annotations

from typing import Any

from emberops.backends.protocol import BackendDevices
from emberops.catalogue import ALIASES, CATALOGUE
from emberops.device_info import DeviceInfo
from emberops.dispatch import registry, selection
from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DeviceLike

__all__ = [
    "DeviceInfo",
    "available_backends",
    "backend_info",
    "detect_best_backend",
    "devices",
    "empty_cache",
    "memory",
    "set_device",
    "supports",
    "synchronize",
]

_PREFERENCE = ("torch", "jax", "mlx", "numpy")
"""Which of several backends with equal devices is the best guess."""


def devices(backend: str | None = None) -> list[DeviceInfo]:
    """Every device of a backend, or of all backends that are installed.

    Without ``backend`` this imports every installed backend.
    """
    names = available_backends() if backend is None else [backend]
    return [info for name in names for info in _describe(name)]


def set_device(device: DeviceLike, *, backend: str | None = None) -> None:
    """Where the backend (the default one unless named) makes tensors from now on.

    Raises
    ------
    DeviceNotAvailableError
        If it has no such device; the message lists those it has.
    """
    _devices_of(backend).set_default(device)


def synchronize(*, backend: str | None = None) -> None:
    """Wait until the backend's devices have done all queued work."""
    _devices_of(backend).synchronize()


def empty_cache(*, backend: str | None = None) -> None:
    """Give memory that the backend keeps but does not use back to the system."""
    _devices_of(backend).empty_cache()


def memory(device: DeviceLike = None, *, backend: str | None = None) -> dict[str, int]:
    """Bytes of device memory, as far as the backend tells: ``allocated``, ``reserved``, ``peak``, ``total``."""
    return _devices_of(backend).memory(device)


def available_backends() -> list[str]:
    """The backends whose libraries are installed; none of them is imported."""
    return [name for name in registry.names() if registry.is_installed(name)]


def detect_best_backend() -> str:
    """The installed backend that is likely the fastest here: one with an accelerator before one without.

    It imports the backends to ask them for devices.
    """
    installed = available_backends()
    ranked = [name for name in _PREFERENCE if name in installed]
    accelerated = [n for n in ranked if any(i.device_type.partition(":")[0] != "cpu" for i in _describe(n))]
    return (accelerated or ranked or installed)[0]


def backend_info(backend: str | None = None) -> dict[str, Any]:
    """What is known of a backend, or of each by name: ``available``, ``version``, ``loaded``, ``devices``.

    ``devices`` is only there for backends that are installed; asking for one backend imports it.
    """
    if backend is None:
        return {name: _info(name, ask_devices=name in _loaded()) for name in registry.names()}
    return _info(backend, ask_devices=registry.is_installed(backend))


def supports(feature: str, *, backend: str | None = None) -> bool:
    """Whether a backend has a dtype (``float16``) or an operation (``linalg.svd``, or just ``svd``).

    Raises
    ------
    ValueError
        If ``feature`` is neither.
    """
    name = backend or selection.get_backend()
    if feature in dtypes.DTYPES:
        return _has_dtype(name, feature)
    found = [op for op in CATALOGUE.values() if feature in (op.name, op.name.rpartition(".")[2])]
    if not found and feature in ALIASES:
        found = [CATALOGUE[ALIASES[feature]]]
    if not found:
        raise ValueError(f"{feature!r} is neither a dtype nor an operation of emberops")
    functions = registry.load(name).functions
    return any(name not in op.unsupported and not hasattr(functions[op.name], "reason") for op in found)


def _has_dtype(backend: str, dtype: str) -> bool:
    zeros = registry.load(backend).functions["zeros"]
    try:
        zeros(0, dtype=dtype)
    except UnknownDTypeError:
        return False
    return True


def _loaded() -> set[str]:
    return {backend.name for backend in registry.loaded()}


def _info(name: str, *, ask_devices: bool) -> dict[str, Any]:
    spec = registry.spec(name)
    installed = registry.is_installed(name)
    info: dict[str, Any] = {
        "available": installed,
        "version": _version(spec.requires) if installed else None,
        "loaded": name in _loaded(),
    }
    if ask_devices:
        info["devices"] = [device.device_type for device in _describe(name)]
    return info


def _version(distribution: str) -> str | None:
    from importlib import metadata  # it imports half the standard library

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None  # a module that no package brought


def _devices_of(backend: str | None) -> BackendDevices:
    devices: BackendDevices = registry.load(backend or selection.get_backend()).module.devices
    return devices


def _describe(backend: str) -> list[DeviceInfo]:
    return _devices_of(backend).describe()
