"""Stores into the arrays of a loop through what a function gives: each turn has one of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

_READER = """\
import numpy as np


def columns(x: np.ndarray):
    for i in range(3):
        yield x[:, i].astype(float)
"""
_MAIN = """\
import numpy as np
from reader import columns


class Curves:
    def __init__(self):
        self.arrays = [np.zeros(2)]

    def each(self):
        for array in self.arrays:
            yield array

    def read(self, path, null):
        x = np.loadtxt(path)
{loop}
            c[c == null] = np.nan
            self.data = c
        return {read}

    def mean(self):
        return np.mean(self.data)
"""


def _store(folder: Path, loop: str, read: str) -> str:
    (folder / "reader.py").write_text(_READER)
    (folder / "main.py").write_text(_MAIN.format(loop=loop, read=read))
    settings = Settings(root=folder, unsafe_fixes=True)
    fix_project([(folder / name, settings) for name in ("reader.py", "main.py")], write=True, jobs=1)
    return (folder / "main.py").read_text()


@pytest.mark.parametrize(
    "loop",
    [
        "        for c in columns(x):",
        "        columns_of_x = columns(x)\n        for c in columns_of_x:",
        "        try:\n            gen = columns(x)\n        except ValueError:\n            gen = columns(x.T)\n"
        "        for c in gen:",
    ],
)
def test_what_a_function_hands_out_is_changed_by_its_name(tmp_path: Path, loop: str) -> None:
    assert "c = ops.assign(c, c == null, ops.nan)" in _store(tmp_path, loop, "self")


@pytest.mark.parametrize(
    ("loop", "read"),
    [
        ("        for c in self.each():", "self"),  # the object holds them
        ("        for c in map(np.asarray, x):", "x"),
        ("        y = x.copy()\n        for c in columns(y):", "y"),  # they may be views of it
        ("        rows = columns(x)\n        for c in rows:", "list(rows)"),
    ],
)
def test_what_others_may_hold_is_left(tmp_path: Path, loop: str, read: str) -> None:
    assert "c[c == null] = " in _store(tmp_path, loop, read)
