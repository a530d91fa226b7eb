"""Operations of the group ``creation``, composed."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from emberops.backends.composed.creation_matrices import *
from emberops.backends.support import default_key
from emberops.backends.support.host_data import holds_numbers
from emberops.backends.support.known_values import known
from emberops.backends.support.operands import together
from emberops.backends.support.reductions import floating
from emberops.backends.support.shapes import as_axis, as_grid_shape, as_shape
from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, DTypeError, ShapeError
from emberops.typing import DeviceLike, DTypeLike, Shape

_REAL = frozenset({bool, int, float})
_MADE_ON_HOST = 2**16
"""So many values at most: where they are to lie on another device, they go there."""


def asanyarray(
    xp: Any, obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> Any:
    return xp.asarray(obj, dtype, device=device, copy=copy)


def array(
    xp: Any,
    obj: Any,
    /,
    dtype: DTypeLike = None,
    *,
    copy: bool | None = True,
    ndmin: int = 0,
    device: DeviceLike = None,
    strict: bool = True,
) -> Any:
    if not strict and not holds_numbers(obj):
        return obj
    made = xp.asarray(obj, dtype, device=device, copy=copy)
    return xp.reshape(made, (1,) * (ndmin - made.ndim) + tuple(made.shape)) if made.ndim < ndmin else made


def identity(xp: Any, n: int, dtype: DTypeLike = None) -> Any:
    return xp.eye(n, dtype=dtype)


def linspace(
    xp: Any,
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = None,
    axis: int = 0,
    *,
    device: DeviceLike = None,
) -> Any:
    if num < 0:
        raise ValueError(f"linspace: the number of values, {num}, must not be negative")
    if type(start) in _REAL and type(stop) in _REAL and dtype is None and num <= _MADE_ON_HOST:
        made = _spaced_on_host(xp, float(start), float(stop), num, endpoint, device)
        if made is not None:
            return made if retstep else made[0]
    wanted = None if dtype is None or _is_integer(xp, dtype) else dtype
    start, stop = (_as_floats(xp, v, device, wanted) for v in (start, stop))
    intervals = num - 1 if endpoint else num
    delta = stop - start
    steps = xp.arange(
        0, num, dtype=xp.real(delta).dtype, device=device
    )  # not every library counts in complex numbers
    steps = xp.reshape(xp.astype(steps, delta.dtype), (num,) + (1,) * delta.ndim)
    # Between less than two values lies no step: NumPy's NaN, a number.
    step = delta / intervals if intervals > 0 else xp.full((), math.nan, dtype=delta.dtype, device=device)
    values = start + (_multiples(xp, steps, step, delta, intervals) if intervals > 0 else steps * delta)
    if endpoint and num > 1:
        # Rounding must not move the last value off the bound that the caller gave.
        values = xp.concat([values[:-1, ...], xp.broadcast_to(stop, values.shape[1:])[None, ...]], axis=0)
    values = xp.moveaxis(values, 0, axis) if delta.ndim else values
    if dtype is not None:
        values = xp.astype(xp.floor(values) if _is_integer(xp, dtype) else values, dtype)
    return (values, step) if retstep else values


def _spaced_on_host(
    xp: Any, start: float, stop: float, num: int, endpoint: bool, device: DeviceLike
) -> tuple[Any, Any] | None:
    """Values between numbers, and their distance: NumPy's, for a dozen calls of a library take twenty times as long.

    ``None`` where the library would have to follow or to divide NumPy's array, and for bounds that are not finite.
    """
    lazy = getattr(xp, "LAZY", False) or getattr(xp, "is_compiling", bool)()
    if lazy or not math.isfinite(stop - start):
        return None
    values, step = np.linspace(start, stop, num, endpoint, retstep=True)
    return xp.asarray(values, dtype=float, device=device), xp.asarray(float(step), device=device)


def _multiples(xp: Any, steps: Any, step: Any, delta: Any, intervals: int) -> Any:
    """A step too small for the dtype is 0, where its multiples are not."""
    return xp.where(xp.equal(step, 0), steps / intervals * delta, steps * step)


def _as_floats(xp: Any, value: Any, device: DeviceLike = None, dtype: DTypeLike = None) -> Any:
    """A number or tensor as a tensor of floats, at once in the dtype that holds its digits and range."""
    made = xp.asarray(float(value) if type(value) in (bool, int) else value, dtype=dtype, device=device)
    return floating(xp, made)


def _is_integer(xp: Any, dtype: DTypeLike) -> bool:
    return bool(xp.isdtype(xp.zeros(0, dtype=dtype).dtype, "integral"))


def logspace(
    xp: Any,
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Any:
    base = _as_floats(xp, base)
    if base.ndim:  # one for each line of values
        start, stop, base = xp.broadcast_arrays(_as_floats(xp, start), _as_floats(xp, stop), base)
        base = xp.expand_dims(base, axis=axis)
    exponents = xp.linspace(start, stop, num, endpoint, axis=axis)
    values = xp.pow(base if base.ndim else xp.astype(base, exponents.dtype), exponents)
    return values if dtype is None else xp.astype(values, dtype)


def geomspace(
    xp: Any,
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Any:
    start, stop = together(xp, _as_floats(xp, start), _as_floats(xp, stop))
    if dtype is not None and xp.isdtype(xp.native_dtype(dtype), "complex floating"):
        start, stop = xp.astype(start, dtype), xp.astype(stop, dtype)  # from -1 to 1 there is no real way
    if known(xp, xp.any(xp.logical_or(start == 0, stop == 0))):
        raise ValueError("geomspace: no power of a ratio leads to zero or away from it")
    direction = start / xp.abs(start)
    bounds = [xp.log10(v / direction) for v in (start, stop)]
    values = xp.pow(xp.asarray(10.0, dtype=bounds[0].dtype), xp.linspace(*bounds, num, endpoint, axis=0))
    values = direction * values
    # The bounds themselves, not what is left of them after log and power.
    if num > 0:
        shape = (1, *values.shape[1:])
        ends = [xp.broadcast_to(v, shape[1:]).reshape(shape) for v in (start, stop)]
        middle = values[1:-1, ...] if endpoint and num > 1 else values[1:, ...]
        values = xp.concat([ends[0], middle, *([ends[1]] if endpoint and num > 1 else [])], axis=0)
    values = xp.moveaxis(values, 0, axis) if values.ndim > 1 else values
    return values if dtype is None else xp.astype(values, dtype)


def meshgrid(xp: Any, *arrays: Any, indexing: str = "xy", sparse: bool = False) -> tuple[Any, ...]:
    if indexing not in ("xy", "ij"):
        raise ValueError(f"meshgrid: indexing is 'xy' or 'ij', not {indexing!r}")
    vectors = [xp.reshape(x, (-1,)) for x in arrays]
    order = list(range(len(vectors)))
    if indexing == "xy" and len(vectors) > 1:
        order[:2] = [1, 0]
    grids = []
    for x, axis in zip(vectors, order, strict=True):
        shape = [1] * len(vectors)
        shape[axis] = -1
        grids.append(xp.reshape(x, tuple(shape)))
    grids = grids if sparse else xp.broadcast_arrays(*grids)
    return tuple(xp.copy(grid) for grid in grids)  # as NumPy: what is stored into one is in no other


def tri(xp: Any, n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None) -> Any:
    if n_rows is None:  # of which MLX makes a range without a number
        raise TypeError("tri: n_rows is a whole number, and not None")
    rows, columns = xp.arange(n_rows), xp.arange(n_rows if n_cols is None else n_cols)
    return xp.astype(xp.less_equal(columns, xp.reshape(rows, (-1, 1)) + k), float if dtype is None else dtype)


def diagflat(xp: Any, x: Any, /, k: int = 0) -> Any:
    return xp.diag(xp.reshape(x, (-1,)), k)


def vander(xp: Any, x: Any, /, n: int | None = None, increasing: bool = False) -> Any:
    if x.ndim != 1:
        raise ShapeError(f"vander: expected a vector, got the shape {tuple(x.shape)}")
    n = x.shape[0] if n is None else n
    if not xp.isdtype(x.dtype, ("real floating", "complex floating")):
        x = xp.astype(x, xp.result_type(x, xp.zeros((), dtype=int)))  # powers of small integers are large
    # The second is x, and not 1 times x, which is another number for a complex infinity.
    columns = [xp.ones_like(x), x][: max(n, 0)]
    for _ in range(n - 2):
        columns.append(columns[-1] * x)
    columns = columns if increasing else columns[::-1]
    return xp.stack(columns, axis=1) if n else xp.zeros((x.shape[0], 0), dtype=x.dtype)


def fromfunction(
    xp: Any, function: Callable[..., Any], shape: Shape, *, dtype: DTypeLike = float, **kwargs: Any
) -> Any:
    grids = xp.indices(as_shape(shape), dtype)
    return function(*(grids[i] for i in range(grids.shape[0])), **kwargs)


def indices(xp: Any, dimensions: Shape, dtype: DTypeLike = int, sparse: bool = False) -> Any:
    sizes = as_grid_shape(dimensions)
    if any(n < 0 for n in sizes):
        raise ShapeError(f"indices: the shape {sizes} has a negative size")
    vectors = [xp.arange(n, dtype=dtype) for n in sizes]
    if not sizes:
        return () if sparse else xp.zeros((0,), dtype=dtype)
    grids = xp.meshgrid(*vectors, indexing="ij", sparse=True)
    return grids if sparse else xp.stack(list(xp.broadcast_arrays(*grids)), axis=0)


def triu_indices(xp: Any, n: int, k: int = 0, m: int | None = None) -> tuple[Any, Any]:
    m = n if m is None else m
    return _index_pairs(xp, [range(min(max(i + k, 0), m), m) for i in range(n)])


def tril_indices(xp: Any, n: int, k: int = 0, m: int | None = None) -> tuple[Any, Any]:
    m = n if m is None else m
    return _index_pairs(xp, [range(max(min(i + k + 1, m), 0)) for i in range(n)])


def _index_pairs(xp: Any, columns_of_row: list[range]) -> tuple[Any, Any]:
    rows = [i for i, columns in enumerate(columns_of_row) for _ in columns]
    return xp.asarray(rows, dtype=int), xp.asarray(list(chain(*columns_of_row)), dtype=int)


def triu_indices_from(xp: Any, x: Any, /, k: int = 0) -> tuple[Any, Any]:
    n, m = _matrix_shape(x, "triu_indices_from")
    return xp.triu_indices(n, k, m)  # type: ignore[no-any-return]  # xp is any namespace


def tril_indices_from(xp: Any, x: Any, /, k: int = 0) -> tuple[Any, Any]:
    n, m = _matrix_shape(x, "tril_indices_from")
    return xp.tril_indices(n, k, m)  # type: ignore[no-any-return]  # xp is any namespace


def _matrix_shape(x: Any, name: str) -> tuple[int, int]:
    if x.ndim != 2:
        raise ShapeError(f"{name}: expected a matrix, got the shape {tuple(x.shape)}")
    return x.shape[0], x.shape[1]


def diag_indices(xp: Any, n: int, ndim: int = 2) -> tuple[Any, ...]:
    return (xp.arange(n),) * ndim


def diag_indices_from(xp: Any, x: Any, /) -> tuple[Any, ...]:
    if x.ndim < 2 or len(set(x.shape)) != 1:
        raise ShapeError(f"diag_indices_from: expected two or more axes of one size, got {tuple(x.shape)}")
    return xp.diag_indices(x.shape[0], x.ndim)  # type: ignore[no-any-return]  # xp is any namespace


def one_hot(
    xp: Any, x: Any, /, num_classes: int, axis: int = -1, dtype: DTypeLike = None, *, sparse: bool = False
) -> Any:
    if sparse:
        raise ValueError("one_hot: sparse tensors do not exist here; leave sparse=False")
    x = xp.asarray(x)
    if not xp.isdtype(x.dtype, ("integral", "bool")):
        raise DTypeError(f"one_hot: classes are integers, and not of {dtypes.dtype(x.dtype)}")
    if num_classes < 0:
        raise ArgumentError(f"one_hot: there cannot be {num_classes} classes")
    axis = as_axis(axis, x.ndim + 1)
    sizes = [1] * (x.ndim + 1)
    sizes[axis] = num_classes
    classes = xp.reshape(xp.arange(num_classes), tuple(sizes))
    return xp.astype(xp.expand_dims(x, axis) == classes, float if dtype is None else dtype)


def multi_hot(xp: Any, x: Any, /, num_classes: int, axis: int = -1, dtype: DTypeLike = None) -> Any:
    hits = xp.one_hot(x, num_classes, -1, dtype)
    return xp.moveaxis(xp.max(hits, axis=-2), -1, axis)


def bartlett(xp: Any, n: float, /) -> Any:
    return _window(xp, n, lambda t: 1 - xp.abs(t))


def blackman(xp: Any, n: float, /) -> Any:
    return _window(xp, n, lambda t: 0.42 + 0.5 * xp.cos(math.pi * t) + 0.08 * xp.cos(2 * math.pi * t))


def hamming(xp: Any, n: float, /) -> Any:
    return _window(xp, n, lambda t: 0.54 + 0.46 * xp.cos(math.pi * t))


def hanning(xp: Any, n: float, /) -> Any:
    return _window(xp, n, lambda t: 0.5 + 0.5 * xp.cos(math.pi * t))


def kaiser(xp: Any, n: float, beta: float, /) -> Any:
    # Of two numbers, so the host's: single precision has too few digits for the argument of i0.
    return xp.asarray(np.kaiser(_on_host(n), _on_host(beta)).tolist(), dtype=float)


def _window(xp: Any, n: float, formula: Callable[[Any], Any]) -> Any:
    """``formula`` over ``n`` points from -1 to 1, ends included, which are the same on either side."""
    n = _on_host(n)
    if n <= 1:
        return xp.ones((int(n == 1),))
    # NumPy takes floats: the end is left out then.
    places = (1 - n + 2 * np.arange(math.ceil(n - 0.5))) / (n - 1)
    return formula(xp.asarray(places.tolist(), dtype=float))


def _on_host(number: Any) -> Any:
    """A number that decides a shape, as Python's: in the dtype of a tensor bytes would wrap around."""
    return number.item() if hasattr(number, "item") else number


def random_normal(
    xp: Any, shape: Shape = (), mean: Any = 0.0, stddev: Any = 1.0, dtype: DTypeLike = None
) -> Any:
    return xp.random.normal(default_key.next_key(xp), shape, dtype, mean=mean, stddev=stddev)


def random_uniform(
    xp: Any, shape: Shape = (), minval: Any = 0.0, maxval: Any = 1.0, dtype: DTypeLike = None
) -> Any:
    return xp.random.uniform(default_key.next_key(xp), shape, dtype, minval, maxval)
