"""An axis, a count or a place may be an integer of NumPy's or a tensor of one, as `argmax` gives it; a flag 0 or 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import TracedValueError

CALLS: dict[str, Callable[[Any, Callable[[int], Any]], Any]] = {
    "sum": lambda x, whole: ops.sum(x, axis=whole(0)),
    "prod": lambda x, whole: ops.prod(x, axis=whole(1)),
    "max": lambda x, whole: ops.max(x, axis=whole(1)),
    "argmax": lambda x, whole: ops.argmax(x, axis=whole(0)),
    "average": lambda x, whole: ops.average(x, axis=whole(0), weights=ops.ones(3)),
    "quantile": lambda x, whole: ops.quantile(x, 0.5, axis=whole(0)),
    "split": lambda x, whole: ops.concat(ops.split(x, whole(3)), axis=1),
    "hsplit": lambda x, whole: ops.concat(ops.hsplit(x, whole(2)), axis=0),
    "array_split": lambda x, whole: ops.array_split(x, whole(2))[0],
    "insert": lambda x, whole: ops.insert(x, whole(1), ops.arange(4.0), axis=0),
    "expand_dims": lambda x, whole: ops.expand_dims(x, whole(0)),
    "roll": lambda x, whole: ops.roll(x, whole(1), axis=whole(0)),
    "moveaxis": lambda x, whole: ops.moveaxis(x, whole(0), whole(1)),
    "repeat": lambda x, whole: ops.repeat(x, whole(2), axis=whole(0)),
    "tensordot of one axis each": lambda x, whole: ops.tensordot(x, x, axes=(whole(1), whole(1))),
    "tensordot of the last axes": lambda x, whole: ops.tensordot(x, ops.transpose(x), axes=whole(1)),
    "resize": lambda x, whole: ops.resize(x, (whole(2), whole(5))),
    "diff": lambda x, whole: ops.diff(x, whole(2)),
    "triu": lambda x, whole: ops.triu(x, whole(1)),
    "trace": lambda x, whole: ops.trace(x, whole(1)),
    "vander": lambda x, whole: ops.vander(x[0], whole(3)),
    "rot90": lambda x, whole: ops.rot90(x, whole(3)),
    "sort": lambda x, whole: ops.sort(x, whole(0)),
    "swapaxes": lambda x, whole: ops.swapaxes(x, whole(0), whole(1)),
    "partition": lambda x, whole: ops.partition(x, whole(2)),
    "fft": lambda x, whole: ops.real(ops.fft.fft(x, whole(2))),
    "stack of lists": lambda x, whole: ops.stack([[1.0, 2.0], [3.0, 4.0]], whole(1)),
    "softmax": lambda x, whole: ops.nn.softmax(x, axis=whole(0)),
    "layer_normalization": lambda x, whole: ops.nn.layer_normalization(x, axis=whole(1)),
    "rms_normalization": lambda x, whole: ops.nn.rms_normalization(x, axis=whole(1)),
    "vector_norm": lambda x, whole: ops.linalg.vector_norm(x, axis=whole(0)),
}
TRUTHS: dict[str, Callable[[Any, Any], Any]] = {
    "argmax": lambda x, keepdims: ops.argmax(x, axis=0, keepdims=keepdims),
    "vector_norm": lambda x, keepdims: ops.linalg.vector_norm(x, axis=0, keepdims=keepdims),
}
FLAGS: dict[str, Callable[[Any, Any], Any]] = {
    "keepdims": lambda x, flag: ops.sum(x, axis=0, keepdims=flag),
    "full_matrices": lambda x, flag: ops.linalg.svd(x[:, :2], full_matrices=flag)[0],
    "hermitian": lambda x, flag: ops.linalg.pinv(_definite(), hermitian=flag),
    "upper": lambda x, flag: ops.linalg.cholesky(_definite(), upper=flag),
    "upper of an inverse": lambda x, flag: ops.cholesky_inverse(_definite(), upper=flag),
    "unit_diagonal": lambda x, flag: ops.linalg.solve_triangular(_definite(), x, unit_diagonal=flag),
    "descending": lambda x, flag: ops.sort(x, descending=flag),
    "descending places": lambda x, flag: ops.argsort(x, descending=flag),
    "stable": lambda x, flag: ops.sort(x, stable=flag),
}


def _definite() -> Any:
    return 2.0 * ops.eye(3)


def _grid() -> Any:
    return ops.reshape(ops.arange(12.0), (3, 4))


@pytest.mark.parametrize("whole", [np.int64, np.int32, ops.asarray], ids=["int64", "int32", "tensor"])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_it_means_the_same_as_an_integer_of_pythons(
    backend: str, call: Callable[..., Any], whole: Callable[[int], Any]
) -> None:
    given, plain = ops.to_numpy(call(_grid(), whole)), ops.to_numpy(call(_grid(), int))
    assert given.shape == plain.shape
    np.testing.assert_array_equal(given, plain)


@pytest.mark.parametrize("call", TRUTHS.values(), ids=TRUTHS)
def test_so_does_a_truth(backend: str, call: Callable[..., Any]) -> None:
    assert ops.to_numpy(call(_grid(), np.True_)).shape == (1, 4)


@pytest.mark.parametrize("truth", [False, True])
@pytest.mark.parametrize("call", FLAGS.values(), ids=FLAGS)
def test_a_flag_may_be_a_number(backend: str, call: Callable[..., Any], truth: bool) -> None:
    given, plain = (ops.to_numpy(call(_grid(), flag)) for flag in (int(truth), truth))
    np.testing.assert_array_equal(given, plain)


@pytest.mark.parametrize("backend", ["jax", "mlx"], indirect=True)  # the compilers that hide values
def test_a_size_that_a_compiler_does_not_know_is_refused(backend: str) -> None:
    with pytest.raises(TracedValueError):
        ops.jit(ops.diff)(_grid(), ops.asarray(1))


@pytest.mark.parametrize("axis", [1.0, [1.0]], ids=["float", "vector"])
def test_a_tensor_that_is_no_integer_is_no_axis(backend: str, axis: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        ops.swapaxes(_grid(), 0, ops.asarray(axis))
