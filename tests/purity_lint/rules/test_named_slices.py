"""What a slice that has a name takes from a tuple of numbers is a tuple of them, and no number."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
import numpy as np


class States:
    def __init__(self, n):
        self.states = tuple(np.arange(n))
        self.blocks = {{}}

    def has(self, index):
        {named}
        part = self.states[index]
        return part in self.blocks
"""


@pytest.mark.parametrize(
    ("named", "key"),
    [
        ("index = slice(*index)", "tuple(map(ops.item, part))"),
        ("index = index if isinstance(index, slice) else slice(*index)", "tuple(map(ops.item, part))"),
        ("index = int(index)", "ops.item(part)"),
    ],
)
def test_a_key_is_of_numbers(fixed: Fixed, named: str, key: str) -> None:
    assert f"return {key} in self.blocks" in fixed(CODE.format(named=named), unsafe=True)
