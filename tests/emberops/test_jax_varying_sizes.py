"""JAX: transforms of ever new sizes are not compiled for each."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from host_and_program import outcomes_by_program_and_host  # noqa: E402  only where JAX is there

from emberops import ops  # noqa: E402  only where JAX is there

RNG = np.random.default_rng(0)
SIGNAL = RNG.normal(size=(3, 64)).astype(np.float32)
CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "fft": lambda fft, x: fft.fft(x),
    "fft longer": lambda fft, x: fft.fft(x, 70, -1, norm="ortho"),
    "ifft": lambda fft, x: fft.ifft(x, None, 0),
    "fftn": lambda fft, x: fft.fftn(x),
    "fftn of sizes": lambda fft, x: fft.fftn(x, (2, 9), axes=(0, 1)),
    "ifftn": lambda fft, x: fft.ifftn(x, axes=(1,)),
    "rfft": lambda fft, x: fft.rfft(x),
    "irfft": lambda fft, x: fft.irfft(x, 9),
    "rfftn": lambda fft, x: fft.rfftn(x),
    "irfftn": lambda fft, x: fft.irfftn(x, (3, 8), axes=(0, 1)),
    "hfft": lambda fft, x: fft.hfft(x, 8),
    "ihfft": lambda fft, x: fft.ihfft(x),
    "fft2": lambda fft, x: fft.fft2(x),
    "irfft2": lambda fft, x: fft.irfft2(x, (3, 8)),
}


def compilations(caplog: pytest.LogCaptureFixture) -> int:
    return sum("compilation" in record.getMessage() for record in caplog.records)


def test_no_size_compiles_anything(caplog: pytest.LogCaptureFixture) -> None:
    ops.fft.fft(jnp.asarray(SIGNAL[:, :5]))
    parts = [jnp.asarray(SIGNAL[:, :n]) for n in range(41, 64)]
    with jax.log_compiles(), caplog.at_level(logging.WARNING):
        made = [ops.fft.fft(part) for part in parts]
    assert compilations(caplog) == 0
    for part, transform in zip(parts, made, strict=True):
        assert isinstance(transform, jax.Array)
        assert transform.dtype == "complex64"
        np.testing.assert_allclose(transform, np.fft.fft(part), atol=1e-4)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", ["float32", "complex64", "int32", "float16"])
def test_the_host_gives_what_a_program_gives(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    x = jnp.asarray(SIGNAL * 9, dtype)
    program, host = outcomes_by_program_and_host(lambda: CALLS[name](ops.fft, x), monkeypatch)
    if isinstance(program, type):
        assert host is program
        return
    assert (host.shape, host.dtype, host.weak_type) == (program.shape, program.dtype, program.weak_type)
    np.testing.assert_allclose(host, program, rtol=1e-4, atol=1e-3)


def test_a_trace_has_its_program() -> None:
    x = jnp.asarray(SIGNAL)
    np.testing.assert_allclose(jax.jit(ops.fft.fft)(x), ops.fft.fft(x), atol=1e-4)
    gradient = ops.grad(lambda x: ops.sum(ops.abs(ops.fft.rfft(x)) ** 2))(x)
    assert gradient.shape == x.shape
