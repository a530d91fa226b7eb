"""Two real processes on PyTorch and MLX, four simulated devices on JAX: results equal to one device's."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from typing import Any

import numpy as np
import parallel_programs as programs
import pytest

from emberops import ops, parallel, training, use_backend
from emberops.errors import (
    DeviceNotAvailableError,
    OperationNotSupportedError,
    UnknownOptionError,
    WorkerError,
)
from emberops.testing import assert_close

rng = np.random.default_rng(0)
X = rng.normal(size=(8, 3)).astype(np.float32)
W = rng.normal(size=(3, 2)).astype(np.float32)


def _expected() -> dict[str, Any]:
    with use_backend("numpy"):
        gradient = ops.grad(programs.loss)(W, X)
        optimizer = training.adam(0.1)
        stepped, _ = optimizer.update(gradient, optimizer.init(W), W)
        return {"rows": np.tanh(X @ W), "gradient": gradient, "stepped": stepped, "ranks": [0.0, 1.0]}


@pytest.mark.backends("torch", "mlx")
class TestProcesses:
    def test_equal_one_device(self, backend: str) -> None:
        results = parallel.launch(programs.everything, (X, W), processes=2, timeout=240)
        assert len(results) == 2
        for result in results:
            for name, expected in _expected().items():
                assert_close(result[name], np.float32(expected), rtol=1e-4, atol=1e-6)
        assert not multiprocessing.active_children()

    def test_one_process(self, backend: str) -> None:
        (result,) = parallel.launch(programs.alone, (X, W), processes=1, timeout=240)
        assert_close(result["gradient"], np.float32(_expected()["gradient"]), rtol=1e-4, atol=1e-6)

    @pytest.mark.parametrize(
        ("program", "words", "timeout"),
        [
            (programs.dies, r"process 1 died \(exit code 3\)", 240),
            (programs.dies_late, r"^launch: process 1 died \(exit code 3\)$", 240),
            (programs.raises, "process 1 raised.*KeyError: 'lost'", 240),
            (programs.sleeps, "did not finish in time", 25),
        ],
    )
    def test_failures_end_all(self, backend: str, program: Any, words: str, timeout: float) -> None:
        with pytest.raises(WorkerError, match=f"(?s){words}"):
            parallel.launch(program, timeout=timeout)
        assert not multiprocessing.active_children()


_FOUR = """
import json, sys
import numpy as np
from emberops import ops, parallel, use_backend, training
from emberops.errors import DeviceNotAvailableError, ShapeError
x, w = (np.asarray(a, dtype="float32") for a in json.loads(sys.argv[1]))
loss = lambda w, x: ops.mean(ops.square(ops.matmul(x, w)))
with use_backend("jax"):
    x, w = ops.asarray(x), ops.asarray(w)
    grad = parallel.data_parallel(ops.grad(loss), devices=4, batched=(1,))(w, x)
    rows = parallel.data_parallel(lambda x, w: ops.tanh(ops.matmul(x, w)))(x, w)
    assert len(rows.sharding.device_set) == 4
    errors = []
    for devices, batch in ((5, x), (4, x[:3])):
        try:
            parallel.data_parallel(lambda x: x, devices=devices)(batch)
        except (DeviceNotAvailableError, ShapeError) as error:
            errors.append(str(error))
    placed = parallel.place({"a": {"k": w}, "b": w}, {"a": "cpu:2"})
    where = [ops.device(placed["a"]["k"]), ops.device(placed["b"])]
print(json.dumps([grad.tolist(), rows.tolist(), errors, where]))
"""


def test_four_devices_of_jax() -> None:
    environment = os.environ | {
        "XLA_FLAGS": "--xla_force_host_platform_device_count=4",
        "JAX_PLATFORMS": "cpu",
    }
    arguments = json.dumps([X.tolist(), W.tolist()])
    done = subprocess.run(
        [sys.executable, "-c", _FOUR, arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    gradient, rows, errors, where = json.loads(done.stdout.splitlines()[-1])
    assert_close(np.asarray(gradient, dtype=np.float32), np.float32(_expected()["gradient"]), rtol=1e-4)
    assert_close(np.asarray(rows, dtype=np.float32), _expected()["rows"], rtol=1e-4)
    assert "5 devices are asked for; jax has 4" in errors[0]
    assert "does not divide by 4 devices" in errors[1]
    assert where[0] != where[1]


def test_one_process_is_as_if_alone(backend: str) -> None:
    x = ops.asarray(X)
    assert (parallel.rank(), parallel.world_size()) == (0, 1)
    assert_close(parallel.all_reduce({"g": x})["g"], X)
    assert_close(parallel.shard(x), X)
    assert_close(parallel.data_parallel(ops.tanh)(x), np.tanh(X), rtol=1e-5)


def test_bad_input(backend: str) -> None:
    with pytest.raises(DeviceNotAvailableError, match=r"7 (devices|processes) are asked for"):
        parallel.data_parallel(ops.tanh, devices=7)(ops.asarray(X))
    with pytest.raises(UnknownOptionError, match="'mean', 'sum'"):
        parallel.all_reduce(ops.asarray(X), op="max")
    with pytest.raises(UnknownOptionError, match="unknown layer 'c'"):
        parallel.place({"a": ops.asarray(X)}, {"c": "cpu"})
    with pytest.raises(DeviceNotAvailableError):
        parallel.place({"a": ops.asarray(X)}, {"a": "tpu:9"})
    with pytest.raises(UnknownOptionError, match="at least 1"):
        parallel.launch(programs.sleeps, processes=0)


@pytest.mark.backends("numpy", "jax")
def test_backends_without_processes(backend: str) -> None:
    with pytest.raises(OperationNotSupportedError, match="use data_parallel"):
        parallel.launch(programs.sleeps)


@pytest.mark.backends("torch")
def test_a_batch_that_does_not_divide(backend: str) -> None:
    with pytest.raises(WorkerError, match=r"(?s)ShapeError.*does not divide by 2 processes"):
        parallel.launch(programs.uneven, timeout=240)
