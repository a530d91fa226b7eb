"""PUR206: a list that is stored where the store has to stay becomes a tensor, which PyTorch and MLX take."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODE = """\
from emberops import ops


class Atom:
    def __init__(self):
        self.place = ops.zeros(3)

    def move(self, n: int, place: ops.Tensor, unknown):
        {store}


class Watcher:
    def __init__(self, atoms):
        self.seen = [atom.place for atom in atoms]

    def look(self, atoms):
        first = atoms[0].place
        atoms[0].move(1, 2.0)
        return first, self.seen
"""


def _after(fixed: Fixed, store: str) -> str:
    before = _CODE.replace("{store}", store)
    after = fixed(before, "PUR206", unsafe=True)
    head, tail = before.split(store)
    assert after.startswith(head)
    assert after.endswith(tail)
    return after[len(head) : len(after) - len(tail)]


@pytest.mark.parametrize(
    ("store", "expected"),
    [
        ("self.place[:] = place", "self.place[:] = ops.asarray(place)"),
        ("self.place[...] = place", "self.place[...] = ops.asarray(place)"),
        ("self.place[1:] = [n, n]", "self.place[1:] = ops.asarray([n, n])"),
        ("self.place[[0, 1]] = (n, 2.0)", "self.place[[0, 1]] = ops.asarray((n, 2.0))"),
    ],
)
def test_what_may_be_a_list_is_stored_as_a_tensor(fixed: Fixed, store: str, expected: str) -> None:
    assert _after(fixed, store) == expected


@pytest.mark.parametrize(
    "store",
    [
        "self.place[n] = place",
        "self.place[:] = unknown",
        "self.place[:] = 1.0",
        "self.place[:] = ops.ones(3)",
        "self.place[:] = self.place + 1",
        "self.place[:] = n",
    ],
)
def test_numbers_and_tensors_are_stored_as_they_are(fixed: Fixed, store: str) -> None:
    assert _after(fixed, store) == store


def test_a_store_that_is_rewritten_takes_its_list(fixed: Fixed) -> None:
    code = "from emberops import ops\n\n\ndef f(n: int):\n    x = ops.zeros(3)\n    x[1:] = [n, n]\n    return x\n"
    assert "x = ops.assign(x, slice(1, None), [n, n])" in fixed(code, "PUR206", unsafe=True)
