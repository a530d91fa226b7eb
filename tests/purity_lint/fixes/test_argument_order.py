"""Fixes evaluate the parts of what they rewrite in the order of the code, where some of them may do something."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

CODE = """\
import numpy as np


def f(n, source, rng, g, h):
    x = np.zeros(n)
    {}
    return x
"""


def fixed(statement: str, *, unsafe: bool) -> str:
    source = source_from_bytes(CODE.format(statement).encode(), Path("module.py"), None)
    return fix(source, Settings(root=Path.cwd(), unsafe_fixes=unsafe)).after


@pytest.mark.parametrize(
    "statement",
    [
        "x[next(source)] = next(source)",
        "x[rng.integers(n)] = rng.normal()",
        "x[source.pop()] = g(x)",
        "x = np.clip(a_max=next(source), a_min=0, a=g(x))",
    ],
)
def test_what_gives_another_value_each_time_is_not_exchanged(statement: str) -> None:
    """The value of an assignment comes before the index: `ops.assign(x, next(source), next(source))` does otherwise."""
    assert f"    {statement}\n" in fixed(statement, unsafe=True)


@pytest.mark.parametrize(
    "statement",
    [
        "x[g(n)] = h(n)",
        "x = np.clip(a_max=g(n), a_min=0, a=h(x))",
        "x[g(n)] = 1 / n",
        "x[g(n)] = h[n]",
        "x[n // len(x)] = g(n)",
    ],
)
def test_what_may_do_something_is_exchanged_unsafely(statement: str) -> None:
    assert f"    {statement}\n" in fixed(statement, unsafe=False)
    assert f"    {statement}\n" not in fixed(statement, unsafe=True)


@pytest.mark.parametrize(
    "statement",
    [
        "x[len(x) - 1] = np.sum(x)",
        "x[x.argmax()] = g(n)",
        "x[n // 2] = g(n)",
        "x[n] = g(next(source))",
        "x[g(n)] = 1.0",
        "x = np.clip(x, next(source), next(source))",
        "x = np.clip(a_max=abs(n), a_min=np.sum(x), a=x)",
    ],
)
def test_what_only_gives_a_value_may_come_in_any_order(statement: str) -> None:
    assert f"    {statement}\n" not in fixed(statement, unsafe=False)
