"""A tensor that PyTorch makes of a number of NumPy's is double, and takes the dtype of what it stands beside."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from snippets import Fixed

CODE = """\
import numpy as np
import torch


class Noise(torch.nn.Module):
    def __init__(self, sigma, dim):
        super().__init__()
        self.scale = torch.nn.Parameter({made})
        self.weight = torch.nn.Parameter(torch.randn(3, dim))

    def forward(self):
        return torch.exp(self.scale) * self.weight
"""


def test_pytorch_does_so() -> None:
    wide = torch.tensor(np.log(0.1))
    assert wide.dtype == torch.float64
    assert (wide * torch.ones(2)).dtype == torch.float32


@pytest.mark.parametrize("made", ["torch.tensor(np.log(sigma))", "torch.as_tensor(np.sqrt(2) * sigma)"])
def test_operators_are_not_replaced_safely_beside_them(fixed: Fixed, made: str) -> None:
    code = CODE.format(made=made)
    assert "torch.exp(self.scale) * self.weight" in fixed(code, "PUR201")
    assert "ops.multiply(torch.exp(self.scale), self.weight)" in fixed(code, "PUR201", unsafe=True)


@pytest.mark.parametrize(
    "made", ["torch.tensor(np.log(sigma), dtype=torch.float32)", "torch.tensor(0.5)", "torch.zeros(dim)"]
)
def test_and_are_beside_others(fixed: Fixed, made: str) -> None:
    assert "ops.multiply(torch.exp(self.scale), self.weight)" in fixed(CODE.format(made=made), "PUR201")


@pytest.mark.parametrize("formula", ["torch.mul(self.scale, self.weight)", "self.scale.mul(self.weight)"])
def test_nor_are_functions_and_methods(fixed: Fixed, formula: str) -> None:
    made = "torch.tensor(np.log(sigma))"
    code = CODE.format(made=made).replace("torch.exp(self.scale) * self.weight", formula)
    rules = ("PUR103", "PUR104")
    assert formula in fixed(code, *rules)
    assert "ops.multiply(self.scale, self.weight)" in fixed(code, *rules, unsafe=True)
