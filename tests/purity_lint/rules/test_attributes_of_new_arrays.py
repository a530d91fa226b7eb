"""Attributes that hold what the lines above have made: that other files take such attributes later does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixed_programs import fixed_project

WEIGHTS = """\
import numpy as np


class Filter:
    def __init__(self, n: int, k: float):
        self.mean = np.full(2 * n + 1, 0.5 / k)
        self.spread = {spread}
        self.mean[0] = k / n
        self.spread[0] = self.mean[0] + 1.0

    def shown(self):
        return self.mean * 2
"""
TEST = """\
from filters import Filter


def reference(f: Filter, z, change):
    mean, spread = f.mean, f.spread
    change(z)
    return mean[0] + spread[0]
"""


@pytest.mark.parametrize("spread", ["self.mean.copy()", "np.sqrt(self.mean) + 1"])
def test_nobody_has_met_them_yet(tmp_path: Path, spread: str) -> None:
    files = {"filters": WEIGHTS.replace("{spread}", spread), "reference": TEST}
    after = fixed_project(tmp_path, files)["filters"]
    assert "self.mean = ops.assign(self.mean, 0, k / n)" in after
    assert "self.spread = ops.assign(self.spread, 0, " in after


@pytest.mark.parametrize(
    "spread", ["keep(self.mean) + 1", "self.mean[1:]", "np.vectorize(lambda: self.mean)", "self.taken(1)"]
)
def test_what_may_keep_them_is_in_the_way(tmp_path: Path, spread: str) -> None:
    files = {"filters": WEIGHTS.replace("{spread}", spread), "reference": TEST}
    assert "self.mean[0] = k / n" in fixed_project(tmp_path, files)["filters"]
