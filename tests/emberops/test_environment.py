"""`EMBEROPS_BACKEND` and `EMBEROPS_DEVICE` say of a program that names neither what it runs on, and where."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SHOW = "from emberops import ops; x = ops.add([1.0], 1); print(type(x).__module__.partition('.')[0], ops.device(x))"


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("EMBEROPS_")}
    return subprocess.run(
        [sys.executable, "-c", code], env=clean | environment, capture_output=True, text=True, check=False
    )


def said(code: str, **environment: str) -> str:
    done = run(code, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("device", ["cpu", ""])
@pytest.mark.parametrize(
    ("backend", "package"), [("numpy", "numpy"), ("torch", "torch"), ("jax", "jaxlib"), ("mlx", "mlx")]
)
def test_a_program_runs_where_it_is_told_to(backend: str, package: str, device: str) -> None:
    assert (
        said(SHOW, EMBEROPS_BACKEND=backend, EMBEROPS_DEVICE=device, JAX_PLATFORMS="cpu") == f"{package} cpu"
    )


def test_pytorch_makes_its_tensors_on_another_device() -> None:
    assert said(SHOW, EMBEROPS_BACKEND="torch", EMBEROPS_DEVICE="meta") == "torch meta"


def test_jax_makes_its_tensors_on_another_device() -> None:
    two = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
    assert said(SHOW, EMBEROPS_BACKEND="jax", EMBEROPS_DEVICE="cpu:1", **two) == "jaxlib cpu:1"


def test_numpy_stays_on_the_processor() -> None:
    assert said(SHOW, EMBEROPS_BACKEND="numpy", EMBEROPS_DEVICE="gpu") == "numpy cpu"


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"])
def test_auto_takes_what_there_is(backend: str) -> None:
    code = SHOW + f"; import emberops; print([d.device_type for d in emberops.devices({backend!r})])"
    where, known = said(code, EMBEROPS_BACKEND=backend, EMBEROPS_DEVICE="auto").splitlines()
    assert repr(where.split()[1]) in known


def refused(code: str, **environment: str) -> str:
    done = run(code, **environment)
    assert done.returncode == 1
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("backend", "name"),
    [("torch", "tpu:77"), ("jax", "tpu:77"), ("mlx", "tpu:77"), ("torch", "gup"), ("mlx", "cuda:one")],
)
def test_a_device_that_is_not_there_is_named_with_those_that_are(backend: str, name: str) -> None:
    message = refused(SHOW, EMBEROPS_BACKEND=backend, EMBEROPS_DEVICE=name)
    assert message.startswith(f"emberops.errors.DeviceNotAvailableError: EMBEROPS_DEVICE={name}: ")
    assert "EMBEROPS_DEVICE=auto" in message


@pytest.mark.parametrize(
    "code",
    [
        "import emberops; emberops.set_backend('mlx')",
        "import emberops\nwith emberops.use_backend('mlx'): pass",
    ],
)
def test_so_it_is_where_a_program_chooses_the_backend(code: str) -> None:
    assert "EMBEROPS_DEVICE=tpu:77" in refused(code, EMBEROPS_DEVICE="tpu:77")


def test_a_backend_that_nobody_chose_stays_where_it_is() -> None:
    code = "import mlx.core as mx; from emberops import ops; print(ops.device(ops.add(mx.array([1.0]), 1)))"
    assert said(code, EMBEROPS_DEVICE="cuda:77") == "cpu"
