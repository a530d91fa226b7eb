"""JAX: Einstein summation of many kinds waits for no compiler, and gives what its programs give."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from host_and_program import outcomes_by_program_and_host  # noqa: E402  only where JAX is there

import emberops  # noqa: E402  only where JAX is there
from emberops import ops  # noqa: E402  only where JAX is there

RNG = np.random.default_rng(0)
CUBE = RNG.integers(-4, 9, (2, 3, 3))
TALL = RNG.integers(-4, 9, (4, 2))
CALLS: list[tuple[Any, ...]] = [
    ("ij,kj->ik", TALL, TALL),
    ("...i->...", CUBE),
    ("ii", CUBE[0]),
    ("ij->ji", TALL),
    ("ij,jk,kl", TALL, TALL.T, TALL),
    ("i,i", TALL[:, 0], TALL[:1, 0]),
    ("ij,->i", TALL, 2),
    (TALL, [0, ...], TALL, [0, 1], [...]),
    (TALL, [0, 1], []),
    ("ij,j", TALL, TALL),
    ("ij,j", TALL, TALL[:3, 0]),
    ("ij->", TALL[:0]),
]


@pytest.mark.parametrize("dtype", ["float32", "float16", "complex64", "int32", "int8", "bool"])
@pytest.mark.parametrize("call", CALLS, ids=lambda call: str(call[0])[:9])
@pytest.mark.filterwarnings("error")
def test_the_host_gives_what_a_program_gives(
    call: tuple[Any, ...], dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [jnp.asarray(a.astype(dtype)) if isinstance(a, np.ndarray) else a for a in call]
    with emberops.use_backend("jax"):
        program, host = outcomes_by_program_and_host(lambda: ops.einsum(*given), monkeypatch)
    if isinstance(program, type):
        assert host is program
        return
    assert (host.shape, host.dtype, host.weak_type) == (program.shape, program.dtype, program.weak_type)
    np.testing.assert_allclose(host, program, rtol=2e-3)


def test_no_size_compiles_anything(caplog: pytest.LogCaptureFixture) -> None:
    matrices = [jnp.asarray(np.ones((n, 3), np.float32)) for n in range(41, 50)]
    half = [jnp.asarray(np.ones(n, np.float16)) for n in range(41, 50)]
    with jax.log_compiles(), caplog.at_level(logging.WARNING):
        made = [ops.einsum("ij,ij->j", x, x) for x in matrices]
        of_lists = [ops.einsum(x, [0, 1], [1]) for x in matrices]
        of_half = [ops.einsum("i,i", x, x) for x in half]
    messages = [record.getMessage() for record in caplog.records]
    assert not [m for m in messages if "compilation" in m or "tracing" in m]
    for n, products, sums, halves in zip(range(41, 50), made, of_lists, of_half, strict=True):
        np.testing.assert_array_equal(products, [n, n, n])
        np.testing.assert_array_equal(sums, [n, n, n])
        assert (halves.dtype, float(halves)) == (jnp.float16, n)


def test_what_the_host_makes_shares_no_memory() -> None:
    x = jnp.asarray(TALL, "float32")
    made = ops.einsum("ij", x)
    assert made.unsafe_buffer_pointer() != x.unsafe_buffer_pointer()


def test_many_products_of_small_tensors_have_their_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "einsum", None)  # called, it would raise
    x = jnp.ones((2**12,), "float32")
    assert ops.einsum("i,j->ij", x, x).shape == (2**12, 2**12)


def test_lists_of_axes_are_read_in_a_trace() -> None:
    x = jnp.asarray(TALL, "float32")
    np.testing.assert_array_equal(jax.jit(lambda x: ops.einsum(x, [0, 1], [1]))(x), TALL.sum(0))
    np.testing.assert_array_equal(jax.jit(lambda x: ops.einsum(x, [0, 1], x, [0, 1]))(x), (TALL**2).sum())


def test_a_number_beside_small_integers_is_one_of_the_default_dtype() -> None:
    found = ops.einsum("i,->i", jnp.asarray([1, 100], jnp.int8), 2)
    assert found.dtype == jnp.asarray(2).dtype
    assert found.tolist() == [2, 200]
