"""Stores into parameters of methods, and of functions that other files call, which read their arguments afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

_SWEEP = """\
import numpy as np


class Relax:
    def sweep(self, u, f):
        u[1:-1] = 0.5 * (u[2:] + u[:-2] - f[1:-1])
        return {given}


def sweep(u, f):
    u[1:-1] = 0.5 * (u[2:] + u[:-2] - f[1:-1])
    return {given}
"""
_MAIN = """\
import numpy as np
import pytest
from relax import Relax, sweep


class Model:
    def __init__(self):
        self.u = np.zeros(9)


def run(relax: Relax, model: Model):
    u, f = np.zeros(9), np.ones(9)
    {statement}
    return {read}
"""


def _stores(folder: Path, given: str, statement: str, read: str, *others: str) -> str:
    """Return what of the stores of the method and of the function is left, after all fixes."""
    (folder / "relax.py").write_text(_SWEEP.format(given=given))
    (folder / "main.py").write_text(_MAIN.format(statement=statement, read=read))
    settings = Settings(root=folder, unsafe_fixes=True)
    fix_project([(folder / name, settings) for name in ("relax.py", "main.py", *others)], write=True, jobs=1)
    method, function = (folder / "relax.py").read_text().split("\n\n\ndef ")
    return " and ".join(n for n, c in {"method": method, "function": function}.items() if "u[1:-1] = " in c)


@pytest.mark.parametrize("given", ["np.abs(u).max()", "u, 1"])
@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("r = relax.sweep(u, f)", "method"),
        ("r = relax.sweep(u=u, f=f)", "method"),
        ("r = relax.sweep(u[:], f)", "method"),
        ("relax.sweep(u, f)", "method"),
        ("r = 1 + relax.sweep(model.u, f)[0]", "method"),
        ("r = Relax.sweep(relax, u, f)", "method"),
        ("while relax.sweep(u, f) > 1e-3:\n        pass", "method"),
        ("if len(u) > 3 and relax.sweep(u, f) is not None:\n        print(u)", "method"),
        ("r = sweep(u, f)", "function"),
        ("for _ in range(3):\n        r = max(1, sweep(u, f)[0])", "function"),
        ("r = relax.sweep(u, f) + u", "method"),
        ("return sweep(u, f) + u", "function"),
    ],
)
def test_a_store_stays_where_an_argument_is_read_later(
    tmp_path: Path, given: str, statement: str, left: str
) -> None:
    assert _stores(tmp_path, given, statement, "u") == left


@pytest.mark.parametrize(
    ("statement", "read"),
    [
        ("r = sweep(u + 1, f), relax.sweep(u, f)", "f"),
        ("u, r = relax.sweep(u, f)\n    u, r = sweep(u, f)", "u"),
        ("r = u[0] + relax.sweep(u, f), sweep(f + 1, f)", "f"),
        ("r = sweep(f + 1, f), relax.sweep(u, f)", "u.shape, len(u), np.ndim(u), isinstance(u, list)"),
        ("r = relax.sweep(u.copy(), f), sweep(u.copy(), f)", "u"),
        ("with pytest.raises(ValueError):\n        relax.sweep(u, f)\n        sweep(u, f)", "u"),
    ],
)
def test_other_calls_keep_no_store(tmp_path: Path, statement: str, read: str) -> None:
    assert not _stores(tmp_path, "u, 1", statement, read)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("return relax.sweep(v, f)", "method"),
        ("r = relax.sweep(v, f)\n    return r", "method"),
        ("return sweep(v, f)", "function"),
        ("return inner(v, f)\n\n\ndef inner(w, f):\n    return sweep(w, f)", "function"),
        ("v = v.copy()\n    return relax.sweep(v, f)", ""),
    ],
)
def test_what_a_function_hands_on_is_read_by_who_calls_it(tmp_path: Path, body: str, left: str) -> None:
    (tmp_path / "middle.py").write_text(
        f"from relax import Relax, sweep\n\n\ndef step(relax: Relax, v, f):\n    {body}\n"
    )
    statement = "from middle import step\n    r = step(relax, u, f)"
    assert _stores(tmp_path, "u, 1", statement, "u", "middle.py") == left
    assert not _stores(tmp_path, "u, 1", statement, "f", "middle.py")


def test_what_a_caller_has_to_ask_for_is_no_reason(tmp_path: Path) -> None:
    (tmp_path / "scale.py").write_text(
        "import numpy as np\n\n\ndef scale(x, inplace=False):\n    x = np.asarray(x)\n"
        "    if inplace:\n        x[0] = 1.0\n    return np.abs(x)\n"
    )
    (tmp_path / "main.py").write_text(
        "import numpy as np\nfrom scale import scale\n\n\n"
        "def run():\n    x = np.ones(3)\n    y = scale(x)\n    return x, y\n"
    )
    settings = Settings(root=tmp_path, unsafe_fixes=True)
    fix_project([(tmp_path / name, settings) for name in ("scale.py", "main.py")], write=True, jobs=1)
    assert "x = ops.assign(x, 0, 1.0)" in (tmp_path / "scale.py").read_text()
