"""The layer leaves no trace: what a compiler sees with ops is what it sees without."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import mlx.core as mx
import numpy as np
import pytest
import torch

from emberops import ops, use_backend

Program = Callable[[Any, Any], Any]


def _with_ops(a: Any, b: Any) -> Any:
    return ops.where(ops.greater(a, 0.5), ops.add(a, ops.multiply(b, 2.0)), ops.abs(ops.subtract(a, b)))


def _native(xp: Any) -> Program:
    # Of PyTorch's two names for one function, the one that it prints.
    of_torch = (torch.gt, torch.mul, torch.sub)
    greater, multiply, subtract = of_torch if xp is torch else (xp.greater, xp.multiply, xp.subtract)

    def program(a: Any, b: Any) -> Any:
        return xp.where(greater(a, 0.5), xp.add(a, multiply(b, 2.0)), xp.abs(subtract(a, b)))

    return program


def test_jax_sees_the_same_program() -> None:
    a, b = jnp.ones(4), jnp.arange(4.0)
    with_ops = str(jax.make_jaxpr(_with_ops)(a, b))
    without = str(jax.make_jaxpr(_native(jnp))(a, b))
    assert re.sub(r"name=\w+", "", with_ops) == re.sub(r"name=\w+", "", without)
    assert jnp.allclose(jax.jit(_with_ops)(a, b), _native(jnp)(a, b))


def test_torch_compile_traces_through_in_one_graph() -> None:
    a, b = torch.ones(4), torch.arange(4.0)
    compiled = torch.compile(_with_ops, fullgraph=True, backend="eager")
    assert torch.allclose(compiled(a, b), _native(torch)(a, b))


def test_torch_compile_traces_creation_and_reduction() -> None:
    def program(a: torch.Tensor) -> torch.Tensor:
        return ops.sum(ops.multiply(a, ops.asarray(ops.ones_like(a))))

    compiled = torch.compile(program, fullgraph=True, backend="eager")
    assert compiled(torch.ones(4)).item() == 4.0


@pytest.mark.parametrize(
    "imports", ["import torch\nfrom emberops import ops", "from emberops import ops\nimport torch"]
)
def test_the_first_call_of_a_program_may_be_compiled(imports: str) -> None:
    program = f"""{imports}
f = torch.compile(lambda x: ops.add(ops.maximum(2.0, ops.exp(x)), 1), fullgraph=True, backend="eager")
assert f(torch.zeros(2)).tolist() == [3.0, 3.0]
g = torch.compile(lambda q: ops.nn.dot_product_attention(q, q, q), fullgraph=True, backend="eager")
assert g(torch.ones(1, 2, 1, 4)).shape == (1, 2, 1, 4)
h = torch.compile(lambda x: ops.einsum("ij,jk", ops.stack([x, x]), ops.concat([x[:, None], x[:, None]], axis=1)),
                  fullgraph=True, backend="eager")
