"""Writing into tensors.

Each function returns the updated tensor: go on with that.  The input is consumed: it is updated in place where
the backend can (NumPy, MLX, PyTorch without a gradient) and left alone where it cannot (JAX, PyTorch with one).
``copy=True`` leaves the input as it was, on every backend.
"""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import RawTensorLike, Shape, Tensor, TensorLike


@operation
def assign(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with ``value`` at ``index``: what ``x[index] = value`` does.

    Parameters
    ----------
    x
        Consumed, unless ``copy``.
    index
        As in :func:`getitem`.
    value
        A number or tensor that broadcasts to the shape of ``x[index]``; it is cast to the dtype of ``x``.  Where
        an index stands there twice, the last value wins on NumPy and PyTorch's CPU; elsewhere any may.

    Returns
    -------
    Tensor
        The updated tensor.

    Raises
    ------
    OutOfBoundsError
        If an index is outside its axis.
    ShapeError
        If ``value`` does not broadcast.

    Examples
    --------
    >>> x = ops.assign(x, 0, 1.5)
    >>> x = ops.assign(x, (slice(None), -1), ops.zeros(3))
    """


@operation
def assign_add(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with the sum with ``value`` at ``index``; an index that stands there twice is updated once.

    :func:`add_at` accumulates instead.  All of a tensor without axes, ``...``, is a number, and numbers do not change:
    the sum is a new one, which other names for ``x`` do not see.  An array of NumPy without axes is changed.
    """


@operation
def assign_subtract(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with the difference from ``value`` at ``index``; an index that stands there twice is updated once.

    :func:`subtract_at` accumulates instead.
    """


@operation
def assign_multiply(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with the product with ``value`` at ``index``; an index that stands there twice is updated once.

    :func:`multiply_at` accumulates instead.
    """


@operation
def assign_divide(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with the quotient by ``value`` at ``index``; an index that stands there twice is updated once.

    :func:`divide_at` accumulates instead.
    """


@operation
def assign_maximum(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with the larger of it and ``value`` at ``index``; an index that stands there twice is updated once.

    :func:`maximum_at` accumulates instead.
    """


@operation
def assign_minimum(x: TensorLike, index: Any, value: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """``x`` with the smaller of it and ``value`` at ``index``; an index that stands there twice is updated once.

    :func:`minimum_at` accumulates instead.
    """


@operation
def add_at(x: TensorLike, indices: Any, values: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """As :func:`assign_add`, once for every time that an index stands there: what ``numpy.add.at`` does."""


@operation
def subtract_at(x: TensorLike, indices: Any, values: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """As :func:`assign_subtract`, once for every time that an index stands there: what ``numpy.subtract.at`` does."""


@operation
def multiply_at(x: TensorLike, indices: Any, values: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """As :func:`assign_multiply`, once for every time that an index stands there: what ``numpy.multiply.at`` does."""


@operation
def divide_at(x: TensorLike, indices: Any, values: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """As :func:`assign_divide`, once for every time that an index stands there: what ``numpy.divide.at`` does."""


@operation
def maximum_at(x: TensorLike, indices: Any, values: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """As :func:`assign_maximum`, once for every time that an index stands there: what ``numpy.maximum.at`` does."""


@operation
def minimum_at(x: TensorLike, indices: Any, values: RawTensorLike, /, *, copy: bool = False) -> Tensor:
    """As :func:`assign_minimum`, once for every time that an index stands there: what ``numpy.minimum.at`` does."""


@operation
def slice_update(x: TensorLike, start_indices: Any, updates: TensorLike, /) -> Tensor:
    """A copy of ``x`` with ``updates`` in the part that :func:`slice` reads at ``start_indices``."""


@operation
def scatter(indices: TensorLike, values: TensorLike, shape: Shape, /) -> Tensor:
    """Zeros of a shape with ``values`` added at ``indices``, whose last axis holds one index for each axis."""


@operation
def scatter_update(x: TensorLike, indices: TensorLike, updates: TensorLike, /) -> Tensor:
    """A copy of ``x`` with ``updates`` at ``indices``, whose last axis holds one index for each axis."""


@operation
def put(x: TensorLike, indices: Any, values: RawTensorLike, /) -> Tensor:
    """``x`` with ``values``, repeated as needed, at positions of the flattened tensor.  Consumes ``x``."""


@operation
def put_along_axis(x: TensorLike, indices: TensorLike, values: RawTensorLike, /, axis: int | None) -> Tensor:
    """``x`` with ``values`` at the positions that :func:`take_along_axis` reads.  Consumes ``x``."""


@operation
def place(x: TensorLike, mask: TensorLike, values: RawTensorLike, /) -> Tensor:
    """``x`` with the first of ``values``, repeated as needed, where ``mask`` is true.  Consumes ``x``."""


@operation
def putmask(x: TensorLike, mask: TensorLike, values: RawTensorLike, /) -> Tensor:
    """``x`` where ``mask`` is true with the value at the same position of ``values``.  Consumes ``x``."""


@operation
def copyto(x: TensorLike, values: RawTensorLike, /, *, where: RawTensorLike = True) -> Tensor:
    """``x`` with ``values``, broadcast, wherever ``where`` is true.  Consumes ``x``."""


@operation
def fill_diagonal(x: TensorLike, value: RawTensorLike, /, wrap: bool = False) -> Tensor:
    """``x`` with ``value`` on its main diagonal, again below a gap if ``wrap``.  Consumes ``x``."""
