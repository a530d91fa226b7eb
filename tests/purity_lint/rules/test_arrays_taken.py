"""Stores into attributes whose arrays other files keep: whoever keeps one has to see what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

_GRID = """\
import numpy as np


class Grid:
    def __init__(self, n, start=None):
        self.u = np.zeros(n)
        self.start = start
        self._data = np.ones(n)

    @property
    def data(self):
        return self._data

    def current(self):
        u = self.u
        return u

    def get(self):
        return self.u

    def fields(self):
        return [self.u, self._data]

    def bump(self):
        self.u[1:] += 1.0

    def change(self):
        self._data[0] = 2.0

    def restart(self):
        self.start[0] = 3.0
"""
_KEEPER = """\
from dataclasses import dataclass

import numpy as np
from grid import Grid


class Probe:
    def __init__(self, q):
        self.q = np.asarray(q)


class Peer(Probe):
    pass


class Child(Probe):
    def __init__(self, n, q):
        super().__init__(q)
        self.n = n


@dataclass
class Record:
    name: str
    value: np.ndarray


class Log:
    def __init__(self):
        self.frames = []

    def note(self, frame):
        self.frames.append(frame)


class Other(Grid):
    def seed(self, x):
        return Grid(3, x)


def copied(frame):
    return [frame.copy()]
"""
_MAIN = """\
import numpy as np
from grid import Grid
from keeper import Child, Log, Other, Peer, Probe, Record, copied


def run(log: Log, other: Other):
    g = Grid(4)
    x = np.zeros(3)
    {statement}
    g.bump()
    g.change()
    return {read}
"""


def _left(folder: Path, statement: str, read: str) -> set[str]:
    """Return what is still stored into in place after all fixes: `u`, `_data` and `start` of a grid, and `x`.

    It is known of `start` that it is an array where one is handed in.
    """
    files = {"grid.py": _GRID, "keeper.py": _KEEPER, "main.py": _MAIN.format(statement=statement, read=read)}
    for name, text in files.items():
        (folder / name).write_text(text)
    settings = Settings(root=folder, unsafe_fixes=True)
    fix_project([(folder / name, settings) for name in files], write=True, jobs=1)
    text = (folder / "grid.py").read_text() + (folder / "main.py").read_text()
    stores = {
        "u": "self.u[1:] +=",
        "_data": "self._data[0] =",
        "start": "self.start[0] =",
        "x": "\n    x[0] =",
    }
    if "restart" not in statement:
        del stores["start"]
    return {name for name, store in stores.items() if store in text}


@pytest.mark.parametrize(
    ("statement", "read", "left"),
    [
        ("u = g.u", "u", "u"),
        ("u = g.u[1:]", "u.sum()", "u"),
        ("u = np.asarray(g.u)", "u", "u"),
        ("u = g.current()", "u", "u"),
        ("u = g.get()", "u", "u"),
        ("d = g.data", "d", "_data"),
        ("every = g.fields()", "every", "u _data"),
        ("every = [each.u for each in (g, Grid(2))]", "every", "u"),
        ("p = Probe(g.u)", "p.q", "u"),
        ("p = Peer(q=g.u)", "p.q", "u"),
        ("p = Child(1, g.u)", "p.q", "u"),
        ("p = Record('u', g.u)", "p.value", "u"),
        ("log.note(g.u)", "log.frames", "u"),
        ("log.frames.append(g.u)", "log.frames", "u"),
        ("log.last = g.u", "log.last", "u"),
        ("s = Grid(2, x)\n    s.restart()", "x", "start"),
        ("s = other.seed(x)\n    s.restart()", "x", "start"),
        ("log.note(x)\n    x[0] = 1.0", "log.frames, x", "x"),
    ],
)
def test_a_store_stays_where_another_file_keeps_the_array(
    tmp_path: Path, statement: str, read: str, left: str
) -> None:
    assert _left(tmp_path, statement, read) == {*left.split()}


@pytest.mark.parametrize(
    ("statement", "read"),
    [
        ("u = g.u", "g.u"),
        ("u = g.u.copy()", "u"),
        ("u = g.u * 2", "u"),
        ("u = g.u\n    u = u.copy()", "g.u"),
        ("u = copied(g.u)", "u"),
        ("total = g.u.sum()", "total"),
        ("p = Probe(g.u.copy())", "p.q"),
        ("s = Grid(2, x)\n    s.restart()", "s.start"),
        ("copied(x)\n    x[0] = 1.0", "x"),
    ],
)
def test_what_is_read_and_not_kept_is_no_reason(tmp_path: Path, statement: str, read: str) -> None:
    assert not _left(tmp_path, statement, read)


def test_an_update_may_be_one_of_the_project(tmp_path: Path) -> None:
    grid = _GRID.replace("def bump", "def update")
    main = (
        "from grid import Grid\n\n\ndef run():\n    g = Grid(4)\n    u = g.u\n    g.update()\n    return u\n"
    )
    (tmp_path / "grid.py").write_text(grid)
    (tmp_path / "main.py").write_text(main)
    settings = Settings(root=tmp_path, unsafe_fixes=True)
    fix_project([(tmp_path / name, settings) for name in ("grid.py", "main.py")], write=True, jobs=1)
    assert "self.u[1:] +=" in (tmp_path / "grid.py").read_text()
