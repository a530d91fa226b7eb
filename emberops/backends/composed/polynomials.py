"""Composed operations of the group ``polynomials``: NumPy's definitions over any namespace."""

from __future__ import annotations

from typing import Any

from emberops.backends.support.one_program import in_one
from emberops.backends.support.operands import NUMBERS
from emberops.backends.support.reductions import floating
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor

_ALMOST_ZERO = 1e-8
"""NumPy's ``allclose`` with zero: below it a leading coefficient of a remainder is rounding."""


def roots(xp: Any, p: Tensor, /) -> Tensor:
    """Eigenvalues of the companion matrix; zeros at the end of ``p`` are roots at zero."""
    p = _vector(xp, "roots", "p", p)
    places = xp.nonzero(p)[0]
    if places.shape[0] == 0:
        return floating(xp, p)[:0]
    first, last = int(places[0]), int(places[-1])
    at_zero = p.shape[0] - last - 1
    p = floating(xp, p[first : last + 1])
    if p.shape[0] == 1:
        return xp.zeros((at_zero,), dtype=p.dtype)
    found = xp.linalg.eigvals(companion(xp, p))
    if bool(xp.all(xp.imag(found) == 0)):
        found = xp.real(found)
    return xp.concat([found, xp.zeros((at_zero,), dtype=found.dtype)]) if at_zero else found


def companion(xp: Any, p: Tensor) -> Tensor:
    """The matrix whose characteristic polynomial is ``p``, which is of degree one at least."""
    top = -p[1:] / p[:1]
    below = xp.eye(p.shape[0] - 2, p.shape[0] - 1, dtype=p.dtype)
    return xp.concat([top[None, :], below])


def poly(xp: Any, seq_of_zeros: Tensor, /) -> Tensor:
    """Product of the factors ``x - root``."""
    zeros = _array(xp, seq_of_zeros)
    if zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1] != 0:
        zeros = xp.linalg.eigvals(floating(xp, zeros), keep_real=True)
    elif zeros.ndim != 1:
        raise ShapeError(
            f"ops.poly: roots are a vector, or a matrix is square; this is of shape {tuple(zeros.shape)}"
        )
    zeros = floating(xp, zeros)
    if zeros.shape[0] == 0:
        return xp.ones((), dtype=zeros.dtype)  # NumPy's 1.0
    result = _product_of_factors(xp, zeros)
    if xp.isdtype(zeros.dtype, "complex floating") and _come_in_pairs(xp, zeros):
        return xp.real(result)
    return result


def _product_of_factors(xp: Any, zeros: Tensor) -> Tensor:
    result = xp.ones((1,), dtype=zeros.dtype)
    nothing = xp.zeros((1,), dtype=zeros.dtype)
    for i in range(zeros.shape[0]):
        result = xp.concat([result, nothing]) - xp.concat([nothing, result * zeros[i : i + 1]])
    return result


def _come_in_pairs(xp: Any, zeros: Tensor) -> bool:
    """Whether each number stands there as often as its conjugate."""
    mirrored = xp.conj(zeros)
    own = xp.sum(zeros[:, None] == zeros[None, :], axis=0)
    others = xp.sum(mirrored[:, None] == zeros[None, :], axis=0)
    return bool(xp.all(own == others))


def polyval(xp: Any, p: Tensor, x: Tensor, /) -> Tensor:
    """Horner's rule."""
    if isinstance(p, NUMBERS) or p.ndim == 0:
        raise ShapeError("ops.polyval: p is a vector of coefficients, not a single number")
    if isinstance(x, NUMBERS):
        # A whole number is one of the default dtype here, as NumPy's: powers of it leave small integers soon.
        whole = isinstance(x, int) and not xp.isdtype(p.dtype, ("real floating", "complex floating"))
        x = xp.asarray(x) if whole else xp.asarray(x, dtype=xp.result_type(p, x))
        p = xp.astype(p, xp.result_type(p, x))
    total = xp.zeros_like(x)
    for i in range(p.shape[0]):
        total = xp.add(xp.multiply(total, x), p[i, ...])
    return total


