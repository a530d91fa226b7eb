"""Backends made from any Array API namespace: array-api-strict, dask.array, and one shaped like CuPy."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import array_api_strict
import dask
import dask.array as da
import numpy as np
import pytest
import torch
from third_party_cases import CASES

import emberops
from emberops import ops
from emberops.backends import protocol
from emberops.dispatch import registry
from emberops.errors import (
    BackendIncompleteError,
    BackendMismatchError,
    OperationNotSupportedError,
    UnknownBackendError,
    UnknownDTypeError,
)
from emberops.testing import assert_close

CANNOT_ON_DASK = {
    "det": OperationNotSupportedError,
    "eigh": OperationNotSupportedError,
    # What has an unknown size cannot be cut further before it is computed.
    "sets": ValueError,
}
COMPUTES_ON_DASK = {
    "bincount": "the size of the result is a value",
    "close": "allclose and array_equal give a Python bool",
    "repeats": "the size of the result is a value",
}


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    emberops.register_backend("strict", array_api_strict)
    emberops.register_backend("dask", "dask.array")


@pytest.fixture
def register_for_now(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Registers backends that are gone after the test."""
    for table in ("_specs", "_loaded"):
        monkeypatch.setattr(registry, table, dict(getattr(registry, table)))
    return emberops.register_backend


@pytest.fixture
def synchronous() -> Iterator[None]:
    with dask.config.set(scheduler="synchronous"):
        yield


def run(case: str, backend: str) -> tuple[Any, ...]:
    """The results of a case on a backend, which is the default one meanwhile."""
    convert = ops.asarray if backend != "numpy" else np.array
    with emberops.use_backend(backend):
        results = CASES[case](lambda x: convert(x.copy()))
    return results if isinstance(results, tuple) else (results,)


def leaves(results: Any) -> list[Any]:
    if isinstance(results, (tuple, list)):
        return [leaf for part in results for leaf in leaves(part)]
    return [results]


def check(case: str, backend: str, cls: type) -> None:
    """Same values, shapes and kinds as NumPy's, in tensors of the backend."""
    actual, expected = leaves(run(case, backend)), leaves(run(case, "numpy"))
    assert len(actual) == len(expected)
    for a, e in zip(actual, expected, strict=True):
        if isinstance(e, bool):
            assert a is e
            continue
        assert isinstance(a, cls)
        assert_close(a, e)
        assert ops.dtype(a).kind == ops.dtype(e).kind


# ---------------------------------------------------------------- array-api-strict


@pytest.mark.parametrize("case", CASES)
def test_strict_gives_what_numpy_gives(case: str) -> None:
    check(case, "strict", type(array_api_strict.asarray(0.0)))


def test_a_strict_tensor_chooses_its_backend_and_host_data_follow() -> None:
    x = array_api_strict.asarray([1.0, 2.0])
    for default in ("numpy", "torch"):
        with emberops.use_backend(default):
            for result in (ops.mean(x), ops.add(x, [1.0, 2.0]), ops.add(np.ones(2), x), ops.multiply(2, x)):
                assert type(result) is type(x)
    assert ops.is_tensor(x)
    assert ops.device(x) == "cpu"


def test_mixing_with_another_backend_is_an_error_that_names_both() -> None:
    with pytest.raises(BackendMismatchError, match=r"strict.*torch"):
        ops.add(array_api_strict.asarray([1.0]), torch.ones(1))


def test_namespaces() -> None:
    xp = emberops.namespace("strict")
    x = array_api_strict.asarray([3.0, 1.0])
    assert ops.namespace_of(x) is xp
    assert ops.namespace_of(torch.ones(1)) is emberops.namespace("torch")
    with emberops.use_backend("strict"):
        assert ops.namespace_of([1.0, 2.0]) is xp
    assert_close(xp.sort(x), [1.0, 3.0])
    assert xp.concatenate is xp.concat
    assert xp.__array_namespace_info__().default_dtypes()["real floating"] == array_api_strict.float64


