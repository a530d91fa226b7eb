"""The programs in ``examples/`` that run on every backend."""

from __future__ import annotations

import math
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from emberops import ops, session, training, use_backend
from emberops.testing import assert_close


def _program(name: str) -> Any:
    spec = spec_from_file_location(name, Path(__file__).parents[2] / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_monte_carlo(backend: str) -> None:
    program = _program("monte_carlo")
    key = ops.random.key(0)
    found, error = program.price(key, paths=20_000, **program.CONTRACT)
    assert abs(float(found) - program.black_scholes(**program.CONTRACT)) < 4 * float(error)
    with use_backend("numpy"):
        expected, _ = program.price(ops.random.key(0), paths=20_000, **program.CONTRACT)
    assert float(found) == pytest.approx(float(expected), rel=1e-4)


def test_digits_and_inference(backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one backend learns, in a few steps, another one knows."""
    monkeypatch.chdir(tmp_path)
    digits = _program("digits")
    monkeypatch.setitem(sys.modules, "digits", digits)
    with session(backend, dtype="float32"):
        learnt, held_out = digits.load()
        parameters = digits.train(ops.random.key(0), learnt, steps=20)
        found = digits.accuracy(parameters, held_out)
        assert found > 0.75
        training.save_checkpoint(digits.CHECKPOINT, parameters)
        level = "O0" if backend == "torch" else "O1"  # its compiler is tried where optimisation is
        classify, _ = _program("inference").classifier(parameters, level, held_out.images)
        images = held_out.images[:5]
        assert_close(classify(images), ops.argmax(digits.log_probabilities(parameters, images), axis=1))
    with session("numpy", dtype="float32"):
        restored = training.load_checkpoint(digits.CHECKPOINT, digits.initial(ops.random.key(0)))
        assert digits.accuracy(restored, digits.load()[1]) == pytest.approx(found, abs=0.01)


def test_heat_equation(backend: str) -> None:
    size, steps = 17, 50
    u = _program("heat_equation").solve(size, steps, backend)
    assert u.backend == backend
    factor = 1 - 0.2 * 8 * math.sin(math.pi / 2 / (size - 1)) ** 2
    assert float(u[8, 8]) == pytest.approx(factor**steps, rel=1e-4)
    assert float(abs(u[0]).max()) < 1e-6
