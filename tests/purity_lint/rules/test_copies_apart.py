"""Arrays that look as if something else held them, and are copies: what a loop copies, what an index picks, sums."""

from __future__ import annotations

import pytest
from snippets import Fixed, function

_CLASS = """\
from emberops import ops


class Palette:
    def __init__(self, colours):
        self.colours = ops.atleast_2d(ops.asarray(colours, dtype=float))

    def __setitem__(self, i, colour):
        {store}

    def arranged(self, k: int):
        y = ops.matmul(self.colours, ops.ones(3))
        return {made}
"""


def _loop(copied: str) -> str:
    lines = (
        "rows, out = [x, y], []",
        "for c in rows:",
        f"    c = {copied}",
        "    c[0] = n",
        "    out.append(c)",
    )
    return function(*lines, "return out, rows")


@pytest.mark.parametrize("copied", ["ops.copy(c)", "c.copy()", "ops.array(c)", "c + 1"])
def test_what_a_loop_copies_before_it_stores_and_keeps_it(fixed: Fixed, copied: str) -> None:
    code = _loop(copied)
    assert "    c = ops.assign(c, 0, n)\n" in fixed(code, "PUR206", unsafe=True)


@pytest.mark.parametrize("copied", ["c", "c[1:]", "ops.asarray(c)", "ops.reshape(c, -1)"])
def test_what_is_no_copy_stays(fixed: Fixed, copied: str) -> None:
    code = _loop(copied)
    assert fixed(code, "PUR206", unsafe=True) == code


def _stored(fixed: Fixed, made: str) -> bool:
    code = _CLASS.replace("{store}", "self.colours[i] = colour").replace("{made}", made)
    return "self.colours = ops.assign(self.colours, i, colour)" in fixed(code, "PUR206", unsafe=True)


@pytest.mark.parametrize(
    "made",
    [
        "Palette(self.colours[ops.argsort(y)])",
        "Palette(self.colours[y > 0])",
        "Palette(self.colours @ [1.0, 2.0, 3.0])",
        "self.colours @ [y, y, y]",
    ],
)
def test_another_object_of_a_copy_holds_another_array(fixed: Fixed, made: str) -> None:
    assert _stored(fixed, made)


@pytest.mark.parametrize(
    "made", ["Palette(self.colours)", "Palette(self.colours[1:])", "Palette(self.colours[k:, None])"]
)
def test_another_object_of_a_view_sees_the_change(fixed: Fixed, made: str) -> None:
    assert not _stored(fixed, made)


_TABLE = """\
from emberops import ops


class Table:
    _rows = None

    def __init__(self):
        self.whole = ops.zeros((3, 3))

    def rows(self, path):
        if self._rows is None:
            rows = {made}
            rows[0] *= 2.0
            self._rows = rows
        return self._rows, self.whole
"""


def _scaled(fixed: Fixed, made: str) -> bool:
    code = _TABLE.replace("{made}", made)
    return "rows = ops.assign_multiply(rows, 0, 2.0)" in fixed(code, "PUR206", unsafe=True)


@pytest.mark.parametrize(
    "made",
    [
        "ops.loadtxt(path).T",
        "ops.transpose(ops.loadtxt(path))",
        "ops.zeros(9).reshape(3, 3)",
        "ops.asarray(ops.loadtxt(path)).T",
        "ops.asarray([[1.0, 2.0], [3.0, 4.0]]).T",
    ],
)
def test_a_view_of_what_is_new_is_held_by_nobody_else(fixed: Fixed, made: str) -> None:
    assert _scaled(fixed, made)


@pytest.mark.parametrize("made", ["ops.asarray(self.whole).T", "ops.transpose(self.whole)", "self.whole.T"])
def test_a_view_of_what_an_attribute_holds_is_no_new_array(fixed: Fixed, made: str) -> None:
    assert not _scaled(fixed, made)
