"""SciPy's distributions compute with NumPy, in SciPy's own files as everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

HEAD = """import numpy as np
from scipy._lib._array_api import array_namespace

from . import distributions, other


def f(x, n):
    xp = array_namespace(x)
    x = xp.abs(x)
    y = np.asarray(x)
"""


def codes(folder: Path, expression: str) -> list[str]:
    """What is reported of an expression in a file of SciPy's that has a namespace."""
    package = folder / "scipy" / "stats"
    package.mkdir(parents=True)
    for one in (package.parent, package):
        (one / "__init__.py").touch()
    code = HEAD + f"    return {expression}\n"
    settings = from_table({"profile": "array-api"}, Settings(root=folder), "the test")
    found = check(source_from_bytes(code.encode(), package / "a.py", None), settings)
    return [one.code for one in found.diagnostics if one.span.line > HEAD.count("\n")]


@pytest.mark.parametrize("expression", ["distributions.norm.sf(x)", "distributions.t(n).cdf(x)"])
def test_a_distribution_is_reported(tmp_path: Path, expression: str) -> None:
    assert codes(tmp_path, expression) == ["PUR105"]


@pytest.mark.parametrize(
    "expression", ["other.sf(x)", "distributions.norm.sf(0.5)", "distributions.norm.sf(y)"]
)
def test_what_is_none_and_what_is_given_no_array_is_not(tmp_path: Path, expression: str) -> None:
    assert codes(tmp_path, expression) == []
