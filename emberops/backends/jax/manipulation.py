"""Operations of the group ``manipulation`` on JAX."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import padding
from emberops.backends.jax import placing
from emberops.backends.jax.compiled import compiled, compiling, hashable_axes
from emberops.backends.jax.dtypes import native_dtype
from emberops.backends.jax.large_integers import check_beside_arrays, in_dtype
from emberops.backends.jax.moving import by_host, host_first
from emberops.backends.jax.promotion import whole_for
from emberops.backends.jax.whole import whole
from emberops.backends.support import pad_arguments
from emberops.backends.support.option_words import by_columns
from emberops.backends.support.shapes import as_axes, as_axis, as_shape, is_whole
from emberops.errors import ShapeError
from emberops.typing import Axis, DTypeLike, Shape

_reshaped = compiled(jnp.reshape, static_argnums=(1, 2), inline=True)
_transposed = compiled(jnp.transpose, static_argnums=1, inline=True)
_expanded = compiled(jnp.expand_dims, static_argnums=1, inline=True)
_squeezed = compiled(jnp.squeeze, static_argnums=1, inline=True)


_Joiner = Callable[[Sequence[Any], Any, Any], jax.Array]


@compiling(static_argnums=(0, 2, 3), inline=True)
def _joined(join: _Joiner, tensors: tuple[Any, ...], axis: int | None, dtype: Any) -> jax.Array:
    return join(tensors, axis, dtype)


@host_first(np.reshape)
def reshape(x: jax.Array, /, shape: Shape, *, order: str = "C", copy: bool | None = None) -> jax.Array:
    sizes = as_shape(shape)
    order = "F" if by_columns(order) else "C"
    try:
        if copy is False:
            return jnp.reshape(x, sizes, order=order, copy=copy)
        return _reshaped(x, sizes, order)
    except (TypeError, ZeroDivisionError) as error:
        raise ShapeError(f"reshape: {x.shape} does not fit into {sizes} ({error})") from None


def ravel(x: jax.Array, /, *, order: str = "C") -> jax.Array:
    return jnp.ravel(x, "F" if by_columns(order, ("C", "F", "A", "K")) else "C")


@host_first(np.transpose)
def transpose(x: jax.Array, /, axes: Sequence[int] | None = None) -> jax.Array:
    return _transposed(x, None if axes is None else as_shape(axes))


permute_dims = transpose
roll = host_first(np.roll)(jnp.roll)
flip = host_first(np.flip)(jnp.flip)
flipud = jnp.flipud


@host_first(np.moveaxis)
def moveaxis(x: jax.Array, source: int | tuple[int, ...], destination: int | tuple[int, ...], /) -> jax.Array:
    return jnp.moveaxis(x, source, as_axes(destination, x.ndim))  # of which JAX takes one twice


def fliplr(x: jax.Array, /) -> jax.Array:
    if x.ndim < 2:
        raise ShapeError(f"fliplr: needs 2 or more axes, got the shape {x.shape}")
    return jnp.fliplr(x)


rollaxis = jnp.rollaxis
swapaxes = host_first(np.swapaxes)(jnp.swapaxes)


def rot90(x: jax.Array, /, k: int = 1, axes: tuple[int, int] = (0, 1)) -> jax.Array:
    return jnp.rot90(x, k, hashable_axes(axes))


@host_first(np.expand_dims)
def expand_dims(x: jax.Array, /, axis: int | tuple[int, ...]) -> jax.Array:
    if is_whole(axis):
        return _expanded(x, as_axis(axis, x.ndim + 1))
    return _expanded(x, as_axes(axis, x.ndim + len(axis)))


@host_first(np.squeeze)
def squeeze(x: jax.Array, /, axis: Axis = None) -> jax.Array:
    if axis is None:
        return _squeezed(x)
    axes = as_axes(axis, x.ndim)
    if any(x.shape[a] != 1 for a in axes):
        raise ShapeError(f"squeeze: axis {axis} of the shape {x.shape} has not the size 1")
    return _squeezed(x, axes)


def unstack(x: jax.Array, /, axis: int = 0) -> tuple[jax.Array, ...]:
    return jnp.unstack(x, axis=axis)


@host_first(np.tile)
def tile(x: jax.Array, repetitions: Shape, /) -> jax.Array:
    times = as_shape(repetitions)
    if any(n < 0 for n in times):
        raise ShapeError(f"tile: {times} holds a negative number of repetitions")
    return jnp.tile(x, times)


@host_first(np.repeat)
def repeat(x: jax.Array, repeats: Any, /, axis: int | None = None) -> jax.Array:
    if axis is not None:
        x = x if x.ndim else x.reshape(1)
        axis = as_axis(axis, x.ndim)
    repeats = repeats if isinstance(repeats, int) else jnp.asarray(repeats)
    if not isinstance(repeats, (int, jax.core.Tracer)):
        times = np.asarray(repeats)
        if (times < 0).any():
            raise ValueError("repeat: repeats must not be negative")
        if (made := _repeated_by_host(x, times, axis)) is not None:
            return made
    try:
        return jnp.repeat(x, repeats, axis)
    except TypeError as error:
        raise ShapeError(f"repeat: {error}") from None


def _repeated_by_host(x: jax.Array, times: np.ndarray[Any, Any], axis: int | None) -> jax.Array | None:
    """The repeated elements, where a program would be for one sum of ``times``; ``None`` where that is met often."""
    if times.dtype.kind not in "iu" or not times.any():
        return None
    try:
        kind = (np.repeat, x.shape, x.dtype, times.shape, int(times.sum()), axis)
        return by_host(kind, lambda a: np.repeat(a, times, axis), (x,))
    except (AttributeError, ValueError):
        return None  # no array, or numbers of repetitions that do not fit, of which JAX tells


_OF_VALUES = frozenset({"linear_ramp", "maximum", "mean", "median", "minimum"})
"""Modes in which JAX differs: its ramps end elsewhere, it takes negative lengths, no complex medians, no axes of 0."""


_STORED = frozenset({"constant_values", "end_values"})
"""Options of ``pad`` that are elements of what it makes."""


def pad(x: jax.Array, /, pad_width: Any, mode: str = "constant", **options: Any) -> jax.Array:
    for name in _STORED.intersection(options):
        options[name] = in_dtype(options[name], x.dtype)
    if mode in _OF_VALUES:
        # Ramps are exact only where products are rounded before they are added, which one program for both does not.
        padded: jax.Array = (_pad if mode == "linear_ramp" else _whole_pad())(x, pad_width, mode, **options)
        return padded
    widths = pad_arguments.widths(pad_width, x.ndim)
    pad_arguments.require_values(x.shape, widths, mode)
    if not widths:
        return x
    return jnp.pad(x, widths, mode, **pad_arguments.option_of(mode, options))


def _pad(*args: Any, **options: Any) -> Any:
    return padding.pad(sys.modules["emberops.backends.jax"], *args, **options)


@cache
def _whole_pad() -> Callable[..., jax.Array]:
    return whole(padding.pad, sys.modules["emberops.backends.jax"])


@host_first(np.broadcast_to)
def broadcast_to(x: jax.Array, /, shape: Shape) -> jax.Array:
    sizes = as_shape(shape)
    try:
        return jnp.broadcast_to(x, sizes)
    except (ValueError, TypeError) as error:
        raise ShapeError(f"broadcast_to: {error}") from None


def broadcast_arrays(*arrays: jax.Array) -> tuple[jax.Array, ...]:
    try:
        return tuple(jnp.broadcast_arrays(*arrays))
    except (ValueError, TypeError) as error:
        raise ShapeError(f"broadcast_arrays: {error}") from None


def _join(join: _Joiner, arrays: Sequence[Any], axis: int | None, dtype: DTypeLike) -> jax.Array:
    if not len(arrays):
        raise ShapeError("need at least one tensor to join")
    if axis is not None:
        as_axis(axis, jnp.ndim(arrays[0]) + (join is _stack))
    native = native_dtype(dtype)
    if native is not None:
        arrays = [a if type(a) is float else whole_for(a, native) for a in arrays]
    try:
        if len(arrays) > placing.MOST:
            return join(arrays, axis, native)
        made = _by_host(join, arrays, axis) if native is None else None
        return _joined(join, tuple(arrays), axis, native) if made is None else made
    except (TypeError, ValueError) as error:
        shapes = ", ".join(str(jnp.shape(a)) for a in arrays)
        raise ShapeError(
            f"tensors of the shapes {shapes} cannot be joined along axis {axis} ({error})"
        ) from None


def _by_host(join: _Joiner, arrays: Sequence[Any], axis: int | None) -> jax.Array | None:
    """Tensors of one dtype joined without a program; ``None`` where one is to do it."""
    if any(type(a) is float or a.dtype != arrays[0].dtype for a in arrays):
        return None
    joined: Callable[..., Any] = np.concatenate if join is _concat else np.stack
    kind = (join, axis, arrays[0].dtype, *(a.shape for a in arrays))
    return by_host(kind, lambda *parts: joined(parts, axis), arrays)


def _tensors(arrays: Sequence[Any]) -> list[Any]:
    """Arrays, and Python floats, which the compiled call takes as they are; a number stays weakly typed."""
    check_beside_arrays(arrays)
    return [a if isinstance(a, jax.Array) or type(a) is float else jnp.asarray(a) for a in arrays]


def _concat(tensors: Sequence[Any], axis: int | None, dtype: Any) -> jax.Array:
    return jnp.concatenate(tensors, axis, dtype=dtype)


def concat(arrays: Sequence[Any], /, axis: int | None = 0, *, dtype: DTypeLike = None) -> jax.Array:
    return _join(_concat, _tensors(arrays), axis, dtype)


def stack(arrays: Sequence[Any], /, axis: int = 0, *, dtype: DTypeLike = None) -> jax.Array:
    if dtype is None and len(arrays) > placing.MOST:
        made = placing.rows(arrays)
        if made is not None:
            return jnp.moveaxis(made, 0, as_axis(axis, made.ndim))
    return _join(_stack, _tensors(arrays), axis, dtype)


def _stack(tensors: Sequence[Any], axis: int, dtype: Any) -> jax.Array:
    return jnp.stack(tensors, axis, dtype=dtype)


def view(x: jax.Array, /, dtype: DTypeLike) -> jax.Array:
    return x.view(native_dtype(dtype))


def complex_of_parts(x: jax.Array) -> jax.Array:
    """Pairs of floats on the last axis as complex numbers."""
    return jax.lax.complex(x[..., 0], x[..., 1])
