"""Operations of the group ``random``.

NumPy's and PyTorch's functions draw from a hidden state and take no key, so they are no spellings of the keyed
ones; what stands for NumPy's ``default_rng`` and ``RandomState`` is an operation of its own.
"""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_ROOTS = {"jax": "random."}
_op = partial(entry, group="random", space="random", roots=_ROOTS)

OPS: tuple[Op, ...] = (
    _op("key", "jax mlx", result="key"),
    _op("split", "jax", result="key"),
    _op("fold_in", "jax", result="key"),
    _op("bits", "jax"),
    _op("uniform", "jax"),
    _op("normal", "jax"),
    _op("truncated_normal", "jax"),
    _op("randint", "jax"),
    _op("bernoulli", "jax"),
    _op("rademacher", "jax"),
    _op("permutation", "jax"),
    _op("shuffle"),
    _op("choice", "jax"),
    _op("categorical", "jax"),
    _op("gumbel", "jax"),
    _op("exponential", "jax"),
    _op("laplace", "jax"),
    _op("logistic", "jax"),
    _op("cauchy", "jax"),
    _op("gamma", "jax"),
    _op("beta", "jax"),
    _op("dirichlet", "jax"),
    _op("chisquare", "jax"),
    _op("t", "jax"),
    _op("lognormal", "jax"),
    _op("rayleigh", "jax"),
    _op("pareto", "jax"),
    _op("weibull"),
    _op("poisson", "jax"),
    _op("binomial", "jax"),
    _op("geometric", "jax"),
    _op("multinomial"),
    _op("multivariate_normal", "jax"),
    _op("seed", "numpy mlx", result="other"),
    _op("default_rng", "numpy", result="generator"),
    _op("RandomState", "numpy", result="generator"),
    _op("default_generator", result="generator"),
    _op("get_state", result="other"),
    _op("set_state", result="other"),
)
