"""Array API namespaces whose arrays are :class:`emberops.Array`: ``emberops.namespace("torch", wrapped=True)``."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from emberops.array import standard
from emberops.array.arrays import Array
from emberops.array.lifting import all_lifted
from emberops.array.names import fill
from emberops.dispatch import registry
from emberops.dtypes import dtype as dtypes


@cache
def wrapped(name: str) -> Any:
    """The namespace of Arrays of one backend; it satisfies the Python Array API standard 2025.12.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
    """
    backend = registry.load(name)
    module: Any = ModuleType(f"emberops.array.namespaces.{name}", f"Arrays of the backend {name}.")
    fill(module, all_lifted(Array, backend))
    for mended in (standard.expm1, standard.floor_divide, standard.tanh):
        setattr(module, mended.__name__, mended)
    module.namespace_of = lambda _x: module
    for dtype_name, dtype in dtypes.DTYPES.items():
        if dtype_name in backend.module.NATIVE:
            setattr(module, dtype_name, dtype)
    module.Array = Array
    module.NAME = name
    module.__array_api_version__ = "2025.12"
    module.__array_namespace_info__ = lambda: _Info(backend.module)
    return module


class _Info:
    """What the namespace tells of itself, in portable names."""

    def __init__(self, native: Any) -> None:
        self._xp = native
        self._native = native.__array_namespace_info__()

    def capabilities(self) -> dict[str, Any]:
        """Optional features."""
        return dict(self._native.capabilities())

    def default_device(self) -> str:
        """The device of new Arrays."""
        return str(self._xp.device(self._xp.zeros(())))

    def devices(self) -> tuple[str, ...]:
        """The devices that there are."""
        return tuple(self._xp.devices.available())

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of new Arrays, by kind."""
        found = self._native.default_dtypes(device=device)
        return {kind: dtypes.dtype(native) for kind, native in found.items()}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """The dtypes that there are, by the standard's names."""
        found = self._native.dtypes(device=device, kind=kind)
        return {name: dtypes.dtype(native) for name, native in found.items()}
