"""Numbers that a function of SciPy is given beside arrays are tensors in every other library."""

from __future__ import annotations

from snippets import Fixed

BY_ELEMENT = """\
import numpy as np
from scipy import stats


def percentiles(y: np.ndarray):
    limits = np.arange(4.0)
    step = np.mean(limits)
    parts = [stats.scoreatpercentile(y, limit) for limit in limits]
    return parts, stats.trim_mean(y, limits[0]), stats.trim_mean(y, step)
"""


def test_an_element_goes_to_scipy_as_a_number_beside_an_array(fixed: Fixed) -> None:
    unsafe = fixed(BY_ELEMENT, unsafe=True)
    assert "stats.scoreatpercentile(ops.to_numpy(y), ops.item(limit))" in unsafe
    assert "stats.trim_mean(ops.to_numpy(y), ops.item(limits[0]))" in unsafe
    assert "stats.trim_mean(ops.to_numpy(y), ops.item(step))" in unsafe


ARRAY_OR_TABLE = """\
import numpy as np
import pandas as pd
from scipy import stats


def half(y):
    limits = np.arange(4.0)
    return [stats.scoreatpercentile(y, limit) for limit in limits]


half(np.ones(3))
half(pd.Series([1.0]))
"""


def test_what_may_be_a_table_goes_to_scipy_as_it_is(fixed: Fixed) -> None:
    argument = "ops.to_numpy(y) if ops.is_tensor(y) else y"
    assert f"stats.scoreatpercentile({argument}, ops.item(limit))" in fixed(ARRAY_OR_TABLE, unsafe=True)
