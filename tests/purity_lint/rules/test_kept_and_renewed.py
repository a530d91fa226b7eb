"""An array that a loop fills, keeps under another name and makes anew is not changed by the next turn."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from textwrap import dedent

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\ngrid, first = np.zeros(3), np.zeros(3)\nfor z in [1, 2, 3]:\n"
TAIL = "print(first, grid)\n"

RENEWED = [
    """
    for i in range(3):
        grid[i] = i + z
    if z == 1:
        first = grid
    grid = np.zeros(3)
    """,
    """
    grid[0] = z
    first = grid
    grid = np.ones(3)
    """,
    # each branch makes one, or goes on before the change
    """
    if z > 2:
        grid = np.zeros(3)
    elif z > 1:
        if first[0]:
            grid = np.ones(3)
        else:
            continue
    else:
        grid = np.zeros(3) + z
    grid[0] = z
    if z == 1:
        first = grid
    """,
]

SHARED = [
    # it is not always made anew
    """
    grid[0] = z
    if z != 2:
        first = grid
    if z == 2:
        grid = np.zeros(3)
    """,
    # nor in a turn that goes on early
    """
    grid[0] = z
    if z == 1:
        first = grid
        continue
    grid = np.zeros(3)
    """,
    # what is kept before the change sees it in the same turn
    """
    first = grid
    grid[0] = z
    print(first)
    grid = np.zeros(3)
    """,
    # nor where the loop around comes by the change again
    """
    for i in range(3):
        grid[i] = z
        if i == 1:
            first = grid
    grid = np.zeros(3)
    """,
    # a branch leaves the one that was kept
    """
    if z == 1:
        grid = np.zeros(3)
    elif z == 3:
        grid = np.ones(3)
    grid[0] = z
    if z == 1:
        first = grid
    """,
    # or takes the one that was kept
    """
    if z == 1:
        grid = np.zeros(3)
    else:
        grid = first
    grid[0] = z
    if z == 1:
        first = grid
    """,
    # it is made of itself, which may be a view
    """
    grid[0] = z
    if z != 2:
        first = grid
    grid = grid[::-1]
    """,
]


def _fixed(body: str) -> tuple[str, str]:
    lines = "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
    code = HEAD + lines + TAIL
    outcome = fix(source_from_bytes(code.encode(), Path("f.py"), None), Settings(unsafe_fixes=True))
    assert not outcome.errors
    return code, outcome.after


def _printed(code: str) -> str:
    with redirect_stdout(io.StringIO()) as printed:
        exec(code, {})
    return printed.getvalue()


@pytest.mark.parametrize("body", RENEWED)
def test_the_store_is_rewritten(body: str) -> None:
    before, after = _fixed(body)
    assert "grid = ops.assign(grid, " in after
    assert _printed(after) == _printed(before)


@pytest.mark.parametrize("body", SHARED)
def test_a_store_that_another_name_sees_is_left(body: str) -> None:
    before, after = _fixed(body)
    assert "ops.assign" not in after
    assert _printed(after) == _printed(before)
