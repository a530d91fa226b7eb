"""What is drawn: arrays of every dtype, small shapes and several layouts, and how one comes onto a backend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from hypothesis import strategies as st

import emberops
from emberops import ops

T = TypeVar("T")

DTYPES = {
    "b": ("bool",),
    "i": ("int64", "int32", "int8", "int16"),
    "u": ("uint8", "uint16", "uint32", "uint64"),
    "f": ("float64", "float32", "float16"),
    "c": ("complex128", "complex64"),
}
ANY, NUMBERS, REAL, INTEGERS, INEXACT = "fiubc", "fiuc", "fiub", "iu", "fc"
SHAPES = ((3,), (), (2, 3), (0,), (1,), (2, 1, 3), (0, 3), (3, 3))
LAYOUTS = ("plain", "plain", "transposed", "strided", "reversed", "broadcast")
_TAME = {
    "b": (True, False),
    "i": (1, 2, 0, 3, -1, -2, 5, 7),
    "u": (1, 2, 0, 3, 5, 7),
    "f": (1.0, 0.5, 2.0, 0.0, -1.0, -2.5, 3.0, 7.25),
    "c": (1 + 0j, 1j, 0.5 - 2j, 0j, -1.5 + 1j, 3 + 0j, -2 - 3j),
}
_WILD = {
    "f": (-0.0, np.nan, np.inf, -np.inf),
    "c": (complex(np.nan, 1), complex(np.inf, 0), complex(-0.0, 0)),
}
_NARROW = {
    "jax": {
        "int64": "int32",
        "uint64": "uint32",
        "float64": "float32",
        "complex128": "complex64",
    },
    "mlx": {"complex128": "complex64"},
}
"""What a backend has for a dtype that it lacks; the reference is computed of the same values in the same dtype."""


@dataclass(frozen=True)
class Operand:
    """An array, and how its elements lie in memory where a library lets one choose."""

    values: np.ndarray
    layout: str = "plain"

    def __repr__(self) -> str:
        layout = "" if self.layout == "plain" else f" {self.layout}"
        return f"<{self.values.dtype}{list(self.values.shape)}{layout} {self.values.tolist()}>"

    def narrowed(self, backend: str) -> Operand:
        """The operand in a dtype that the backend has; integers that do not fit wrap around."""
        name = self.values.dtype.name
        with np.errstate(all="ignore"):
            return Operand(self.values.astype(_NARROW.get(backend, {}).get(name, name)), self.layout)

    def on(self, backend: str) -> Any:
        """The tensor; JAX's have no layout."""
        xp, values = emberops.namespace(backend), self.values
        make: Callable[[np.ndarray], Any] = lambda x: xp.asarray(x.copy(), dtype=x.dtype.name)  # noqa: E731
        layout = "plain" if backend == "jax" or values.ndim == 0 else self.layout
        if layout == "transposed":
            return ops.permute_dims(make(values.T), tuple(range(values.ndim))[::-1])
        if layout == "strided":
            return ops.getitem(make(np.repeat(values, 2, axis=-1)), (..., slice(None, None, 2)))
        if layout == "reversed":
            return ops.flip(make(np.flip(values)))
        if layout == "broadcast" and len(values):
            return ops.broadcast_to(make(values[:1]), values.shape)
        return make(values)


class Draws:
    """The source of one call's arguments."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def pick(self, *options: T) -> T:
        """One of these, the first of them where an example is made small."""
        chosen: T = self._draw(st.sampled_from(options))
        return chosen

    def dtype(self, kinds: str = ANY) -> str:
        """A dtype's name."""
        return self.pick(*(name for kind in kinds for name in DTYPES[kind]))

    def array(
        self,
        kinds: str = ANY,
        shape: tuple[int, ...] | None = None,
        *,
        shapes: Sequence[tuple[int, ...]] = SHAPES,
        wild: bool = True,
        dtype: str | None = None,
        values: Sequence[Any] | None = None,
    ) -> Operand:
        """An array; ``wild`` ones may hold NaN, infinity, -0.0 and the limits of integers."""
        shape = self.pick(*shapes) if shape is None else shape
        kind = np.dtype(dtype or (dtype := self.dtype(kinds))).kind
        pool = tuple(values) if values is not None else _TAME[kind]
        if wild and values is None:
            limits = np.iinfo(dtype) if kind in "iu" else None
            pool += _WILD.get(kind, ()) if limits is None else (int(limits.max), int(limits.min))
        size = int(np.prod(shape))
        items = self._draw(st.lists(st.sampled_from(pool), min_size=size, max_size=size))
        found = np.asarray(items, dtype).reshape(shape)
        layout = self.pick(*LAYOUTS) if found.ndim else "plain"
        if layout == "broadcast" and len(found):
            found = np.broadcast_to(found[:1], shape).copy()
        return Operand(found, layout)

    def vector(self, kinds: str = ANY, **options: Any) -> Operand:
        """An array of one axis."""
        return self.array(kinds, shapes=((3,), (4,), (1,), (0,)), **options)

    def matrix(self, kinds: str = ANY, **options: Any) -> Operand:
        """An array of two axes or more."""
        return self.array(kinds, shapes=((2, 3), (3, 3), (2, 1, 3), (0, 3), (3, 0)), **options)

    def beside(self, x: Operand, kinds: str = ANY, *, wild: bool = True, scalars: bool = True) -> Any:
        """A second operand: of a shape that mostly goes with the first one's, or a Python number."""
        if scalars and x.values.dtype.kind and self.pick(False, False, True):
            return self.number(kinds)
        shape = x.values.shape
        shapes = (shape, shape[1:], (1, *shape[1:]) if shape else (1,), (2, 3), ())
        return self.array(kinds, shapes=shapes, wild=wild)

    def number(self, kinds: str = ANY) -> Any:
        """A Python number of one of the kinds."""
        pools = {
            "b": (True, False),
            "iu": (2, 0, 1, -1, 300),
            "f": (1.5, 0.0, -0.0, np.nan, np.inf, -2.0),
            "c": (1 + 2j,),
        }
        return self.pick(*(n for kind, pool in pools.items() if set(kind) & set(kinds) for n in pool))

    def axis(self, x: Operand, *, none: bool = False, several: bool = False) -> Any:
        """An axis, now and then one that is not there; several of them, or none."""
        ndim = x.values.ndim
        axes: list[Any] = [*range(ndim), *range(-ndim, 0), ndim]
        if several:
            axes += [(0,), (), *([(0, -1), (0, 1)] if ndim > 1 else [])]
        return self.pick(*([None] if none else []), *axes)
