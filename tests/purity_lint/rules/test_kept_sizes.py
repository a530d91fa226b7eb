"""`-1` keeps a size where PyTorch expands a tensor, and ops takes none: what holds one somewhere stays."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
import torch


def f(x: torch.Tensor, batch: tuple, n: int):
    kept = batch + (-1,)
    given = x.shape[:-1] + (n,)
    return {call}
"""


@pytest.mark.parametrize(
    "call",
    [
        "x.expand(batch + (-1, -1))",
        "x.expand(*batch, -1)",
        "x.expand(kept)",
        "x.expand(*kept)",
        "torch.broadcast_to(x, batch + (-1,))",
    ],
)
def test_a_size_that_is_kept_somewhere(fixed: Fixed, call: str) -> None:
    assert call in fixed(CODE.format(call=call), "PUR103", "PUR104", unsafe=True)


@pytest.mark.parametrize("call", ["x.expand(given)", "x.expand(n, 3)", "x.expand(n, x.shape[-1])"])
def test_sizes_that_are_given(fixed: Fixed, call: str) -> None:
    assert "ops.broadcast_to(x, " in fixed(CODE.format(call=call), "PUR103", "PUR104", unsafe=True)
