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


_SERIES = """\
import numpy as np
import pandas as pd


def day(index):
    return pd.Series(index.dayofyear, index)


def declination(j):
    return 0.4 * np.sin(2 * j / 365 - 1.4)


def season(index, hub: np.ndarray):
{body}


def plain(hub: np.ndarray):
    shape = np.exp(hub / 8)
    return hub * shape
"""


@pytest.mark.parametrize(
    "formula",
    [
        "return declination(day(index)) * np.exp(hub / 8)",
        "shape = np.exp(hub / 8)\nshape = shape - 1\nreturn declination(day(index)) * shape[:, None]",
        "return declination(day(index)) / sum(np.interp(hub, [0, 1], [2, 3]))",
        "return declination(day(index)) - np.diff(hub).reshape(-1).max()",
        "return np.exp(-np.square(hub - 1)) * declination(day(index))",
    ],
)
def test_what_a_column_reaches_stays_whole(formula: str, fixed: Fixed) -> None:
    """A column that comes by a parameter of which nothing else is known, and what names beside it were assigned."""
    body = "\n".join(f"    {line}" for line in formula.splitlines())
    source = _SERIES.format(body=body)
    after = fixed(source, unsafe=True)
    assert body in after
    assert "return 0.4 * np.sin(2 * j / 365 - 1.4)" in after
    assert "    shape = ops.exp(ops.divide(hub, 8))\n    return ops.multiply(hub, shape)" in after


def test_what_a_compared_column_chooses_is_no_number(fixed: Fixed) -> None:
    code = (
        "import numpy as np\nimport pandas as pd\n\n\ndef f(prices: pd.Series, mean):\n"
        "    return pd.Series(np.where(prices > mean, 1.0, -0.5), index=prices.index)\n"
    )
    assert "pd.Series(ops.to_numpy(ops.where(prices > mean, 1.0, -0.5)), index=prices.index)" in fixed(
        code, unsafe=True
    )


def test_a_transposed_array_beside_a_table_stays_with_what_it_is_made_of(fixed: Fixed) -> None:
    source = """\
import numpy as np
import pandas as pd


def risk(returns: pd.DataFrame, weights):
    w = np.array(weights)
    return np.sqrt(w.T @ returns.cov() @ w), returns * w.real
"""
    assert fixed(source, unsafe=True) == source
