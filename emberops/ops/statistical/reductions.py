"""Statistics: reductions, cumulative sums, histograms."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import Axis, DTypeLike, RawTensorLike, Tensor, TensorLike

__all__ = [
    "average",
    "bincount",
    "cumulative_max",
    "cumulative_min",
    "cumulative_prod",
    "cumulative_sum",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "logsumexp",
    "max",
    "mean",
    "min",
    "prod",
    "ptp",
    "segment_max",
    "segment_min",
    "segment_sum",
    "std",
    "sum",
    "trapezoid",
    "var",
]


@operation
def sum(x: TensorLike, /, axis: Axis = None, *, dtype: DTypeLike = None, keepdims: bool = False) -> Tensor:
    """Sum.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Booleans and integers
    narrower than the default integer widen to it.  Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def prod(x: TensorLike, /, axis: Axis = None, *, dtype: DTypeLike = None, keepdims: bool = False) -> Tensor:
    """Product.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Booleans and integers
    narrower than the default integer widen to it.  Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def mean(x: TensorLike, /, axis: Axis = None, *, dtype: DTypeLike = None, keepdims: bool = False) -> Tensor:
    """Arithmetic mean.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Integers give the default
    float dtype.  Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def std(
    x: TensorLike,
    /,
    axis: Axis = None,
    *,
    dtype: DTypeLike = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Tensor:
    """Standard deviation.

    The divisor is ``n - correction``: 0 for the population's, 1 for a sample's estimate.  ``axis`` is one
    axis, several, or ``None`` for all; ``()`` reduces nothing.  Integers give the default float dtype.
    Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def var(
    x: TensorLike,
    /,
    axis: Axis = None,
    *,
    dtype: DTypeLike = None,
    correction: float = 0.0,
    keepdims: bool = False,
) -> Tensor:
    """Variance.

    The divisor is ``n - correction``: 0 for the population's, 1 for a sample's estimate.  ``axis`` is one
    axis, several, or ``None`` for all; ``()`` reduces nothing.  Integers give the default float dtype.
    Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def max(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Greatest element; NaN if there is one.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Array API 2025.12,
    ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    ValueError
        If there is no element.
    """


@operation
def min(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Smallest element; NaN if there is one.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Array API 2025.12,
    ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    ValueError
        If there is no element.
    """


@operation
def ptp(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Range, ``max - min``.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def cumulative_sum(
    x: TensorLike, /, axis: int | None = None, *, dtype: DTypeLike = None, include_initial: bool = False
) -> Tensor:
    """Sums of all elements so far along ``axis``; of all elements in order where it is ``None``.

    With ``include_initial`` a 0 stands first.  Booleans and integers narrower than the default integer
    widen to it.  Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def cumulative_prod(
    x: TensorLike, /, axis: int | None = None, *, dtype: DTypeLike = None, include_initial: bool = False
) -> Tensor:
    """Products of all elements so far along ``axis``; of all elements in order where it is ``None``.

    With ``include_initial`` a 1 stands first.  Booleans and integers narrower than the default integer
    widen to it.  Array API 2025.12, ``statistical_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def cumulative_max(x: TensorLike, /, axis: int | None = None) -> Tensor:
    """Greatest of all elements so far along ``axis``; of all elements in order where it is ``None``.

    NaN from the first NaN on.  ``numpy.maximum.accumulate``, which goes along the first axis.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def cumulative_min(x: TensorLike, /, axis: int | None = None) -> Tensor:
    """Smallest of all elements so far along ``axis``; of all elements in order where it is ``None``.

    NaN from the first NaN on.  ``numpy.minimum.accumulate``, which goes along the first axis.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def logsumexp(x: TensorLike, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """``log(sum(exp(x)))`` without overflow on the way.

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  Integers give the default
    float dtype.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def average(
    x: TensorLike,
    /,
    axis: Axis = None,
    weights: TensorLike | None = None,
    *,
    returned: bool = False,
    keepdims: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Weighted mean; with ``returned``, a pair of it and the sum of the weights.

    ``weights`` has the shape of ``x``, or, for a single axis, one element for each of its positions.

    Raises
    ------
    ShapeError
        If the shape of ``weights`` is neither.
    """


@operation
def bincount(x: TensorLike, /, weights: TensorLike | None = None, minlength: int = 0) -> Tensor:
    """How often each integer from 0 to ``max(x)`` occurs in the 1-D tensor ``x``, or the sum of its weights.

    The length depends on the values and is at least ``minlength``.  Where a compiler hides the values, it is
    ``minlength``, which must be told then, and greater integers are not counted.
    """


@operation
def histogram(
    x: TensorLike,
    /,
    bins: RawTensorLike = 10,
    *,
    range: tuple[float, float] | None = None,
    weights: TensorLike | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor]:
    """Counts of elements in bins, and the bins' edges.

    ``bins`` is their number, spread over ``range`` or else from the smallest to the greatest element, or a
    tensor of rising edges, or a rule that looks at the values: ``"auto"``, ``"doane"``, ``"fd"``, ``"rice"``,
    ``"scott"``, ``"sqrt"``, ``"stone"`` or ``"sturges"``.  All bins but the last are half-open.  With ``density``,
    the integral is 1.
    """


@operation
def histogram_bin_edges(
    x: TensorLike,
    /,
    bins: RawTensorLike = 10,
    *,
    range: tuple[float, float] | None = None,
    weights: TensorLike | None = None,
) -> Tensor:
    """The edges of the bins in which :func:`histogram` would count, which takes the same arguments."""


@operation
def histogram2d(
    x: TensorLike,
    y: TensorLike,
    /,
    bins: RawTensorLike = 10,
    *,
    range: Any = None,
    weights: TensorLike | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor, Tensor]:
    """Counts of points in the cells of a grid, as floats, and the edges along either coordinate.

    Parameters
    ----------
    bins
        The number of bins, or their edges, for both coordinates; or a pair of such.
    range
        Where bins begin and end, for each coordinate; from the smallest to the greatest unless told otherwise.
    density
        Whether the result is such that its integral is 1.
    """


@operation
def histogramdd(
    sample: RawTensorLike,
    /,
    bins: RawTensorLike = 10,
    *,
    range: Any = None,
    weights: TensorLike | None = None,
    density: bool = False,
) -> tuple[Tensor, tuple[Tensor, ...]]:
    """Counts of points in the cells of a grid of several dimensions, as floats, and the edges along each.

    Parameters
    ----------
    sample
        A matrix with a point in each row, or a sequence of vectors with one coordinate of all points in each.
    bins
        The number of bins for all coordinates; or, for each, their number or edges.
    range
        Where bins begin and end, for each coordinate; from the smallest to the greatest unless told otherwise.
    density
        Whether the result is such that its integral is 1.
    """


@operation
def trapezoid(y: TensorLike, /, x: TensorLike | None = None, dx: float = 1.0, *, axis: int = -1) -> Tensor:
    """Integral by the trapezoidal rule, over points ``x`` or steps ``dx``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def segment_sum(
    data: TensorLike, segment_ids: TensorLike, /, num_segments: int | None = None, *, sorted: bool = False
) -> Tensor:
    """Sums of the rows of ``data`` that have the same id; truth values are counted.

    Without ``num_segments`` the greatest id decides, and the call cannot be compiled.  ``sorted`` promises
    that the ids rise.

    Parameters
    ----------
    segment_ids
        For each row the segment that it belongs to: a vector of integers.  Rows with an id below zero, or beyond the
        last segment, are left out.

    Raises
    ------
    ShapeError
        If ``data`` has no rows, or ``segment_ids`` are not one for each of them.
    DTypeError
        If ``segment_ids`` are no integers.
    ArgumentError
        If ``num_segments`` is negative.
    """


@operation
def segment_max(
    data: TensorLike, segment_ids: TensorLike, /, num_segments: int | None = None, *, sorted: bool = False
) -> Tensor:
    """Maxima of the rows of ``data`` that have the same id; -inf, or the smallest integer, where there are none.

    Parameters as in ``segment_sum``.
    """


@operation
def segment_min(
    data: TensorLike, segment_ids: TensorLike, /, num_segments: int | None = None, *, sorted: bool = False
) -> Tensor:
    """Minima of the rows of ``data`` that have the same id; inf, or the greatest integer, where there are none.

    Parameters as in ``segment_sum``.
    """
