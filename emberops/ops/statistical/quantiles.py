"""Statistics: order statistics, reductions that pass over NaN, covariance."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Axis, DTypeLike, RawTensorLike, Tensor, TensorLike

__all__ = [
    "corrcoef",
    "cov",
    "median",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanpercentile",
    "nanprod",
    "nanquantile",
    "nanstd",
    "nansum",
    "nanvar",
    "percentile",
    "quantile",
]


@operation
def median(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Median: the mean of the two middle elements where their number is even; NaN if there is one.

    ``axis`` is one axis, several, or ``None`` for all.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def quantile(
    x: TensorLike, q: RawTensorLike, /, axis: Axis = None, *, method: str = "linear", keepdims: bool = False
) -> Tensor:
    """Quantiles at the probabilities ``q``, a number or several; NaN if there is one.

    The axis of ``q``, if it has one, comes first.  ``method`` says how to go between two elements: one of
    NumPy's names, ``linear`` by default.

    Raises
    ------
    AxisError
        If there is no such axis.
    ValueError
        If a probability is outside [0, 1], or ``method`` is unknown.
    """


@operation
def percentile(
    x: TensorLike, q: RawTensorLike, /, axis: Axis = None, *, method: str = "linear", keepdims: bool = False
) -> Tensor:
    """``quantile`` with ``q`` in percent.

    Raises
    ------
    ValueError
        If a percentage is outside [0, 100], or ``method`` is unknown.
    """


@operation
def nanquantile(
    x: TensorLike, q: RawTensorLike, /, axis: Axis = None, *, method: str = "linear", keepdims: bool = False
) -> Tensor:
    """``quantile`` of the elements that are not NaN; NaN where there are none."""


@operation
def nanpercentile(
    x: TensorLike, q: RawTensorLike, /, axis: Axis = None, *, method: str = "linear", keepdims: bool = False
) -> Tensor:
    """``nanquantile`` with ``q`` in percent."""


@operation
def nanmedian(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Median of the elements that are not NaN; NaN where there are none."""


@operation
def nansum(x: TensorLike, /, axis: Axis = None, *, dtype: DTypeLike = None, keepdims: bool = False) -> Tensor:
    """Sum of the elements that are not NaN."""


@operation
def nanprod(
    x: TensorLike, /, axis: Axis = None, *, dtype: DTypeLike = None, keepdims: bool = False
) -> Tensor:
    """Product of the elements that are not NaN."""


@operation
def nanmean(
    x: TensorLike, /, axis: Axis = None, *, dtype: DTypeLike = None, keepdims: bool = False
) -> Tensor:
    """Mean of the elements that are not NaN; NaN where there are none."""


@operation
def nanstd(
    x: TensorLike,
    /,
    axis: Axis = None,
    *,
    dtype: DTypeLike = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Tensor:
    """Standard deviation of the elements that are not NaN; ``correction`` as in ``std``."""


@operation
def nanvar(
    x: TensorLike,
    /,
    axis: Axis = None,
    *,
    dtype: DTypeLike = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Tensor:
    """Variance of the elements that are not NaN; ``correction`` as in ``var``."""


@operation
def nanmax(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Greatest of the elements that are not NaN; NaN where there are none."""


@operation
def nanmin(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Smallest of the elements that are not NaN; NaN where there are none."""


@operation
def nancumsum(x: TensorLike, /, axis: int | None = None, *, dtype: DTypeLike = None) -> Tensor:
    """``cumulative_sum`` with NaN counted as 0."""


@operation
def nancumprod(x: TensorLike, /, axis: int | None = None, *, dtype: DTypeLike = None) -> Tensor:
    """``cumulative_prod`` with NaN counted as 1."""


@operation
def cov(
    m: TensorLike,
    /,
    y: TensorLike | None = None,
    rowvar: bool = True,
    *,
    bias: bool = False,
    correction: int | None = None,
    fweights: TensorLike | None = None,
    aweights: TensorLike | None = None,
) -> Tensor:
    """Covariance matrix of variables, one in each row of ``m`` (column, unless ``rowvar``), and in ``y``.

    The divisor is ``n - correction``, by default 1, or 0 with ``bias``; ``fweights`` are how often an
    observation counts, ``aweights`` how much.

    Raises
    ------
    ShapeError
        If ``m`` has more than two axes.
    """


@operation
def corrcoef(x: TensorLike, /, y: TensorLike | None = None, rowvar: bool = True) -> Tensor:
    """Matrix of Pearson's correlation coefficients; parameters as in ``cov``."""
