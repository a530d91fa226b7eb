"""PUR403: what SciPy calls back computes on NumPy."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines, Report

from purity_lint.findings.diagnostics import Applicability

_HEAD = """\
from emberops import ops
from scipy import integrate, optimize
from scipy.sparse import linalg


def f(x, *more):
    return ops.sum(ops.square(x))


def plain(x, *more):
    return x * x


def residuals(x):
    return f(x) - 1


def of_others(x, *more):
    return residuals(x) ** 2


def around(x):
    return around(plain(x))


"""


@pytest.mark.parametrize(
    ("call", "wrapped"),
    [
        ("optimize.minimize(f, [1.0])", "optimize.minimize(ops.numpy_callback(f), [1.0])"),
        ("optimize.minimize(fun=f, x0=[1.0])", "optimize.minimize(fun=ops.numpy_callback(f), x0=[1.0])"),
        (
            "optimize.root(plain, [1.0], jac=lambda x: ops.diag(x))",
            "optimize.root(plain, [1.0], jac=ops.numpy_callback(lambda x: ops.diag(x)))",
        ),
        (
            "integrate.solve_ivp(plain, (0, 1), [1.0], events=[f, plain])",
            "integrate.solve_ivp(plain, (0, 1), [1.0], events=[ops.numpy_callback(f), plain])",
        ),
        (
            "optimize.minimize(plain, [1.0], constraints={'type': 'eq', 'fun': f})",
            "optimize.minimize(plain, [1.0], constraints={'type': 'eq', 'fun': ops.numpy_callback(f)})",
        ),
        ("integrate.quad(f, 0, 1)[0]", "integrate.quad(ops.numpy_callback(f), 0, 1)[0]"),
        ("linalg.LinearOperator((2, 2), f)", "linalg.LinearOperator((2, 2), ops.numpy_callback(f))"),
        (
            "linalg.LinearOperator((2, 2), matvec=plain, rmatvec=f)",
            "linalg.LinearOperator((2, 2), matvec=plain, rmatvec=ops.numpy_callback(f))",
        ),
        (
            "optimize.minimize(of_others, [1.0])",
            "optimize.minimize(ops.numpy_callback(of_others), [1.0])",
        ),
    ],
)
def test_functions_of_operations_are_wrapped(fixed: Fixed, report: Report, call: str, wrapped: str) -> None:
    (found,) = report(_HEAD + f"y = {call}\n", "PUR403")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.SAFE
    after = fixed(_HEAD + f"y = {call}\n", "PUR403")
    assert after == _HEAD + f"y = {wrapped}\n"
    assert report(after, "PUR403") == []


@pytest.mark.parametrize(
    "call",
    [
        "optimize.minimize(plain, [1.0])",
        "optimize.minimize(around, [1.0])",
        "linalg.LinearOperator((2, 2), plain)",
        "linalg.LinearOperator(*[(2, 2), f])",
        "optimize.brentq(lambda x: x**2 - 2, 0, 2)",
        "optimize.minimize(ops.numpy_callback(f), [1.0])",
        "optimize.minimize(f, [1.0], jac=ops.grad(f))",
        "optimize.minimize(ops.jit(f), [1.0])",
        "optimize.minimize(ops.sum, [1.0])",
        "map(f, [1.0])",
        "optimize.OptimizeResult(f=f)",
        "optimize.minimize(*[f, [1.0]])",
    ],
)
def test_nothing_else_is(lines: Lines, call: str) -> None:
    assert lines(_HEAD + f"y = {call}\n", "PUR403") == []


@pytest.mark.parametrize("value", ["f", "lambda x: f(x)", "cast(Callable[..., object], f)"])
def test_a_function_by_another_name_is_wrapped(fixed: Fixed, value: str) -> None:
    code = f"from collections.abc import Callable\nfrom typing import cast\n\n{_HEAD}g = {value}\n"
    assert "root(ops.numpy_callback(g), [1.0])" in fixed(code + "found = optimize.root(g, [1.0])\n")


def test_gradients_are_not_taken_on_numpy(lines: Lines, report: Report) -> None:
    slope = "def g(x):\n    return ops.grad(f)(x)\n\n\n"
    assert lines(_HEAD + slope + "y = optimize.root(g, [1.0])\n", "PUR403") == []
    (found,) = report(_HEAD + slope + "y = optimize.minimize(f, [1.0])\n", "PUR403")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE


_HANDED_IN = """\
from emberops import ops
from scipy import integrate, optimize


