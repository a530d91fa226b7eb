"""Generators with hidden state and NumPy's methods, over keys.

Each draw takes the next key of a stream, so what is drawn depends on the seed and the order of the calls, not on
the backend.  Without ``size`` they give a number of Python's, as NumPy's do, unless a parameter is a tensor: then a
tensor without axes, through which gradients go.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from emberops.backends.support import host_draws
from emberops.backends.support.default_key import KeyStream
from emberops.backends.support.dropped_results import is_dropped
from emberops.backends.support.further_draws import FurtherDraws
from emberops.backends.support.random_parameters import (
    chance,
    chances,
    checked,
    distribution,
    not_negative,
    positive,
    probability,
    rate,
    require_range,
)
from emberops.backends.support.shapes import as_axis, as_shape, broadcast_shapes, fitting_sizes
from emberops.backends.support.single_draws import host_chances, host_entries, numpy_twin, on_host, single
from emberops.dispatch import registry
from emberops.errors import OperationNotSupportedError
from emberops.typing import DTypeLike, Shape

Size = Shape | None


class Generator(FurtherDraws):
    """The methods of ``numpy.random.Generator`` on one backend.

    Parameters
    ----------
    xp
        The backend's namespace.
    keys
        Where its keys come from.
    """

    stands_for = "Generator"

    def __init__(self, xp: Any, keys: KeyStream) -> None:
        self._xp = xp
        self._keys = keys

    def __repr__(self) -> str:
        return f"{type(self).__name__}(backend={self._xp.NAME!r})"

    def __getstate__(self) -> dict[str, Any]:
        """The backend by its name: modules can neither be copied nor be sent to another process."""
        return {"backend": self._xp.NAME, "keys": self._keys}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._xp = registry.load(state["backend"]).module
        self._keys = state["keys"]

    def key(self) -> Any:
        """The next key of the stream, for the functions of ``ops.random``."""
        return self._xp.random.wrap_key(*self._keys.next())

    def for_numpy(self) -> Any:
        """NumPy's generator, seeded by the next key: what SciPy and other packages on NumPy draw by."""
        return np.random.default_rng(self._keys.next())

    def spawn(self, n_children: int) -> list[Generator]:
        """Independent generators."""
        seeds = (self._keys.next() for _ in range(n_children))
        return [type(self)(self._xp, KeyStream(high << 32 | low)) for high, low in seeds]

    def _shape(self, size: Size, *parameters: Any) -> tuple[int, ...]:
        arrays = (p for p in parameters if not isinstance(p, (int, float)))
        common = broadcast_shapes(*(self._xp.shape(self._xp.asarray(p)) for p in arrays))
        return fitting_sizes(size, common)

    def _result(self, x: Any) -> Any:
        """A 0-d result as what the backend gives for one value: a scalar on NumPy."""
        return self._xp.getitem(x, ()) if x.ndim == 0 else x

    def _scaled(self, values: Any, loc: Any, scale: Any) -> Any:
        scale = scale if isinstance(scale, (int, float)) else self._xp.asarray(scale, dtype=values.dtype)
        loc = loc if isinstance(loc, (int, float)) else self._xp.asarray(loc, dtype=values.dtype)
        return self._result(values * scale + loc)

    def _is_host_only(self, x: Any) -> bool:
        """Whether ``x`` is a sequence of things that only NumPy has arrays of."""
        return (
            self._xp.NAME != "numpy" and isinstance(x, (list, tuple)) and any(isinstance(v, str) for v in x)
        )

    @single
    def random(self, size: Size = None, dtype: DTypeLike = None) -> Any:
        """Uniform values in ``[0, 1)``."""
        if size is None and dtype in (None, float) and on_host(self._xp):
            return host_draws.unit(self._keys.next())
        return self._result(self._xp.random.uniform(self.key(), self._shape(size), dtype))

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Size = None) -> Any:
        """Uniform values in ``[low, high)``."""
        require_range("uniform", low, high)
        if size is None and on_host(self._xp, low, high):
            return host_draws.between(self._keys.next(), float(low), float(high))
        shape = self._shape(size, low, high)
        return self._result(self._xp.random.uniform(self.key(), shape, None, low, high))

    def integers(
        self, low: Any, high: Any = None, size: Size = None, dtype: DTypeLike = int, endpoint: bool = False
    ) -> Any:
        """Integers in ``[low, high)``, or below ``low``; ``high`` included if ``endpoint``."""
        if high is None:
            low, high = 0, low
        low, high = (self._xp.asarray(v) if isinstance(v, (list, tuple)) else v for v in (low, high))
        low, high = (int(v) if getattr(v, "ndim", 0) == 0 else v for v in (low, high))
        high = high + 1 if endpoint else high
        are_known = isinstance(low, int) and isinstance(high, int)
        if are_known and low >= high:
            raise ValueError(f"low >= high: there are no integers in [{low}, {high})")
        if size is None and are_known and on_host(self._xp):
            return host_draws.integer(self._keys.next(), low, high)
        return self._result(
            self._xp.random.randint(self.key(), self._shape(size, low, high), low, high, dtype)
        )

    @checked(p=distribution)
    def choice(
        self,
        a: Any,
        size: Size = None,
        replace: bool = True,
        p: Any = None,
        axis: int = 0,
        shuffle: bool = True,
    ) -> Any:
        """Random entries of ``a``, or integers below it; ``shuffle`` makes no difference.

        Of a sequence that no tensor can hold, such as one of strings, the entries come back in a list.
        """
        if self._is_host_only(a):
            chosen = self._xp.tolist(
                self._xp.random.choice(self.key(), len(a), self._shape(size), replace, p)
            )
            return [a[i] for i in chosen] if isinstance(chosen, list) else a[chosen]
        if size is None and on_host(self._xp):
            return self._one_of(a, p, axis)
        return self._result(self._xp.random.choice(self.key(), a, self._shape(size), replace, p, axis))

    def _one_of(self, a: Any, p: Any, axis: int) -> Any:
        """One entry, drawn on the host where its chances are known: a number if the host has them."""
        entries, chances = host_entries(a), None if p is None else host_chances(self._xp, p)
        if entries is None:
            a = self._xp.asarray(a)
            axis = as_axis(axis, a.ndim) if a.ndim else 0
            count = self._xp.shape(a)[axis] if a.ndim else 0
        else:
            count = entries if isinstance(entries, int) else len(entries)
        if not count or (p is not None and chances is None):
            return self._result(self._xp.random.choice(self.key(), a, (), True, p, axis))
        i = self.integers(count) if p is None else int(numpy_twin(self).choice(count, (), True, chances))
        if entries is None:
            return self._result(self._xp.getitem(a, (*[slice(None)] * axis, i)))
        return i if isinstance(entries, int) else entries[i].item()

    def permutation(self, x: Any, axis: int = 0) -> Any:
        """``x``, or the integers below it, in random order; a list of what no tensor can hold stays a list."""
        if self._is_host_only(x):
            return [x[i] for i in self._xp.tolist(self._xp.random.permutation(self.key(), len(x)))]
        return self._xp.random.permutation(self.key(), x, axis)

    def permuted(self, x: Any, axis: int | None = None) -> Any:
        """``x`` with every vector along ``axis`` in an order of its own; with all values mixed without ``axis``."""
        x = self._xp.asarray(x)
        if axis is None:
            flat = self._xp.random.permutation(self.key(), self._xp.reshape(x, (-1,)))
            return self._xp.reshape(flat, tuple(x.shape))
        return self._xp.random.permutation(self.key(), x, axis, True)

    def shuffle(self, x: Any, axis: int = 0) -> Any:
        """``x`` in random order: in place where the backend can, so go on with what is returned."""
        if isinstance(x, list):
            order = self._xp.tolist(self.permutation(len(x)))
            x[:] = [x[i] for i in order]
            return x
        shuffled = self._xp.assign(x, ..., self._xp.random.shuffle(self.key(), x, axis))
        if shuffled is not x and is_dropped(sys._getframe(1)):
            raise OperationNotSupportedError(
                f"shuffle cannot change {type(x).__name__} in place on {self._xp.NAME}, and what it returns is not "
                "used: write `x = generator.shuffle(x)`"
            )
        return shuffled

    @checked(scale=not_negative)
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> Any:
        """Normal values."""
        if size is None and on_host(self._xp, loc, scale):
            return host_draws.normal(self._keys.next()) * float(scale) + float(loc)
        return self._scaled(self._xp.random.normal(self.key(), self._shape(size, loc, scale)), loc, scale)

    @single
    def standard_normal(self, size: Size = None, dtype: DTypeLike = None) -> Any:
        """Standard normal values."""
        if size is None and dtype in (None, float) and on_host(self._xp):
            return host_draws.normal(self._keys.next())
        return self._result(self._xp.random.normal(self.key(), self._shape(size), dtype))

    @checked(scale=not_negative)
    def exponential(self, scale: Any = 1.0, size: Size = None) -> Any:
        """Exponential values with mean ``scale``."""
        if size is None and on_host(self._xp, scale):
            return host_draws.exponential(self._keys.next()) * float(scale)
        return self._scaled(self._xp.random.exponential(self.key(), self._shape(size, scale)), 0.0, scale)

    def standard_exponential(self, size: Size = None) -> Any:
        """Exponential values with mean 1."""
        return self.exponential(1.0, size)

    @single
    @checked(scale=not_negative)
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> Any:
        """Laplace values."""
        return self._scaled(self._xp.random.laplace(self.key(), self._shape(size, loc, scale)), loc, scale)

    @single
    @checked(scale=not_negative)
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> Any:
        """Logistic values."""
        return self._scaled(self._xp.random.logistic(self.key(), self._shape(size, loc, scale)), loc, scale)

    @single
    @checked(scale=not_negative)
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> Any:
        """Gumbel values."""
        return self._scaled(self._xp.random.gumbel(self.key(), self._shape(size, loc, scale)), loc, scale)

    @single
    def standard_cauchy(self, size: Size = None) -> Any:
        """Cauchy values."""
        return self._result(self._xp.random.cauchy(self.key(), self._shape(size)))

    @single
    @checked(shape=not_negative, scale=not_negative)
    def gamma(self, shape: Any, scale: Any = 1.0, size: Size = None) -> Any:
        """Gamma values of a shape parameter and a scale."""
        values = self._xp.random.gamma(self.key(), shape, self._shape(size, shape, scale))
        return self._scaled(values, 0.0, scale)

    def standard_gamma(self, shape: Any, size: Size = None) -> Any:
        """Gamma values of scale 1."""
        return self.gamma(shape, 1.0, size)

    @single
    @checked(a=positive, b=positive)
    def beta(self, a: Any, b: Any, size: Size = None) -> Any:
        """Beta values."""
        return self._result(self._xp.random.beta(self.key(), a, b, self._shape(size, a, b)))

    @single
    @checked(df=positive)
    def chisquare(self, df: Any, size: Size = None) -> Any:
        """Chi-square values."""
        return self._result(self._xp.random.chisquare(self.key(), df, self._shape(size, df)))

    @single
    @checked(df=positive)
    def standard_t(self, df: Any, size: Size = None) -> Any:
        """Student's t values."""
        return self._result(self._xp.random.t(self.key(), df, self._shape(size, df)))

    @single
    @checked(sigma=not_negative)
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Size = None) -> Any:
        """Values whose logarithm is normal."""
        return self._xp.exp(self.normal(mean, sigma, size))

    @single
    @checked(scale=not_negative)
    def rayleigh(self, scale: Any = 1.0, size: Size = None) -> Any:
        """Rayleigh values."""
        return self._result(self._xp.random.rayleigh(self.key(), scale, self._shape(size, scale)))

    @single
    @checked(a=positive)
    def pareto(self, a: Any, size: Size = None) -> Any:
        """Pareto values from 0 on, as NumPy has them."""
        return self._result(self._xp.random.pareto(self.key(), a, self._shape(size, a)) - 1)

    @single
    @checked(a=not_negative)
    def weibull(self, a: Any, size: Size = None) -> Any:
        """Weibull values of scale 1."""
        return self._result(self._xp.random.weibull(self.key(), a, self._shape(size, a)))

    @single
    @checked(lam=rate)
    def poisson(self, lam: Any = 1.0, size: Size = None) -> Any:
        """Poisson counts."""
        return self._result(self._xp.random.poisson(self.key(), lam, self._shape(size, lam)))

    @single
    @checked(n=not_negative, p=probability)
    def binomial(self, n: Any, p: Any, size: Size = None) -> Any:
        """Successes in ``n`` trials."""
        return self._result(self._xp.random.binomial(self.key(), n, p, self._shape(size, n, p)))

    @single
    @checked(p=chance)
    def geometric(self, p: Any, size: Size = None) -> Any:
        """Trials up to the first success."""
        return self._result(self._xp.random.geometric(self.key(), p, self._shape(size, p)))

    @checked(n=not_negative, pvals=chances)
    def multinomial(self, n: Any, pvals: Any, size: Size = None) -> Any:
        """Counts of ``n`` trials over the categories along the last axis of ``pvals``."""
        return self._xp.random.multinomial(self.key(), n, pvals, None if size is None else as_shape(size))

    @checked(alpha=not_negative)
    def dirichlet(self, alpha: Any, size: Size = None) -> Any:
        """Dirichlet vectors."""
        return self._xp.random.dirichlet(self.key(), alpha, None if size is None else as_shape(size))

    def multivariate_normal(self, mean: Any, cov: Any, size: Size = None) -> Any:
        """Normal vectors; the covariance may be semidefinite."""
        shape = None if size is None else as_shape(size)
        return self._xp.random.multivariate_normal(self.key(), mean, cov, shape, method="eigh")


