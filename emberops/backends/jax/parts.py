"""Parts of an array, read and replaced in one compiled call.

Run one by one, the operations that ``x.at[index].set(value)`` stands for take half a millisecond. What says
where a part is goes into the compiled call as values, so that a loop over ``i`` in ``x[i]`` or ``x[i:i + 3]``
compiles once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.moving import by_host

_WHOLE = slice(None)


class Block(NamedTuple):
    """What an index of ints, slices of positive steps, ``None`` and ``...`` selects."""

    starts: tuple[int, ...]
    sizes: tuple[int, ...]
    steps: tuple[int, ...]
    shape: tuple[int, ...]
    """The shape of the part: without the axes of ints, with those of ``None``."""


def block(index: Any, shape: tuple[int, ...]) -> Block:
    """The block that a plain index, whose ints are within bounds, selects."""
    items = list(index) if type(index) is tuple else [index]
    missing = len(shape) - sum(item is not None and item is not ... for item in items)
    at = items.index(...) if ... in items else len(items)
    items[at : at + 1] = [_WHOLE] * missing
    starts: list[int] = []
    sizes: list[int] = []
    steps: list[int] = []
    selected: list[int] = []
    for item in items:
        if item is None:
            selected.append(1)
            continue
        size = shape[len(sizes)]
        if type(item) is slice:
            places = range(*item.indices(size))
            start, step = places.start, places.step
            selected.append(len(places))
            sizes.append(selected[-1])
        else:
            start, step = item + size if item < 0 else item, 1
            sizes.append(1)
        starts.append(start)
        steps.append(step if sizes[-1] > 1 else 1)  # the step of one element is none to compile for
    return Block(tuple(starts), tuple(sizes), tuple(steps), tuple(selected))


def _spans(sizes: tuple[int, ...], steps: tuple[int, ...]) -> tuple[int, ...]:
    """How many places a block reaches over, those between its elements included."""
    return tuple((size - 1) * step + 1 if size else 0 for size, step in zip(sizes, steps, strict=True))


_FIXED = ("sizes", "steps", "shape")


@compiling(static_argnames=_FIXED)
def _read(
    x: Any, starts: Any, sizes: tuple[int, ...], steps: tuple[int, ...], shape: tuple[int, ...]
) -> jax.Array:
    spans = _spans(sizes, steps)
    part = lax.dynamic_slice(x, starts, spans)
    if spans != sizes:
        part = lax.slice(part, (0,) * len(spans), spans, steps)
    return part.reshape(shape)


@compiling(static_argnames=_FIXED)
def _replace(
    x: Any, starts: Any, value: Any, sizes: tuple[int, ...], steps: tuple[int, ...], shape: tuple[int, ...]
) -> jax.Array:
    part = jnp.broadcast_to(value, shape).reshape(sizes).astype(x.dtype)
    spans = _spans(sizes, steps)
    if spans != sizes:
        between = lax.dynamic_slice(x, starts, spans)
        part = between.at[tuple(slice(None, None, step) for step in steps)].set(part)
    return lax.dynamic_update_slice(x, part, starts)


@compiled
def _fill(x: Any, starts: Any, spans: Any, steps: Any, value: Any) -> jax.Array:
    inside: Any = True
    for axis, (start, span) in enumerate(zip(starts, spans, strict=True)):
        places = lax.broadcasted_iota(int, x.shape, axis)
        inside = inside & (places >= start) & (places < start + span)
        if steps is not None:
            inside = inside & ((places - start) % steps[axis] == 0)
    return jnp.where(inside, jnp.asarray(value, x.dtype), x)


def _places(part: Block) -> tuple[slice, ...]:
    """The elements of a block as slices of NumPy's, which leave every axis."""
    spans = _spans(part.sizes, part.steps)
    return tuple(map(slice, part.starts, map(operator.add, part.starts, spans), part.steps))


def read_block(x: jax.Array, part: Block) -> jax.Array:
    """The part of ``x`` that a block is."""
    made = by_host((_read, x.shape, x.dtype, *part[1:]), lambda a: a[_places(part)].reshape(part.shape), (x,))
    return _read(x, *part) if made is None else made


def replace_block(x: jax.Array, part: Block, value: Any) -> jax.Array:
    """``x`` with ``value``, broadcast, for the part that a block is."""
    made = _replaced_by_host(x, part, value)
    return _replace(x, part.starts, value, part.sizes, part.steps, part.shape) if made is None else made


def _replaced_by_host(x: jax.Array, part: Block, value: Any) -> jax.Array | None:
    """The same without a program; ``None`` where one is to do it."""

    def replaced(a: np.ndarray[Any, Any], value: np.ndarray[Any, Any] = value) -> np.ndarray[Any, Any]:
        made = a.copy()
        made[_places(part)] = np.broadcast_to(value, part.shape).reshape(part.sizes)
        return made

    arrays = (x, value) if isinstance(value, jax.Array) else (x,)
    return by_host((_replace, x.shape, x.dtype, *part[1:], value.shape), replaced, arrays)


_LARGEST_FILLED = 2**14
"""Comparing every place of larger arrays takes longer than compiling once more for another size of block."""


def fill_block(x: jax.Array, part: Block, value: Any) -> jax.Array:
    """``x`` with one number for all of a block: compiled once, whatever the size of the block."""
    if x.size > _LARGEST_FILLED or not any(size > 1 for size in part.sizes):
        return replace_block(x, part, value)
    made = _replaced_by_host(x, part, value)
    if made is not None:
        return made
    spans = _spans(part.sizes, part.steps)
    return _fill(x, part.starts, spans, None if spans == part.sizes else part.steps, value)


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
