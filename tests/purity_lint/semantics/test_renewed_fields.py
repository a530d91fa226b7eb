"""Fields of a dataclass that ``__post_init__`` makes arrays of, whatever the constructor is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

_CODE = """\
from dataclasses import dataclass

from emberops import ops


@dataclass
class Particles:
    x: ops.Tensor

    def __post_init__(self):
        {lines}

    def change(self):
        x = self.x
        x[0] = 3
        return x


def make():
    return Particles([[1.0, 2.0]])
"""


def _fixed(lines: str) -> str:
    source = source_from_bytes(_CODE.replace("{lines}", lines).encode(), Path("package/module.py"), None)
    outcome = fix(source, Settings(root=Path.cwd(), select=("PUR206",), unsafe_fixes=True))
    assert not outcome.errors
    return str(outcome.after)


@pytest.mark.parametrize(
    "lines",
    ["self.x = ops.asarray(self.x)", "self.x, self.n = ops.atleast_2d(ops.asarray(self.x)), 2"],
)
def test_the_field_holds_what_is_made_of_it(lines: str) -> None:
    assert "x = self.x = ops.assign(x, 0, 3)" in _fixed(lines)


@pytest.mark.parametrize(
    "lines",
    [
        "self.n = ops.asarray(self.x)",
        "self.x = self.x * 2",
        "if len(self.x): self.x = ops.asarray(self.x)",
        "if self.x is None: return\n        self.x = ops.asarray(self.x)",
        "self.check()\n        self.x = ops.asarray(self.x)",
    ],
)
def test_it_may_hold_what_was_given_elsewhere(lines: str) -> None:
    assert "x = self.x = " not in _fixed(lines)
