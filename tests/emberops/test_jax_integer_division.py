"""JAX: divisions of integers of ever new shapes are not compiled for each."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from host_and_program import outcomes_by_program_and_host  # noqa: E402  only where JAX is there

from emberops import ops  # noqa: E402  only where JAX is there
from emberops.backends.jax import frequency  # noqa: E402  only where JAX is there

NAMES = ("remainder", "floor_divide", "fmod")
SMALLEST = -(2**31)
PAIRS: list[tuple[Any, Any]] = [
    (np.array([-7, 7, -7, 7, 5]), np.array([2, -2, -2, 2, 0])),
    (np.array([[-7], [9]]), np.array([4, -3, 0])),
    (np.array([SMALLEST, SMALLEST]), np.array([-1, 1])),
    (np.array([7, 200], np.uint8), np.array([-3, 3], np.int8)),
    (np.array([7, 200], np.uint32), np.array([-3, 3], np.int8)),
    (np.array([7, 8], np.uint16), 3),
    (-7, np.array([2, 0, -2], np.int16)),
    (np.array(9), np.array(-2)),
    (np.zeros((0, 3), int), np.array(-2)),
    (np.array([True, True]), np.array([2, -2])),
    (np.array([2, 3]), np.array([2, 3, 4])),
    (np.array([7, 8], np.uint8), 300),
]


@pytest.fixture(autouse=True)
def nothing_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequency, "_met", {})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", range(len(PAIRS)))
def test_the_host_gives_what_a_program_gives(name: str, pair: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given = [jnp.asarray(x) if isinstance(x, np.ndarray) else x for x in PAIRS[pair]]
    program, host = outcomes_by_program_and_host(lambda: getattr(ops, name)(*given), monkeypatch)
    if isinstance(program, type):
        assert host is program
        return
    assert (host.shape, host.dtype, host.weak_type) == (program.shape, program.dtype, program.weak_type)
    np.testing.assert_array_equal(host, program)


@pytest.mark.parametrize("name", NAMES)
def test_a_new_shape_compiles_nothing(name: str, caplog: pytest.LogCaptureFixture) -> None:
    host = getattr(np, name)
    vectors = [np.arange(-20, n) for n in range(41, 64)]
    given = [(jnp.asarray(x), jnp.asarray(x[::-1].copy())) for x in vectors]
    with jax.log_compiles(), caplog.at_level(logging.WARNING):
        made = [getattr(ops, name)(*pair) for pair in given]
    assert not any("compilation" in record.getMessage() for record in caplog.records)
    for x, result in zip(vectors, made, strict=True):
        with np.errstate(divide="ignore"):
            np.testing.assert_array_equal(result, host(x, x[::-1]))


@pytest.mark.parametrize("name", NAMES)
def test_a_trace_and_floats_have_their_program(name: str) -> None:
    function, x = getattr(ops, name), jnp.asarray([-7, 7, 5])
    np.testing.assert_array_equal(jax.jit(function)(x, 3), getattr(np, name)(np.array([-7, 7, 5]), 3))
    np.testing.assert_array_equal(function(x, 2.5), getattr(np, name)(np.array([-7, 7, 5]), 2.5))
