"""Objects of other packages that hold one tensor, and say by a method of whose: variables of Flax and Keras."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.testing import assert_close

jax = pytest.importorskip("jax")


class Variable:
    """What Flax calls a parameter: JAX's functions take it for its array, and NumPy's for one of their own."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __jax_array__(self) -> Any:
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self._array, dtype)


@pytest.fixture
def held() -> Variable:
    return Variable(jax.numpy.asarray([1.0, 2.0]))


@pytest.mark.parametrize("default", ["numpy", "torch", "jax"])
def test_operations_go_to_the_backend_of_what_is_held(held: Variable, default: str) -> None:
    with emberops.use_backend(default):
        for found, expected in (
            (ops.add(held, 1), [2, 3]),
            (ops.exp(held), np.exp([1, 2])),
            (ops.sum(held), 3),
            (ops.multiply(held, held), [1, 4]),
            (ops.stack([held, held]), [[1, 2], [1, 2]]),
            (ops.matmul(jax.numpy.eye(2), held), [1, 2]),
        ):
            assert isinstance(found, jax.Array)
            assert_close(found, np.asarray(expected, np.float32))
    assert not ops.is_tensor(held)


def test_what_is_held_is_traced() -> None:
    def total(x: Any) -> Any:
        return ops.sum(ops.square(Variable(x)))

    assert_close(ops.grad(total)(jax.numpy.asarray([1.0, 2.0])), [2, 4])
    assert_close(ops.jit(total)(jax.numpy.asarray([1.0, 2.0])), 5.0)
