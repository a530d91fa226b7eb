"""Methods that NumPy and PyTorch both have and that do not compute the same: whose array it is has to be known."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixed_programs import fixed_project
from snippets import Fixed

BOTH = """\
import numpy as np
import torch


def f(x, y):
    z = np.exp(y)
    x = x.{call}
    return x - y.sum()
"""
LAYER = """\
import numpy as np
import torch
from base import Transform


class Scale(Transform):
    def forward(self, x):
        return x - x.mean(0), x.var(0)


limit = np.exp(1.0)
"""


@pytest.mark.parametrize("call", ["var()", "std(0)"])
def test_what_may_be_of_either_stays(fixed: Fixed, call: str) -> None:
    assert f"x.{call}" in fixed(BOTH.format(call=call), "PUR104", unsafe=True)


def test_what_means_one_thing_goes(fixed: Fixed) -> None:
    assert "ops.mean(x, 0)" in fixed(BOTH.format(call="mean(0)"), "PUR104", unsafe=True)


def test_a_class_derived_from_layers_in_another_file_has_tensors_of_torch(tmp_path: Path) -> None:
    base = "from torch import nn\n\n\nclass Transform(nn.Module):\n    pass\n"
    after = fixed_project(tmp_path, {"base": base, "scale": LAYER})
    assert "ops.var(x, 0, correction=1)" in after["scale"]
