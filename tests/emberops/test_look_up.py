"""What a dispatcher looks up: types, one after the other, in dicts that hold nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax.numpy as jnp
import mlx.core as mx
import numpy as np
import pytest
import torch

import emberops
from emberops import ops
from emberops.dispatch.operation import routers
from emberops.testing import assert_close

MAKE: dict[str, Callable[[Any], Any]] = {
    "numpy": np.asarray,
    "torch": torch.asarray,
    "jax": jnp.asarray,
    "mlx": mx.array,
}
X = np.array([[1.0, 2.0, 4.0], [2.0, 1.0, 3.0]], np.float32)


class Plain(np.ndarray):
    """A subclass that says nothing of NumPy's functions."""


class Answering(np.ndarray):
    """One that has versions of its own."""

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return "its own"


class Tensor(torch.Tensor):
    """One of PyTorch's."""


def _keys(table: dict[Any, Any]) -> Iterator[Any]:
    for key, value in table.items():
        yield key
        if isinstance(value, dict):
            yield from _keys(value)


def test_keys_are_types(backend: str) -> None:
    # PyTorch 2.11 compiles no look-up of a set of types.
    x = MAKE[backend](X)
    ops.cov(x, fweights=[1, 2, 1])
    ops.clip(x, 0.0, None)
    ops.histogram2d(x[0], x[1], weights=X[0])
    ops.nn.dot_product_attention(*[ops.reshape(x, (1, 1, 2, 3))] * 3)
    for router in routers.values():
        assert all(isinstance(key, type) for key in _keys(router.table)), router.name


@pytest.mark.parametrize("weights", [[1, 2, 1], (1, 2, 1), np.array([1, 2, 1]), None])
def test_of_many_tensors_any_may_be_host_data(backend: str, weights: Any) -> None:
    make = MAKE[backend]
    for m in (make(X), X, X.tolist(), make(X)):
        for y in (None, make(X[:1]), X[:1], X[:1].tolist()):
            with emberops.use_backend(backend):
                found = ops.cov(m, y, fweights=weights)
            assert isinstance(found, type(make(X)))
            expected = np.cov(X, None if y is None else X[:1], fweights=weights)
            assert_close(found, expected, rtol=1e-5)


def test_a_class_with_functions_of_its_own_is_asked_wherever_it_stands() -> None:
    weights = np.array([1, 2, 1])
    for _ in range(2):
        assert isinstance(ops.cov(X, fweights=weights), np.ndarray)
        assert isinstance(ops.cov(X.view(Plain), fweights=weights), np.ndarray)
        assert ops.cov(X, fweights=weights.view(Answering)) == "its own"
        assert ops.cov(X.view(Answering), fweights=weights) == "its own"


def test_subclasses_may_stand_anywhere() -> None:
    x, sub = torch.asarray(X), torch.asarray(X).as_subclass(Tensor)
    for _ in range(2):
        for args in ((x, x), (x, sub), (sub, x), (sub, sub), (sub, X), (X, sub)):
            assert tuple(ops.cov(*args).shape) == (4, 4)


def test_what_may_stand_beside_the_first_is_known_while_numpy_is_the_default() -> None:
    table = routers["cov"].table
    ops.cov(X)
    assert type(None) in table[np.ndarray]
    with emberops.use_backend("torch"):
        assert not table[np.ndarray]
        assert isinstance(ops.cov(X), torch.Tensor)
    assert isinstance(ops.cov(X), np.ndarray)
    assert type(None) in table[np.ndarray]


@pytest.mark.parametrize("name", ["add", "cov", "sqrt", "where"])
def test_the_table_is_filled_again_after_a_block(name: str) -> None:
    router = routers[name]
    args = [X] * (1 if name == "cov" else len(router.arguments.names))
    with emberops.use_backend("numpy"):
        getattr(ops, name)(*args)
    getattr(ops, name)(*args)
    assert router.table.get(np.ndarray)


CALLS: dict[str, Callable[[Any], Any]] = {
    "cov": ops.cov,
    "cov of two": lambda x: ops.cov(x, x, fweights=torch.asarray([1, 2, 1])),
    "histogram2d": lambda x: ops.histogram2d(x[0], x[1], 3, range=((0.0, 5.0), (0.0, 5.0)))[0],
    "dot_product_attention": lambda x: ops.nn.dot_product_attention(*[x[None, None]] * 3),
    "batch_normalization": lambda x: ops.nn.batch_normalization(x, x[0], x[1], axis=1),
    "where": lambda x: ops.where(x > 1, x, 0.0),
    "clip": lambda x: ops.clip(x, 1, None),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_compiler_follows_the_look_up(name: str) -> None:
    compiled = torch.compile(CALLS[name], fullgraph=True, backend="eager")
    assert_close(compiled(torch.asarray(X)), CALLS[name](torch.asarray(X)))


def test_arguments_by_name_reach_numpy_behind_the_look_at_a_sequence() -> None:
    with emberops.use_backend("numpy"):
        ops.array([1.0, 2.0])
    router = routers["array"]
    assert router.guarding is not None
    guarded = router.guarding(lambda *args, **names: ("run", args, names), lambda x: x == [1.0], router.slow)
    assert guarded([1.0], None, copy=True, ndmin=2, device=None, strict=False) == (
        "run",
        ([1.0], None),
        {"copy": True, "ndmin": 2, "device": None, "strict": False},
    )
    made = ops.array([1, 2], ops.float32, ndmin=2)
    assert made.dtype == np.float32
    assert made.shape == (1, 2)
    assert ops.array([]).shape == (0,)


def test_a_sequence_with_a_tensor_is_left_to_its_library() -> None:
    ops.array([1.0, 2.0])
    assert isinstance(ops.array([torch.tensor(1.0), 2.0]), torch.Tensor)
    assert isinstance(ops.array([[mx.array(1.0), 2.0]]), mx.array)


@pytest.mark.parametrize("make", [ops.zeros, ops.ones, ops.empty, ops.arange])
def test_new_arrays_have_the_dtype_that_was_chosen(make: Callable[..., Any]) -> None:
    with emberops.use_backend("numpy"):
        assert make(3).dtype == (np.int64 if make is ops.arange else np.float64)
        emberops.set_default_dtype("float32")
        try:
            assert (make(3.0) if make is ops.arange else make(3)).dtype == np.float32
        finally:
            emberops.set_default_dtype(None)
        with pytest.raises(emberops.errors.DeviceNotAvailableError):
            make(3, device="gpu")
