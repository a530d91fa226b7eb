"""What NumPy's generators draw is no array of the namespace before it has made one of it."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from under_profile import fixed

CODE = """import numpy as np


def f(x, seed):
    x = np.asarray(x)
    rng = np.random.default_rng(seed)
    return np.sqrt(np.abs(x)) * {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rng.normal(size=3).astype(x.dtype)", "xp.asarray(rng.normal(size=3), dtype=x.dtype)"),
        ("rng.normal(size=3).astype(x.dtype, copy=False)", "xp.asarray(rng.normal(size=3), dtype=x.dtype)"),
        ("rng.normal(size=3).astype(np.float64)", "xp.asarray(rng.normal(size=3), dtype=xp.float64)"),
        ("np.asarray(x + 1).astype(np.float64)", "xp.astype(xp.asarray(x + 1), xp.float64)"),
    ],
)
def test_a_draw_that_is_cast_becomes_an_array_of_the_namespace(before: str, after: str) -> None:
    text = fixed(CODE.format(before))
    assert after in text
    spaces: list[dict[str, Any]] = [{}, {}]
    for code, space in zip((CODE.format(before), text), spaces, strict=True):
        exec(code, space)
    x = np.asarray([1.5, -2.0, 4.0])
    wanted = spaces[0]["f"](x, 3)
    for library in (np, array_api_strict, torch):
        made = spaces[1]["f"](library.asarray(x), 3)
        assert type(made) is type(library.asarray(x))
        np.testing.assert_allclose(np.asarray(made), wanted)
