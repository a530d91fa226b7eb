"""Operations of the group ``random``, composed from each backend's Threefry.

A backend gives ``wrap_key``, ``words``, ``count_words``, ``hashed``, ``unsigned``, ``wide`` and ``settled`` in its
own module; everything here and in ``random_words`` is written in those and in operations.  One that compiles gives
``at_once`` besides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from emberops.backends.composed.random_counts import *
from emberops.backends.composed.random_words import *
from emberops.backends.composed.random_words import (
    DIGITS,
    at_once,
    drawn_words,
    float_name,
    require_sizes,
    split,
    unit,
)
from emberops.backends.support import default_key
from emberops.backends.support.random_generator import Generator, LegacyGenerator
from emberops.backends.support.shapes import as_axis, as_shape, broadcast_shapes, fitting_sizes
from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, ShapeError
from emberops.typing import DTypeLike, Shape


def uniform(
    xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None, minval: Any = 0.0, maxval: Any = 1.0
) -> Any:
    name = float_name(xp, dtype)
    if not (_is_number(minval) and _is_number(maxval)):
        minval, maxval = xp.asarray(minval, dtype=name), xp.asarray(maxval, dtype=name)
        values = unit(xp, key, _sizes(shape, minval, maxval), name)
        return xp.maximum(values * (maxval - minval) + minval, minval)
    values = unit(xp, key, as_shape(shape), name)
    if minval == 0 and maxval == 1:
        return values
    return xp.maximum(values * float(maxval - minval) + float(minval), float(minval))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float, bool)


def normal(
    xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None, *, mean: Any = 0.0, stddev: Any = 1.0
) -> Any:
    name = float_name(xp, dtype)
    lowest = -1.0 + 2.0 ** -(53 if name == "float64" else DIGITS[name] + 1)
    values = xp.erfinv(uniform(xp, key, shape, name, lowest, 1.0)) * math.sqrt(2)
    if not (_is_number(stddev) and stddev == 1):
        values = values * _parameter(xp, stddev, name)
    return values if _is_number(mean) and mean == 0 else values + _parameter(xp, mean, name)


def _parameter(xp: Any, value: Any, name: str) -> Any:
    """A parameter of a distribution in the dtype of its values; a number stays one."""
    return float(value) if _is_number(value) else xp.asarray(value, dtype=name)


def _sizes(shape: Shape | None, *parameters: Any) -> tuple[int, ...]:
    """The shape asked for, or that to which the parameters broadcast."""
    return fitting_sizes(shape, broadcast_shapes(*(tuple(p.shape) for p in parameters)))


def truncated_normal(
    xp: Any, key: Any, lower: Any, upper: Any, shape: Shape | None = None, dtype: DTypeLike = None
) -> Any:
    name = float_name(xp, dtype)
    lower, upper = xp.asarray(lower, dtype=name), xp.asarray(upper, dtype=name)
    root = math.sqrt(2)
    low, high = xp.erf(lower / root), xp.erf(upper / root)
    values = xp.erfinv(uniform(xp, key, _sizes(shape, lower, upper), name, low, high)) * root
    return xp.minimum(xp.maximum(values, lower), upper)


def bernoulli(xp: Any, key: Any, p: Any = 0.5, shape: Shape | None = None) -> Any:
    name = float_name(xp, None)
    p = xp.asarray(p, dtype=name)
    return unit(xp, key, _sizes(shape, p), name) < p


def rademacher(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = int) -> Any:
    return xp.astype(bernoulli(xp, key, 0.5, shape), dtype) * 2 - 1


def permutation(xp: Any, key: Any, x: Any, axis: int = 0, independent: bool = False) -> Any:
    count = _count(x)
    if count is not None:
        return at_once(xp, _order, key, count=count)
    x = xp.asarray(x)
    axis = as_axis(axis, x.ndim)
    if not independent:
        return xp.take(x, at_once(xp, _order, key, count=x.shape[axis]), axis)
    order = xp.argsort(drawn_words(xp, key, tuple(x.shape)), axis=axis, stable=True)
    return xp.take_along_axis(x, order, axis)


def _count(x: Any) -> int | None:
    """The int that stands for the integers below it, if ``x`` is one."""
    if isinstance(x, int):
        return x
    return int(x) if getattr(x, "ndim", None) == 0 else None


def _order(xp: Any, key: Any, count: int) -> Any:
    """The integers below ``count``, shuffled by sorting random words, often enough that ties do not matter."""
    order = xp.arange(count)
    for _ in range(math.ceil(3 * math.log(max(1, count)) / math.log(2**32 - 1))):
        pair = split(xp, key)
        key, words = pair[0, ...], drawn_words(xp, pair[1, ...], (count,))
        order = xp.take(order, xp.argsort(words, stable=True))
    return order


def shuffle(xp: Any, key: Any, x: Any, axis: int = 0) -> Any:
    return permutation(xp, key, xp.asarray(x), axis)


def choice(
    xp: Any, key: Any, a: Any, shape: Shape = (), replace: bool = True, p: Any = None, axis: int = 0
) -> Any:
    sizes = as_shape(shape)
    require_sizes(sizes)
    count, draws = _count(a), math.prod(sizes)
    if count is None:
        a = xp.asarray(a)
        axis = as_axis(axis, a.ndim)
    among = a.shape[axis] if count is None else count
    if among <= 0 and draws:
        raise ValueError("choice: there is nothing to choose from")
    if not replace and draws > among:
        raise ValueError(f"choice: {draws} of {among} can only be drawn with replace=True")
    chosen = _chosen(xp, key, among, sizes, replace, p)
    return chosen if count is not None else xp.take(a, chosen, axis)


def _chosen(xp: Any, key: Any, among: int, sizes: tuple[int, ...], replace: bool, p: Any) -> Any:
    draws = math.prod(sizes)
    if p is None:
        return (
            randint(xp, key, sizes, 0, among)
            if replace
            else xp.reshape(_order(xp, key, among)[:draws], sizes)
        )
    name = float_name(xp, None)
    p = xp.asarray(p, dtype=name)
    if tuple(p.shape) != (among,):
        raise ShapeError(
            f"choice: p has the shape {tuple(p.shape)}, there are {among} entries to choose from"
        )
    if not replace:
        scores = gumbel(xp, key, (among,), name) + xp.log(p)
        return xp.reshape(xp.argsort(-scores, stable=True)[:draws], sizes)
    total = xp.cumsum(p, axis=0)
    places = xp.searchsorted(total, xp.reshape(total[-1] * (1 - unit(xp, key, sizes, name)), (-1,)))
    return xp.astype(xp.reshape(xp.clip(places, 0, among - 1), sizes), int)


def categorical(xp: Any, key: Any, logits: Any, axis: int = -1, shape: Shape | None = None) -> Any:
    logits = xp.asarray(logits)
    logits = logits if xp.isdtype(logits.dtype, "real floating") else xp.astype(logits, float)
    axis = as_axis(axis, logits.ndim)
    batch = tuple(n for a, n in enumerate(logits.shape) if a != axis)
    sizes = batch if shape is None else as_shape(shape)
    if sizes[len(sizes) - len(batch) :] != batch:
        raise ShapeError(f"categorical: the shape {sizes} does not end with {batch}")
    prefix = sizes[: len(sizes) - len(batch)]
    noise = gumbel(xp, key, (*prefix, *logits.shape), dtypes.dtype(logits.dtype).name)
    return xp.argmax(noise + logits, axis=len(prefix) + axis)


_TINY = {"float16": 2.0**-14, "bfloat16": 2.0**-126, "float32": 2.0**-126, "float64": 2.0**-1022}
"""The smallest normal number."""


def gumbel(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    return -xp.log(-xp.log(uniform(xp, key, shape, name, _TINY[name], 1.0)))


def exponential(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None) -> Any:
    return -xp.log1p(-unit(xp, key, as_shape(shape), float_name(xp, dtype)))


def laplace(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    lowest = -1.0 + 2.0 ** -(53 if name == "float64" else DIGITS[name] + 1)
    values = uniform(xp, key, shape, name, lowest, 1.0)
    return xp.sign(values) * xp.log1p(-xp.abs(values))


def logistic(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    values = uniform(xp, key, shape, name, _TINY[name], 1.0)
    return xp.log(values) - xp.log1p(-values)


def cauchy(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    epsilon = 2.0 ** -(52 if name == "float64" else DIGITS[name])
    return xp.tan(math.pi * (uniform(xp, key, shape, name, epsilon, 1.0) - 0.5))


_ROUNDS = 12
"""Trials of a gamma value; more than 95 of 100 succeed each time."""


def gamma(xp: Any, key: Any, a: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    a = xp.asarray(a, dtype=name)
    sizes = _sizes(shape, a)
    pair = split(xp, key)
    raised = xp.where(
        a < 1, a + 1, a
    )  # the method needs at least 1; a power of a uniform value makes up for it
    d = xp.broadcast_to(raised - 1 / 3, sizes)
    values, accepted = d, xp.zeros(sizes, dtype=bool)
    for trial in range(_ROUNDS):
        keys = split(xp, fold_in(xp, pair[0, ...], trial))
        x, u = normal(xp, keys[0, ...], sizes, name), unit(xp, keys[1, ...], sizes, name)
        root = 1 + x / (3 * xp.sqrt(d))
        cube = xp.where(root > 0, root, 1.0) ** 3
        fits = xp.log(1 - u) < x * x / 2 + d * (1 - cube + xp.log(cube))
        fits = xp.logical_and(xp.logical_and(fits, root > 0), xp.logical_not(accepted))
        values, accepted = xp.where(fits, d * cube, values), xp.logical_or(accepted, fits)
        if xp.random.settled(accepted):
            break
    boost = (1 - unit(xp, pair[1, ...], sizes, name)) ** (1 / a)
    return xp.where(xp.broadcast_to(a < 1, sizes), values * boost, values)


def beta(xp: Any, key: Any, a: Any, b: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    a, b = xp.asarray(a, dtype=name), xp.asarray(b, dtype=name)
    sizes, keys = _sizes(shape, a, b), split(xp, key)
    first, second = gamma(xp, keys[0, ...], a, sizes, name), gamma(xp, keys[1, ...], b, sizes, name)
    return first / (first + second)


def dirichlet(xp: Any, key: Any, alpha: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    alpha = xp.asarray(alpha, dtype=name)
    if not alpha.ndim:
        raise ShapeError("dirichlet: alpha is a vector, and no number")
    sizes = tuple(alpha.shape) if shape is None else (*as_shape(shape), alpha.shape[-1])
    values = gamma(xp, key, alpha, sizes, name)
    total = xp.sum(values, axis=-1, keepdims=True)
    return values / xp.where(total == 0, 1, total)  # of nothing but zeros NumPy makes zeros


def chisquare(xp: Any, key: Any, df: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    df = xp.asarray(df, dtype=float_name(xp, dtype))
    return 2 * gamma(xp, key, df / 2, _sizes(shape, df), dtype)


def t(xp: Any, key: Any, df: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    df = xp.asarray(df, dtype=name)
    sizes, keys = _sizes(shape, df), split(xp, key)
    return normal(xp, keys[0, ...], sizes, name) / xp.sqrt(chisquare(xp, keys[1, ...], df, sizes, name) / df)


def lognormal(
    xp: Any, key: Any, sigma: Any = 1.0, shape: Shape | None = None, dtype: DTypeLike = None
) -> Any:
    name = float_name(xp, dtype)
    sigma = xp.asarray(sigma, dtype=name)
    return xp.exp(normal(xp, key, _sizes(shape, sigma), name) * sigma)


def rayleigh(xp: Any, key: Any, scale: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    scale = xp.asarray(scale, dtype=name)
    return scale * xp.sqrt(2 * exponential(xp, key, _sizes(shape, scale), name))


def pareto(xp: Any, key: Any, b: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    b = xp.asarray(b, dtype=name)
    return xp.exp(exponential(xp, key, _sizes(shape, b), name) / b)


def weibull(xp: Any, key: Any, a: Any, shape: Shape | None = None, dtype: DTypeLike = None) -> Any:
    name = float_name(xp, dtype)
    a = xp.asarray(a, dtype=name)
    return exponential(xp, key, _sizes(shape, a), name) ** (1 / a)


def multivariate_normal(
    xp: Any,
    key: Any,
    mean: Any,
    cov: Any,
    shape: Shape | None = None,
    dtype: DTypeLike = None,
    method: str = "cholesky",
) -> Any:
    name = float_name(xp, dtype)
    mean, cov = xp.asarray(mean, dtype=name), xp.asarray(cov, dtype=name)
    size = mean.shape[-1]
    if tuple(cov.shape[-2:]) != (size, size):
        raise ShapeError(f"multivariate_normal: a covariance of shape {tuple(cov.shape)} for {size} values")
    batch = broadcast_shapes(tuple(mean.shape[:-1]), tuple(cov.shape[:-2]))
    sizes = batch if shape is None else as_shape(shape)
    if method == "cholesky":
        factor = xp.linalg.cholesky(cov)
    elif method == "eigh":
        values, vectors = xp.linalg.eigh(cov)
        factor = vectors * xp.sqrt(xp.maximum(values, 0.0))[..., None, :]
    else:
        raise ValueError(f"multivariate_normal: method is 'cholesky' or 'eigh', not {method!r}")
    noise = normal(xp, key, (*sizes, size), name)
    return mean + xp.matmul(factor, noise[..., None])[..., 0]


def seed(xp: Any, seed: int | None = None) -> None:
    default_key.DEFAULT.reset(seed_number(seed))
    # What computes in NumPy beside the backend, SciPy's optimisers for one, draws from its hidden generator.
    np.random.seed(None if seed is None else np.asarray(seed) & 0xFFFFFFFF)


def seed_number(seed: Any) -> int | None:
    """One int from a seed, which NumPy's hidden generator lets be a sequence of them."""
    return seed if seed is None or isinstance(seed, int) else hash(as_shape(seed)) & (2**64 - 1)


