"""Random numbers: JAX's bits, the same on every backend, and the right distributions."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest
import scipy.stats
import torch

import emberops
from emberops import ops
from emberops.backends.composed import random_counts
from emberops.errors import ArgumentError, OperationNotSupportedError
from emberops.testing import assert_close

SEEDS = [0, 1, 42, 2**31, 2**32 - 1]


def host(x: Any) -> np.ndarray:
    return np.asarray(ops.to_numpy(x))


@pytest.mark.parametrize("seed", SEEDS)
def test_bits_are_those_of_jax(backend: str, seed: int) -> None:
    ours, theirs = ops.random.key(seed), jax.random.key(np.uint32(seed))
    np.testing.assert_array_equal(host(ours), jax.random.key_data(theirs))
    np.testing.assert_array_equal(
        host(ops.random.split(ours, 3)), jax.random.key_data(jax.random.split(theirs, 3))
    )
    np.testing.assert_array_equal(
        host(ops.random.fold_in(ours, 7)), jax.random.key_data(jax.random.fold_in(theirs, 7))
    )
    for shape in ((), (5,), (3, 4)):
        np.testing.assert_array_equal(host(ops.random.bits(ours, shape)), jax.random.bits(theirs, shape))
        np.testing.assert_array_equal(
            host(ops.random.uniform(ours, shape, ops.float32)), jax.random.uniform(theirs, shape)
        )
        np.testing.assert_array_equal(
            host(ops.random.randint(ours, shape, -3, 1000)), jax.random.randint(theirs, shape, -3, 1000)
        )
        assert_close(
            ops.random.normal(ours, shape, ops.float32), np.asarray(jax.random.normal(theirs, shape))
        )
        assert_close(
            ops.random.gumbel(ours, shape, ops.float32), np.asarray(jax.random.gumbel(theirs, shape))
        )
        assert_close(
            ops.random.laplace(ours, shape, ops.float32), np.asarray(jax.random.laplace(theirs, shape))
        )
    np.testing.assert_array_equal(host(ops.random.permutation(ours, 20)), jax.random.permutation(theirs, 20))
    np.testing.assert_array_equal(host(ops.random.choice(ours, 9, (4,))), jax.random.choice(theirs, 9, (4,)))
    np.testing.assert_array_equal(
        host(ops.random.choice(ours, 9, (4,), False)), jax.random.choice(theirs, 9, (4,), False)
    )


DRAWS = [
    ("uniform", ((4,),), {}),
    ("normal", ((4,),), {"mean": 1.0, "stddev": 2.0}),
    ("truncated_normal", (-1.0, 2.0, (4,)), {}),
    ("exponential", ((4,),), {}),
    ("logistic", ((4,),), {}),
    ("cauchy", ((4,),), {}),
    ("gamma", (0.5, (4,)), {}),
    ("gamma", ([0.3, 1.0, 4.0],), {}),
    ("beta", (2.0, 3.0, (4,)), {}),
    ("dirichlet", ([1.0, 2.0, 3.0], (2,)), {}),
    ("chisquare", (3.0, (4,)), {}),
    ("t", (3.0, (4,)), {}),
    ("lognormal", (0.5, (4,)), {}),
    ("rayleigh", (2.0, (4,)), {}),
    ("pareto", (3.0, (4,)), {}),
    ("weibull", (1.5, (4,)), {}),
    ("bernoulli", (0.3, (4,)), {}),
    ("rademacher", ((4,),), {}),
    ("poisson", (4.0, (4,)), {}),
    ("poisson", (40.0, (4,)), {}),
    ("binomial", (10, 0.3, (4,)), {}),
    ("binomial", (100, 0.7, (4,)), {}),
    ("geometric", (0.3, (4,)), {}),
    ("multinomial", (10, [0.2, 0.3, 0.5], (4,)), {}),
    ("categorical", ([0.1, 0.2, 3.0],), {"shape": (4,)}),
    ("choice", ([5, 6, 7],), {"shape": (4,), "p": [0.2, 0.3, 0.5]}),
    ("choice", (3,), {"shape": (2,), "p": [0.2, 0.3, 0.5], "replace": False}),
    ("shuffle", ([1, 2, 3, 4],), {}),
    ("permutation", ([[1, 2, 3], [4, 5, 6]],), {"axis": 1, "independent": True}),
    ("multivariate_normal", ([1.0, 2.0], [[2.0, 0.5], [0.5, 1.0]], (3,)), {}),
    ("multivariate_normal", ([1.0, 2.0], [[2.0, 0.5], [0.5, 1.0]]), {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), DRAWS)
def test_every_backend_draws_the_same(backend: str, name: str, args: tuple, kwargs: dict) -> None:
    with emberops.use_backend("numpy"):
        expected = host(getattr(ops.random, name)(ops.random.key(3), *args, **kwargs))
    actual = getattr(ops.random, name)(ops.random.key(3), *args, **kwargs)
    assert_close(actual, expected, rtol=2e-4, atol=2e-4)


N = 20_000

MOMENTS = [
    ("uniform", {"minval": 2.0, "maxval": 4.0}, 3.0, 1 / 3),
    ("normal", {"mean": 2.0, "stddev": 3.0}, 2.0, 9.0),
    ("exponential", {}, 1.0, 1.0),
    ("gumbel", {}, 0.5772, 1.6449),
    ("laplace", {}, 0.0, 2.0),
    ("logistic", {}, 0.0, 3.2899),
    ("gamma", {"a": 0.4}, 0.4, 0.4),
    ("gamma", {"a": 7.0}, 7.0, 7.0),
    ("beta", {"a": 2.0, "b": 3.0}, 0.4, 0.04),
    ("chisquare", {"df": 5.0}, 5.0, 10.0),
    ("t", {"df": 9.0}, 0.0, 9 / 7),
    ("rayleigh", {"scale": 2.0}, 2.5066, 1.7168),
    ("weibull", {"a": 2.0}, 0.8862, 0.2146),
    ("poisson", {"lam": 0.7}, 0.7, 0.7),
    ("poisson", {"lam": 9.9}, 9.9, 9.9),
    ("poisson", {"lam": 200.0}, 200.0, 200.0),
    ("binomial", {"n": 12, "p": 0.3}, 3.6, 2.52),
    ("binomial", {"n": 12, "p": 0.9}, 10.8, 1.08),
    ("binomial", {"n": 1000, "p": 0.3}, 300.0, 210.0),
    ("binomial", {"n": 1000, "p": 0.8}, 800.0, 160.0),
    ("geometric", {"p": 0.25}, 4.0, 12.0),
    ("bernoulli", {"p": 0.3}, 0.3, 0.21),
]


@pytest.mark.parametrize(("name", "parameters", "mean", "variance"), MOMENTS)
def test_moments(name: str, parameters: dict, mean: float, variance: float) -> None:
    with emberops.use_backend("numpy"):
        x = host(getattr(ops.random, name)(ops.random.key(11), shape=(N,), **parameters)).astype(float)
    assert abs(x.mean() - mean) < 5 * np.sqrt(variance / N)
    assert abs(x.var() / variance - 1) < 0.15


def test_floats_of_64_bits_continue_those_of_32(backend: str) -> None:
    if backend == "jax":
        pytest.skip("JAX has no float64 while jax_enable_x64 is off")
    key = ops.random.key(5)
    narrow, wide = ops.random.uniform(key, (50,), ops.float32), ops.random.uniform(key, (50,), ops.float64)
    difference = host(wide) - host(narrow).astype(np.float64)
    assert (difference >= 0).all()
    assert (difference < 2.0**-23).all()


def test_a_key_is_not_changed(backend: str) -> None:
    key = ops.random.key(1)
    assert_close(ops.random.normal(key, (3,)), host(ops.random.normal(key, (3,))))


def test_seed_and_default_draws(backend: str) -> None:
    ops.random.seed(7)
    first, second = (
        ops.random_normal((3,), mean=1.0, stddev=2.0),
        ops.random_uniform((2,), minval=-1.0, maxval=1.0),
    )
    ops.random.seed(7)
    assert_close(ops.random_normal((3,), mean=1.0, stddev=2.0), host(first))
    assert_close(ops.random_uniform((2,), minval=-1.0, maxval=1.0), host(second))
    with emberops.use_backend("numpy"):
        ops.random.seed(7)
        assert_close(ops.random_normal((3,), mean=1.0, stddev=2.0), host(first), rtol=1e-4, atol=1e-5)
    assert ops.shape(ops.random_normal()) == ()


def test_seed_reaches_what_draws_from_numpy(backend: str) -> None:
    ops.random.seed(7)
    first = np.random.rand(3)
    ops.random.seed(7)
    np.testing.assert_array_equal(np.random.rand(3), first)


def test_a_sequence_is_a_seed(backend: str) -> None:
    seed = np.array([3, 2**32 - 1], dtype=np.uint32)
    ops.random.seed(seed)
    first = host(ops.random_normal((3,)))
    ops.random.seed(seed)
    assert_close(ops.random_normal((3,)), first)
    ops.random.seed([3, 4])
    assert not np.allclose(host(ops.random_normal((3,))), first)


def test_seed_reaches_what_layers_of_pytorch_draw() -> None:
    with emberops.use_backend("torch"):
        ops.random.seed(7)
        first = torch.nn.Linear(2, 3).weight.detach()
        ops.random.seed(7)
        torch.testing.assert_close(torch.nn.Linear(2, 3).weight.detach(), first)


def test_parameters_must_fit_the_shape(backend: str) -> None:
    low, rng = ops.asarray([0.0, 1.0]), ops.random.default_rng(3)
    assert ops.shape(rng.uniform(low, 2.0, (4, 2))) == (4, 2)
    for draw in (
        lambda: rng.uniform(low, 2.0, (2, 3)),
        lambda: rng.normal([0.0, 1.0], size=(2, 3)),
        lambda: ops.random.uniform(ops.random.key(0), (2, 3), minval=low),
    ):
        with pytest.raises(ValueError, match="broadcast"):
            draw()


def test_default_rng(backend: str) -> None:
    rng, again = ops.random.default_rng(3), ops.random.default_rng(3)
    for draw in (
        lambda g: g.random(3),
        lambda g: g.normal(1.0, 2.0, (2, 2)),
        lambda g: g.normal([0.0, 10.0], 1.0),
        lambda g: g.uniform(-1, 1, size=4),
        lambda g: g.integers(10, size=5),
        lambda g: g.integers(1, 6, size=(2, 2), endpoint=True),
        lambda g: g.integers([1, 2], (3, 20)),
        lambda g: g.choice([1.0, 2.0, 3.0], size=2, replace=False),
        lambda g: g.permutation(5),
        lambda g: g.standard_gamma(2.0, 3),
        lambda g: g.poisson(3.0, 3),
        lambda g: g.multivariate_normal([0.0, 0.0], [[1.0, 1.0], [1.0, 1.0]], 2),
        lambda g: g.lognormal(size=2),
        lambda g: g.random(),
    ):
        a, b = draw(rng), draw(again)
        assert_close(a, host(b))
    assert ops.random.default_rng(rng) is rng
    assert ops.shape(rng.random()) == ()
    values = host(rng.integers(1, 6, size=500, endpoint=True))
    assert set(values.tolist()) == {1, 2, 3, 4, 5, 6}
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        rng.integers(5, 5)


def test_legacy_generator(backend: str) -> None:
    rng = ops.random.RandomState(0)
    state = rng.get_state()
    first = host(rng.rand(2, 3))
    assert first.shape == (2, 3)
    rng.set_state(state)
    assert_close(rng.rand(2, 3), first)
    assert host(rng.randn(3)).shape == (3,)
    assert 0 <= int(rng.randint(10)) < 10
    rng.seed(0)
    assert_close(rng.rand(2, 3), first)
    ops.random.seed(1)
    a = host(ops.random.default_generator().normal(size=2))
    ops.random.seed(1)
    assert_close(ops.random.default_generator().normal(size=2), a)


def test_generators_are_instances_of_numpys_names(backend: str) -> None:
    legacy = [
        ops.random.RandomState(0),
        np.random.RandomState(0),
        ops.random.default,
        ops.random.default_generator(),
    ]
    new = [ops.random.default_rng(0), np.random.default_rng(0)]
    others = [None, 0, np.random, ops.random, np.zeros(3), "RandomState"]
    for values, classes in ((legacy, (True, False)), (new, (False, True)), (others, (False, False))):
        for value in values:
            answers = isinstance(value, ops.random.RandomState), isinstance(value, ops.random.Generator)
            assert answers == classes, value
    assert issubclass(np.random.RandomState, ops.random.RandomState)
    assert not issubclass(int, ops.random.Generator)
    assert (int | ops.random.Generator | None) is not None  # annotations are evaluated
    with pytest.raises(TypeError, match="default_rng"):
        ops.random.Generator(0)


@pytest.mark.parametrize(
    "make",
    [np.random.default_rng, np.random.SeedSequence, np.random.PCG64],
)
def test_a_generator_of_numpy_is_a_seed(backend: str, make: Callable) -> None:
    seed = make(5)
    first = host(ops.random.default_rng(seed).normal(size=3))
    assert_close(ops.random.default_rng(make(5)).normal(size=3), first)
    if make is not np.random.SeedSequence:  # which does not go on
        assert not np.allclose(host(ops.random.default_rng(seed).normal(size=3)), first)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda rng: pickle.loads(pickle.dumps(rng))])
@pytest.mark.parametrize("make", [ops.random.default_rng, ops.random.RandomState])
def test_copies_of_a_generator_go_on_where_it_stood(backend: str, make: Callable, copied: Callable) -> None:
    rng = make(4)
    rng.normal(size=3)
    other = copied(rng)
    assert type(other) is type(rng)
    assert_close(other.normal(size=3), host(rng.normal(size=3)))


def test_shuffle_of_a_generator_works_in_place_where_it_can(backend: str) -> None:
    rng = ops.random.default_rng(0)
    x = ops.arange(10)
    y = rng.shuffle(x)
    assert sorted(host(y).tolist()) == list(range(10))
    assert (y is x) == (backend != "jax")
    items = list("abcdef")
    assert sorted(rng.shuffle(items)) == list("abcdef")


def test_a_shuffle_that_nobody_would_see_is_an_error(backend: str) -> None:
    rng = ops.random.default_rng(0)
    x = ops.arange(50)
    before = ops.to_numpy(x).copy()
    if backend == "jax":
        with pytest.raises(OperationNotSupportedError, match=r"x = generator\.shuffle\(x\)"):
            rng.shuffle(x)
        return
    rng.shuffle(x)
    assert (host(x) != before).any()


def test_choice_checks(backend: str) -> None:
    key = ops.random.key(0)
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.random.choice(key, 3, (4,), replace=False)
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.random.choice(key, 3, (4,), p=[0.5, 0.5])
    with pytest.raises(TypeError):
        ops.random.uniform(key, (2,), ops.int32)


def test_typed_jax_keys_and_jit() -> None:
    with emberops.use_backend("jax"):
        draw = jax.jit(lambda k: ops.random.gamma(k, 2.0, (3,)))
        assert_close(draw(ops.random.key(4)), host(ops.random.gamma(ops.random.key(4), 2.0, (3,))), rtol=1e-4)
        assert_close(
            ops.random.normal(jax.random.key(4), (3,)), np.asarray(jax.random.normal(jax.random.key(4), (3,)))
        )


def test_torch_compiles_without_a_break() -> None:
    import torch

    with emberops.use_backend("torch"):
        key = ops.random.key(4)
        compiled = torch.compile(lambda k: ops.random.normal(k, (3,)), fullgraph=True, backend="eager")
        assert_close(compiled(key), host(ops.random.normal(key, (3,))))


def test_choice_of_strings(backend: str) -> None:
    chosen = ops.random.default_rng(0).choice(["a", "b", "c"], size=5)
    assert set(chosen) <= {"a", "b", "c"}
    assert len(chosen) == 5


def test_unsigned_integers(backend: str) -> None:
    x = ops.random.randint(ops.random.key(1), (100,), 5, 2**32, dtype=ops.uint32)
    assert ops.uint32 == x.dtype
    assert host(x).min() >= 5
    assert host(x).max() > 2**31


def test_the_default_generator_goes_with_the_backend(backend: str) -> None:
    ops.random.seed(3)
    drawn = ops.random.default.normal(size=(2, 3)), ops.random.default.choice(5, 2)
    ops.random.seed(3)
    generator = ops.random.default_generator()
    assert_close(drawn[0], generator.normal(size=(2, 3)))
    assert_close(drawn[1], generator.choice(5, 2))
    assert isinstance(drawn[0], ops.Tensor)
    with pytest.raises(AttributeError):
        ops.random.default.nothing  # noqa: B018 - to ask is to raise


def test_a_draw_kept_as_a_function_is_numpys() -> None:
    with emberops.use_backend("numpy"):
        np.random.seed(3)
        expected = np.random.rand(2)
        np.random.seed(3)
        draw = ops.random.default.rand
        np.testing.assert_array_equal(draw(2), expected)


def test_generators_of_numpy_keep_its_numbers() -> None:
    with emberops.use_backend("numpy"):
        np.random.seed(3)
        expected = np.random.normal(size=3), np.random.rand(2)
        ops.random.seed(3)
        drawn = ops.random.default_generator()
        np.testing.assert_array_equal(drawn.normal(size=3), expected[0])
        np.testing.assert_array_equal(drawn.rand(2), expected[1])
        rng, numpy_rng = ops.random.default_rng(5), np.random.default_rng(5)
        np.testing.assert_array_equal(rng.uniform(size=4), numpy_rng.uniform(size=4))
        legacy = ops.random.RandomState(5).randint(10, size=4)
        np.testing.assert_array_equal(legacy, np.random.RandomState(5).randint(10, size=4))
        assert ops.shape(ops.random.normal(rng.key(), (2,))) == (2,)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: ops.random.normal((2, 3)),
        lambda: ops.random.uniform(3),
        lambda: ops.random.choice(5, (3,)),
        lambda: ops.random.permutation(ops.arange(4), 3),
        lambda: ops.random.split(0),
        lambda: ops.random.fold_in(None, 3),
        lambda: ops.random.poisson([1, 2], 3.0),
    ],
)
def test_what_is_no_key_is_said_so(backend: str, draw: Callable[[], object]) -> None:
    with pytest.raises(
        ArgumentError, match=r"no key.*ops\.random\.key\(seed\) makes one.*ops\.random\.default\."
    ):
        draw()


def test_one_of_many_keys_is_wanted(backend: str) -> None:
    keys = ops.random.split(ops.random.key(0), 3)
    with pytest.raises(ArgumentError, match=r"keys of shape \(3, 2\), and one is wanted: keys\[0\]"):
        ops.random.normal(keys, (2,))
    assert ops.vmap(lambda key: ops.random.normal(key, (2,)))(keys).shape == (3, 2)


DERIVED = {
    "triangular": ((-1.0, 0.5, 2.0), scipy.stats.triang(0.5, -1, 3)),
    "power": ((2.5,), scipy.stats.powerlaw(2.5)),
    "f": ((5.0, 12.0), scipy.stats.f(5, 12)),
    "noncentral_f": ((5.0, 12.0, 2.0), scipy.stats.ncf(5, 12, 2.0)),
    "noncentral_chisquare": ((0.7, 2.0), scipy.stats.ncx2(0.7, 2.0)),
    "negative_binomial": ((3, 0.4), scipy.stats.nbinom(3, 0.4)),
    "wald": ((1.5, 2.0), scipy.stats.invgauss(1.5 / 2, scale=2.0)),
    "logseries": ((0.7,), scipy.stats.logser(0.7)),
    "vonmises": ((0.0, 2.0), scipy.stats.vonmises(2.0)),
    "zipf": ((2.5,), scipy.stats.zipf(2.5)),
    "hypergeometric": ((7, 12, 9), scipy.stats.hypergeom(19, 7, 9)),
}
WHOLE = {"negative_binomial", "logseries", "zipf", "hypergeometric"}


@pytest.mark.parametrize("name", DERIVED)
def test_derived_distributions(backend: str, name: str) -> None:
    parameters, expected = DERIVED[name]
    draw = getattr(ops.random.default_rng(0), name)
    values = np.sort(host(draw(*parameters, 4000)).astype(np.float64))
    places = np.unique(values) if name in WHOLE else values
    found = np.searchsorted(values, places, side="right") / values.size
    assert np.abs(found - expected.cdf(places)).max() < 1.63 / np.sqrt(values.size) + 1e-3  # 1 in 100
    assert ops.shape(draw(*parameters)) == ()
    assert ops.shape(draw(*[np.full((2, 1), p) for p in parameters], (2, 3))) == (2, 3)


def test_angles_of_every_concentration(backend: str) -> None:
    draw = ops.random.default_rng(0)
    for kappa, spread in ((0.0, np.pi / np.sqrt(3)), (0.01, 1.81), (50.0, 0.142), (1e7, 1e-7**0.5)):
        values = host(draw.vonmises(0.0, kappa, 2000))
        assert np.abs(values).max() <= np.pi + 1e-6
        np.testing.assert_allclose(values.std(), spread, rtol=0.06)
    around = host(draw.vonmises(3.0, [4.0, 9.0], (500, 2)))
    assert around.min() < 0 < around.max()
    assert around.shape == (500, 2)


def test_a_power_law_near_one_has_few_ones(backend: str) -> None:
    """One of every 20 or 40, as integers are wide; of proposals without an end nearly all would lie beyond."""
    values = host(ops.random.default_rng(0).zipf(1.001, 4000))
    assert 0.01 < np.mean(values == 1) < 0.07
    assert values.min() == 1


def test_samples_of_several_kinds(backend: str) -> None:
    draw = ops.random.default_rng(0)
    found = host(draw.hypergeometric([5, 0, 4], [0, 6, 1], 4, (200, 3)))
    assert (found[:, 0] == 4).all()
    assert (found[:, 1] == 0).all()
    assert set(found[:, 2].tolist()) == {3, 4}


def test_random_bytes(backend: str) -> None:
    assert len(ops.random.default_rng(0).bytes(5)) == 5


@pytest.mark.parametrize(
    "draw",
    [
        lambda g: g.normal(0.0, -1.0),
        lambda g: g.normal(0.0, [1.0, -1.0]),
        lambda g: g.exponential(np.float32(-1)),
        lambda g: g.beta(0.0, 1.0),
        lambda g: g.poisson(float("nan")),
        lambda g: g.binomial(5, 1.5),
        lambda g: g.geometric(0.0),
        lambda g: g.choice(3, p=[0.5, 0.6, 0.1]),
        lambda g: g.choice(2, p=[1.5, -0.5]),
        lambda g: g.multinomial(3, [0.7, 0.7, 0.1]),
        lambda g: g.dirichlet([1.0, -1.0]),
        lambda g: g.triangular(3, 2, 4),
        lambda g: g.triangular(1, [2, 5], 4),
        lambda g: g.triangular(1, 1, 1),
        lambda g: g.wald(1.0, 0.0),
        lambda g: g.vonmises(0.0, -1.0),
        lambda g: g.zipf(1.0),
        lambda g: g.hypergeometric(3, -1, 2),
        lambda g: g.hypergeometric(3, 4, 8),
    ],
)
def test_parameters_that_no_distribution_has(backend: str, draw: Callable) -> None:
    for generator in (ops.random.default_rng(0), ops.random.RandomState(0)):
        with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
            draw(generator)


def test_no_seed_is_negative(backend: str) -> None:
    for make in (ops.random.default_rng, ops.random.RandomState):
        with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
            make(-1)


def test_the_older_generator_alone_refuses_a_part_that_is_always_zero(backend: str) -> None:
    drawn = ops.tolist(ops.random.default_rng(0).dirichlet([0.0, 1.0]))
    assert drawn == pytest.approx([0.0, 1.0])
    assert ops.tolist(ops.random.default_rng(0).dirichlet([0.0, 0.0])) == [0.0, 0.0]
    with pytest.raises(ValueError, match="alpha"):
        ops.random.RandomState(0).dirichlet([0.0, 1.0])


@pytest.mark.parametrize("ends", [(0.0, float("inf")), (float("nan"), 1.0), (0.0, [1.0, float("inf")])])
def test_a_generator_refuses_a_range_without_end(backend: str, ends: Any) -> None:
    with pytest.raises(OverflowError):
        ops.random.default_rng(0).uniform(*ends)


@pytest.mark.parametrize("rate", [float("inf"), 1e20, float("nan"), -1.0])
def test_a_generator_refuses_counts_that_no_integer_holds(backend: str, rate: float) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  NumPy's words
        ops.random.default_rng(0).poisson(rate)


SINGLE_DRAWS = {
    "random": lambda g: g.random(),
    "random of a dtype": lambda g: g.random(dtype=np.float32),
    "uniform": lambda g: g.uniform(np.float64(2.0), 3),
    "normal": lambda g: g.normal(1.0, 2.0),
    "standard_normal": lambda g: g.standard_normal(),
    "lognormal": lambda g: g.lognormal(0.0, 0.5),
    "integers": lambda g: g.integers(3, 9),
    "integers of a tensor": lambda g: g.integers(ops.sum(ops.asarray([4, 5]))),
    "integers far apart": lambda g: g.integers(0, 2**62),
    "choice of integers": lambda g: g.choice(5),
    "choice of a list": lambda g: g.choice([1.5, 2.5]),
    "choice of a range": lambda g: g.choice(range(3, 6)),
    "choice by chances": lambda g: g.choice(3, p=ops.asarray([0.25, 0.25, 0.5])),
    "exponential": lambda g: g.exponential(2.0),
    "gamma": lambda g: g.gamma(2.0, 3.0),
    "beta": lambda g: g.beta(2.0, 3.0),
    "poisson": lambda g: g.poisson(3.0),
    "binomial": lambda g: g.binomial(10, 0.5),
    "geometric": lambda g: g.geometric(0.5),
    "triangular": lambda g: g.triangular(0.0, 1.0, 2.0),
    "negative_binomial": lambda g: g.negative_binomial(3, 0.5),
    "chisquare": lambda g: g.chisquare(3.0),
}


@pytest.mark.parametrize("draw", SINGLE_DRAWS.values(), ids=SINGLE_DRAWS)
def test_a_draw_without_a_size_is_a_number(backend: str, draw: Callable) -> None:
    drawn = draw(ops.random.default_rng(0))
    assert isinstance(drawn, int | float | np.integer)
    if isinstance(drawn, int | np.integer):
        assert len(range(drawn)) == drawn
        assert [*range(10)][: int(drawn)] == [*range(10)][:drawn]


@pytest.mark.parametrize("draw", SINGLE_DRAWS.values(), ids=SINGLE_DRAWS)
def test_numbers_are_the_same_on_every_backend_with_keys(draw: Callable) -> None:
    with emberops.use_backend("torch"):
        generator = ops.random.default_rng(3)
        expected = [draw(generator) for _ in range(3)]
    for other in ("jax", "mlx"):
        with emberops.use_backend(other):
            generator = ops.random.default_rng(3)
            assert [draw(generator) for _ in range(3)] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", ["random", "standard_normal", "standard_exponential"])
def test_a_number_is_what_the_operation_draws_of_the_same_key(name: str) -> None:
    operation = {"random": "uniform", "standard_normal": "normal", "standard_exponential": "exponential"}[
        name
    ]
    with emberops.use_backend("torch"):
        generator, keys = ops.random.default_rng(9), ops.random.default_rng(9)
        for _ in range(50):
            tensor = getattr(ops.random, operation)(keys.key(), (), ops.float64)
            assert getattr(generator, name)() == pytest.approx(float(tensor), rel=1e-13)
        for span in (1, 7, 2**31 + 5, 2**32):
            tensor = ops.random.randint(keys.key(), (), -3, span - 3)
            assert generator.integers(-3, span - 3) == int(tensor)


def test_a_draw_of_a_tensor_stays_one_for_its_gradient(backend: str) -> None:
    if backend == "numpy":
        pytest.skip("its generators are NumPy's, which give numbers")
    rng, scale = ops.random.default_rng(0), ops.asarray(2.0)
    for drawn in (rng.normal(0.0, scale), rng.exponential(scale), rng.choice(ops.asarray([1.0, 2.0]))):
        assert ops.is_tensor(drawn)
        assert ops.shape(drawn) == ()
    assert ops.shape(rng.random(())) == ()
    slope = ops.grad(lambda s: ops.random.default_rng(0).normal(0.0, s))(scale)
    assert float(slope) == pytest.approx(ops.random.default_rng(0).normal(), rel=1e-5)


CHOSEN_OF = {
    "a vector": ([1.5, 2.5, 3.5], {}),
    "rows": ([[1.0, 2.0], [3.0, 4.0]], {}),
    "columns": ([[1.0, 2.0], [3.0, 4.0]], {"axis": -1}),
    "a vector by chances": ([1.5, 2.5, 3.5], {"p": [0.25, 0.25, 0.5]}),
    "columns by chances": ([[1.0, 2.0], [3.0, 4.0]], {"axis": 1, "p": [0.25, 0.75]}),
    "integers below a tensor": (7, {}),
}


@pytest.mark.parametrize(("values", "options"), CHOSEN_OF.values(), ids=CHOSEN_OF)
def test_an_entry_of_a_tensor_is_what_the_operation_chooses_by_the_same_key(
    backend: str, values: Any, options: dict[str, Any]
) -> None:
    if backend == "numpy":
        pytest.skip("its generators are NumPy's, which use no keys")
    generator, keys, among = ops.random.default_rng(9), ops.random.default_rng(9), ops.asarray(values)
    for _ in range(20):
        chosen = generator.choice(among, **options)
        assert ops.is_tensor(chosen)
        by_key = ops.random.choice(keys.key(), among, (), True, options.get("p"), options.get("axis", 0))
        assert host(chosen).tolist() == host(by_key).tolist()


def test_nothing_to_choose_from_is_refused(backend: str) -> None:
    with pytest.raises(ValueError, match=r"choice|empty"):
        ops.random.default_rng(0).choice(ops.zeros(0))
    with pytest.raises((ValueError, IndexError)):
        ops.random.default_rng(0).choice(ops.zeros((2, 2)), axis=2)


def test_a_compiled_function_draws_numbers_where_it_is_traced(backend: str) -> None:
    if backend == "numpy":
        pytest.skip("NumPy compiles nothing")

    def scaled(x: Any) -> Any:
        rng = ops.random.default_rng(0)
        chosen = rng.choice(2, p=ops.divide(x, ops.sum(x)))
        return ops.add(ops.multiply(x, rng.random()), chosen)

    x = ops.asarray([0.0, 2.0])
    assert_close(ops.jit(scaled)(x), host(scaled(x)), rtol=1e-6)


@pytest.mark.parametrize(
    ("draw", "few", "many"),
    [
        (lambda key, mean: ops.random.poisson(key, mean, (3, 2)), 2.0, 40.0),
        (lambda key, share: ops.random.binomial(key, 100, share, (3, 2)), 0.01, 0.4),
    ],
    ids=["poisson", "binomial"],
)
def test_one_way_to_draw_gives_what_both_give(
    backend: str, draw: Callable[[Any, Any], Any], few: float, many: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ops.random.key(5)
    both = host(draw(key, ops.asarray([few, many])))
    rejected = random_counts._rejected
    monkeypatch.setattr(random_counts, "_rejected", None)
    np.testing.assert_array_equal(host(draw(key, few))[:, 0], both[:, 0])
    monkeypatch.setattr(random_counts, "_rejected", rejected)
    monkeypatch.setattr(random_counts, "_inverted", None)
    np.testing.assert_array_equal(host(draw(key, many))[:, 1], both[:, 1])
