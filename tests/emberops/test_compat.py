"""NumPy code on Arrays, and Arrays for NumPy code, on every backend."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from emberops import Array, compat, ops
from emberops.dtypes.default import default_dtype
from emberops.errors import UnknownBackendError
from emberops.testing import assert_close

X = np.asarray([[1.0, -2.0], [3.0, 0.5]], dtype=np.float32)


def standardised(x: Any) -> Any:
    """NumPy code as people write it."""
    centred = x - np.mean(x, axis=0)
    spread = np.sqrt(np.sum(centred**2, axis=0) / x.shape[0])
    out = np.where(spread > 0, centred / spread, 0.0)
    out[0] = np.maximum(out[0], 0)
    out += 1
    return np.concatenate([out, np.cumsum(x, axis=1)], axis=1).reshape(-1)


def test_numpy_code_runs_on_the_backend(backend: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", compat.FallbackWarning)
        result = standardised(Array(X.copy(), backend=backend))
    assert result.backend == backend
    assert_close(result, standardised(X.copy()), rtol=1e-5)


PROTOCOLS = {
    "reduce": np.add.reduce,
    "accumulate": lambda x: np.multiply.accumulate(x, axis=1),
    "outer": lambda x: np.subtract.outer(x[0], x[1]),
    "two names": lambda x: np.arctan2(x, 2.0),
    "linalg": lambda x: np.linalg.solve(x, x[0]),
    "einsum": lambda x: np.einsum("ij,kj->ik", x, x),
    "stack": lambda x: np.stack([x, x], axis=1),
    "std": lambda x: np.std(x, axis=0, ddof=1),
    "percentile": lambda x: np.percentile(x, 30.0),
    "sort": lambda x: np.sort(x, axis=0),
}


@pytest.mark.parametrize("call", PROTOCOLS.values(), ids=PROTOCOLS)
def test_protocols(backend: str, call: Any) -> None:
    result = call(Array(X, backend=backend))
    assert (type(result), result.backend) == (Array, backend)
    assert_close(result, call(X), rtol=1e-4)


def test_out_is_written_to(backend: str) -> None:
    out = Array(np.zeros((2, 2), dtype=np.float32), backend=backend)
    assert np.add(Array(X, backend=backend), 1.0, out=out) is out
    assert_close(out, X + 1)


IN_PLACE = {
    "copyto": lambda x: np.copyto(x, 3.0),
    "copyto a row": lambda x: np.copyto(x[0], 4.0),
    "put": lambda x: np.put(x, [0], [7.0]),
    "place": lambda x: np.place(x, x > 1, [9.0]),
    "putmask": lambda x: np.putmask(x, x > 1, [9.0]),
    "fill_diagonal": lambda x: np.fill_diagonal(x, 5.0),
    "put_along_axis": lambda x: np.put_along_axis(x, np.asarray([[0], [1]]), 8.0, axis=1),
    "add.at": lambda x: np.add.at(x, ([0, 0], [0, 0]), 1.0),
    "nan_to_num": lambda x: np.nan_to_num(x, copy=False),
    "out and where": lambda x: np.add(x, 1, out=x, where=x > 1),
    "cumsum": lambda x: np.cumsum(x, axis=0, out=x),
    "clip": lambda x: x.clip(0, 1.5, out=x),
    "method put": lambda x: x.put([0], [7.0]),
    "partition": lambda x: x.partition(1),
    "sort": lambda x: x.sort(axis=0),
    "view": lambda x: x.view().fill(2.0),
}


@pytest.mark.filterwarnings("ignore::emberops.compat.FallbackWarning")
@pytest.mark.parametrize("call", IN_PLACE.values(), ids=IN_PLACE)
def test_what_writes_into_its_argument(backend: str, call: Any) -> None:
    expected, x = X.copy(), Array(X.copy(), backend=backend)
    call(expected)
    call(x)
    assert_close(x, expected)


METHODS = {
    "max": lambda x: x.max(initial=9.0),
    "argsort": lambda x: x.argsort(kind="stable"),
    "compress": lambda x: x.compress([True, False], axis=0),
    "conjugate": lambda x: x.conjugate(),
    "round": lambda x: round(x[0, 1], 1),
    "round to an integer": lambda x: round(x[1, 0]),
    "tobytes": lambda x: np.frombuffer(x.tobytes(), dtype=np.float32),
    "argpartition": lambda x: x.argpartition(0),
}


@pytest.mark.filterwarnings("ignore::emberops.compat.FallbackWarning")
@pytest.mark.parametrize("call", METHODS.values(), ids=METHODS)
def test_numpys_methods(backend: str, call: Any) -> None:
    assert_close(call(Array(X, backend=backend)), call(X))


def test_a_librarys_conversions_are_counted_by_its_name(backend: str) -> None:
    from scipy.spatial import distance

    x = Array(X, backend=backend)
    compat.fallbacks.clear()
    if backend == "numpy":
        distance.cdist(x, x)
    else:
        with pytest.warns(compat.FallbackWarning, match=r"scipy\.\w+ got a NumPy array"):
            distance.cdist(x, x)
    assert [name.partition(".")[0] for name in compat.fallbacks] == ["scipy"]
    compat.fallbacks.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.asarray(x)
    assert compat.fallbacks == {"conversion": 1}


def test_fallbacks_are_counted_and_warn(backend: str) -> None:
    compat.fallbacks.clear()
    x = Array(X, backend=backend)
    if backend == "numpy":
        result = np.apply_over_axes(np.sum, x, [0])
    else:
        with pytest.warns(compat.FallbackWarning, match=r"np.apply_over_axes ran on NumPy"):
            result = np.apply_over_axes(np.sum, x, [0])
    assert compat.fallbacks == {"apply_over_axes": 1}
    assert result.backend == backend
    assert_close(result, np.apply_over_axes(np.sum, X, [0]))


def test_wrap_and_unwrap(backend: str) -> None:
    tree = {"a": ops.asarray(X), "b": [1, "text"]}
    wrapped = compat.wrap_tree(tree)
    assert wrapped["a"].backend == backend
    assert wrapped["b"] == [1, "text"]
    assert backend == ops.namespace_of(compat.unwrap(wrapped)["a"]).NAME
    assert compat.wrap_tree(tree, "jax")["a"].backend == "jax"
    with pytest.raises(UnknownBackendError):
        compat.wrap_tree(tree, "tpu")


def test_on_arrays_gives_back_what_its_caller_uses(backend: str) -> None:
    adapted = compat.on_arrays(standardised)
    for x in (ops.asarray(X), X, Array(X.copy(), backend=backend)):
        result = adapted(x)
        assert type(result) is type(x)
        assert_close(result, standardised(X.copy()), rtol=1e-5)


def test_as_numpy_for_code_that_is_not_moved(backend: str) -> None:
    @compat.as_numpy
    def legacy(x: Any) -> Any:
        assert type(x) is np.ndarray
        return x.cumsum(), "text"

    total, text = legacy(ops.asarray(X))
    assert backend == ops.namespace_of(total).NAME
    assert text == "text"
    assert_close(total, X.cumsum())
    assert legacy(Array(X, backend=backend))[0].backend == backend


def test_numpy_on(backend: str) -> None:
    before = np.zeros
    with compat.numpy_on(backend):
        x = np.zeros((2, 2), dtype=np.float32)
        x[0] = np.arange(2)
        y = np.asarray(x) + np.ones(2, dtype=np.float32)
        assert (x.backend, y.backend) == (backend, backend)
        assert (
            type(np.array(["a", "b"])) is type(np.asarray("2026-01-01", dtype="datetime64[D]")) is np.ndarray
        )
        assert np.array([x, y]).shape == (2, 2, 2)
    assert_close(y, [[1.0, 2.0], [1.0, 1.0]])
    assert np.zeros is before
    with pytest.raises(KeyError), compat.numpy_on(backend):
        raise KeyError
    assert np.zeros is before
    with pytest.raises(UnknownBackendError), compat.numpy_on("tpu"):
        pass


def test_numpy_on_leaves_compiled_code_its_own_memory(backend: str) -> None:
    """It calls ``np.empty`` without a frame of its own, and writes where it believes the result's memory to be."""
    with compat.numpy_on(backend):
        drawn = np.random.RandomState(0).rand(3)
        made = np.random.rand(3)
    assert type(drawn) is np.ndarray
    assert made.backend == backend


