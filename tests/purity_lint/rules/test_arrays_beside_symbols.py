"""PUR103 leaves arrays with NumPy that a formula of SymPy's, CVXPY's or CasADi's has beside its symbols."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_HEAD = "import cvxpy as cp\nimport numpy as np\nimport sympy\n\n\n"
BESIDE = [
    "def f(v):\n    return np.eye(3) * sympy.Matrix(v)",
    "def f(v):\n    m = np.eye(3)\n    m = m * sympy.Matrix(v)\n    return sympy.simplify(m)",
    "def f(n):\n    x = cp.Variable(n)\n    a = np.ones((n, n))\n    return a @ x <= 1",
    "def f(n, x):\n    return cp.kron(np.eye(n), x)",
    "def f(n):\n    a = np.eye(n)\n    return cp.Constant(value=a)",
]
APART = [
    "def f(v):\n    m = np.eye(3)\n    return m, sympy.Matrix(v)",
    "def f(v: np.ndarray):\n    return np.asarray(v) * sympy.Symbol('x')",
    "def f(v, n):\n    m = np.eye(3)\n    return np.dot(m, v) * n",
]


@pytest.mark.parametrize("code", BESIDE)
def test_an_array_beside_symbols_stays(code: str, fixed: Fixed, lines: Lines) -> None:
    assert fixed(f"{_HEAD}{code}\n", "PUR103", unsafe=True) == f"{_HEAD}{code}\n"
    assert [found for _, found in lines(f"{_HEAD}{code}\n", "PUR103")] == ["PUR103"]


@pytest.mark.parametrize("code", APART)
def test_other_arrays_go(code: str, fixed: Fixed) -> None:
    after = fixed(f"{_HEAD}{code}\n", "PUR103", unsafe=True)
    assert "np.eye" not in after
    assert "np.asarray" not in after