assert h(torch.ones(2)).shape == (2, 2)
import numpy
table = numpy.arange(6.0).reshape(3, 2)
t = torch.compile(lambda i: ops.getitem(table, i), fullgraph=True, backend="eager")
assert t(torch.asarray([0, 2])).tolist() == [[0.0, 1.0], [4.0, 5.0]]"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_an_operation_first_called_in_a_trace_is_written_by_then() -> None:
    """Where PyTorch comes with the backend, and no line of the program imports it before."""
    program = """
from emberops import ops, use_backend
with use_backend("torch"):
    x = ops.ones(3)
import torch
print(torch.compile(ops.negative, fullgraph=True, backend="eager")(x))
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_torch_export_sees_the_same_graph() -> None:
    class WithOps(torch.nn.Module):
        def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return _with_ops(a, b)

    class Without(torch.nn.Module):
        def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            return _native(torch)(a, b)

    inputs = (torch.ones(4), torch.arange(4.0))
    nodes = [
        # Decomposed: of PyTorch's functions that hand over to another one, `multiply` to `mul`, ops calls the other.
        [
            (n.op, str(n.target))
            for n in torch.export.export(module(), inputs).run_decompositions().graph.nodes
        ]
        for module in (WithOps, Without)
    ]
    assert nodes[0] == nodes[1]


def test_mlx_builds_the_same_graph() -> None:
    a, b = mx.ones(4), mx.arange(4.0)
    graphs = []
    for program in (_with_ops, _native(mx)):
        text: list[str] = []

        class Sink:
            def write(self, part: str) -> None:
                text.append(part)  # noqa: B023

        mx.export_to_dot(Sink(), program(a, b))
        graphs.append(re.findall(r'label\s*="?(\w+)', "".join(text)))
    assert graphs[0]
    assert sorted(graphs[0]) == sorted(graphs[1])
    assert mx.allclose(mx.compile(_with_ops)(a, b), _native(mx)(a, b)).item()


@pytest.mark.parametrize("transform", [jax.grad, jax.vmap])
def test_jax_transforms_see_through(transform: Callable[[Program], Program]) -> None:
    def with_ops(x: Any) -> Any:
        return ops.sum(ops.multiply(x, x))

    x = jnp.ones((3, 2))
    expected = transform(lambda x: jnp.sum(x * x))(x)
    assert jnp.allclose(transform(with_ops)(x), expected)


def test_torch_func_sees_through() -> None:
    x = torch.arange(3.0)
    gradient = torch.func.grad(lambda x: ops.sum(ops.multiply(x, x)))(x)
    assert torch.allclose(gradient, 2 * x)


def test_mlx_grad_and_vmap_see_through() -> None:
    x = mx.arange(3.0)
    assert mx.allclose(mx.grad(lambda x: ops.sum(ops.multiply(x, x)))(x), 2 * x).item()
    assert mx.allclose(mx.vmap(lambda x: ops.add(x, 1.0))(x), x + 1).item()


@pytest.mark.on_processor(
    reason="PyTorch's compiler makes what a list holds there, whatever the default device is"
)
def test_torch_compile_traces_creation_within_a_block() -> None:
    """Which backend a block chose is asked while it traces; another block is asked anew."""
    compiled = torch.compile(lambda x: ops.add(ops.asarray([1.0, 2.0]), x), fullgraph=True, backend="eager")
    with use_backend("torch"):
        assert compiled(torch.ones(2)).tolist() == [2.0, 3.0]
    with use_backend("numpy"), use_backend("torch"):
        assert compiled(torch.ones(2)).tolist() == [2.0, 3.0]


def test_a_table_of_numpys_is_indexed_by_a_tensor() -> None:
    table = np.asarray([[1.0, 2.0], [3.0, 4.0]], np.float32)
    found = ops.getitem(table, torch.tensor([1, 0]))
    assert isinstance(found, torch.Tensor)
    assert found.tolist() == [[3.0, 4.0], [1.0, 2.0]]
    compiled = torch.compile(lambda i: ops.getitem(table, i), fullgraph=True, backend="eager")
    assert compiled(torch.tensor([1])).tolist() == [[3.0, 4.0]]


def test_a_checkpoint_is_differentiated() -> None:
    x = torch.arange(3.0)
    gradient = ops.grad(ops.checkpoint(lambda x: ops.sum(ops.multiply(x, x))))(x)
    assert torch.allclose(gradient, 2 * x)


def test_counts_of_hidden_numbers_have_the_size_that_was_asked_for() -> None:
    numbers = [1, 1, 3]
    assert jax.jit(lambda n: ops.bincount(n, minlength=4))(jnp.asarray(numbers)).tolist() == [0, 2, 0, 1]
    assert mx.compile(lambda n: ops.bincount(n, minlength=4))(mx.array(numbers)).tolist() == [0, 2, 0, 1]
    with pytest.raises(ValueError, match="eval"):
        mx.compile(ops.bincount)(mx.array(numbers))


def test_what_torch_does_not_differentiate_has_a_gradient() -> None:
    x = torch.tensor([-1.5, 0.0, 2.5])
    assert torch.func.grad(lambda x: ops.sum(ops.floor_divide(x, 2.0)))(x).tolist() == [0.0, 0.0, 0.0]
    assert torch.func.grad(lambda h: ops.sum(ops.heaviside(x, h)))(torch.ones(3)).tolist() == [0.0, 1.0, 0.0]
    weigh = torch.func.grad(lambda w: ops.sum(ops.square(ops.bincount(torch.tensor([0, 1, 1]), w))))
    assert weigh(torch.tensor([1.0, 2.0, 3.0])).tolist() == [2.0, 10.0, 10.0]