class LegacyGenerator(Generator):
    """The methods of ``numpy.random.RandomState``: those of :class:`Generator` and the older names."""

    stands_for = "RandomState"

    @checked(alpha=positive)
    def dirichlet(self, alpha: Any, size: Size = None) -> Any:
        """Dirichlet vectors; unlike the newer generator, the older one has none with a part that is always zero."""
        return super().dirichlet(alpha, size)

    def for_numpy(self) -> Any:
        """NumPy's generator of the older kind, seeded by the next key."""
        return np.random.RandomState(self._keys.next())

    def seed(self, seed: int | None = None) -> None:
        """Start anew."""
        self._keys.reset(seed)

    def get_state(self) -> tuple[int, int, int]:
        """What :meth:`set_state` takes back."""
        return self._keys.state()

    def set_state(self, state: tuple[int, int, int]) -> None:
        """Go back to a state."""
        self._keys.restore(state)

    def rand(self, *shape: int) -> Any:
        """Uniform values in ``[0, 1)`` of a shape."""
        return self.random(shape)

    def randn(self, *shape: int) -> Any:
        """Standard normal values of a shape."""
        return self.standard_normal(shape)

    def random_sample(self, size: Size = None) -> Any:
        """Uniform values in ``[0, 1)``."""
        return self.random(size)

    def randint(self, low: Any, high: Any = None, size: Size = None, dtype: DTypeLike = int) -> Any:
        """Integers in ``[low, high)``, or below ``low``."""
        return self.integers(low, high, size, dtype)