def polyfit(
    xp: Any,
    x: Tensor,
    y: Tensor,
    /,
    deg: int,
    rcond: float | None = None,
    full: bool = False,
    w: Tensor | None = None,
    cov: bool | str = False,
) -> Any:
    """Least squares on the scaled Vandermonde matrix."""
    order = int(deg) + 1
    _check_points(x, y, w, order)
    x, right = floating(xp, x), floating(xp, y)
    rcond = x.shape[0] * float(xp.finfo(x.dtype).eps) if rcond is None else rcond
    left, right, scale = in_one(xp, _scaled, x, right, w, order)
    solution, residuals, rank, singular_values = xp.linalg.lstsq(left, right, rcond)
    solution = solution / (scale[:, None] if right.ndim == 2 else scale)
    if full:
        return solution, residuals, rank, singular_values, rcond
    if not cov:
        return solution
    base = xp.linalg.inv(xp.matmul(xp.matrix_transpose(left), left)) / xp.outer(scale, scale)
    if cov == "unscaled":
        factor: Any = 1
    elif x.shape[0] <= order:
        raise ValueError(
            f"ops.polyfit: {x.shape[0]} points are too few to scale the covariance of {order} coefficients"
        )
    else:
        factor = residuals / (x.shape[0] - order)
    return solution, (base * factor if right.ndim == 1 else base[:, :, None] * factor)


def _scaled(xp: Any, x: Tensor, right: Tensor, w: Tensor | None, order: int) -> tuple[Tensor, Tensor, Tensor]:
    """The two sides of the equations, weighted, and by what the columns of the left one are divided."""
    left = xp.vander(x, order)
    if w is not None:
        w = floating(xp, w)
        left = left * w[:, None]
        right = right * (w[:, None] if right.ndim == 2 else w)
    scale = xp.sqrt(xp.sum(left * left, axis=0))
    return left / scale, right, scale


def _check_points(x: Tensor, y: Tensor, w: Tensor | None, order: int) -> None:
    if order < 1:
        raise ValueError(f"ops.polyfit: deg is a degree, zero at least; not {order - 1}")
    if x.ndim != 1 or x.shape[0] == 0:
        raise ShapeError(f"ops.polyfit: x of shape {tuple(x.shape)} is no vector with elements")
    if y.ndim not in (1, 2) or y.shape[0] != x.shape[0]:
        raise ShapeError(f"ops.polyfit: y of shape {tuple(y.shape)} does not have the {x.shape[0]} rows of x")
    if w is not None and tuple(w.shape) != tuple(x.shape):
        raise ShapeError(
            f"ops.polyfit: w of shape {tuple(w.shape)} does not give {x.shape[0]} points a weight"
        )


def polyder(xp: Any, p: Tensor, /, m: int = 1) -> Tensor:
    """Each coefficient times its power, the last dropped."""
    _check_times("polyder", m)
    _require_axis(p)
    for _ in range(min(int(m), p.shape[0] + 1)):  # of nothing, nothing is left, however often
        p = xp.multiply(p[:-1], _powers(xp, p, p.shape[0] - 1))
    return p


def polyint(xp: Any, p: Tensor, /, m: int = 1, k: Any = None) -> Tensor:
    """Each coefficient over its new power, the constant behind them."""
    _check_times("polyint", m)
    _require_axis(p)
    times = int(m)
    if k is None:
        constants = xp.zeros((times,), dtype=floating(xp, p).dtype)
    else:
        constants = _array(xp, k)
        if constants.shape[0] == 1 and times > 1:
            constants = xp.broadcast_to(constants, (times,))
    if constants.shape[0] < times:
        raise ValueError(f"ops.polyint: k is one constant or {times} of them (m), not {constants.shape[0]}")
    for i in range(times):
        p = xp.concat([xp.divide(p, _powers(xp, p, p.shape[0])), constants[i : i + 1]])
    return p