def test_moving_between_backends() -> None:
    x = torch.asarray([[1.0, 2.0]])
    there = ops.to_backend(x, "strict")
    assert isinstance(there, type(array_api_strict.asarray(0.0)))
    back = ops.to_backend(there, "torch")
    assert isinstance(back, torch.Tensor)
    assert_close(back, x)
    assert ops.tolist(there) == [[1.0, 2.0]]


def test_assignment_is_in_place_where_the_library_has_stores() -> None:
    x = array_api_strict.asarray([1.0, 2.0, 3.0])
    assert ops.assign(x, slice(0, 2), 7.0) is x
    assert ops.add_at(x, [2, 2], 1.0) is x
    assert_close(x, [7.0, 7.0, 5.0])


def test_what_cannot_be_composed_refuses_when_called_and_says_why() -> None:
    x = array_api_strict.asarray([1.0])
    with emberops.use_backend("strict"), pytest.raises(OperationNotSupportedError, match="differentiation"):
        ops.grad(ops.sum)(x)
    with pytest.raises(OperationNotSupportedError, match=r"ops\.bitcast cannot run on the backend 'strict'"):
        ops.bitcast(x, "int64")
    with pytest.raises(UnknownDTypeError, match="'strict' has no bfloat16"):
        ops.astype(x, ops.bfloat16)
    assert emberops.supports("svd", backend="strict")
    assert not emberops.supports("bitcast", backend="strict")


def test_devices_have_portable_names() -> None:
    assert emberops.devices("strict")[0].device_type == "cpu"
    x = array_api_strict.asarray([1.0], device=array_api_strict.Device("device1"))
    assert ops.device(x) == "device1"
    assert ops.device(ops.to_device(x, "cpu")) == "cpu"
    assert ops.device(ops.add(x, 1.0)) == "device1"


# ---------------------------------------------------------------- dask


@pytest.mark.usefixtures("synchronous")
@pytest.mark.parametrize("case", [c for c in CASES if c not in CANNOT_ON_DASK])
def test_dask_gives_what_numpy_gives(case: str) -> None:
    check(case, "dask", da.Array)


@pytest.mark.parametrize("case", CANNOT_ON_DASK)
def test_what_dask_cannot_do_is_an_error(case: str) -> None:
    with pytest.raises(CANNOT_ON_DASK[case]):
        run(case, "dask")


@pytest.mark.parametrize("case", [c for c in CASES if c not in {*CANNOT_ON_DASK, *COMPUTES_ON_DASK}])
def test_nothing_is_computed_inside_an_operation_on_dask(case: str) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("an operation computed")

    with dask.config.set(scheduler=refuse):
        run(case, "dask")


def standardised(x: Any) -> Any:
    """What a user would write: no word of dask in it."""
    centred = ops.subtract(x, ops.mean(x, 0))
    return ops.divide(centred, ops.std(x, 0))


def test_a_cluster_of_processes_computes_the_same_code() -> None:
    from dask.distributed import Client, LocalCluster

    data = np.random.default_rng(0).normal(3.0, 2.0, (4_000, 6))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        x = da.from_array(data, chunks=(500, 3))
        assert x.npartitions == 16
        scaled = standardised(x)
        assert isinstance(scaled, da.Array)
        assert scaled.npartitions == 16
        results = ops.stack([ops.mean(ops.square(scaled), 0), ops.std(x, 0), ops.max(scaled, 0)])
        computed = results.compute()
        assert len(client.scheduler_info()["workers"]) == 2
    expected = standardised(data)
    assert_close(computed, np.stack([np.mean(expected**2, 0), np.std(data, 0), np.max(expected, 0)]))


# ---------------------------------------------------------------- others


