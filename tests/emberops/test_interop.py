"""Questions about tensors, and the ways between host, devices and backends."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.testing import assert_close

BACKENDS = ("numpy", "torch", "jax", "mlx")


def test_shape_is_a_plain_tuple(backend: str) -> None:
    x = ops.zeros((2, 3))
    assert type(ops.shape(x)) is tuple
    assert ops.shape(x) == (2, 3)
    assert all(type(n) is int for n in ops.shape(x))
    assert (ops.ndim(x), ops.size(x), ops.size(x, 1)) == (2, 6, 3)
    assert ops.shape([[1, 2], [3, 4]]) == (2, 2)
    assert ops.shape(3.0) == ()
    assert ops.ndim(3.0) == 0


def test_is_tensor(backend: str) -> None:
    assert ops.is_tensor(ops.zeros(2))
    assert ops.is_tensor(np.zeros(2))
    for other in (1.0, [1.0], (ops.zeros(1),), "text", None, {}, np.float64(1.0)):
        assert not ops.is_tensor(other)


def test_to_the_host(backend: str) -> None:
    x = ops.asarray([[1, 2], [3, 4]])
    assert ops.tolist(x) == [[1, 2], [3, 4]]
    assert ops.to_list(x) == [[1, 2], [3, 4]]
    assert type(ops.to_numpy(x)) is np.ndarray
    assert ops.item(ops.asarray(2.5)) == 2.5
    assert ops.item(ops.asarray([7])) == 7
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        ops.item(x)


def test_from_numpy_is_the_way_back(backend: str) -> None:
    for given in (np.asarray([1.5, 2.5], np.float32), np.float32(2.5), 2.5):
        found = ops.from_numpy(given)
        assert_close(found, np.asarray(given, np.float32))
        if backend == "numpy":
            assert found is given
        else:
            assert ops.is_tensor(found)
    assert ops.from_numpy(None) is None


class _Fit(NamedTuple):
    slope: object
    name: object


def test_from_numpy_takes_several_results_back_one_by_one(backend: str) -> None:
    mean, whole, nothing = ops.from_numpy((np.asarray([1.5, 2.5], np.float32), 3, None))
    assert_close(mean, np.asarray([1.5, 2.5], np.float32))
    assert ops.to_numpy(whole) == 3
    assert nothing is None
    fit = ops.from_numpy(_Fit(np.asarray([1.5], np.float32), "line"))
    assert type(fit) is _Fit
    assert fit.name == "line"
    assert_close(fit.slope, np.asarray([1.5], np.float32))
    if backend != "numpy":
        assert not isinstance(fit.slope, np.ndarray)


def test_from_numpy_leaves_what_holds_no_numbers(backend: str) -> None:
    for given in (
        np.asarray(["a", "b"]),
        np.asarray([object()]),
        np.datetime64("2020-01-01"),
        object(),
        "text",
    ):
        assert ops.from_numpy(given) is given


def test_to_numpy_of_an_element(backend: str) -> None:
    found = ops.to_numpy(ops.asarray([1.5, 2.5])[1])
    assert found == 2.5
    assert np.isscalar(found) == (backend == "numpy")


@pytest.mark.parametrize(
    "x", ["text", None, ["a", "b"], [[1, 2, 3]], 2.5, np.ones((2, 3)), range(4)], ids=repr
)
def test_everything_has_a_shape(backend: str, x: Any) -> None:
    assert ops.shape(x) == np.shape(x)
    assert ops.ndim(x) == np.ndim(x)
    assert ops.size(x) == np.size(x)


def test_to_numpy_leaves_what_numpy_takes(backend: str) -> None:
    array = np.array([0.1, 0.2])
    assert ops.to_numpy(array) is array
    for number in (0.1, 3, np.float64(0.1)):
        assert ops.to_numpy(number) is number
    assert type(ops.to_numpy([ops.asarray(1.0), 2.0])) is np.ndarray


def test_to_numpy_gives_what_may_be_written_to(backend: str) -> None:
    x = ops.asarray([1.0, 2.0])
    for made in (ops.to_numpy(x, writable=True), ops.to_numpy(x, dtype=ops.float64, writable=True)):
        assert made.flags.writeable
        assert made.tolist() == [1.0, 2.0]
    array = np.array([0.1, 0.2])
    array.flags.writeable = False
    assert ops.to_numpy(array, writable=True) is array


@pytest.mark.parametrize(
    ("make", "cls"),
    [(ops.random.default_rng, np.random.Generator), (ops.random.RandomState, np.random.RandomState)],
)
def test_to_numpy_of_a_generator(backend: str, make: Any, cls: type) -> None:
    """It is NumPy's, and goes on with the numbers that the seed decides."""
    one, other = make(3), make(3)
    handed = [ops.to_numpy(one) for _ in range(2)]
    assert all(isinstance(generator, cls) for generator in handed)
    drawn = [generator.normal(size=4) for generator in handed]
    assert (drawn[0] != drawn[1]).all()
    np.testing.assert_array_equal(drawn, [ops.to_numpy(other).normal(size=4) for _ in range(2)])
    if backend == "numpy":
        assert handed[0] is one


