"""PUR206: `u = new` ends a step, so that the next one stores into the array of `new` too, unless that is bound anew."""

from __future__ import annotations

import pytest
from snippets import Fixed

_FUNCTION = """\
import numpy as np


def run(n):
    u = np.zeros((n, n))
    new = moved = np.ones((n, n))
    for step in range(n):
        {turn}
    return u
"""
_SCRIPT = """\
import numpy as np


def other(new, moved):
    return [np.sum(moved) for new in moved]


n = 4
u = np.zeros((n, n))
for step in range(n):
    {turn}
print(u)
"""


def _is_rewritten(fixed: Fixed, program: str) -> bool:
    return "u = ops.assign(u, 0, " in fixed(program, "PUR206", unsafe=True)


@pytest.mark.parametrize("frame", [_FUNCTION, _SCRIPT])
@pytest.mark.parametrize(
    "turn",
    [
        "u[0] = 1.0; new = u - 0.5; u = new",
        "u[0] = u[1]; new = u - 0.5; new[1] = 2.0; u = new",
        "u[0] = u[1]; new = u - 0.5; moved = new; moved[1] = 2.0; u = moved",
        "u[0] = u[1]; new, k = u - 0.5, step; moved = np.roll(new, k); u = moved",
        "u[0] = 1.0; new = u - 0.5\n        for k in range(n): new[k] = np.roll(new[k], k)\n        u = new",
        "if step: u[0] = 1.0\n        new = u - 0.5; u = new",
    ],
)
def test_a_name_that_each_step_binds_anew_keeps_nothing(fixed: Fixed, frame: str, turn: str) -> None:
    turn = turn if frame == _FUNCTION else turn.replace("\n    ", "\n")
    assert _is_rewritten(fixed, frame.format(turn=turn))


@pytest.mark.parametrize(
    "turn",
    [
        "print(new); u[0] = 1.0; new = u - 0.5; u = new",
        "u[0] = 1.0; print(new); new = u - 0.5; u = new",
        "u[0] = 1.0; new = new - 0.5; u = new",
        "u[0] = 1.0; new -= 0.5; u = new",
        "u[0] = 1.0\n        if step: new = u - 0.5\n        u = new",
        "u[0] = 1.0\n        for k in range(step): new = u - 0.5\n        u = new",
        "u[0] = 1.0; show = lambda: new; show(); new = u - 0.5; u = new",
        "new = u - 0.5; u = new\n        for k in range(n): print(new); u[0] = k",
        "new = u - 0.5; u = new\n        while np.sum(new) < 3: u[0] = u[0] + 1",
    ],
)
def test_a_name_that_is_read_with_what_it_held_sees_the_store(fixed: Fixed, turn: str) -> None:
    assert not _is_rewritten(fixed, _FUNCTION.format(turn=turn))


@pytest.mark.parametrize(
    ("turn", "sees"),
    [
        ("u[0] = 1.0; new = u - 0.5; u = new", False),
        ("new = u - 0.5; u = new; u[0] = 1.0", True),
        ("u[0] = 1.0\n        if step > 1: break\n        new = u - 0.5; u = new", True),
    ],
)
def test_a_name_that_is_read_behind_the_loop_sees_the_store(fixed: Fixed, turn: str, sees: bool) -> None:
    program = _FUNCTION.format(turn=turn).replace("return u", "return u, new")
    assert _is_rewritten(fixed, program) is not sees
