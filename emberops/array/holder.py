"""What an Array holds: a tensor of some backend, and, for a view, whose part it is.

NumPy's slices are views: what is written into one is seen in the other.  Where a backend's own slices are copies, or
its tensors cannot change, a holder remembers its parent and its index there, writes through it, and reads again what
has changed since.
"""

from __future__ import annotations

from typing import Any, Self

from emberops.dispatch import registry


class Holder:
    """A tensor and its backend; :class:`emberops.array.arrays.Array` adds what users see."""

    __slots__ = ("_backend", "_changes", "_index", "_parent", "_seen", "_tensor")

    _tensor: Any
    _backend: registry.Backend
    _parent: Holder | None
    _index: Any
    _changes: list[int]
    """How often it was written to: one counter for an array and all its views."""
    _seen: int

    @classmethod
    def of(cls, tensor: Any, backend: registry.Backend) -> Self:
        """A holder of a tensor, which is not copied."""
        made = object.__new__(cls)
        made._tensor = tensor
        made._backend = backend
        made._parent = made._index = None
        made._changes, made._seen = [0], 0
        return made

    @property
    def tensor(self) -> Any:
        """The tensor of the backend, as it is now."""
        if self._parent is not None and self._seen != self._changes[0]:
            self._tensor = self._read(self._parent.tensor, self._index)
            self._seen = self._changes[0]
        return self._tensor

    @property
    def backend(self) -> str:
        """Name of the backend that computes with it."""
        return self._backend.name

    def part(self, index: Any) -> Self:
        """The part at a basic index; what is written there is written here."""
        made = type(self).of(self._read(self.tensor, index), self._backend)
        made._parent, made._index = self, index
        made._changes, made._seen = self._changes, self._changes[0]
        return made

    def write(self, index: Any, value: Any) -> None:
        """Put a value of the same backend, or a number, at an index, and through to what this is a view of."""
        self._replace(self._backend.functions["assign"](self.tensor, index, value))

    def _replace(self, tensor: Any) -> None:
        self._tensor = tensor
        if self._parent is not None:
            self._parent.write(self._index, tensor)
        else:
            self._changes[0] += 1
        self._seen = self._changes[0]

    def _read(self, tensor: Any, index: Any) -> Any:
        return self._backend.functions["getitem"](tensor, index)


def is_basic(index: Any) -> bool:
    """NumPy gives a view for it: integers, slices, ``None`` and ``...``."""
    parts = index if isinstance(index, tuple) else (index,)
    return all(p is None or p is Ellipsis or isinstance(p, slice) or type(p) is int for p in parts)
