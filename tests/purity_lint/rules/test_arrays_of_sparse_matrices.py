"""PUR105: what a sparse matrix consists of is NumPy's."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_CODE = """\
from emberops import ops
from scipy import sparse


class Node:
    def __init__(self, data):
        self.data = data


def f(x: ops.Tensor, node: Node):
    matrix = sparse.csr_matrix(ops.to_numpy(x))
    other = matrix.copy()
    {store}
    return matrix
"""


@pytest.mark.parametrize(
    ("store", "handed"),
    [
        ("matrix.data = ops.exp(x)", "matrix.data = ops.to_numpy(ops.exp(x))"),
        ("matrix.data = ops.exp(matrix.data)", "matrix.data = ops.to_numpy(ops.exp(matrix.data))"),
        ("matrix.indices = ops.arange(3)", "matrix.indices = ops.to_numpy(ops.arange(3))"),
    ],
)
def test_a_tensor_is_handed_over(lines: Lines, fixed: Fixed, store: str, handed: str) -> None:
    code = _CODE.format(store=store)
    assert lines(code, "PUR105") == [(13, "PUR105")]
    after = fixed(code, "PUR105", unsafe=True)
    assert after == _CODE.format(store=handed)
    assert lines(after, "PUR105") == []


@pytest.mark.parametrize(
    "store",
    [
        "matrix.data = ops.to_numpy(ops.exp(x))",
        "matrix.data = other.data",
        "matrix.data = other.data.copy()",
        "matrix.data = [1.0, 2.0]",
        "node.data = ops.exp(x)",
        "matrix.name = ops.exp(x)",
    ],
)
def test_nothing_else_is(lines: Lines, store: str) -> None:
    assert lines(_CODE.format(store=store), "PUR105") == []
