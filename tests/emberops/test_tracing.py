"""Operations trace through the compilers of their backends, and mean the same there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.catalogue import CATALOGUE
from emberops.testing import assert_close

X = np.array([[0.5, -1.5, 2.0], [3.0, 0.25, -4.0]], dtype=np.float32)

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "arithmetic": lambda x: ops.divide(ops.add(ops.multiply(2.0, x), 1), ops.maximum(ops.abs(x), 0.5)),
    "floor division": lambda x: ops.remainder(ops.floor_divide(x, 0.5), 3.0),
    "integers": lambda x: ops.floor_divide(ops.astype(x, ops.int32), 2),
    "functions": lambda x: ops.sqrt(ops.add(ops.square(ops.sin(x)), ops.exp(ops.negative(ops.abs(x))))),
    "composed": lambda x: ops.hypot(ops.cbrt(x), ops.sinc(x)),
    "comparison": lambda x: ops.where(ops.logical_and(ops.greater(x, 0), ops.less(x, 2)), x, 0.0),
    "clip and sign": lambda x: ops.multiply(ops.sign(x), ops.clip(x, -1.0, 1.0)),
    "reductions": lambda x: ops.divide(ops.subtract(x, ops.mean(x, 0)), ops.add(ops.std(x, 0), ops.max(x))),
    "logsumexp": lambda x: ops.logsumexp(x, axis=1),
    "cumulative": lambda x: ops.cumulative_sum(x, axis=1),
    "median": lambda x: ops.median(x, axis=1),
    "quantile": lambda x: ops.quantile(x, 0.3, axis=1),
    "nan": lambda x: ops.nanmean(ops.where(ops.greater(x, 2), ops.nan, x), axis=0),
    "sorting": lambda x: ops.take_along_axis(x, ops.argsort(x, axis=1, descending=True), axis=1),
    "searching": lambda x: ops.searchsorted(ops.sort(ops.reshape(x, (-1,))), x),
    "argmax": lambda x: ops.argmax(x, axis=1),
    "covariance": lambda x: ops.cov(x, rowvar=True),
    "diff": lambda x: ops.diff(x, axis=1),
    "isclose": lambda x: ops.isclose(x, ops.round(x)),
    "histogram": lambda x: ops.histogram(x, bins=3, range=(-4.0, 4.0))[0],
    "interp": lambda x: ops.interp(ops.reshape(x, (-1,)), ops.linspace(-4, 4, 5), ops.linspace(0, 1, 5)),
}


def compiled(backend: str, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    if backend == "torch":
        import torch

        return torch.compile(function, fullgraph=True, backend="eager")
    if backend == "jax":
        import jax

        return jax.jit(function)
    import mlx.core as mx

    return mx.compile(function)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("backend_name", ["torch", "jax", "mlx"])
def test_traces(backend_name: str, name: str) -> None:
    emberops.namespace(backend_name)
    function = FUNCTIONS[name]
    with emberops.use_backend(backend_name):
        x = ops.asarray(X)
        if backend_name != "torch":
            assert_close(compiled(backend_name, function)(x), function(x))
    if backend_name == "torch":
        # Outside a use_backend block, as user code runs: a context variable could not be traced.
        # The first call, uncompiled, enters operations of four tensors and more in their dispatch tables.
        expected = function(x)
        assert_close(compiled(backend_name, function)(x), expected)


@pytest.mark.parametrize("backend_name", ["numpy", "torch", "jax", "mlx"])
def test_no_operation_is_hidden_by_a_helper(backend_name: str) -> None:
    """Every public function of a backend's namespace is its own: pages share one namespace by star imports."""
    module = emberops.namespace(backend_name)
    for op in CATALOGUE.values():
        if "." not in op.name:
            assert getattr(getattr(module, op.name), "__module__", None) != "math", op.name