def default_rng(xp: Any, seed: int | Sequence[int] | Any = None) -> Any:
    if isinstance(seed, Generator):
        return seed
    return Generator(xp, default_key.KeyStream(_mixed(seed)))


def _mixed(seed: Any) -> int | None:
    """One int from a seed, which NumPy lets be a sequence of them, or a generator: then the next that it draws."""
    if isinstance(seed, int) and seed < 0:
        raise ArgumentError(f"a seed is not negative, and {seed} is")
    if seed is None or isinstance(seed, int):
        return seed
    if isinstance(seed, np.random.RandomState):
        return int(seed.randint(2**63, dtype=np.uint64))
    if isinstance(seed, (np.random.Generator, np.random.BitGenerator, np.random.SeedSequence)):
        return int(np.random.default_rng(seed).integers(2**63))
    return hash(as_shape(seed)) & (2**64 - 1)


def RandomState(xp: Any, seed: int | None = None) -> Any:  # noqa: N802  NumPy's name
    return LegacyGenerator(xp, default_key.KeyStream(_mixed(seed)))


def default_generator(xp: Any) -> Any:
    return LegacyGenerator(xp, default_key.DEFAULT)


def get_state(xp: Any) -> tuple[int, int, int]:
    return default_key.DEFAULT.state()


def set_state(xp: Any, state: tuple[int, int, int]) -> None:
    if len(state) != 3 or not all(isinstance(n, int) for n in state):
        raise ValueError(f"set_state: expected what get_state gives, three ints; got {state!r}")
    default_key.DEFAULT.restore(state)
