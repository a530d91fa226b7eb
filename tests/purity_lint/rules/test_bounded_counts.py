"""PUR103: bounds of whole numbers are Python's, so that they stay numbers on every backend."""

from __future__ import annotations

import numpy as np
import pytest
from snippets import Fixed

_CODE = """\
import numpy as np
from scipy.signal import savgol_filter


def f(x: np.ndarray, n: int, m: float, k=None):
    width = {bounded}
    return savgol_filter(x, width, 2)
"""


@pytest.mark.parametrize(
    ("bounded", "written"),
    [
        ("np.clip(n, 1, len(x))", "min(max(n, 1), len(x))"),
        ("np.clip(n, 3, x.shape[0] - 1)", "min(max(n, 3), x.shape[0] - 1)"),
        ("np.minimum(n, x.shape[0])", "min(n, x.shape[0])"),
        ("np.maximum(n + 1, 3)", "max(n + 1, 3)"),
    ],
)
def test_whole_numbers_are_bounded_by_python(fixed: Fixed, bounded: str, written: str) -> None:
    after = fixed(_CODE.format(bounded=bounded), unsafe=True)
    assert f"    width = {written}\n" in after
    assert "ops.to_numpy(x), width, 2" in after


@pytest.mark.parametrize(
    "bounded",
    [
        "np.clip(x, 1, n)",
        "np.clip(n, 1, m)",
        "np.clip(k, 1, n)",
        "np.clip(n, 1, None)",
        "np.minimum(n, 3).item()",
        "np.minimum(n, 3, dtype=float)",
        "np.minimum(n, m)",
    ],
)
def test_other_numbers_and_arrays_are_not(fixed: Fixed, bounded: str) -> None:
    after = fixed(_CODE.format(bounded=bounded), unsafe=True)
    assert "min(" not in after.replace("np.min(", "")
    assert "max(" not in after


def test_a_name_that_hides_the_function_is_seen(fixed: Fixed) -> None:
    code = _CODE.format(bounded="np.minimum(n, 3)").replace("k=None", "min=None")
    assert "width = ops.minimum(n, 3)\n" in fixed(code, unsafe=True)


def test_the_bounds_are_those_of_numpy() -> None:
    for low, high in ((1, 5), (5, 1), (3, 3)):
        for n in range(-1, 8):
            assert min(max(n, low), high) == np.clip(n, low, high)
