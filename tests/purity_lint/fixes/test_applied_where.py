"""Universal functions that leave elements out, in the words of the standard: `xpx.apply_where`."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from under_profile import fixed

CODE = """import numpy as np


def f(x, y, n):
    x = np.asarray(x)
    y = np.asarray(y)
    m = y != 0
    return {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "np.divide(x, y, out=np.zeros_like(y), where=y != 0)",
            "xpx.apply_where(y != 0, (x, y), xp.divide, fill_value=0.0)",
        ),
        (
            "np.divide(x, y, out=np.ones_like(x), where=m)",
            "xpx.apply_where(m, (x, y), xp.divide, fill_value=1.0)",
        ),
        (
            "np.divide(1.0, y, out=np.full_like(y, -2.5), where=y != 0)",
            "xpx.apply_where(y != 0, (xp.ones_like(y), y), xp.divide, fill_value=-2.5)",
        ),
        (
            "np.log(x, out=np.zeros_like(x), where=x > 0)",
            "xpx.apply_where(x > 0, x, xp.log, fill_value=0.0)",
        ),
        (
            "np.add(x, y, out=np.zeros_like(y), where=m)",
            "xpx.apply_where(m, (x, y), xp.add, fill_value=0.0)",
        ),
    ],
)
def test_what_is_left_out_is_not_computed(before: str, after: str) -> None:
    text = fixed(CODE.format(before))
    assert text.endswith(f"    return {after}\n")
    assert before in fixed(CODE.format(before), unsafe=False)
    x, y = np.asarray([1.0, -2.0, 3.0, 0.5]), np.asarray([2.0, 0.0, -1.0, 0.0])
    functions: list[dict[str, Any]] = [{}, {}]
    for code, values in zip((CODE.format(before), text), functions, strict=True):
        exec(code, values)
    with np.errstate(all="raise"):
        wanted = functions[0]["f"](x, y, 3)
        np.testing.assert_array_equal(functions[1]["f"](x, y, 3), wanted)
    for library in (array_api_strict, torch):
        found = functions[1]["f"](library.asarray(x), library.asarray(y), 3)
        np.testing.assert_array_equal(np.asarray(found.tolist() if library is torch else found), wanted)


@pytest.mark.parametrize(
    "before",
    [
        "np.divide(x, y, out=np.zeros((3, 3)), where=y != 0)",
        "np.divide(x, y, out=np.zeros_like(n), where=y != 0)",
        "np.divide(x, y, out=np.zeros_like(y, dtype=np.float32), where=y != 0)",
        "np.divide(n, y, out=np.zeros_like(y), where=y != 0)",
        "np.divide(x, y, out=np.full_like(y, n), where=y != 0)",
    ],
)
def test_an_array_of_its_own_shape_dtype_or_values_goes_on_to_be_chosen_from(before: str) -> None:
    text = fixed(CODE.format(before))
    assert "apply_where" not in text
    assert "xp.where(y != 0, xp.divide(" in text or before in text