class Model:
    def __init__(self, fun, limit=None):
        self.fun = fun
        self.limit = limit

    def fit(self, f, x0: ops.Tensor, jac=None, other=None, name: str = "f"):
        {before}
        return {call}
"""


@pytest.mark.parametrize(
    ("call", "wrapped"),
    [
        ("optimize.minimize(f, x0)", "optimize.minimize(ops.numpy_callback(f), x0)"),
        ("optimize.root(fun=f, x0=x0, jac=jac)", "optimize.root(fun=ops.numpy_callback(f), x0=x0, jac=jac)"),
        ("optimize.minimize(self.fun, x0)", "optimize.minimize(ops.numpy_callback(self.fun), x0)"),
        (
            "integrate.solve_ivp(f, (0, 1), x0)",
            "integrate.solve_ivp(ops.numpy_callback(f), (0, 1), x0)",
        ),
    ],
)
def test_a_function_that_is_handed_in_is_wrapped(
    fixed: Fixed, report: Report, call: str, wrapped: str
) -> None:
    code = _HANDED_IN.format(before="x0 = ops.exp(x0)", call=call)
    (found,) = report(code, "PUR403")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE
    after = fixed(code, "PUR403", unsafe=True)
    assert after == _HANDED_IN.format(before="x0 = ops.exp(x0)", call=wrapped)
    assert report(after, "PUR403") == []


@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("x0 = ops.exp(x0)", "integrate.quad(f, 0, 1)"),
        ("x0 = ops.exp(x0)", "optimize.minimize(name, x0)"),
        ("x0 = ops.exp(x0)", "optimize.minimize(f, x0, jac=ops.grad(f))"),
        ("x0 = ops.exp(x0)", "optimize.minimize(self.limit, x0)"),
        ("f = make(f)", "optimize.minimize(f, x0)"),
        ("f = ops.numpy_callback(f)", "optimize.minimize(f, x0)"),
    ],
)
def test_nothing_else_of_what_is_handed_in_is(lines: Lines, before: str, call: str) -> None:
    assert lines(_HANDED_IN.format(before=before, call=call), "PUR403") == []


def test_a_file_without_operations_is_left_alone(lines: Lines) -> None:
    code = "from model import f\nfrom scipy.optimize import minimize\n\ny = minimize(f, [1.0])\n"
    assert lines(code, "PUR403") == []


def test_a_minimiser_starts_in_double_precision(fixed: Fixed) -> None:
    code = _HEAD + "y = optimize.minimize(plain, ops.zeros(3))\nz = optimize.root(plain, ops.zeros(3))\n"
    after = fixed(code, "PUR105", unsafe=True)
    assert "optimize.minimize(plain, ops.to_numpy(ops.zeros(3), dtype=ops.float64))" in after
    assert "optimize.root(plain, ops.to_numpy(ops.zeros(3)))" in after


_DISTRIBUTION = """\
from emberops import ops
from scipy import stats


class Base(stats.rv_continuous):
    pass


class Arcsine(Base):
    def _cdf(self, x):
        return ops.divide(ops.asin(x), ops.pi)

    def mode(self):
        return ops.zeros(2)
"""


def test_methods_that_scipy_calls_are_decorated(fixed: Fixed, report: Report) -> None:
    (found,) = report(_DISTRIBUTION, "PUR403")
    assert found.message.startswith("SciPy calls `_cdf` with NumPy arrays")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.SAFE
    after = fixed(_DISTRIBUTION, "PUR403")
    assert after == _DISTRIBUTION.replace("    def _cdf", "    @ops.numpy_callback\n    def _cdf")
    assert report(after, "PUR403") == []


def test_a_file_that_names_the_operations_otherwise_says_so(fixed: Fixed) -> None:
    code = _DISTRIBUTION.replace("import ops", "import ops as K").replace("ops.", "K.")
    assert "    @K.numpy_callback\n    def _cdf(self, x):\n" in fixed(code, "PUR403")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    def _cdf", "    @staticmethod\n    def _cdf"),
        ("    def _cdf", "    def shifted"),
        ("(stats.rv_continuous)", ""),
        ("(stats.rv_continuous)", "(dict)"),
        ("ops.divide(ops.asin(x), ops.pi)", "x * 2"),
        ("ops.divide(ops.asin(x), ops.pi)", "ops.grad(ops.asin)(x)"),
    ],
)
def test_no_other_methods_are(lines: Lines, old: str, new: str) -> None:
    code = _DISTRIBUTION.replace(old, new)
    assert code != _DISTRIBUTION
    assert lines(code, "PUR403") == []