@pytest.mark.on_processor(reason="SciPy names devices of NumPy to the arrays that it makes")
def test_numpy_on_leaves_packages_alone(backend: str) -> None:
    from scipy.signal import get_window

    with compat.numpy_on(backend):
        assert type(get_window("hann", 4)) is np.ndarray
    with compat.numpy_on(backend, packages=["scipy"]):
        assert type(get_window("hann", 4)) is Array


def test_numpy_on_converts_as_numpy_does(backend: str) -> None:
    with compat.numpy_on(backend):
        x = np.ones(2, dtype=np.float32)
        assert np.asarray(x) is x
        copied = np.array(x)
        copied[0] = 5.0
        assert x.tolist() == [1.0, 1.0]
        assert np.array(x, ndmin=2).shape == (1, 2)
        assert np.array([x, None], dtype=object).dtype == object
        assert np.asarray(x, dtype=np.int32).dtype == np.int32
        assert assertion_rewriting_keeps(np.zeros(2)).backend == backend


def assertion_rewriting_keeps(x: Any) -> Any:
    return x


def test_numpy_on_keeps_numpys_floats(backend: str) -> None:
    with compat.numpy_on(backend):
        made = np.zeros(2).dtype
        counted = np.arange(3)
        assert np.mean(counted).dtype == made
        assert counted.astype(float).dtype == made
        assert (counted / 2).dtype == made
    assert (made == np.float64) == (backend in ("numpy", "torch"))
    assert default_dtype() is None


def test_jax_and_torch_look_into_arrays() -> None:
    import jax
    import torch

    x = Array(X, backend="jax")
    assert_close(jax.jit(lambda a: a * 2)(x), X * 2)
    assert_close(jax.grad(lambda a: (a * a).sum().tensor)(x), X * 2)
    y = Array(X, backend="torch")
    assert_close(torch.func.grad(lambda a: (a * a).sum().tensor)(y), X * 2)
