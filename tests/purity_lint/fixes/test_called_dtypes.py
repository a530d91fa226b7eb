"""Dtypes of NumPy are functions as well, and those of the standard are none."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from under_profile import fixed

CODE = "import numpy as np\n\n\ndef f(x):\n    x = np.asarray(x)\n    return np.exp(x) * {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.float64(np.sum(x))", "xp.asarray(xp.sum(x), dtype=xp.float64)[()]"),
        ("np.float64(np.sqrt(x))", "xp.asarray(xp.sqrt(x), dtype=xp.float64)"),
        ("np.float64(x.shape[0])", "xp.asarray(x.shape[0], dtype=xp.float64)[()]"),
    ],
)
def test_a_dtype_that_is_called_makes_an_array(before: str, after: str) -> None:
    text = fixed(CODE.format(before))
    assert f"return xp.exp(x) * {after}\n" in text
    spaces: list[dict[str, Any]] = [{}, {}]
    for code, space in zip((CODE.format(before), text), spaces, strict=True):
        exec(code, space)
    x = np.asarray([1.0, 2.0, 4.0])
    wanted = spaces[0]["f"](x)
    for library in (np, array_api_strict, torch):
        made = spaces[1]["f"](library.asarray(x))
        assert type(made) is type(library.asarray(x))
        np.testing.assert_allclose(np.asarray(made), wanted)
