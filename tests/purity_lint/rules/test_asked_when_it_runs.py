"""Methods and items of what may be a tensor, a list, a table or an object: what it is decides when it runs."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from snippets import Fixed, Report

from emberops import ops, use_backend

OWN_CLASS = """import numpy as np


class Box:
    def __init__(self, sides):
        self.sides = sides

    def copy(self):
        return Box(self.sides)


def kept(x: Box | np.ndarray | list):
    return x.copy()


def first(x: list | np.ndarray | Box):
    return x[0].copy()
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_what_it_is_decides_how_it_is_copied(fixed: Fixed, backend: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(fixed(OWN_CLASS, unsafe=True), "<fixed>", "exec"), names)
    with use_backend(backend):
        x = ops.asarray([1.0, 2.0])
        copied = names["kept"](x)
        assert ops.tolist(copied) == [1.0, 2.0]
        assert copied is not x
        given = [1, 2]
        assert names["kept"](given) == given
        assert names["kept"](given) is not given
        assert names["kept"](names["Box"](3)).sides == 3
        assert ops.tolist(names["first"](ops.asarray([[1.0, 2.0]]))) == [1.0, 2.0]
        assert names["first"]([[3]]) == [3]


def test_it_stays_as_a_safe_fix_and_once_asked(fixed: Fixed, report: Report) -> None:
    assert fixed(OWN_CLASS).count(".copy()") == OWN_CLASS.count(".copy()")
    once = fixed(OWN_CLASS, unsafe=True)
    assert fixed(once, unsafe=True) == once
    assert not report(once, "PUR104")


TABLES = """import numpy as np
import pandas as pd


def summary(y: np.ndarray | pd.Series, places: list):
    return y[places], y.copy()


def spread(y: np.ndarray | pd.Series):
    return y.std(ddof=1), y[::-1]
"""


class Series:
    """A stand-in for a table of pandas, which reads and copies otherwise than NumPy."""

    def copy(self) -> str:
        return "copy"

    def __getitem__(self, places: list[int]) -> str:
        return f"at {places}"


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_a_table_stays_what_it_is(fixed: Fixed, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = types.ModuleType("pandas")
    monkeypatch.setattr(pandas, "Series", Series, raising=False)
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    names: dict[str, Any] = {}
    exec(compile(fixed(TABLES, unsafe=True), "<fixed>", "exec"), names)
    assert names["summary"](Series(), [2, 0]) == ("at [2, 0]", "copy")
    with use_backend(backend):
        some, copied = names["summary"](ops.asarray([1.0, 2.0, 6.0]), [2, 0])
    assert ops.tolist(some) == [6, 1]
    assert ops.tolist(copied) == [1, 2, 6]


def test_methods_that_tables_have_otherwise_stay(fixed: Fixed) -> None:
    assert "return y.std(ddof=1), ops.flip(y, axis=0) if ops.is_tensor(y) else y[::-1]" in fixed(
        TABLES, unsafe=True
    )


def test_what_was_asked_about_may_be_read_as_it_is(fixed: Fixed) -> None:
    """The part that is left for what is no tensor was taken for a finding that the fix had left behind."""
    code = """\
import numpy as np
from scipy.sparse import issparse


def rows(x, sizes, other):
    n = x.shape[0] + 1
    ends = np.cumsum(sizes)
    for i in range(n):
        for j in range(i + 1, n):
            one = x[[j], ends[i] : ends[i + 1]]
            two = x[[i], ends[j] : ends[j + 1]]
            yield one @ other + two @ other
"""
    assert "if ops.is_tensor(x) else x[[j], ends[i] : ends[i + 1]]" in fixed(code, unsafe=True)


def test_what_may_be_a_list_is_written_as_one(fixed: Fixed) -> None:
    """`json.dumps(ops.item(obj))` raised for the list that `obj.tolist()` had given."""
    code = """\
import json

import numpy as np


def dump(column, n):
    obj = np.asarray(column)[n]
    try:
        obj = obj.tolist()
    except AttributeError:
        pass
    return json.dumps(obj)
"""
    names: dict[str, Any] = {}
    exec(compile(fixed(code, unsafe=True), "<fixed>", "exec"), names)
    for backend in ("numpy", "torch", "jax", "mlx"):
        with use_backend(backend):
            assert names["dump"]([[1.0, 2.0]], 0) == "[1.0, 2.0]"
            assert names["dump"]([1.0, 2.0], 1) == "2.0"
