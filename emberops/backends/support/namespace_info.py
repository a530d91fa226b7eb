"""What a backend's namespace tells of itself (Array API 2025.12, "Inspection")."""

from __future__ import annotations

from typing import Any

from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError

_KINDS = {
    "bool": ("bool",),
    "signed integer": ("signed integer",),
    "unsigned integer": ("unsigned integer",),
    "integral": ("signed integer", "unsigned integer"),
    "real floating": ("real floating",),
    "complex floating": ("complex floating",),
    "numeric": ("signed integer", "unsigned integer", "real floating", "complex floating"),
}


class NamespaceInfo:
    """Capabilities, devices and dtypes of one namespace."""

    def __init__(self, xp: Any) -> None:
        self._xp = xp

    def capabilities(self) -> dict[str, Any]:
        """Optional features: boolean masks and shapes that depend on data are there, outside compilers."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Any:
        """The device of new tensors."""
        return self._xp.devices.native_device(self._xp.device(self._xp.zeros(())))

    def devices(self) -> tuple[Any, ...]:
        """The devices that there are."""
        return tuple(self._xp.devices.native_device(name) for name in self._xp.devices.available())

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of new tensors, by kind."""
        native = self._xp.native_dtype
        index = native(int)
        return {
            "real floating": native(float),
            "complex floating": native(complex),
            "integral": index,
            "indexing": index,
        }

    def dtypes(self, *, device: Any = None, kind: str | tuple[str, ...] | None = None) -> dict[str, Any]:
        """The dtypes that there are, by the standard's names; bfloat16 and float16 are not in the standard.

        Raises
        ------
        ValueError
            If ``kind`` is an unknown word.
        """
        wanted = _wanted(kind)
        found = {}
        held = self._held_by(device)
        for name in self._xp.NATIVE:
            if name in ("bfloat16", "float16") or dtypes.DTYPES[name].kind not in wanted:
                continue
            if self._holds(name) and (held is None or name in held):
                found[name] = self._xp.NATIVE[name]
        return found

    def _held_by(self, device: Any) -> set[str] | None:
        """The dtypes that a library says a device has; ``None`` where there is no library to ask."""
        inspect = getattr(getattr(self._xp, "library", None), "__array_namespace_info__", None)
        return None if inspect is None else set(inspect().dtypes(device=device))

    def _holds(self, name: str) -> bool:
        """Whether the dtype exists here and now: 64 bits may be switched off, or the device may lack them."""
        try:
            return bool(self._xp.native_dtype(name) == self._xp.NATIVE[name])
        except UnknownDTypeError:
            return False


def _wanted(kind: str | tuple[str, ...] | None) -> set[str]:
    if kind is None:
        return {"bool", *_KINDS["numeric"]}
    words = kind if isinstance(kind, tuple) else (kind,)
    unknown = [w for w in words if w not in _KINDS]
    if unknown:
        raise ValueError(f"dtypes: unknown kind {unknown[0]!r}; expected one of {', '.join(_KINDS)}")
    return {k for w in words for k in _KINDS[w]}
