"""PUR305: a dtype that a method of PyTorch is given, where no safe fix rewrites that method."""

from __future__ import annotations

from snippets import Fixed

_CODE = """\
import torch


def f(v: torch.Tensor, idx):
    i = torch.floor(idx).to(torch.int64)
    i = torch.minimum(i, (v - 1)[None, :])
    return idx - i.to(torch.float64)
"""


def test_a_dtype_stays_pytorchs_where_the_cast_does(fixed: Fixed) -> None:
    assert "return idx - i.to(torch.float64)\n" in fixed(_CODE)
    assert "ops.astype(i, ops.float64)" in fixed(_CODE, unsafe=True)
