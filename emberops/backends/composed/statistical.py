"""Operations of the group ``statistical``, composed over any namespace."""

from __future__ import annotations

import math
from typing import Any

from emberops.backends.composed.histograms import histogram, histogram2d, histogram_bin_edges, histogramdd
from emberops.backends.composed.quantiles import (
    median,
    nanmedian,
    nanpercentile,
    nanquantile,
    percentile,
    quantile,
)
from emberops.backends.composed.runs import (
    add_reduceat,
    logical_and_reduceat,
    logical_or_reduceat,
    maximum_reduceat,
    minimum_reduceat,
    multiply_reduceat,
)
from emberops.backends.support.known_values import known
from emberops.backends.support.reductions import floating, is_floating
from emberops.backends.support.shapes import as_axes, as_axis, is_whole
from emberops.errors import DTypeError, ShapeError


def ptp(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    if xp.isdtype(x.dtype, "bool"):
        raise DTypeError("ptp: truth values have no differences; ops.logical_xor says where two differ")
    return xp.max(x, axis=axis, keepdims=keepdims) - xp.min(x, axis=axis, keepdims=keepdims)


def logsumexp(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    x = floating(xp, x)
    largest = xp.max(x, axis=axis, keepdims=True)
    # Infinities must not meet themselves: inf - inf is NaN.
    largest = xp.where(xp.isfinite(largest), largest, 0)
    total = xp.log(xp.sum(xp.exp(x - largest), axis=axis, keepdims=True)) + largest
    return total if keepdims else xp.sum(total, axis=axis)


def cumulative_max(xp: Any, x: Any, /, axis: int | None = None) -> Any:
    return _accumulated(xp, xp.maximum, x, axis)


def cumulative_min(xp: Any, x: Any, /, axis: int | None = None) -> Any:
    return _accumulated(xp, xp.minimum, x, axis)


def _accumulated(xp: Any, function: Any, x: Any, axis: int | None) -> Any:
    """What ``function`` gives of all elements so far, each time of twice as many of them (Hillis and Steele, 1986)."""
    x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))
    before = (slice(None),) * axis
    width = 1
    while width < x.shape[axis]:
        first, rest = x[(*before, slice(width))], x[(*before, slice(width, None))]
        x = xp.concat([first, function(rest, x[(*before, slice(-width))])], axis=axis)
        width *= 2
    return x