@pytest.fixture(scope="module")
def cupyish() -> Any:
    """A second copy of array-api-strict: its arrays are another class, and like CuPy's it is called ``ndarray``."""
    source = Path(array_api_strict.__file__)
    spec = importlib.util.spec_from_file_location(
        "cupyish", source, submodule_search_locations=[str(source.parent)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cupyish"] = module
    spec.loader.exec_module(module)
    module.ndarray = type(module.asarray(0.0))
    # CuPy tells nothing of itself, and lacks the standard's youngest functions.
    for name in ("__array_namespace_info__", "hypot", "copysign", "maximum", "minimum"):
        delattr(module, name)
    emberops.register_backend("cupyish", module)
    yield module
    for name in [n for n in sys.modules if n.partition(".")[0] == "cupyish"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "case", ["arithmetic", "extremes", "hypot", "signs", "moments", "inv", "getitem arrays"]
)
def test_a_module_shaped_like_cupy(cupyish: Any, case: str) -> None:
    assert cupyish.ndarray is not type(array_api_strict.asarray(0.0))
    check(case, "cupyish", cupyish.ndarray)


def test_a_backend_of_an_installed_distribution_is_found(tmp_path: Path) -> None:
    """By its entry point, without being registered or imported before it is used."""
    (tmp_path / "tinybackend.py").write_text("from array_api_strict import *\n", encoding="utf-8")
    information = tmp_path / "tinybackend-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: tinybackend\nVersion: 1.0\n", encoding="utf-8"
    )
    (information / "entry_points.txt").write_text(
        "[emberops.backends]\ntiny = tinybackend\n", encoding="utf-8"
    )
    program = """
        import sys
        import emberops
        from emberops import ops

        assert "tiny" in emberops.available_backends()
        assert "tinybackend" not in sys.modules
        emberops.set_backend("tiny")
        x = ops.linspace(0, 1, 5)
        assert type(x).__module__.startswith("array_api_strict"), type(x)
        assert ops.item(ops.median(x)) == 0.5
        assert ops.namespace_of(x).NAME == "tiny"
        print(emberops.backend_info("tiny")["version"])
    """
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(program), encoding="utf-8")
    root = str(Path(emberops.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, str(script)],
        env={"PYTHONPATH": f"{tmp_path}:{root}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "1.0"


def test_what_a_backend_lacks_is_named_when_it_is_loaded(register_for_now: Callable[..., None]) -> None:
    module: Any = types.ModuleType("lacking")
    vars(module).update(vars(emberops.namespace("numpy")))
    del module.native_dtype, module.matmul
    module.devices = types.SimpleNamespace(describe=list)
    register_for_now("lacking", module)
    with pytest.raises(BackendIncompleteError) as caught:
        emberops.namespace("lacking")
    assert str(caught.value) == (
        "backend 'lacking' lacks 1 operations: matmul; 7 attributes: native_dtype, devices.native_device, "
        "devices.available, devices.set_default, devices.synchronize, devices.empty_cache, devices.memory"
    )


@pytest.mark.parametrize("name", ["numpy", "torch", "jax", "mlx", "autograd"])
def test_the_built_in_backends_hold_what_the_protocol_says(name: str) -> None:
    module = emberops.namespace(name)
    assert protocol.missing(module) == []
    assert all(isinstance(cls, type) for cls in module.TENSOR_TYPES + module.ARRAY_TYPES)
    assert module.native_dtype("float32") == module.NATIVE["float32"]
    assert all(info.backend for info in module.devices.describe())


def test_a_backend_may_be_an_attribute_of_a_module(register_for_now: Callable[..., None]) -> None:
    register_for_now("attribute", "emberops.backends.numpy.autograd:namespace")
    assert emberops.namespace("attribute").NAME == "autograd"


def test_what_traces_gradients_is_no_backend_to_choose() -> None:
    ops.grad(lambda x: ops.sum(ops.square(x)))(np.arange(3.0))
    assert "autograd" not in emberops.available_backends()
    assert "autograd" not in emberops.backend_info()
    with pytest.raises(UnknownBackendError, match=r"known backends: (?!.*autograd)"):
        emberops.namespace("nonesuch")
