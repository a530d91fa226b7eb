"""PUR105 hands tensors beside matrices over: SciPy's sparse ones and NumPy's know NumPy's arrays alone."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_HEAD = "import numpy as np\nfrom emberops import ops\nfrom scipy import sparse\n\n\n"
CASES = [
    pytest.param(
        "def f(a: ops.Tensor, b: ops.Tensor):\n    u = np.asmatrix(a)\n    return u * ops.diag(b) * u.T, b - u",
        "def f(a: ops.Tensor, b: ops.Tensor):\n    u = np.asmatrix(a)\n"
        "    return u * ops.to_numpy(ops.diag(b)) * u.T, ops.to_numpy(b) - u",
        id="a matrix of NumPy's, of which another one comes",
    ),
    pytest.param(
        "def f(a: ops.Tensor):\n    w = np.matrix(a)\n    return w * 2, w * w, w @ w.T",
        "def f(a: ops.Tensor):\n    w = np.matrix(a)\n    return w * 2, w * w, w @ w.T",
        id="beside numbers and matrices",
    ),
    pytest.param(
        "def f(n: int, x: ops.Tensor):\n    m = sparse.eye(n).tocsr()\n    return ops.linalg.norm(m @ x)",
        "def f(n: int, x: ops.Tensor):\n    m = sparse.eye(n).tocsr()\n"
        "    return ops.linalg.norm(ops.from_numpy(m @ ops.to_numpy(x)))",
        id="a sparse matrix, of whose product an array comes",
    ),
    pytest.param(
        "def f(n: int, x: ops.Tensor):\n    m = sparse.eye(n).tocsr()\n    return sparse.linalg.spsolve(m, m @ x)",
        "def f(n: int, x: ops.Tensor):\n    m = sparse.eye(n).tocsr()\n"
        "    return ops.from_numpy(sparse.linalg.spsolve(m, m @ ops.to_numpy(x)))",
        id="one whose product goes on to SciPy",
    ),
]


@pytest.mark.parametrize(("before", "after"), CASES)
def test_operands_are_handed_over(fixed: Fixed, before: str, after: str) -> None:
    result = fixed(f"{_HEAD}{before}\n", "PUR105", unsafe=True)
    assert result == f"{_HEAD}{after}\n"
    assert fixed(result, "PUR105", unsafe=True) == result


def test_a_product_with_a_sparse_matrix_is_no_operator_of_tensors(lines: Lines) -> None:
    """Whatever the operand is called: `x` says that it is a tensor, and not what a matrix makes of it."""
    code = f"{_HEAD}def f(n: int, x: ops.Tensor):\n    m = sparse.eye(n)\n    return m @ x\n"
    assert lines(code, "PUR1", "PUR2") == [(1, "PUR101"), (8, "PUR105")]


def test_what_a_matrix_gives_has_not_been_away(lines: Lines) -> None:
    code = f"{_HEAD}def f(a: ops.Tensor):\n    return ops.asarray(np.matrix([[1]]) * ops.to_numpy(a))\n"
    assert lines(code, "PUR402") == []
