"""What SciPy computes with NumPy, by functions that take arrays of every library: under the array API profile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import special, stats
from under_profile import fixed

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

X = np.linspace(0.1, 0.9, 5)
SCIPY = "import numpy as np\nfrom scipy import stats\nfrom scipy.stats import norm\n\n\n"


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("norm.sf(np.abs(x))", "special.ndtr(-xp.abs(x))"),
        ("norm.isf(q=x)", "-special.ndtri(x)"),
        ("stats.norm.logcdf(x)", "special.log_ndtr(x)"),
        ("stats.t.sf(x + 1, df)", "special.stdtr(df, -(x + 1))"),
        ("stats.t.cdf(np.exp(x), df=df)", "special.stdtr(df, xp.exp(x))"),
    ],
)
def test_distributions_are_the_special_functions_that_they_compute_by(call: str, after: str) -> None:
    code = fixed(f"{SCIPY}def f(x, df):\n    x = np.asarray(x)\n    return {call}\n")
    assert f"    return {after}\n" in code
    assert "from scipy import special" in code
    was: dict[str, object] = {"np": np, "stats": stats, "norm": stats.norm, "x": X, "df": 5}
    assert np.array_equal(eval(after, {"xp": np, "special": special, **was}), eval(call, was))


@pytest.mark.parametrize(
    "call",
    [
        "norm.sf(x, 1, 2)",
        "norm.sf(x, scale=2)",
        "stats.t.ppf(x, df)",
        "stats.chi2.sf(x, df)",
        "norm(0, 1).sf(x)",
    ],
)
def test_distributions_that_are_told_more_keep_their_functions(call: str) -> None:
    code = f"{SCIPY}def f(x, df):\n    x = np.asarray(x)\n    return np.exp({call})\n"
    assert f"np.exp({call})" in fixed(code)


def test_numbers_stay_numbers() -> None:
    body = "    x = np.asarray(x)\n    z = norm.ppf(alpha / 2.0)\n    return z * np.exp(x)\n"
    assert "z = float(norm.ppf(alpha / 2.0))\n" in fixed(f"{SCIPY}def f(x, alpha=0.5):\n{body}")


def test_matrices_in_scipys_own_files_are_those_of_the_namespace(tmp_path: Path) -> None:
    folder = tmp_path / "scipy" / "linalg"
    folder.mkdir(parents=True)
    for one in (folder.parent, folder):
        (one / "__init__.py").touch()
    code = (
        "import numpy as np\nfrom array_api_compat import array_namespace\n\nfrom ._decomp_svd import svd\n\n\n"
        "def f(x):\n    x = np.asarray(x)\n    u, s, vt = svd(np.conj(x))\n    return np.sum(s)\n\n\n"
        "def g(n):\n    return svd([[n, 0.0], [0.0, 1.0]])\n"
    )
    settings = from_table({"profile": "array-api"}, Settings(root=tmp_path), "the test")
    outcome = fix(
        source_from_bytes(code.encode(), folder / "_a.py", None), replace(settings, unsafe_fixes=True)
    )
    assert "    u, s, vt = xp.linalg.svd(xp.conj(x))\n    return xp.sum(s)\n" in outcome.after
    assert "    return svd([[n, 0.0], [0.0, 1.0]])\n" in outcome.after
