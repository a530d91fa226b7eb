"""Calls of PyTorch's that an unsafe fix writes in ops, run on every backend: the values are what PyTorch gave."""

from __future__ import annotations

import numpy as np
import pytest
from fixed_programs import ran
from snippets import Fixed

_PROGRAM = """\
import torch
import torch.nn.functional as F


def run():
    x = torch.sin(torch.arange(24, dtype=torch.float32)).reshape(4, 6)
    n = 2
    return {expression}
"""
_EXPRESSIONS = (
    "x.split(n)[1]",
    "x.split([1, 3], dim=0)[1]",
    "torch.split(x, [n, 1, 3], dim=1)[2]",
    "torch.split(x, 4, dim=-1)[1]",
    "torch.split(x, split_size_or_sections=3)[1]",
    "x.chunk(3, dim=1)[1]",
    "torch.chunk(x, 2)[0]",
    "x.flatten(1)",
    "torch.flatten(x, 1)",
    "x.median()",
    "torch.histc(x, bins=3, min=-1, max=1)",
    "torch.bucketize(x, torch.tensor([-0.5, 0.5]))",
    "torch.lerp(x, x * 3, 0.25)",
    "torch.unique(torch.round(x))",
    "torch.masked_select(x, x > 0)",
    "torch.gather(x, 1, torch.tensor([[0], [2], [1], [5]]))",
    "F.cross_entropy(x, torch.tensor([0, 5, 2, 1]))",
    "F.cross_entropy(x, torch.tensor([0, 5, 2, 1]), reduction='none')",
    "F.nll_loss(F.log_softmax(x, dim=1), torch.tensor([0, 5, 2, 1]), reduction='sum')",
    "F.binary_cross_entropy_with_logits(x, torch.ones(4, 6))",
    "F.normalize(x)",
    "F.normalize(x, p=1, dim=0)",
)


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
@pytest.mark.parametrize("expression", _EXPRESSIONS)
def test_the_values_are_those_of_pytorch(expression: str, backend: str, fixed: Fixed) -> None:
    code = _PROGRAM.format(expression=expression)
    after = fixed(code, unsafe=True)
    assert "torch" not in after
    np.testing.assert_allclose(ran(after, backend), ran(code, "torch"), rtol=1e-5, atol=1e-6)
