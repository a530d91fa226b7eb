"""Tensors without axes in a table of pandas: its column is one of numbers, as NumPy makes it, not of objects."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = """\
import pandas as pd
from emberops import ops


def f(x: ops.Tensor, y: ops.Tensor, names: list[str]):
    sums, rows = [], []
    for i in range(3):
        sums.append(ops.sum(x[i:]))
        rows.append(x[i:] * 2)
"""


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("pd.Series(sums)", "pd.Series(list(map(ops.item, sums)))"),
        ("pd.DataFrame({'s': sums})", "pd.DataFrame({'s': list(map(ops.item, sums))})"),
        ("pd.DataFrame([{'m': ops.mean(y)}])", "pd.DataFrame([{'m': ops.item(ops.mean(y))}])"),
        ("pd.Series(rows)", "pd.Series(rows)"),
        ("pd.Series(names)", "pd.Series(names)"),
        ("list(sums)", "list(sums)"),
    ],
)
def test_numbers_become_a_column_of_numbers(table: str, expected: str, fixed: Fixed) -> None:
    source = f"{_HEAD}    return {table}"
    assert fixed(source, "PUR105") == source
    assert fixed(source, "PUR105", unsafe=True) == f"{_HEAD}    return {expected}"


@pytest.mark.parametrize(
    ("column", "expected"),
    [("sums", "list(map(ops.item, sums))"), ("rows", "rows"), ("names", "names"), ("[1, 2, 3]", "[1, 2, 3]")],
)
def test_numbers_are_stored_as_a_column_of_numbers(column: str, expected: str, fixed: Fixed) -> None:
    body = "    table = pd.DataFrame(names)\n    table['new'] = {}\n    return table"
    assert fixed(_HEAD + body.format(column), "PUR105") == _HEAD + body.format(column)
    assert fixed(_HEAD + body.format(column), "PUR105", unsafe=True) == _HEAD + body.format(expected)


def test_a_dict_keeps_its_lists(fixed: Fixed) -> None:
    source = f"{_HEAD}    table = {{}}\n    table['new'] = sums\n    return table, pd.Series(names)"
    assert fixed(source, "PUR105", unsafe=True) == source


def test_a_formula_with_a_column_in_it_stays_whole(fixed: Fixed) -> None:
    source = '''\
import numpy as np


def density(pressure, height, hub):
    """Density of air.

    Parameters
    ----------
    pressure : pandas.Series or numpy.ndarray
    height : numpy.ndarray
    hub : float
    """
    return (pressure / 100 - (height - hub) / 8) * np.exp(height)


def drop(height: np.ndarray, hub: float):
    return np.exp((height - hub) / 8)
'''
    after = fixed(source, unsafe=True)
    assert "(pressure / 100 - (height - hub) / 8) * np.exp(height)" in after
    assert "ops.exp(ops.divide(ops.subtract(height, hub), 8))" in after