def test_to_numpy_leaves_generators_of_numpy(backend: str) -> None:
    for generator in (np.random.default_rng(0), np.random.RandomState(0)):
        assert ops.to_numpy(generator) is generator
    assert isinstance(ops.to_numpy(ops.random.default), np.random.RandomState)


def test_to_numpy_of_a_gradient_tensor() -> None:
    import torch

    assert ops.to_numpy(torch.ones(2, requires_grad=True)).tolist() == [1.0, 1.0]
    assert ops.to_numpy(torch.ones(2, dtype=torch.bfloat16)).dtype == np.float32


@pytest.mark.parametrize("target", BACKENDS)
def test_to_backend(backend: str, target: str) -> None:
    for values in ([[1.0, 2.0], [3.0, 4.0]], [1, 2], [True, False]):
        x = ops.asarray(values)
        y = ops.to_backend(x, target)
        with emberops.use_backend(target):
            assert type(y) is type(ops.zeros(1))
        assert_close(y, values)


def test_to_backend_copies_when_asked() -> None:
    x = np.zeros(3)
    y = ops.to_backend(x, "torch", copy=True)
    y[0] = 1.0
    assert x[0] == 0.0


def test_device(backend: str) -> None:
    x = ops.zeros(2)
    assert ops.device(x) in {d.device_type for d in emberops.devices(backend)}
    assert_close(ops.to_device(x, "cpu"), x)
    assert_close(ops.to_device(x, "auto"), x)


def test_devices_are_described(backend: str) -> None:
    found = emberops.devices(backend)
    assert found
    for info in found:
        assert info.backend == backend
        assert info.is_available
        assert info.device_name
        assert info.total_memory_gb == info.total_memory_bytes / 2**30
        assert info.to_dict()["device_type"] == info.device_type
    assert "cpu" in {info.device_type for info in found}


def test_devices_of_every_backend() -> None:
    assert {info.backend for info in emberops.devices()} >= set(BACKENDS)


def test_device_housekeeping(backend: str) -> None:
    emberops.set_device("cpu")
    emberops.synchronize()
    emberops.empty_cache()
    assert all(isinstance(v, int) for v in emberops.memory().values())


def test_backends_are_described() -> None:
    assert set(BACKENDS) <= set(emberops.available_backends())
    assert emberops.detect_best_backend() in emberops.available_backends()
    info = emberops.backend_info("torch")
    assert info["available"]
    assert info["version"]
    assert "cpu" in info["devices"]
    assert set(emberops.backend_info()) >= set(BACKENDS)


def test_capabilities() -> None:
    assert emberops.supports("float64", backend="numpy")
    assert not emberops.supports("complex128", backend="mlx")
    assert emberops.supports("linalg.svd", backend="torch")
    assert emberops.supports("svd", backend="mlx")
    with pytest.raises(ValueError, match="neither"):
        emberops.supports("teleport", backend="numpy")


def test_singledispatch_and_issubclass_know_tensors_of_every_backend(backend: str) -> None:
    @functools.singledispatch
    def described(x: object) -> str:
        return "other"

    @described.register
    def _(x: ops.Tensor) -> str:
        return "tensor"

    @described.register
    def _(x: float) -> str:
        return "float"

    tensor = ops.ones(2)
    assert [described(x) for x in (tensor, 1.5, [1.5])] == ["tensor", "float", "other"]
    assert issubclass(type(tensor), ops.Tensor)
    assert not issubclass(float, ops.Tensor)


class Counted:
    """What is no tensor, and says itself how many values it has."""

    size = 7


def test_an_object_that_counts_itself_is_asked(backend: str) -> None:
    assert ops.size(Counted()) == np.size(Counted()) == 7  # type: ignore[arg-type]  # no tensor on purpose
