"""Operations of the group ``random``.

NumPy's and PyTorch's functions draw from a hidden state and take no key, so they are no spellings of the keyed
ones; what stands for NumPy's ``default_rng`` and ``RandomState`` is an operation of its own.
"""

from __future__ import annotations

from emberops.catalogue.model import Op, Result


def _op(name: str, *, in_jax: bool = True, mlx: str = "", numpy: str = "", result: Result = "tensor") -> Op:
    return Op(
        name=f"random.{name}",
        group="random",
        result=result,
        numpy=(f"random.{numpy}",) if numpy else (),
        jax=(f"random.{name}",) if in_jax else (),
        mlx=(f"core.random.{mlx}",) if mlx else (),
    )


OPS: tuple[Op, ...] = (
    _op("key", result="key", mlx="key"),
    _op("split", result="key"),
    _op("fold_in", result="key"),
    _op("bits"),
    _op("uniform"),
    _op("normal"),
    _op("truncated_normal"),
    _op("randint"),
    _op("bernoulli"),
    _op("rademacher"),
    _op("permutation"),
    _op("shuffle", in_jax=False),
    _op("choice"),
    _op("categorical"),
    _op("gumbel"),
    _op("exponential"),
    _op("laplace"),
    _op("logistic"),
    _op("cauchy"),
    _op("gamma"),
    _op("beta"),
    _op("dirichlet"),
    _op("chisquare"),
    _op("t"),
    _op("lognormal"),
    _op("rayleigh"),
    _op("pareto"),
    _op("weibull", in_jax=False),
    _op("poisson"),
    _op("binomial"),
    _op("geometric"),
    _op("multinomial", in_jax=False),
    _op("multivariate_normal"),
    _op("seed", in_jax=False, numpy="seed", mlx="seed", result="other"),
    _op("default_rng", in_jax=False, numpy="default_rng", result="generator"),
    _op("RandomState", in_jax=False, numpy="RandomState", result="generator"),
    _op("default_generator", in_jax=False, result="generator"),
    _op("get_state", in_jax=False, result="other"),
    _op("set_state", in_jax=False, result="other"),
)
