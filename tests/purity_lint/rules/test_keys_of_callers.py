"""Keys of a class of the project: ``table[key]`` is asked for with whatever NumPy takes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from snippets import Fixed

from emberops import use_backend

_CLASS = """\
from emberops import ops


class Table:
    def __init__(self, n):
        self.data, self.columns = ops.zeros((n, 3)), {"a": ops.zeros(n)}
        self.names = []

    def __iter__(self):
        return iter(self.names)

    def row(self, key):
        return self.data[key]

    def __getitem__(self, key):
"""


def _read(fixed: Fixed, *lines: str) -> str:
    code = _CLASS + "".join(f"        {line}\n" for line in lines)
    got = fixed(code, "PUR207", unsafe=True)
    assert "return self.data[key]\n\n    def __getitem__" in got
    return got.removeprefix(_CLASS)


def test_the_key_may_be_a_mask_or_a_list(fixed: Fixed) -> None:
    assert _read(fixed, "return self.data[key]") == "        return ops.getitem(self.data, key)\n"
    got = _read(fixed, "return {n: self.data[key] for n in self.names}")
    assert got == "        return {n: ops.getitem(self.data, key) for n in self.names}\n"


@pytest.mark.parametrize(
    "lines",
    [
        ("return self.names[key]",),
        ("return self.columns[key]",),
        ("key = int(key)", "return self.data[key]"),
        ("if isinstance(key, int):", "    return self.data[key]"),
        ("return self.data[key, 0]",),
        ("if hasattr(key, 'dtype') and key.dtype == ops.int64:", "    return self.data[key]"),
    ],
    ids=" | ".join,
)
def test_it_stays_where_it_is_a_number_or_no_array_is_read(fixed: Fixed, lines: tuple[str, ...]) -> None:
    assert _read(fixed, *lines) == "".join(f"        {line}\n" for line in lines)


_ITERATED_BY_NUMBERS = """\
from abc import ABC

from emberops import ops


class Rows(ABC):
    pass


class Table(Rows):
    def __init__(self, n):
        self.data = ops.arange(n) if n else {"": 0}

    def __getitem__(self, key: int):
        return self.data[key]
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_a_loop_over_the_numbers_ends(fixed: Fixed, backend: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(fixed(_ITERATED_BY_NUMBERS, "PUR207", unsafe=True), "<fixed>", "exec"), names)
    with use_backend(backend):
        rows = itertools.islice(names["Table"](3), 9)
        assert [int(row) for row in rows] == [0, 1, 2]


@pytest.mark.parametrize(
    "told",
    [
        ("class Rows(ABC):\n    pass", "class Rows(ABC):\n    def __iter__(self):\n        return iter(())"),
        ("class Table(Rows)", "class Table(Rows, Other)"),
        ("key: int", "key: str"),
    ],
    ids=["a base iterates", "a base is not known", "text"],
)
def test_a_number_stays_where_nothing_is_iterated_by_it(fixed: Fixed, told: tuple[str, str]) -> None:
    code = _ITERATED_BY_NUMBERS.replace(*told)
    assert fixed(code, "PUR207", unsafe=True) == code
