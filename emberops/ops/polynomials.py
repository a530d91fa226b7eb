"""Polynomials as vectors of coefficients, the highest power first.

These are NumPy's functions of that form.  Where a result's length or dtype depends on values (leading zeros are
dropped, imaginary parts that are all zero too), a compiler cannot trace the call; the docstring says so.
"""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "poly",
    "polyadd",
    "polyder",
    "polydiv",
    "polyfit",
    "polyint",
    "polymul",
    "polysub",
    "polyval",
    "roots",
]


@operation
def roots(p: TensorLike, /) -> Tensor:
    """Where a polynomial is zero: the eigenvalues of its companion matrix.

    Parameters
    ----------
    p
        Vector of coefficients, the highest power first.  Leading zeros count for nothing.

    Returns
    -------
    Tensor
        As many roots as the polynomial's degree, in no order; of a real dtype if all of them are real.

    Raises
    ------
    ShapeError
        If ``p`` has more than one axis.

    Notes
    -----
    Shape and dtype depend on values, so it cannot be traced.  MLX has no double complex numbers: complex roots are of
    single precision there, real ones of the coefficients' own.
    """


@operation
def poly(seq_of_zeros: TensorLike, /) -> Tensor:
    """Coefficients of the polynomial with given roots, or of a square matrix's characteristic polynomial.

    Returns
    -------
    Tensor
        One more than there are roots, the first of them 1; real if complex roots come in conjugate pairs.

    Raises
    ------
    ShapeError
        If the argument is neither a vector nor a square matrix.

    Notes
    -----
    The dtype of complex roots' result depends on values, so that call cannot be traced.
    """


@operation
def polyval(p: TensorLike, x: TensorLike, /) -> Tensor:
    """Values of a polynomial at ``x``, by Horner's rule.

    Parameters
    ----------
    p
        Vector of coefficients, the highest power first.
    x
        Where to evaluate, of any shape.

    Returns
    -------
    Tensor
        The shape of ``x`` and the promoted dtype.

    Raises
    ------
    ShapeError
        If ``p`` has no axis.
    """


@operation
def polyfit(
    x: TensorLike,
    y: TensorLike,
    /,
    deg: int,
    rcond: float | None = None,
    full: bool = False,
    w: TensorLike | None = None,
    cov: bool | str = False,
) -> Any:
    """Polynomial of degree ``deg`` that fits points best in the sense of least squares.

    Parameters
    ----------
    x
        Vector of ``m`` places.
    y
        The values there: shape ``(m,)``, or ``(m, k)`` for ``k`` polynomials at once.
    deg
        Degree.
    rcond
        Singular values below this part of the largest are noise; ``m`` times the dtype's precision by default.
    full
        Give what the least squares gave, too.
    w
        Vector of ``m`` weights of the residuals (not of their squares).
    cov
        Give the covariance of the coefficients, too, scaled by the residuals; ``"unscaled"``: not scaled.

    Returns
    -------
    Tensor or tuple
        Coefficients of shape ``(deg + 1,)`` or ``(deg + 1, k)``, the highest power first.  With ``full``: coefficients,
        residuals, rank, singular values, ``rcond``.  With ``cov``: coefficients and covariance.

    Raises
    ------
    ShapeError
        If ``x`` is no vector with elements, or ``y`` or ``w`` does not fit it.
    ValueError
        If ``deg`` is negative, or the points are too few for a scaled covariance.
    """


@operation
def polyder(p: TensorLike, /, m: int = 1) -> Tensor:
    """Coefficients of the ``m``-th derivative.

    Raises
    ------
    ValueError
        If ``m`` is negative.
    """


@operation
def polyint(p: TensorLike, /, m: int = 1, k: TensorLike | None = None) -> Tensor:
    """Coefficients of the ``m``-th antiderivative.

    Parameters
    ----------
    p
        Vector of coefficients, the highest power first.
    m
        How often to integrate.
    k
        The constants of integration, the first integration's first: one for all of them, or ``m``.  Zero by default.

    Raises
    ------
    ValueError
        If ``m`` is negative or ``k`` has less than ``m`` elements.
    """


@operation
def polyadd(a1: TensorLike, a2: TensorLike, /) -> Tensor:
    """Coefficients of the sum: the shorter vector gets zeros in front."""


@operation
def polysub(a1: TensorLike, a2: TensorLike, /) -> Tensor:
    """Coefficients of the difference: the shorter vector gets zeros in front."""


@operation
def polymul(a1: TensorLike, a2: TensorLike, /) -> Tensor:
    """Coefficients of the product, leading zeros of the factors dropped, so that it cannot be traced."""


@operation
def polydiv(u: TensorLike, v: TensorLike, /) -> tuple[Tensor, Tensor]:
    """Quotient and remainder.

    Returns
    -------
    tuple of Tensor
        Coefficients of the quotient and of the remainder, of a float dtype.  Leading coefficients of the remainder
        that are almost zero are dropped, so that it cannot be traced.

    Raises
    ------
    ShapeError
        If one of them has no elements.
    """
