"""Norms with NumPy's meaning, from sums and maxima; the root of a sum of squares does not overflow on its way."""

from __future__ import annotations

from math import inf
from typing import Any

from emberops.backends.support.reductions import at_least_single, floating
from emberops.backends.support.shapes import as_axes
from emberops.dtypes import dtype as dtypes
from emberops.errors import ShapeError
from emberops.typing import Axis
from emberops.typing import NativeTensor as Tensor

SAFE = {"float32": (60, 68, 88), "float64": (500, 600, 700)}
"""Numbers from ``2**-a`` to ``2**a`` are squared as they are; ``2**-b`` shrinks others, ``2**c`` grows them.

Powers of two round nothing.
"""


def norm(xp: Any, x: Tensor, /, ord: Any = None, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """NumPy's ``linalg.norm``."""
    axes = as_axes(axis, x.ndim)
    if ord is None and (axis is None or len(axes) < 3):
        return xp.linalg.vector_norm(x, axis=axes, keepdims=keepdims)
    if len(axes) == 1:
        if isinstance(ord, str):
            raise ValueError(
                f"ops.linalg.norm: ord={ord!r} is a norm of matrices, and axis {axes[0]} holds vectors"
            )
        return xp.linalg.vector_norm(x, axis=axes[0], keepdims=keepdims, ord=ord)
    if len(axes) != 2:
        raise ShapeError(
            f"ops.linalg.norm: ord={ord!r} needs one or two axes, not {len(axes)}; name them with axis="
        )
    result = xp.linalg.matrix_norm(xp.moveaxis(x, axes, (-2, -1)), ord=ord)
    return xp.expand_dims(result, axis=tuple(sorted(axes))) if keepdims else result


@at_least_single
def vector_norm(xp: Any, x: Tensor, /, *, axis: Axis = None, keepdims: bool = False, ord: Any = 2) -> Tensor:
    """The standard's ``linalg.vector_norm``."""
    if isinstance(ord, str):
        raise ValueError(f"ops.linalg.vector_norm: ord={ord!r} is no norm of vectors")
    size = xp.abs(x)
    if ord == 2 or ord is None:
        return root_of_squares(xp, size, axis, keepdims)
    if ord == inf:
        nothing = any(size.shape[a] == 0 for a in as_axes(axis, x.ndim))
        return (xp.sum if nothing else xp.max)(size, axis=axis, keepdims=keepdims)
    if ord == -inf:
        return xp.min(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        return xp.astype(xp.sum(size != 0, axis=axis, keepdims=keepdims), size.dtype)
    if ord == 1:
        return xp.sum(size, axis=axis, keepdims=keepdims)
    return _root_of_powers(xp, size, axis, keepdims, ord)


def _root_of_powers(xp: Any, size: Tensor, axis: Axis, keepdims: bool, ord: float) -> Tensor:
    """The root of the sum of any powers of numbers that are not negative."""
    limits = SAFE.get(dtypes.dtype(size.dtype).name)
    scale = None
    if limits is not None and 0 not in size.shape:
        # What counts most is the largest number, of negative powers the smallest; all are measured by it where its
        # power would overflow or vanish.  Zeros and infinities have the powers that they have.
        bound = 2.0 ** min(2 * limits[0] / abs(ord), 2 * limits[0])
        chief = xp.stop_gradient((xp.max if ord > 0 else xp.min)(size, axis=axis, keepdims=True))
        usual = ((chief < bound) & (chief > 1 / bound)) | (chief == 0) | (chief == inf) | xp.isnan(chief)
        scale = xp.where(usual, xp.ones_like(chief), chief)
        size = size / scale
    root = xp.sum(size**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)
    return root if scale is None else root * (scale if keepdims else without_axes(xp, scale, axis))


def matrix_norm(xp: Any, x: Tensor, /, *, keepdims: bool = False, ord: Any = "fro") -> Tensor:
    """The standard's ``linalg.matrix_norm``."""
    if ord in ("fro", None, "f"):
        return xp.linalg.vector_norm(x, axis=(-2, -1), keepdims=keepdims)
    if ord in (1, -1, inf, -inf):
        sums = xp.sum(xp.abs(floating(xp, x)), axis=-2 if abs(ord) == 1 else -1, keepdims=True)
        result = _extreme(xp, sums, (-2, -1), largest=ord > 0)
    elif ord in (2, -2):
        result = _extreme(xp, xp.linalg.svdvals(x)[..., None], (-2, -1), largest=ord > 0)
    elif ord == "nuc":
        result = xp.sum(xp.linalg.svdvals(x)[..., None], axis=-2, keepdims=True)
    else:
        raise ValueError(
            f"ops.linalg: {ord!r} is no norm of matrices; they are 'fro', 'nuc', 1, -1, 2, -2, inf, -inf"
        )
    return result if keepdims else xp.squeeze(result, axis=(-2, -1))


def _extreme(xp: Any, x: Tensor, axes: tuple[int, ...], *, largest: bool) -> Tensor:
    """The largest of nothing is 0, as that of numbers that are no less; there is no smallest."""
    nothing = largest and any(x.shape[a] == 0 for a in axes)
    return (xp.sum if nothing else xp.max if largest else xp.min)(x, axis=axes, keepdims=True)


def root_of_squares(xp: Any, size: Tensor, axis: Axis, keepdims: bool) -> Tensor:
    """The root of the sum of the squares of numbers that are not negative."""
    scale = power_of_two(xp, size, axis)
    scaled = size if scale is None else size * scale
    root = xp.sqrt(xp.sum(scaled * scaled, axis=axis, keepdims=keepdims))
    return root if scale is None else root / (scale if keepdims else without_axes(xp, scale, axis))


def power_of_two(xp: Any, size: Tensor, axis: Axis) -> Tensor | None:
    """By what to multiply numbers so that their squares neither overflow nor vanish; ``None`` if there is none."""
    limits = SAFE.get(dtypes.dtype(size.dtype).name)
    if limits is None or 0 in size.shape:
        return None
    safe, down, up = limits
    largest = xp.max(size, axis=axis, keepdims=True)
    tiny = xp.where(largest < 2.0**-safe, 2.0**up, xp.ones_like(largest))
    return xp.where(largest > 2.0**safe, 2.0**-down, tiny)


def without_axes(xp: Any, x: Tensor, axis: Axis) -> Tensor:
    """A reduction that kept its axes, without them."""
    return xp.squeeze(x, axis=as_axes(axis, x.ndim)) if x.ndim else x
