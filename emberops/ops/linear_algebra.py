"""Products of tensors, and what belongs to them: the linear algebra of the main namespace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from emberops.dispatch.operation import operation
from emberops.typing import DTypeLike, Tensor, TensorLike


@operation
def matmul(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Matrix product, as the operator ``@``.

    Parameters
    ----------
    x1, x2
        Tensors of at least one axis and any dtype, integers and booleans included.  Shapes ``(..., m, k)`` and
        ``(..., k, n)``, whose batch axes broadcast; a one-dimensional one is a row on the left, a column on
        the right, and its axis is absent from the result.

    Returns
    -------
    Tensor
        Shape ``(..., m, n)`` and the promoted dtype; the product of booleans is "any of both".

    Raises
    ------
    ShapeError
        If one of them has no axis, or the shapes do not fit.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def matrix_transpose(x: TensorLike, /) -> Tensor:
    """Swap the last two axes.

    Raises
    ------
    ShapeError
        If ``x`` has fewer than two.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def tensordot(
    x1: TensorLike, x2: TensorLike, /, axes: int | tuple[Sequence[int], Sequence[int]] = 2
) -> Tensor:
    """Sum of products over given axes of two tensors.

    Parameters
    ----------
    x1, x2
        Tensors of any dtype.
    axes
        A number ``n``: the last ``n`` axes of ``x1`` against the first ``n`` of ``x2``; or two sequences with
        the axes of each.

    Returns
    -------
    Tensor
        The free axes of ``x1``, then those of ``x2``; the promoted dtype.

    Raises
    ------
    ShapeError
        If sizes of paired axes differ.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def vecdot(x1: TensorLike, x2: TensorLike, /, *, axis: int = -1) -> Tensor:
    """Dot product along one axis, over all others, which broadcast; ``x1`` is conjugated.

    Raises
    ------
    ShapeError
        If the sizes along ``axis`` differ, or the other axes do not broadcast.

    Notes
    -----
    Array API 2025.12, ``linear_algebra_functions``.
    """


@operation
def matvec(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Product of matrices ``(..., m, n)`` and vectors ``(..., n)``: shape ``(..., m)``.  NumPy's ``matvec``."""


@operation
def vecmat(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Product of vectors ``(..., m)``, conjugated, and matrices ``(..., m, n)``: shape ``(..., n)``.

    NumPy's ``vecmat``.
    """


@operation
def dot(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Dot product with NumPy's meaning.

    Of two vectors their inner product, of two matrices :func:`matmul`; with a tensor without axes or a Python
    number :func:`multiply`; otherwise the sum over the last axis of ``x1`` and the last but one of ``x2``.

    Raises
    ------
    ShapeError
        If the sizes of those axes differ.
    """


@operation
def vdot(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Dot product of the flattened tensors, ``x1`` conjugated.  NumPy's ``vdot``.

    Raises
    ------
    ShapeError
        If their sizes differ.
    """


@operation
def inner(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Sum of products over the last axes of both.  NumPy's ``inner``.

    Raises
    ------
    ShapeError
        If the sizes of the last axes differ.
    """


@operation
def outer(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """All products of an element of ``x1`` and one of ``x2``: shape ``(size of x1, size of x2)``.

    Both are flattened, as in NumPy's ``outer``; ``ops.linalg.outer`` is the standard's, for vectors only.
    """


@operation
def kron(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Kronecker product: ``x2`` scaled by each element of ``x1``, as blocks.  NumPy's ``kron``."""


@operation
def cross(
    x1: TensorLike,
    x2: TensorLike,
    /,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Tensor:
    """Cross product of vectors of three elements.

    NumPy's ``cross``; ``ops.linalg.cross`` is the standard's, with ``axis`` alone.  A vector of two elements is
    taken to have a third one that is 0, and two of them give only the third element of the product: on every
    backend, also with NumPy from 2.5 on, which refuses them itself.

    Parameters
    ----------
    x1, x2
        Tensors whose other axes broadcast.
    axisa, axisb, axisc
        The axis of the vectors in ``x1``, ``x2`` and the result.
    axis
        All three at once.

    Raises
    ------
    ShapeError
        If there are neither two nor three elements along the axis.
    """


@operation
def trace(
    x: TensorLike, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None
) -> Tensor:
    """Sum along diagonals; of the first two axes, as in NumPy, unless told otherwise.

    ``offset``, ``axis1`` and ``axis2`` are as in :func:`diagonal`.

    ``ops.linalg.trace``, the standard's, takes the last two.
    """


@operation
def diagonal(x: TensorLike, /, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals, along a new last axis; of the first two axes, as in NumPy, unless told otherwise.

    ``offset`` counts from the main diagonal, up if positive; ``axis1`` and ``axis2`` are the axes of the matrices.

    ``ops.linalg.diagonal``, the standard's, takes the last two.
    """


@operation
def einsum(subscripts: str, /, *operands: TensorLike, optimize: bool | str = True) -> Tensor:
    """Sum of products by Einstein's convention.

    Parameters
    ----------
    subscripts
        Such as ``"ij,jk->ik"``; with ``...`` for axes that broadcast, and without ``->`` in NumPy's implicit form.
    operands
        Tensors of any dtype, as many as ``subscripts`` has terms.
    optimize
        Whether to look for a cheap order of contraction.

    Raises
    ------
    ShapeError
        If a letter stands for different sizes, or a term does not fit its operand.
    """


@operation
def convolve(x1: TensorLike, x2: TensorLike, /, mode: Literal["full", "same", "valid"] = "full") -> Tensor:
    """Discrete convolution of two vectors.  NumPy's ``convolve``.

    Parameters
    ----------
    x1, x2
        Vectors of sizes ``m`` and ``n``, neither empty.
    mode
        ``full``: all ``m + n - 1`` places where they meet; ``same``: the middle ``max(m, n)`` of them;
        ``valid``: those where the shorter one lies within the other.  NumPy's numbers for these, 2, 1 and 0, too.

    Raises
    ------
    ShapeError
        If one is empty, or no vector.
    ArgumentError, ArgumentTypeError
        For another word or number, and for what is neither.
    """


@operation
def correlate(x1: TensorLike, x2: TensorLike, /, mode: Literal["full", "same", "valid"] = "valid") -> Tensor:
    """Cross-correlation of two vectors, ``x2`` conjugated.  NumPy's ``correlate``.

    ``mode`` is as in :func:`convolve`, but ``valid`` by default.

    Raises
    ------
    ShapeError
        If one is empty, or no vector.
    """


@operation
def cdist(x1: TensorLike, x2: TensorLike, /, p: float = 2.0) -> Tensor:
    """Distances between every vector of one tensor and every vector of another.

    Parameters
    ----------
    x1, x2
        Shapes ``(..., m, k)`` and ``(..., n, k)``, whose batch axes broadcast.  Integers give the default float
        dtype.
    p
        Of the norm, at least 0: 2 for Euclid's, 1 for the sum of the differences, ``inf`` for the greatest, 0 for
        how many differ.

    Returns
    -------
    Tensor
        Shape ``(..., m, n)``.  From the differences themselves, not from a product of matrices: near neighbours keep
        their digits.

    Raises
    ------
    ShapeError
        If one has fewer than two axes, or the last ones differ.
    ValueError
        If ``p`` is negative.
    """
