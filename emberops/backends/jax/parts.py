"""Parts of an array, read and replaced in one compiled call.

Run one by one, the operations that ``x.at[index].set(value)`` stands for take half a millisecond. What says
where a part is goes into the compiled call as values, so that a loop over ``i`` in ``x[i]`` or ``x[i:i + 3]``
compiles once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from emberops.backends.jax.compiled import compiled, compiling

_WHOLE = slice(None)


class Block(NamedTuple):
    """What an index of ints, slices of step one, ``None`` and ``...`` selects."""

    starts: tuple[int, ...]
    sizes: tuple[int, ...]
    shape: tuple[int, ...]
    """The shape of the part: without the axes of ints, with those of ``None``."""


def block(index: Any, shape: tuple[int, ...]) -> Block | None:
    """The block that a plain index, whose ints are within bounds, selects; ``None`` for other steps."""
    items = list(index) if type(index) is tuple else [index]
    missing = len(shape) - sum(item is not None and item is not ... for item in items)
    at = items.index(...) if ... in items else len(items)
    items[at : at + 1] = [_WHOLE] * missing
    starts: list[int] = []
    sizes: list[int] = []
    selected: list[int] = []
    for item in items:
        if item is None:
            selected.append(1)
            continue
        size = shape[len(sizes)]
        if type(item) is slice:
            start, stop, step = item.indices(size)
            if step != 1:
                return None
            selected.append(max(0, stop - start))
            sizes.append(selected[-1])
        else:
            start = item + size if item < 0 else item
            sizes.append(1)
        starts.append(start)
    return Block(tuple(starts), tuple(sizes), tuple(selected))


@compiling(static_argnames=("sizes", "shape"))
def _read(x: Any, starts: Any, sizes: tuple[int, ...], shape: tuple[int, ...]) -> jax.Array:
    return lax.dynamic_slice(x, starts, sizes).reshape(shape)


@compiling(static_argnames=("sizes", "shape"))
def _replace(x: Any, starts: Any, value: Any, sizes: tuple[int, ...], shape: tuple[int, ...]) -> jax.Array:
    part = jnp.broadcast_to(value, shape).reshape(sizes)
    return lax.dynamic_update_slice(x, part.astype(x.dtype), starts)


@compiled
def _fill(x: Any, starts: Any, sizes: Any, value: Any) -> jax.Array:
    inside: Any = True
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        places = lax.broadcasted_iota(int, x.shape, axis)
        inside = inside & (places >= start) & (places < start + size)
    return jnp.where(inside, jnp.asarray(value, x.dtype), x)


def read_block(x: jax.Array, part: Block) -> jax.Array:
    """The part of ``x`` that a block is."""
    return _read(x, part.starts, part.sizes, part.shape)


def replace_block(x: jax.Array, part: Block, value: Any) -> jax.Array:
    """``x`` with ``value``, broadcast, for the part that a block is."""
    return _replace(x, part.starts, value, part.sizes, part.shape)


_LARGEST_FILLED = 2**14
"""Comparing every place of larger arrays takes longer than compiling once more for another size of block."""


def fill_block(x: jax.Array, part: Block, value: Any) -> jax.Array:
    """``x`` with one number for all of a block: compiled once, whatever the size of the block."""
    if x.size > _LARGEST_FILLED or not any(size > 1 for size in part.sizes):
        return replace_block(x, part, value)
    return _fill(x, part.starts, part.sizes, value)


_MOVING = None
"""In a pattern: what an int or an array of integers is put in for."""
_Pattern = tuple[str | None, ...]


def pattern(index: tuple[Any, ...]) -> _Pattern | None:
    """What stays the same in an index whose ints and arrays change; ``None`` where it is not to be compiled.

    Masks are left to JAX, for what they select has no fixed shape, and so are slices with bounds, each of
    which would be compiled anew.
    """
    if any(_is_mask(item) or item is ... or (type(item) is slice and item != _WHOLE) for item in index):
        return None
    return tuple("new" if i is None else "all" if type(i) is slice else _MOVING for i in index)


def _is_mask(item: Any) -> bool:
    return isinstance(item, (jax.Array, np.ndarray)) and item.dtype == bool


def moving(index: tuple[Any, ...]) -> tuple[Any, ...]:
    """The ints and arrays of an index."""
    return tuple(item for item in index if item is not None and type(item) is not slice)


def _indexed(fixed: _Pattern, parts: tuple[Any, ...]) -> tuple[Any, ...]:
    rest = iter(parts)
    return tuple(next(rest) if f is _MOVING else _WHOLE if f == "all" else None for f in fixed)


@compiling(static_argnames=("fixed",))
def gather(x: jax.Array, parts: tuple[Any, ...], fixed: _Pattern) -> jax.Array:
    """``x[index]`` for an index of ``pattern`` ``fixed``."""
    return x[_indexed(fixed, parts)]


@compiling(static_argnames=("method", "fixed"))
def scatter(x: jax.Array, parts: tuple[Any, ...], value: Any, method: str, fixed: _Pattern) -> jax.Array:
    """``x.at[index].<method>(value)`` for an index of ``pattern`` ``fixed``."""
    update: Callable[[Any], jax.Array] = getattr(x.at[_indexed(fixed, parts)], method)
    return update(value)
