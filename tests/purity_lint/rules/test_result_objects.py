"""What SciPy's minimisers and solvers give for tensors holds arrays of NumPy's."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)
HEAD = """\
from emberops import ops
from scipy.integrate import solve_ivp
from scipy.optimize import minimize, minimize_scalar, root


def f(x: ops.Tensor, start, g, keep):
"""


def fixed(body: str) -> str:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return fix(source_from_bytes(f"{HEAD}{lines}\n".encode(), Path("results.py")), UNSAFE).after


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("res = minimize(g, x)\nreturn res.x, res.fun", "return ops.from_numpy(res.x), res.fun"),
        ("return minimize(g, x)['x']", "return ops.from_numpy(minimize(ops.numpy_callback(g), "),
        ("res = minimize(g, start, args=(x,))\nbest = res.x\nreturn best", "best = ops.from_numpy(res.x)"),
        ("keep.res = root(g, x)\nreturn keep.res.x", "return ops.from_numpy(keep.res.x)"),
        ("res = root(g, x)\nkeep.append(res.x)", "keep.append(ops.from_numpy(res.x))"),
        (
            "sol = solve_ivp(g, (0, 1), x)\nreturn sol.y[0], sol.success",
            "ops.from_numpy(sol.y)[0], sol.success",
        ),
        (
            "res = minimize(g, ops.to_numpy(x))\nreturn res.x.reshape(2, 2)",
            "ops.reshape(ops.from_numpy(res.x), (2, 2))",
        ),
        (
            "if start:\n    res = minimize(g, x)\nelse:\n    res = minimize(g, start)\nreturn res.x",
            "return ops.from_numpy(res.x)",
        ),
        (
            "keep.res = None\nkeep.res = minimize(g, x)\nreturn keep.res.x",
            "return ops.from_numpy(keep.res.x)",
        ),
    ],
)
def test_they_are_taken_back(body: str, wanted: str) -> None:
    assert wanted in fixed(body)


@pytest.mark.parametrize(
    "body",
    [
        "res = minimize(g, start)\nreturn res.x",
        "return minimize(g, x)['message']",
        "res = minimize_scalar(g, args=(x,))\nreturn res.x",
        "res = minimize(g, x)\nreturn ops.sum(res.x), float(res.x), res.x.shape, f'{res.x}'",
        "res = minimize(g, x)\nreturn ops.from_numpy(res.x)",
        "res = minimize(g, x)\nprint(res.x)\nreturn res.message, res.hess_inv",
        "res = keep.run(g, x)\nreturn res.x",
        "res = minimize(g, x)\nres = keep.polished(res)\nreturn res.x",
        "res = keep if start else minimize(g, x)\nreturn res.x",
        "keep.res = minimize(g, x)\nkeep.res = start\nreturn keep.res.x",
        "res = minimize(g, x)\nif start:\n    res = solve_ivp(g, (0, 1), x)\nreturn res.x",
        "res = minimize(g, x) if keep else None\nreturn res.x",
        "res = minimize(g, x)\nres.x = start\nreturn None",
    ],
)
def test_others_stay(body: str) -> None:
    assert fixed(body).count("from_numpy") == body.count("from_numpy")
