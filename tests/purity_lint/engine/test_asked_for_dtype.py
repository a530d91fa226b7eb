"""Functions that ask for a namespace to learn the dtype alone compute with NumPy, and are left alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

IMPORTS = """import array_api_extra as xpx
import numpy as np
from array_api_compat import array_namespace


"""
ASKS = """    xp = array_namespace(x0)
    x0 = xpx.atleast_nd(xp.asarray(x0), ndim=1, xp=xp)
    dtype = xp.float64
    if xp.isdtype(x0.dtype, "real floating"):
        dtype = x0.dtype
    x = xp.reshape(xp.astype(x0, dtype), (-1,))
"""
CLASS = """class Function:
    def __init__(self, fun, x0):
        self.xp = xp = array_namespace(x0)
        x = xp.asarray(x0)
        self.dtype = x.dtype if xp.isdtype(x.dtype, "real floating") else xp.float64
        self.x = xp.astype(x, self.dtype)
        self.f = np.zeros_like(self.x)
        {}

    def update(self, x):
        if not np.array_equal(x, self.x):
            self.x = self.xp.astype(self.xp.asarray(x), self.dtype)
            self.f = np.dot(self.x, self.x)
"""


def codes(code: str) -> list[str]:
    """Codes of what is found in functions that have a namespace."""
    table = {"profile": "array-api", "scope": "namespaces"}
    settings = replace(from_table(table, Settings(root=Path("/nowhere")), "the test"))
    source = source_from_bytes(f"{IMPORTS}{code}".encode(), Path("/nowhere/a.py"), None)
    return [found.code for found in check(source, settings).diagnostics]


@pytest.mark.parametrize(
    "code",
    [
        f"def f(fun, x0):\n{ASKS}    return np.clip(x, 0, 1), np.dot(x, x), x.size\n",
        CLASS.format("pass"),
        "def f(x0, jac):\n    xp = array_namespace(x0)\n    x = run(jac, xp.astype(x0, x0.dtype))\n"
        "    return x, np.zeros_like(x0), x0.size\n",
    ],
)
def test_a_question_about_the_dtype_makes_no_port(code: str) -> None:
    assert not codes(code)


@pytest.mark.parametrize(
    "code",
    [
        f"def f(fun, x0):\n{ASKS}    return np.clip(x, 0, 1), xp.sum(x)\n",
        f"def f(fun, x0):\n{ASKS}    return np.clip(x, 0, 1), fun(x, xp=xp)\n",
        f"def f(fun, x0):\n{ASKS}    return np.clip(x, 0, 1), fun(x, xp)\n",
        CLASS.format("self.y = xp.exp(x)"),
        "def f(x):\n    xp = array_namespace(x)\n    x = xp.asarray(x)\n    return np.clip(x, 0, 1)\n",
        "def f(x):\n    xp = array_namespace(x)\n    x = xp.astype(x, xp.float64)\n    return np.clip(x, 0, 1)\n",
    ],
)
def test_what_computes_with_its_namespace_or_hands_it_on_is_looked_at(code: str) -> None:
    assert codes(code)