def nansum(xp: Any, x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    return xp.sum(_replaced(xp, x, 0), axis=axis, dtype=dtype, keepdims=keepdims)


def nanprod(xp: Any, x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    return xp.prod(_replaced(xp, x, 1), axis=axis, dtype=dtype, keepdims=keepdims)


def nancumsum(xp: Any, x: Any, /, axis: int | None = None, *, dtype: Any = None) -> Any:
    return xp.cumulative_sum(_replaced(xp, x, 0), axis=axis, dtype=dtype)


def nancumprod(xp: Any, x: Any, /, axis: int | None = None, *, dtype: Any = None) -> Any:
    return xp.cumulative_prod(_replaced(xp, x, 1), axis=axis, dtype=dtype)


def nanmean(xp: Any, x: Any, /, axis: Any = None, *, dtype: Any = None, keepdims: bool = False) -> Any:
    if not is_floating(x):  # of which none is missing
        return xp.mean(x, axis=axis, dtype=dtype, keepdims=keepdims)
    x = _averaged(xp, x, dtype)
    return xp.nansum(x, axis=axis, keepdims=keepdims) / _present(xp, x, axis, keepdims)


def _averaged(xp: Any, x: Any, dtype: Any) -> Any:
    """``x`` in the dtype of its mean.

    Raises
    ------
    DTypeError
        For a dtype of integers, where the elements are none.
    """
    if dtype is None:
        return floating(xp, x)
    made = xp.astype(x, dtype)
    if is_floating(x) and not is_floating(made):
        raise DTypeError(f"the mean of {x.dtype} is no {dtype}: a NaN is no integer")
    return floating(xp, made)


def nanvar(
    xp: Any,
    x: Any,
    /,
    axis: Any = None,
    *,
    dtype: Any = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Any:
    if not is_floating(x):
        return xp.var(x, axis=axis, dtype=dtype, correction=correction, keepdims=keepdims)
    averaged = _averaged(xp, x, dtype)
    if not _drops_parts(xp, x, averaged):
        x = averaged
    # Of an infinity the distance is NaN, and stays so.
    centred = xp.where(xp.isnan(x), 0, x - nanmean(xp, averaged, axis=axis, keepdims=True))
    squares = xp.sum(xp.square(xp.abs(centred)), axis=axis, keepdims=keepdims)
    freedom = _present(xp, x, axis, keepdims) - correction
    spread = xp.where(freedom > 0, squares / xp.where(freedom > 0, freedom, 1), math.nan)
    return spread if dtype is None else xp.astype(spread, dtype)


def nanstd(
    xp: Any,
    x: Any,
    /,
    axis: Any = None,
    *,
    dtype: Any = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Any:
    return xp.sqrt(nanvar(xp, x, axis=axis, dtype=dtype, correction=correction, keepdims=keepdims))


def _drops_parts(xp: Any, x: Any, other: Any) -> bool:
    return bool(xp.isdtype(x.dtype, "complex floating") and not xp.isdtype(other.dtype, "complex floating"))


def var_as_real(xp: Any, x: Any, axis: Any, dtype: Any, correction: float, keepdims: bool) -> Any:
    """``var`` of complex numbers in a real dtype: NumPy's, about the mean of their real parts.

    The numbers themselves in that dtype would have no imaginary parts, and a variance without these.
    """
    centred = x - xp.mean(xp.astype(xp.real(x), dtype), axis=axis, keepdims=True)
    squares = xp.sum(xp.astype(xp.square(xp.abs(centred)), dtype), axis=axis, keepdims=keepdims)
    freedom = math.prod(x.shape[a] for a in as_axes(axis, len(x.shape))) - correction
    return squares / (freedom if freedom > 0 else 0.0)


def nanmax(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return _nan_extreme(xp, xp.max, -math.inf, x, axis, keepdims)


def nanmin(xp: Any, x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Any:
    return _nan_extreme(xp, xp.min, math.inf, x, axis, keepdims)


def _nan_extreme(xp: Any, reduce: Any, neutral: float, x: Any, axis: Any, keepdims: bool) -> Any:
    if not is_floating(x):
        return reduce(x, axis=axis, keepdims=keepdims)
    missing = xp.all(xp.isnan(x), axis=axis, keepdims=keepdims)
    return xp.where(missing, math.nan, reduce(_replaced(xp, x, neutral), axis=axis, keepdims=keepdims))


def _replaced(xp: Any, x: Any, value: float) -> Any:
    """``x`` with ``value`` in the place of NaN."""
    return xp.where(xp.isnan(x), value, x) if is_floating(x) else x


def _present(xp: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    """How many elements are not NaN, in the real dtype of ``x``."""
    present = xp.astype(xp.logical_not(xp.isnan(x)), xp.real(x).dtype)
    return xp.sum(present, axis=axis, keepdims=keepdims)


def average(
    xp: Any,
    x: Any,
    /,
    axis: Any = None,
    weights: Any = None,
    *,
    returned: bool = False,
    keepdims: bool = False,
) -> Any:
    x = floating(xp, x)
    if weights is None:
        mean = xp.mean(x, axis=axis, keepdims=keepdims)
        total = xp.full_like(mean, math.prod(x.shape) / max(math.prod(mean.shape), 1))
        return (mean, total) if returned else mean
    weights = _spread(xp, weights, x.shape, axis)
    total = xp.sum(xp.broadcast_to(weights, x.shape), axis=axis, keepdims=keepdims)
    mean = xp.sum(xp.multiply(x, weights), axis=axis, keepdims=keepdims) / total
    return (mean, xp.astype(total, mean.dtype)) if returned else mean


def _spread(xp: Any, weights: Any, shape: Any, axis: Any) -> Any:
    """Weights in a shape that broadcasts with the tensor's."""
    shape, own = tuple(shape), tuple(weights.shape)
    if own == shape:
        return weights
    if is_whole(axis):
        axis = as_axis(axis, len(shape))
        if own == (shape[axis],):
            return xp.reshape(weights, tuple(n if i == axis else 1 for i, n in enumerate(shape)))
    axes = as_axes(axis, len(shape))
    if isinstance(axis, (tuple, list)) and own == tuple(shape[a] for a in axes):
        order = sorted(range(len(axes)), key=axes.__getitem__)
        kept = tuple(n if i in axes else 1 for i, n in enumerate(shape))
        return xp.reshape(xp.permute_dims(weights, tuple(order)), kept)
    error = TypeError if axis is None else ShapeError  # NumPy's
    raise error(f"average: weights of shape {own} fit neither a tensor of shape {shape} nor its axis {axis}")


def cov(
    xp: Any,
    m: Any,
    /,
    y: Any = None,
    rowvar: bool = True,
    *,
    bias: bool = False,
    correction: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
) -> Any:
    variables = _rows(xp, m, columns=not rowvar and len(m.shape) == 2)
    if y is not None:  # of which NumPy never turns a single row
        columns = not rowvar and len(y.shape) == 2 and y.shape[0] != 1
        variables = xp.concat([variables, _rows(xp, y, columns=columns)], axis=0)
    if correction is None:
        correction = 1 if bias == 0 else 0  # NumPy's question: an empty list is no zero
    check_weights(xp, variables.shape[1], fweights, aweights)
    weights = _observation_weights(xp, fweights, aweights, variables.dtype)
    if weights is None:
        mean = xp.mean(variables, axis=1, keepdims=True)
        freedom: Any = variables.shape[1] - correction
    else:
        total = xp.sum(weights)
        mean = xp.sum(variables * weights, axis=1, keepdims=True) / total
        freedom = total - correction
        if aweights is not None:
            freedom = total - correction * xp.sum(weights * aweights) / total
    centred = variables - mean
    other = centred if weights is None else centred * weights
    if variables.shape[1] == 0:
        return xp.squeeze(xp.full((variables.shape[0],) * 2, math.nan, dtype=variables.dtype))
    return xp.squeeze(xp.matmul(centred, xp.conj(xp.matrix_transpose(other))) / freedom)


def _rows(xp: Any, x: Any, *, columns: bool) -> Any:
    """Variables as the rows of a matrix, of whose ``columns`` they may be."""
    if len(x.shape) > 2:
        raise ShapeError(
            f"cov: variables stand in a matrix at most, not in a tensor of shape {tuple(x.shape)}"
        )
    x = floating(xp, x)
    x = xp.reshape(x, (1, -1)) if len(x.shape) < 2 else x
    return xp.matrix_transpose(x) if columns else x


def check_weights(xp: Any, observations: int, fweights: Any, aweights: Any) -> None:
    """Refuse weights that are not one for each observation, or known to be negative.

    Raises
    ------
    RuntimeError, ValueError
        As NumPy does; other libraries take absolute values, or compute something.
    """
    for name, weights in (("fweights", fweights), ("aweights", aweights)):
        if weights is None:
            continue
        if tuple(weights.shape) != (observations,):
            raise RuntimeError(
                f"cov: {name} are one for each of {observations} observations, and not of shape {tuple(weights.shape)}"
            )
        if known(xp, xp.any(weights < 0)):
            raise ValueError(f"cov: {name} must not be negative")
    if fweights is not None and is_floating(fweights) and known(xp, xp.any(xp.round(fweights) != fweights)):
        raise DTypeError("cov: fweights are counts, which are integers")


def _observation_weights(xp: Any, fweights: Any, aweights: Any, dtype: Any) -> Any:
    if fweights is None:
        return None if aweights is None else xp.astype(aweights, dtype)
    frequencies = xp.astype(fweights, dtype)
    return frequencies if aweights is None else frequencies * aweights


def corrcoef(xp: Any, x: Any, /, y: Any = None, rowvar: bool = True) -> Any:
    covariance = cov(xp, x, y, rowvar)
    if len(covariance.shape) == 0:
        return covariance / covariance
    deviations = xp.sqrt(xp.real(xp.linalg.diagonal(covariance)))
    correlation = covariance / deviations[:, None] / deviations[None, :]
    # Rounding must not carry a correlation beyond 1.
    return correlation if xp.iscomplexobj(correlation) else xp.clip(correlation, -1.0, 1.0)


def trapezoid(xp: Any, y: Any, /, x: Any = None, dx: float = 1.0, *, axis: int = -1) -> Any:
    y = xp.moveaxis(y, as_axis(axis, len(y.shape)), -1)
    if x is None:
        steps: Any = dx
    elif not x.shape:
        raise ShapeError("trapezoid: a number x has no differences")
    else:
        along = as_axis(axis, len(x.shape)) if len(x.shape) > 1 else 0
        steps = xp.diff(xp.moveaxis(x, along, -1), axis=-1)
    ends = xp.add(y[..., 1:], y[..., :-1])
    if x is None:
        ends = floating(xp, ends)
    if is_floating(ends):
        return xp.sum(ends / 2.0 * steps, axis=-1)
    products = xp.multiply(steps, ends)  # of integers in their own dtype, as NumPy's
    return xp.sum(xp.divide(products, 2.0), axis=-1)
