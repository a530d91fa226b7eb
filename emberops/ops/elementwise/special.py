"""The gamma function and its relatives, for the distributions of statistics."""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike


@operation
def lgamma(x: TensorLike, /) -> Tensor:
    """Logarithm of the absolute value of the gamma function; infinity at its poles 0, -1, -2 and so on.

    Parameters
    ----------
    x
        Real numbers of any shape.  Integers give the default float dtype.

    Notes
    -----
    To a few units in the last place on NumPy and MLX (Abramowitz and Stegun 1964, 6.1), also next to its zeros 1 and
    2; PyTorch's and JAX's own have absolute precision there.  SciPy's ``gammaln``.
    """


@operation
def digamma(x: TensorLike, /) -> Tensor:
    """Derivative of :func:`lgamma`; infinite at 0, NaN at the negative integers.

    Parameters
    ----------
    x
        Real numbers of any shape.  Integers give the default float dtype.

    Notes
    -----
    Recurrence and asymptotic series: Abramowitz and Stegun 1964, 6.3.
    """


@operation
def polygamma(n: int, x: TensorLike, /) -> Tensor:
    """The ``n``-th derivative of :func:`digamma`.

    Parameters
    ----------
    n
        The order, 0 for :func:`digamma` itself.
    x
        Real numbers of any shape.  At zero and the negative integers the result is infinite, of the sign that it has
        above zero.  Integers give the default float dtype.

    Raises
    ------
    ValueError
        If ``n`` is negative.
    """


@operation
def gammainc(a: TensorLike, x: TensorLike, /) -> Tensor:
    """Regularized lower incomplete gamma function.

    The integral of ``t**(a - 1) * exp(-t)`` from 0 to ``x``, divided by that from 0 to infinity.

    Parameters
    ----------
    a, x
        Numbers that are not negative, whose shapes broadcast; NaN where one is negative.  Integers give the default
        float dtype.

    Notes
    -----
    PyTorch has no gradient by ``a``, and JAX about four digits in single precision where ``a`` is large.  On NumPy and
    MLX as in Press et al., *Numerical Recipes*, 2007, 6.2.
    """


@operation
def gammaincc(a: TensorLike, x: TensorLike, /) -> Tensor:
    """``1 - gammainc(a, x)``, to full relative precision where it is small."""


@operation
def betainc(a: TensorLike, b: TensorLike, x: TensorLike, /) -> Tensor:
    """Regularized incomplete beta function.

    The integral of ``t**(a - 1) * (1 - t)**(b - 1)`` from 0 to ``x``, divided by that from 0 to 1.

    Parameters
    ----------
    a, b
        Positive numbers; NaN where one is not.
    x
        Numbers from 0 to 1; NaN elsewhere.  The shapes broadcast; integers give the default float dtype.

    Notes
    -----
    A continued fraction (Press et al., *Numerical Recipes*, 2007, 6.4), for ``a`` and ``b`` up to some thousands; NaN
    where it has not converged.
    """
