"""Questions about dtypes, and conversions between them."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import Casting, DeviceLike, DTypeLike, RawTensorLike, Tensor, TensorLike


@operation
def astype(
    x: TensorLike,
    dtype: DTypeLike,
    /,
    *,
    copy: bool = True,
    device: DeviceLike = None,
    casting: Casting = "unsafe",
) -> Tensor:
    """``x`` in another dtype.

    Parameters
    ----------
    x
        A tensor of any shape.
    dtype
        Portable, native or by name; ``float``, ``int`` and ``complex`` mean the default of their kind, and ``None``
        means ``float``, as it does to NumPy.
    copy
        Whether to copy even where ``x`` has the dtype already.
    device
        Where the result shall be; that of ``x`` by default.
    casting
        NumPy's rule of what may become what: ``"no"``, ``"equiv"``, ``"safe"``, ``"same_kind"``, ``"unsafe"``.

    Raises
    ------
    DTypeError
        Where ``casting`` forbids it: a ``TypeError``.

    Notes
    -----
    Array API 2025.12, ``data_type_functions``.  A float that an integer dtype cannot hold (NaN, or out of
    range) gives what the hardware makes of it, as the standard allows: use :func:`saturate_cast` for bounds.
    Complex to real takes the real part.
    """


@operation
def saturate_cast(x: TensorLike, dtype: DTypeLike, /) -> Tensor:
    """``x`` in another dtype, values outside its range at its bounds, NaN as 0 where it is an integer one.

    As ``keras.ops.saturate_cast``.
    """


@operation
def bitcast(x: TensorLike, dtype: DTypeLike, /) -> Tensor:
    """The same bits read as another dtype of the same width (``ndarray.view``).

    Raises
    ------
    DTypeError
        If the widths differ.
    """


@operation
def can_cast(from_: RawTensorLike, to: DTypeLike, /) -> bool:
    """Whether every value of one dtype can be held by another under the standard's promotion rules.

    Parameters
    ----------
    from_
        A dtype, or a tensor whose dtype is meant.
    to
        A dtype.
    """


@operation
def finfo(dtype: RawTensorLike, /) -> Any:
    """The limits of a floating-point dtype: ``bits``, ``eps``, ``max``, ``min``, ``smallest_normal``, ``dtype``.

    ``dtype`` is a dtype, or a tensor whose dtype is meant; of a complex dtype, its parts are described.

    Raises
    ------
    DTypeError
        If it is no floating-point dtype.
    """


@operation
def iinfo(dtype: RawTensorLike, /) -> Any:
    """The limits of an integer dtype: ``bits``, ``max``, ``min``, ``dtype``.

    Raises
    ------
    DTypeError
        If it is no integer dtype.
    """


@operation
def isdtype(dtype: DTypeLike, kind: Any) -> bool:
    """Whether a dtype is of a kind.

    Parameters
    ----------
    dtype
        A dtype, or a Python type: a class of objects is of no kind.
    kind
        A dtype, one of ``"bool"``, ``"signed integer"``, ``"unsigned integer"``, ``"integral"``, ``"real floating"``,
        ``"complex floating"``, ``"numeric"``, or a tuple of such, of which one must hold.

    Raises
    ------
    ValueError
        If ``kind`` is an unknown word.
    """


@operation
def result_type(*arrays_and_dtypes: RawTensorLike) -> Any:
    """The dtype in which tensors, dtypes and Python numbers meet; the numbers are weak.

    The result is the backend's own dtype.
    """


@operation
def promote_types(type1: DTypeLike, type2: DTypeLike, /) -> Any:
    """The smallest dtype that both can be cast to, as the backend's own."""


@operation
def common_type(*arrays: TensorLike) -> Any:
    """The float or complex dtype in which tensors meet; integers count as the default float.

    As ``numpy.common_type``.
    """


@operation
def min_scalar_type(x: RawTensorLike, /) -> Any:
    """The smallest dtype that holds a Python number; a tensor's own dtype.

    As ``numpy.min_scalar_type``.
    """


@operation
def issubdtype(arg1: DTypeLike, arg2: Any, /) -> bool:
    """Whether a dtype belongs to a class of dtypes, as ``numpy.issubdtype``.

    Parameters
    ----------
    arg1
        A dtype, or a class of dtypes.
    arg2
        A dtype, a class of dtypes (``ops.floating``, ``ops.integer``, ``ops.inexact``, ``ops.number``, ...), or one of
        NumPy's.
    """


@operation
def dtype(x: RawTensorLike, /) -> Any:
    """The portable dtype of a tensor, or the one that a string or native dtype stands for.

    Of an array that no library but NumPy holds (objects, text, long doubles, bytes in another order) it is NumPy's own,
    which equals no other.

    >>> ops.dtype("f4")
    ops.float32
    """


@operation
def isscalar(x: RawTensorLike, /) -> bool:
    """Whether ``x`` is a number or string and no tensor with axes.

    As ``numpy.isscalar``: a NumPy scalar is one and a 0-d array is not.  On a library without scalars a 0-d tensor is.
    """


@operation
def iscomplexobj(x: RawTensorLike, /) -> bool:
    """Whether ``x`` is complex by its type, whatever its values."""


@operation
def isrealobj(x: RawTensorLike, /) -> bool:
    """Whether ``x`` is not complex by its type."""


@operation
def iterable(x: RawTensorLike, /) -> bool:
    """Whether ``x`` can be iterated over; a 0-d tensor cannot."""
