"""``emberops.optimize``, sessions and backends as objects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

import emberops
from emberops import OptimizationLevel, ops
from emberops.errors import (
    DeviceNotAvailableError,
    UnknownBackendError,
    UnknownDTypeError,
    UnknownOptionError,
)
from emberops.optimization import Strategy, available_strategies, register_strategy, unregister_strategy
from emberops.testing import assert_close

X = np.random.default_rng(0).normal(size=(16, 16)).astype(np.float32)


def net(x: Any) -> Any:
    return ops.tanh(ops.matmul(x, x)) + 1.0


@pytest.fixture
def breaking() -> Iterator[Strategy]:
    strategy = Strategy(
        "breaking", "wrong by a tenth", OptimizationLevel.O1, lambda f, _b: lambda x: ops.multiply(f(x), 1.1)
    )
    register_strategy(strategy)
    yield strategy
    unregister_strategy("breaking")


class TestLevels:
    def test_names_and_aliases(self) -> None:
        assert OptimizationLevel.of("o2") is OptimizationLevel.of("BALANCED") is OptimizationLevel.O2
        assert OptimizationLevel.of("none") is OptimizationLevel.O0
        assert [s.name for s in available_strategies("O1")] == ["compile"]
        with pytest.raises(UnknownOptionError, match=r"unknown optimisation level 'O9'.*aggressive"):
            OptimizationLevel.of("O9")


@pytest.mark.parametrize("level", ["O0", "conservative", "O3"])
def test_numbers_stay_within_the_tolerance(backend: str, level: str) -> None:
    if backend == "torch" and level == "conservative":
        level = "O2"  # three compilations are enough
    x = ops.asarray(X)
    fast, result = emberops.optimize(net, level, sample_input=x)
    assert result.backend == backend
    assert result.metrics["max_error"] <= result.metrics["tolerance"] == result.level.tolerance
    assert_close(fast(x), net(x), rtol=0.1, atol=0.1)
    assert ops.dtype(fast(x)) == ops.float32
    assert result.metrics["speedup"] > 0
    tried = {s.name for s in available_strategies(level)}
    assert set(result.optimizations_applied) | set(result.not_applied) == tried
    assert json.loads(json.dumps(result.to_dict()))["level"] == result.level.value
    if level == "O0":
        assert fast is net
        assert result.success
    elif backend == "numpy":
        assert result.not_applied["compile"] == "numpy has no compiler"
    else:
        assert result.success


def test_what_breaks_numbers_is_taken_back(backend: str, breaking: Strategy) -> None:
    fast, result = emberops.optimize(net, "O1", sample_input=ops.asarray(X[:2, :2].copy()))
    assert "breaking" not in result.optimizations_applied
    assert "is more than 1e-05" in result.not_applied["breaking"]
    assert_close(fast(ops.asarray(X)), net(ops.asarray(X)), rtol=1e-4, atol=1e-5)


def test_what_fails_is_not_applied_and_says_why(backend: str) -> None:
    def branches(x: Any) -> Any:
        return x + 1 if float(ops.sum(x)) > 0 else x - 1

    x = ops.asarray(X)
    fast, result = emberops.optimize(branches, "O1", sample_input=x)
    assert_close(fast(x), branches(x))
    if backend == "jax":
        assert "Error" in result.not_applied["compile"]


def test_without_a_sample_numbers_are_not_changed(backend: str) -> None:
    fast, result = emberops.optimize(lambda x: x, "O3")
    assert result.metrics == {}
    if backend != "numpy":
        assert "no sample_input" in result.not_applied["half_precision"]
    assert callable(fast)


@pytest.mark.backends("torch")
def test_modules(backend: str) -> None:
    module = torch.nn.Linear(16, 4)
    fast, result = emberops.optimize(module, "O1", sample_input=torch.tensor(X))
    assert_close(fast(torch.tensor(X)).detach(), module(torch.tensor(X)).detach(), rtol=1e-4, atol=1e-5)
    assert result.optimizations_applied == ("compile",)


class TestSession:
    def test_restores_what_it_changed(self, backend: str) -> None:
        with emberops.session(backend, device="cpu", dtype="float64") as handle:
            assert handle.name == emberops.get_backend() == backend
            assert ops.zeros((2,)).dtype == ops.float64
            assert handle.device.startswith("cpu")
        assert emberops.default_dtype() is None
        assert emberops.get_backend() == backend

    def test_an_error_inside_restores_too(self, backend: str) -> None:
        with pytest.raises(KeyError), emberops.session("numpy", dtype="float16"):
            raise KeyError
        assert emberops.default_dtype() is None
        assert emberops.get_backend() == backend

    @pytest.mark.parametrize(
        ("options", "error", "words"),
        [
            ({"backend": "tpu"}, UnknownBackendError, "known backends: auto, numpy"),
            ({"device": "tpu:9"}, DeviceNotAvailableError, "cpu"),
            ({"dtype": "int32"}, UnknownDTypeError, "floating"),
        ],
    )
    def test_bad_input_leaves_nothing_behind(
        self, backend: str, options: Any, error: Any, words: str
    ) -> None:
        device = ops.device(ops.zeros(()))
        with pytest.raises(error, match=words), emberops.session(**options):
            raise AssertionError
        assert emberops.get_backend() == backend
        assert emberops.default_dtype() is None
        assert ops.device(ops.zeros(())) == device


class TestHandle:
    def test_is_the_backend(self, backend: str) -> None:
        handle = emberops.create_backend(backend)
        assert handle.is_available
        assert handle.device_count == len(emberops.devices(backend))
        info = handle.get_device_info()
        assert (info.backend, info.device_type) == (backend, emberops.devices(backend)[0].device_type)
        assert backend == ops.namespace_of(handle.to_device(X)).NAME
        handle.synchronize()
        with handle:
            assert emberops.get_backend() == backend
        assert_close(handle.prepare(net, "none")(ops.asarray(X)), net(ops.asarray(X)))
        with pytest.raises(DeviceNotAvailableError, match="no device 99"):
            handle.get_device_info(99)

    def test_auto_is_installed(self) -> None:
        assert emberops.create_backend("auto").name in emberops.available_backends()
