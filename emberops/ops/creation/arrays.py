"""Making tensors.

Functions without a tensor among their arguments run on the default backend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from emberops.dispatch.operation import operation
from emberops.typing import DeviceLike, DTypeLike, RawTensorLike, Shape, Tensor, TensorLike


@operation
def asarray(
    obj: RawTensorLike, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> Tensor:
    """A tensor with the values of ``obj``.

    Parameters
    ----------
    obj
        A tensor, a Python number, a NumPy array, or a nested sequence of these.  Tensors within a sequence are
        stacked, so gradients flow through.
    dtype
        Of the result.  By default that of the values: Python floats get the default float dtype, Python
        integers the default integer dtype.  Text is read where a dtype of numbers is given.
    copy
        ``True``: always copy; ``False``: never, raise ``ValueError`` where one is needed; ``None``: where needed.

    Raises
    ------
    ShapeError
        If the sequence is ragged.
    UnknownDTypeError
        If the backend has no such dtype.

    Notes
    -----
    Array API 2025.12, ``creation_functions``.
    """


@operation
def asanyarray(
    obj: RawTensorLike, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> Tensor:
    """:func:`asarray`, except that on NumPy an array of a subclass, one with units for example, stays what it is.

    NumPy's ``asanyarray``; the parameters and errors are those of :func:`asarray`.
    """


@operation
def array(
    obj: RawTensorLike,
    /,
    dtype: DTypeLike = None,
    *,
    copy: bool | None = True,
    ndmin: int = 0,
    device: DeviceLike = None,
    strict: bool = True,
) -> Tensor:
    """A new tensor with the values of ``obj``: :func:`asarray` that copies, as ``numpy.array`` does.

    Parameters
    ----------
    ndmin
        Axes of size 1 are put in front until there are that many.
    strict
        Whether what no tensor holds (``None``, text, functions) is an error; otherwise ``obj`` comes back as it is.
        NumPy makes an array of objects of it either way.

    Raises
    ------
    DTypeError
        If no tensor holds what is in ``obj``, and ``strict``.
    """


@operation
def zeros(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Tensor:
    """A tensor of zeros, of the default float dtype unless ``dtype`` says otherwise."""


@operation
def ones(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Tensor:
    """A tensor of ones, of the default float dtype unless ``dtype`` says otherwise."""


@operation
def empty(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Tensor:
    """A tensor whose values are not set: to be written before it is read."""


@operation
def full(
    shape: Shape, fill_value: RawTensorLike, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> Tensor:
    """A tensor filled with a value.

    Parameters
    ----------
    fill_value
        A number, or a tensor that broadcasts to ``shape``.
    dtype
        By default that of ``fill_value``: an integer gives the default integer dtype.
    """


@operation
def zeros_like(
    x: TensorLike, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> Tensor:
    """Zeros of the shape, dtype and device of ``x``, where nothing else is asked for."""


@operation
def ones_like(
    x: TensorLike, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> Tensor:
    """Ones of the shape, dtype and device of ``x``, where nothing else is asked for."""


@operation
def empty_like(
    x: TensorLike, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> Tensor:
    """Unset values of the shape, dtype and device of ``x``, where nothing else is asked for."""


@operation
def full_like(
    x: TensorLike,
    /,
    fill_value: RawTensorLike,
    dtype: DTypeLike = None,
    *,
    shape: Shape | None = None,
    device: DeviceLike = None,
) -> Tensor:
    """``fill_value`` in the shape, dtype and device of ``x``, where nothing else is asked for."""


@operation
def eye(
    n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> Tensor:
    """Ones on the ``k``-th diagonal, zeros elsewhere; square unless ``n_cols`` is given."""


@operation
def identity(n: int, dtype: DTypeLike = None) -> Tensor:
    """The identity matrix of size ``(n, n)``."""


@operation
def arange(
    start: RawTensorLike,
    /,
    stop: RawTensorLike | None = None,
    step: RawTensorLike = 1,
    dtype: DTypeLike = None,
    *,
    device: DeviceLike = None,
) -> Tensor:
    """Evenly spaced values in the half-open interval ``[start, stop)``; with one argument ``[0, start)``.

    Integers give the default integer dtype, floats the default float dtype.  The length is
    ``ceil((stop - start) / step)``, never negative.  A tensor given as a bound is read at once: its value decides
    the shape.

    Notes
    -----
    Array API 2025.12, ``creation_functions``.
    """


@operation
def linspace(
    start: RawTensorLike,
    stop: RawTensorLike,
    /,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = None,
    axis: int = 0,
    *,
    device: DeviceLike = None,
) -> Any:
    """``num`` evenly spaced values from ``start`` to ``stop``, the latter included if ``endpoint``.

    ``start`` and ``stop`` may be tensors that broadcast; the new axis then stands at ``axis``.

    Returns
    -------
    Tensor
        Of the default float dtype, or that of ``start`` and ``stop``.
    step
        Only with ``retstep``: the spacing.
    """


@operation
def logspace(
    start: TensorLike,
    stop: TensorLike,
    /,
    num: int = 50,
    endpoint: bool = True,
    base: TensorLike = 10.0,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Tensor:
    """Values evenly spaced on a log scale, from ``base**start`` to ``base**stop``; tensors broadcast."""


@operation
def geomspace(
    start: TensorLike,
    stop: TensorLike,
    /,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Tensor:
    """A geometric progression from ``start`` to ``stop``, which have the same sign and are not zero."""


@operation
def meshgrid(
    *arrays: TensorLike, indexing: Literal["xy", "ij"] = "xy", sparse: bool = False
) -> tuple[Tensor, ...]:
    """Coordinate grids from coordinate vectors.

    ``"xy"`` puts the first vector along axis 1 and the second along axis 0; ``"ij"`` keeps their order.  With
    ``sparse`` each grid has size 1 along the other axes.
    """


@operation
def tril(x: TensorLike, /, k: int = 0) -> Tensor:
    """The lower triangle of the last two axes, zero above the ``k``-th diagonal."""


@operation
def triu(x: TensorLike, /, k: int = 0) -> Tensor:
    """The upper triangle of the last two axes, zero below the ``k``-th diagonal."""


@operation
def tri(n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None) -> Tensor:
    """Ones at and below the ``k``-th diagonal, zeros elsewhere."""


@operation
def diag(x: TensorLike, /, k: int = 0) -> Tensor:
    """The ``k``-th diagonal of a matrix, or the matrix with a vector on that diagonal."""


@operation
def diagflat(x: TensorLike, /, k: int = 0) -> Tensor:
    """The matrix with the values of ``x``, flattened, on its ``k``-th diagonal."""


@operation
def vander(x: TensorLike, /, n: int | None = None, increasing: bool = False) -> Tensor:
    """The Vandermonde matrix of a vector: its powers as columns, the highest first unless ``increasing``."""


@operation
def copy(x: TensorLike, /) -> Tensor:
    """A tensor with its own memory and the values of ``x``; on NumPy row by row, as the method of arrays makes it."""


@operation
def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: bool | None = None) -> Tensor:
    """A tensor of the default backend over the memory of any object with ``__dlpack__``.

    The memory is shared where both sides allow it, unless ``copy`` is true.
    """


@operation
def frombuffer(buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> Tensor:
    """A vector over the bytes of a buffer: ``count`` items of ``dtype`` from byte ``offset`` on, -1 for all."""


@operation
def fromfunction(
    function: Callable[..., Any], shape: Shape, *, dtype: DTypeLike = float, **kwargs: Any
) -> Any:
    """What ``function`` gives for the coordinate grids of ``shape``, one argument for each axis."""


@operation
def ascontiguousarray(x: RawTensorLike, /, dtype: DTypeLike = None) -> Tensor:
    """The same values with the last axis contiguous in memory; at least 1-D."""


@operation
def asfortranarray(x: RawTensorLike, /, dtype: DTypeLike = None) -> Tensor:
    """The same values with the first axis contiguous in memory, where the backend can choose: on NumPy."""


@operation
def one_hot(
    x: TensorLike,
    /,
    num_classes: int,
    axis: int = -1,
    dtype: DTypeLike = None,
    *,
    sparse: Literal[False] = False,
) -> Tensor:
    """Integers as unit vectors of length ``num_classes`` along a new ``axis``; those out of range give zeros."""


@operation
def multi_hot(x: TensorLike, /, num_classes: int, axis: int = -1, dtype: DTypeLike = None) -> Tensor:
    """The classes in each vector along the last axis of ``x`` as one vector of zeros and ones along ``axis``."""


@operation
def random_normal(
    shape: Shape = (), mean: RawTensorLike = 0.0, stddev: RawTensorLike = 1.0, dtype: DTypeLike = None
) -> Tensor:
    """Normal values drawn with the default key, which :func:`ops.random.seed` sets.

    Each call takes a new key: the same numbers on every backend, in the order of the calls.  Inside a
    compiled function the draw happens once, when it is traced: use :func:`ops.random.normal` with a key there.
    """


@operation
def random_uniform(
    shape: Shape = (), minval: RawTensorLike = 0.0, maxval: RawTensorLike = 1.0, dtype: DTypeLike = None
) -> Tensor:
    """Values uniform in ``[minval, maxval)``, drawn with the default key as in :func:`random_normal`."""
