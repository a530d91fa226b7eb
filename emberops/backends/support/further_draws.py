"""Draws that are proposed until one is accepted, or looked up in a table, as methods of a generator."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from emberops.backends.support.derived_draws import DerivedDraws, Size
from emberops.backends.support.random_parameters import (
    above_one,
    checked,
    known_parameter,
    not_negative,
    require_sample,
)
from emberops.backends.support.single_draws import single

_PROPOSALS = 24
"""So many are made for each value, for a compiler does not know how many it takes; a third of them is refused."""
_NARROW = {32: 1e3, 64: 1e6}
"""Bits of a dtype -> the concentration above which a normal value is nearer to von Mises' than its cosine can tell."""
_STEEP = 100.0
"""The exponent of a power law above which no number but 1 is drawn."""


class FurtherDraws(DerivedDraws):
    """The part of a generator whose draws have no formula."""

    def _first(self, proposals: Any, accepted: Any) -> Any:
        """For each value the first of its proposals that was accepted."""
        xp = self._xp
        place = xp.argmax(xp.astype(accepted, "int32"), axis=0, keepdims=True)
        return xp.take_along_axis(proposals, place, axis=0)[0]

    @single
    @checked(kappa=not_negative)
    def vonmises(self, mu: Any, kappa: Any, size: Size = None) -> Any:
        """Angles about ``mu``, from -pi to pi, by the algorithm of Best and Fisher (1979)."""
        xp, shape = self._xp, self._shape(size, mu, kappa)
        u, side = xp.asarray(self.random((2, _PROPOSALS, *shape))), xp.asarray(self.random(shape))
        mu, kappa = self._tensor(mu, u), self._tensor(kappa, u)
        limit = _NARROW.get(xp.finfo(u.dtype).bits, _NARROW[32])
        k = xp.clip(kappa, 1e-4, limit)  # a cosine cannot tell smaller ones from none
        tau = 1 + xp.sqrt(1 + 4 * k * k)
        rho = 2 * k / (tau + xp.sqrt(2 * tau))  # less one root of the other, without their difference
        r = (1 + rho * rho) / (2 * rho)
        z = xp.cos(math.pi * u[0])
        cosine = xp.clip((1 + r * z) / (r + z), -1.0, 1.0)
        c = k * (r - cosine)
        accepted = xp.log(xp.maximum(c, 1e-30) / xp.maximum(u[1], 1e-30)) + 1 - c >= 0
        angle = xp.acos(self._first(cosine, accepted))
        angle = xp.where(side < 0.5, -angle, angle)
        normal = xp.asarray(self.normal(0.0, 1.0, shape)) / xp.sqrt(xp.maximum(kappa, 1.0))
        angle = xp.where(kappa > limit, normal, angle) + mu
        return self._result(xp.remainder(angle + math.pi, 2 * math.pi) - math.pi)

    @single
    @checked(a=above_one)
    def zipf(self, a: Any, size: Size = None) -> Any:
        """Numbers from 1 on whose chances are as ``number ** -a``, by rejection (Devroye 1986, X.6.1)."""
        xp, shape = self._xp, self._shape(size, a)
        u = xp.asarray(self.random((2, _PROPOSALS, *shape)))
        a = self._tensor(a, u)
        less = xp.clip(xp.minimum(a, _STEEP) - 1.0, float(xp.finfo(u.dtype).eps), None)
        # Proposed below the largest that the dtype holds: of an exponent near 1 nearly all lie beyond.
        largest = float(xp.iinfo(xp.asarray(1).dtype).max) / 2
        proposed = xp.exp(-xp.log1p(u[0] * xp.expm1(-less * math.log(largest))) / less)
        number = xp.clip(xp.floor(proposed), 1.0, largest)
        rise = xp.expm1(less * xp.log1p(1 / number))
        power = xp.expm1(less * math.log(2.0))
        accepted = u[1] * number * rise / power <= (rise + 1) / (power + 1)
        found = self._first(number, accepted)
        return self._result(xp.astype(xp.where(a > _STEEP, 1.0, found), xp.asarray(1).dtype))

    @single
    @checked(ngood=not_negative, nbad=not_negative, nsample=not_negative)
    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Size = None) -> Any:
        """Good ones among ``nsample`` that are drawn from so many good and bad ones and not put back.

        Their chances are put into a table, for which the host has to know the parameters.
        """
        xp, shape = self._xp, self._shape(size, ngood, nbad, nsample)
        known = [_known(xp, v) for v in (ngood, nbad, nsample)]
        require_sample(*known)
        u = xp.asarray(self.random(shape))
        kinds, which = np.unique(
            np.stack([np.broadcast_to(v, shape).reshape(-1) for v in known], 1), axis=0, return_inverse=True
        )
        which = xp.asarray(np.asarray(which, np.int32).reshape(shape))
        found = xp.zeros(shape, dtype=xp.asarray(1).dtype)
        for i, (good, bad, sample) in enumerate(kinds.tolist()):
            lowest, sums = _hypergeometric_sums(good, bad, sample)
            sums = xp.asarray(sums, dtype=u.dtype)
            counts = lowest + xp.reshape(xp.searchsorted(sums, xp.reshape(u, (-1,)), side="right"), shape)
            found = xp.where(which == i, xp.astype(counts, found.dtype), found)
        return self._result(found)


def _known(xp: Any, value: Any) -> np.ndarray:
    known = known_parameter(value)
    return np.asarray(xp.to_numpy(value) if known is None else known).astype(np.int64)


def _hypergeometric_sums(good: int, bad: int, sample: int) -> tuple[int, np.ndarray]:
    """The least count, and the chances of it and of no more than each further one but the last."""
    counts = np.arange(max(0, sample - bad), min(sample, good) + 1)
    # Each chance is a ratio of whole numbers times the one before.
    first = counts[:-1].astype(float)
    ratios = (good - first) * (sample - first) / ((first + 1) * (bad - sample + first + 1))
    logarithms = np.concatenate([[0.0], np.cumsum(np.log(ratios))])
    chances = np.exp(logarithms - logarithms.max())
    return int(counts[0]), np.cumsum(chances)[:-1] / chances.sum()