def _powers(xp: Any, p: Tensor, highest: int) -> Tensor:
    """``highest``, ..., 2, 1 in the dtype of floats; integers and truth values meet them as integers that hold more."""
    powers = xp.arange(highest, 0, -1)
    return powers if xp.isdtype(p.dtype, ("bool", "integral")) else xp.astype(powers, p.dtype)


def _check_times(op: str, m: int) -> None:
    if m < 0:
        raise ValueError(f"ops.{op}: m counts how often, so it is not negative; not {m}")


def polyadd(xp: Any, a1: Tensor, a2: Tensor, /) -> Tensor:
    """Sum."""
    return xp.add(*_of_one_length(xp, a1, a2))


def polysub(xp: Any, a1: Tensor, a2: Tensor, /) -> Tensor:
    """Difference."""
    return xp.subtract(*_of_one_length(xp, a1, a2))


def _of_one_length(xp: Any, a1: Tensor, a2: Tensor) -> tuple[Tensor, Tensor]:
    a1, a2 = _array(xp, a1), _array(xp, a2)
    length = max(a1.shape[0], a2.shape[0])
    return _padded(xp, a1, length - a1.shape[0], 0), _padded(xp, a2, length - a2.shape[0], 0)


def _padded(xp: Any, p: Tensor, before: int, after: int) -> Tensor:
    parts = [xp.zeros((before,), dtype=p.dtype)] if before else []
    parts.append(p)
    if after:
        parts.append(xp.zeros((after,), dtype=p.dtype))
    return xp.concat(parts) if len(parts) > 1 else p


def polymul(xp: Any, a1: Tensor, a2: Tensor, /) -> Tensor:
    """Convolution."""
    a1, a2 = _vector(xp, "polymul", "a1", a1), _vector(xp, "polymul", "a2", a2)
    dtype = xp.result_type(a1, a2)
    return xp.convolve(*(_trimmed(xp, xp.astype(p, dtype)) for p in (a1, a2)))


def _trimmed(xp: Any, p: Tensor) -> Tensor:
    """Without leading zeros; one zero stays of nothing but zeros."""
    places = xp.nonzero(p)[0]
    if places.shape[0] == 0:
        return xp.zeros((1,), dtype=p.dtype)
    return p[int(places[0]) :]


def polydiv(xp: Any, u: Tensor, v: Tensor, /) -> tuple[Tensor, Tensor]:
    """Long division."""
    u, v = (floating(xp, _vector(xp, "polydiv", n, p)) for n, p in (("u", u), ("v", v)))
    if 0 in (u.shape[0], v.shape[0]):
        raise ShapeError("ops.polydiv: a polynomial has one coefficient at least")
    dtype = xp.result_type(u, v)
    rest, v = xp.astype(u, dtype), xp.astype(v, dtype)
    steps = u.shape[0] - v.shape[0] + 1
    quotient = []
    for k in range(steps):
        factor = rest[k : k + 1] / v[:1]
        quotient.append(factor)
        rest = rest - _padded(xp, factor * v, k, steps - 1 - k)
    while rest.shape[0] > 1 and abs(complex(rest[0])) <= _ALMOST_ZERO:
        rest = rest[1:]
    return (xp.concat(quotient) if quotient else xp.zeros((1,), dtype=dtype)), rest


def _array(xp: Any, p: Any) -> Tensor:
    """With one axis at least; a number as a tensor."""
    return xp.atleast_1d(xp.asarray(p) if isinstance(p, NUMBERS) else p)


def _require_axis(p: Any) -> None:
    """Refuse a number, which is no coefficients to NumPy where each counts by its place."""
    if isinstance(p, NUMBERS) or p.ndim == 0:
        raise TypeError("p is a number, and no vector of coefficients")


def _vector(xp: Any, op: str, name: str, p: Any) -> Tensor:
    p = _array(xp, p)
    if p.ndim != 1:
        raise ShapeError(f"ops.{op}: {name} of shape {tuple(p.shape)} is no vector of coefficients")
    return p
