"""Stores into parameters of functions that clean them to calculate with them, and give something else back."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

_CURVE = """\
import numpy as np


class Curve:
    def factors(self, t: np.ndarray):
        zero = t <= 0
        t[zero] = 1e-9
        a = np.exp(-t)
        t[zero] = 0
        return a, 2

    def matrix(self, t: np.ndarray):
        a, b = self.factors(t)
        return {read}
"""


def _fixed(folder: Path, program: str, *, unsafe: bool) -> str:
    (folder / "curve.py").write_text(program)
    settings = Settings(root=folder, unsafe_fixes=unsafe)
    fix_project([(folder / "curve.py", settings)], write=True, jobs=1)
    return (folder / "curve.py").read_text()


@pytest.mark.parametrize("read", ["a * b", "a * b * t.size", "a, len(t)"])
def test_stores_that_clean_a_parameter_are_rewritten(tmp_path: Path, read: str) -> None:
    fixed = _fixed(tmp_path, _CURVE.format(read=read), unsafe=True)
    assert "t = ops.assign(t, zero, 1e-9)" in fixed
    assert "t = ops.assign(t, zero, 0)" in fixed


def test_such_a_fix_is_never_safe(tmp_path: Path) -> None:
    assert "t[zero] = 1e-9" in _fixed(tmp_path, _CURVE.format(read="a * b"), unsafe=False)


def test_stores_stay_where_the_caller_reads_the_elements(tmp_path: Path) -> None:
    assert "t[zero] = 1e-9" in _fixed(tmp_path, _CURVE.format(read="a * b + t"), unsafe=True)


@pytest.mark.parametrize(
    "body",
    [
        "x[x < 0] = 1\n    n = len(x)\n    return n",  # nothing is calculated with it
        "n = x.sum()\n    x[x < 0] = 1\n    return n",  # what is calculated comes before
        "x[x < 0] = 1\n    n = g(x)\n    return n",  # which may look at it by another way
        "x[x < 0] = 1\n    print(x)",  # nothing is given back
        "x[0] = 1\n    n = x.sum()\n    return n",
        "x[x < 0] = x[0]\n    n = x.sum()\n    return n",
        "x[x < 0] += 1\n    n = x.sum()\n    return n",
        "x[x.argmax()] = 0\n    n = x.sum()\n    return n",
        "x[x < 0] = 1\n    x[0] = 1\n    n = x.sum()\n    return n",
    ],
)
def test_other_stores_for_the_caller_stay(tmp_path: Path, body: str) -> None:
    fixed = _fixed(tmp_path, f"import numpy as np\n\n\ndef f(x: np.ndarray):\n    {body}\n", unsafe=True)
    assert "x = ops.assign(" not in fixed
