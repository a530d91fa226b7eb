"""A `Generator` of random numbers that is annotated draws arrays; one of `typing` is an iterator."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]


@pytest.mark.parametrize(
    ("annotation", "backend"),
    [
        ("np.random.Generator", "numpy"),
        ("np.random.RandomState", "numpy"),
        ("Numpys", "numpy"),
        ("ops.random.Generator", "ops"),
        ("np.random.Generator | None", "numpy"),
    ],
)
def test_what_an_annotated_generator_draws_is_an_array(
    value_of: ValueOf, annotation: str, backend: str
) -> None:
    start = "from numpy.random import Generator as Numpys\n\n"
    code = f"{start}def f(rng: {annotation}, n):\n    return rng.normal(size=n) * 2\n"
    value = value_of(code, "rng.normal(size=n)")
    assert value.is_tensor
    assert value.backend == backend


@pytest.mark.parametrize("module", ["typing", "collections.abc"])
def test_a_generator_of_types_is_none_of_random_numbers(value_of: ValueOf, module: str) -> None:
    code = (
        f"from {module} import Generator\n\ndef f(rng: Generator, n):\n    return rng, rng.normal(size=n)\n"
    )
    assert value_of(code, "rng").kind is not Kind.RANDOM
    assert not value_of(code, "rng.normal(size=n)").is_tensor


@pytest.mark.parametrize(("asked", "backend"), [("np.random", "numpy"), ("ops.random", "ops")])
def test_what_is_asked_to_be_a_generator_is_one(value_of: ValueOf, asked: str, backend: str) -> None:
    code = (
        f"def rng_of(seed=None):\n    if isinstance(seed, ({asked}.Generator, {asked}.RandomState)):\n"
        f"        return seed\n    return {asked}.default_rng(seed)\n\n"
        "def f(n, seed=None):\n    rng = rng_of(seed)\n    child = rng.spawn(1)[0]\n    return child.normal(size=n)\n"
    )
    assert value_of(code, "rng_of(seed)").kind is Kind.RANDOM
    assert value_of(code, "rng.spawn(1)[0]").kind is Kind.RANDOM
    assert value_of(code, "child.normal(size=n)").backend == backend


@pytest.mark.parametrize("annotation", ["int | {}", "Optional[Union[int, {}]]", "None | int | {}"])
@pytest.mark.parametrize(("asked", "backend"), [("np.random", None), ("ops.random", "ops")])
def test_a_generator_or_a_seed_is_one_where_it_is_asked(
    value_of: ValueOf, annotation: str, asked: str, backend: str | None
) -> None:
    seed = annotation.format(f"{asked}.Generator")
    code = (
        f"from typing import Optional, Union\nLAST = {asked}.default_rng()\n\n"
        f"def rng_of(seed: {seed} = None):\n    if seed is None:\n        return LAST.spawn(1)[0]\n"
        f"    if isinstance(seed, {asked}.Generator):\n        return seed\n"
        f"    return {asked}.default_rng(seed)\n\ndef f(seed: {seed} = None):\n    return rng_of(seed)\n"
    )
    made = value_of(code, "rng_of(seed)")
    assert (made.kind, made.backend, made.maybe) == (Kind.RANDOM, backend, False)
