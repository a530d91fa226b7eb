"""Draws from distributions that follow from others, as methods of a generator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from emberops.backends.support.random_parameters import (
    chance,
    checked,
    not_negative,
    positive,
    probability,
    require_triangle,
)
from emberops.backends.support.single_draws import single
from emberops.typing import Shape

if TYPE_CHECKING:
    from collections.abc import Callable

Size = Shape | None


class DerivedDraws:
    """The part of a generator that needs no draws of bits of its own."""

    _xp: Any
    if TYPE_CHECKING:
        _shape: Callable[..., tuple[int, ...]]
        _result: Callable[[Any], Any]
        random: Callable[..., Any]
        normal: Callable[..., Any]
        chisquare: Callable[..., Any]
        poisson: Callable[..., Any]
        gamma: Callable[..., Any]
        integers: Callable[..., Any]

    def _tensor(self, parameter: Any, like: Any) -> Any:
        return self._xp.asarray(parameter, dtype=like.dtype)

    @single
    def triangular(self, left: Any, mode: Any, right: Any, size: Size = None) -> Any:
        """Values between ``left`` and ``right``, most of them near ``mode``."""
        require_triangle(left, mode, right)
        xp = self._xp
        u = xp.asarray(self.random(self._shape(size, left, mode, right)))
        a, c, b = (self._tensor(v, u) for v in (left, mode, right))
        below = a + xp.sqrt(u * (b - a) * (c - a))
        return self._result(xp.where(u * (b - a) < c - a, below, b - xp.sqrt((1 - u) * (b - a) * (b - c))))

    @single
    @checked(a=positive)
    def power(self, a: Any, size: Size = None) -> Any:
        """Values in ``[0, 1]`` of the density ``a * x ** (a - 1)``."""
        u = self._xp.asarray(self.random(self._shape(size, a)))
        return self._result(u ** (1 / self._tensor(a, u)))

    @checked(dfnum=positive, dfden=positive)
    def f(self, dfnum: Any, dfden: Any, size: Size = None) -> Any:
        """Fisher's F values: ratios of two mean squares."""
        return self.noncentral_f(dfnum, dfden, 0.0, size)

    @single
    @checked(dfnum=positive, dfden=positive, nonc=not_negative)
    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Size = None) -> Any:
        """F values whose numerator is off its centre."""
        shape = self._shape(size, dfnum, dfden, nonc)
        top = self._xp.asarray(self.noncentral_chisquare(dfnum, nonc, shape))
        bottom = self._xp.asarray(self.chisquare(dfden, shape))
        ratio = top * self._tensor(dfden, top) / (bottom * self._tensor(dfnum, top))
        return self._result(ratio)

    @single
    @checked(df=positive, nonc=not_negative)
    def noncentral_chisquare(self, df: Any, nonc: Any, size: Size = None) -> Any:
        """Sums of squares of normal values that are off zero by ``nonc`` in all."""
        xp, shape = self._xp, self._shape(size, df, nonc)
        # A mixture: as many degrees of freedom more as a Poisson count says, twice.
        more = xp.asarray(self.poisson(xp.asarray(nonc) / 2, shape))
        dfs = xp.asarray(df) + 2 * xp.astype(more, xp.asarray(1.0).dtype)
        return self._result(xp.asarray(self.chisquare(dfs, shape)))

    @single
    @checked(n=positive, p=chance)
    def negative_binomial(self, n: Any, p: Any, size: Size = None) -> Any:
        """Failures before ``n`` successes."""
        shape = self._shape(size, n, p)
        rate = self._xp.asarray(self.gamma(n, 1.0, shape))
        p = self._tensor(p, rate)
        return self.poisson(rate * (1 - p) / p, shape)

    @single
    @checked(mean=positive, scale=positive)
    def wald(self, mean: Any, scale: Any, size: Size = None) -> Any:
        """Inverse Gaussian values."""
        xp, shape = self._xp, self._shape(size, mean, scale)
        y, u = xp.asarray(self.normal(0.0, 1.0, shape)) ** 2, xp.asarray(self.random(shape))
        mu, scale = self._tensor(mean, y), self._tensor(scale, y)
        # The smaller root of the equation that mean, scale and a squared normal value make, as it loses no digits.
        half = mu * y / (2 * scale)
        root = mu / (1 + half + xp.sqrt(half * (2 + half)))
        return self._result(xp.where(u * (mu + root) <= mu, root, mu * mu / root))

    @single
    @checked(p=probability)
    def logseries(self, p: Any, size: Size = None) -> Any:
        """Counts from 1 on of the logarithmic series, by Kemp's second algorithm."""
        xp, shape = self._xp, self._shape(size, p)
        u, v = xp.asarray(self.random(shape)), xp.asarray(self.random(shape))
        p = self._tensor(p, u)
        q = -xp.expm1(xp.log1p(-p) * u)
        tiny = xp.finfo(u.dtype).smallest_normal
        many = xp.floor(1 + xp.log(xp.maximum(v, tiny)) / xp.log(xp.clip(q, tiny, 1 - xp.finfo(u.dtype).eps)))
        found = xp.where(v > p, 1.0, xp.where(v <= q * q, many, xp.where(v >= q, 1.0, 2.0)))
        return self._result(xp.astype(found, xp.asarray(1).dtype))

    def bytes(self, length: int) -> bytes:
        """Random bytes."""
        return bytes(self._xp.tolist(self.integers(0, 256, (length,))))
