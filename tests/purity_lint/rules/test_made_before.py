"""Attributes and items that are copied before they are changed: nobody else has what is changed."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = """\
from emberops import ops

TABLE = ops.ones((3, 3))


class Model:
    def __init__(self, table=TABLE):
        self.tops = table[:, 0]
        self.speeds = {"P": table[:, 1], "S": table[:, 2]}

    def first(self):
        return self.speeds["P"][0], self.tops[0]

    def change(self, k, v, n):
"""


def _changed(fixed: Fixed, *lines: str) -> str:
    code = _HEAD + "".join(f"        {line}\n" for line in lines)
    return fixed(code, "PUR206", unsafe=True).removeprefix(_HEAD)


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        (
            ("self.speeds[k] = self.speeds[k].copy()", "self.speeds[k][n] *= v"),
            "self.speeds[k] = ops.assign_multiply(self.speeds[k], n, v)",
        ),
        (
            (
                "self.speeds[k] = ops.copy(self.speeds[k])",
                "self.speeds[k][0] = v",
                "n = 3",
                "self.speeds[k][1] = v",
            ),
            "self.speeds[k] = ops.assign(self.speeds[k], 1, v)",
        ),
        (
            ("self.speeds[k] = ops.copy(self.speeds[k])", "if v is not None:", "    self.speeds[k][n] = v"),
            "    self.speeds[k] = ops.assign(self.speeds[k], n, v)",
        ),
        (
            ("self.speeds[k] = ops.copy(self.speeds[k])", "for i in range(n):", "    self.speeds[k][i] += v"),
            "    self.speeds[k] = ops.assign_add(self.speeds[k], i, v)",
        ),
    ],
)
def test_a_copy_is_changed_and_put_back(fixed: Fixed, lines: tuple[str, ...], after: str) -> None:
    assert after in _changed(fixed, *lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("self.speeds[k][n] = v",),
        ("self.speeds[k] = self.speeds[k][1:]", "self.speeds[k][n] = v"),
        ("self.speeds[k] = ops.copy(self.speeds[k])", "k = 'S'", "self.speeds[k][n] = v"),
        ("self.speeds[k] = ops.copy(self.speeds[k])", "v.kept = self.speeds", "self.speeds[k][n] = v"),
        ("self.speeds[k] = ops.copy(self.speeds[k])", "self.first()", "self.speeds[k][n] = v"),
        ("if v:", "    self.speeds[k] = ops.copy(self.speeds[k])", "self.speeds[k][n] = v"),
        (
            "self.speeds[k] = ops.copy(self.speeds[k])",
            "for v in v:",
            "    self.tops = self.speeds[k]",
            "    self.speeds[k][n] = v",
        ),
        ("self.speeds['P'] = ops.copy(self.speeds['P'])", "self.speeds['S'][n] = v"),
    ],
    ids=" | ".join,
)
def test_others_may_have_what_is_no_copy(fixed: Fixed, lines: tuple[str, ...]) -> None:
    assert _changed(fixed, *lines).endswith("[n] = v\n")
