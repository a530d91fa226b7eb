"""Composed operations of the group ``memory``, for backends that do not tell how memory is laid out."""

from __future__ import annotations

from itertools import accumulate
from operator import mul
from typing import Any

from emberops.backends.support.shapes import as_axis, as_shape
from emberops.errors import ShapeError
from emberops.typing import Axis, Shape
from emberops.typing import NativeTensor as Tensor


def strides(xp: Any, x: Tensor, /) -> tuple[int, ...]:
    """Those of row-major order."""
    sizes = tuple(x.shape)
    return tuple(accumulate(sizes[:0:-1], mul, initial=_item_size(xp, x.dtype)))[: len(sizes)][::-1]


def _item_size(xp: Any, dtype: Any) -> int:
    if xp.isdtype(dtype, "bool"):
        return 1
    if xp.isdtype(dtype, "integral"):
        return int(xp.iinfo(dtype).bits) // 8
    parts = 2 if xp.isdtype(dtype, "complex floating") else 1
    return int(xp.finfo(dtype).bits) * parts // 8


def as_strided(xp: Any, x: Tensor, /, shape: Shape | None = None, strides: Shape | None = None) -> Tensor:
    """The elements of ``x`` in row-major order, picked by position."""
    sizes, steps = layout(x, shape, strides, xp.strides(x), _item_size(xp, x.dtype))
    position = xp.zeros((), dtype="int32")
    for size, step in zip(sizes, steps, strict=True):
        position = position[..., None] + xp.arange(size, dtype="int32") * step
    flat = xp.reshape(x, (-1,))
    return xp.reshape(xp.take(flat, xp.reshape(position, (-1,)), axis=0), sizes)


def layout(
    x: Tensor, shape: Shape | None, strides: Shape | None, own: tuple[int, ...], item_size: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sizes and steps, the steps in elements.

    Raises
    ------
    ShapeError
        If there are not as many steps as sizes, or one is no multiple of an element's size.
    """
    sizes = tuple(x.shape) if shape is None else as_shape(shape)
    steps = own if strides is None else as_shape(strides)
    if len(sizes) != len(steps):
        raise ShapeError(f"as_strided: {len(steps)} strides for a shape of {len(sizes)} axes")
    if any(step % item_size for step in steps):
        raise ShapeError(
            f"as_strided: strides {steps} are no multiples of the {item_size} bytes of an element"
        )
    return sizes, tuple(step // item_size for step in steps)


def sliding_window_view(xp: Any, x: Tensor, /, window_shape: Shape, axis: Axis = None) -> Tensor:
    """The axes, shortened by the windows', and behind them steps of the same strides."""
    window = as_shape(window_shape)
    given = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = [as_axis(a, x.ndim) for a in given]  # one may stand there twice
    if len(window) != len(axes):
        raise ShapeError(f"sliding_window_view: {len(window)} sizes of windows for {len(axes)} axes")
    sizes = list(x.shape)
    for a, size in zip(axes, window, strict=True):
        if not 0 <= size <= sizes[a]:
            raise ShapeError(
                f"sliding_window_view: a window of {size} does not fit into axis {a} of {sizes[a]}"
            )
        sizes[a] += 1 - size
    steps = xp.strides(x)
    return xp.as_strided(x, (*sizes, *window), (*steps, *(steps[a] for a in axes)))
