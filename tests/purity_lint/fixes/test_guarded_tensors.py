"""Questions whether something is a tensor of PyTorch's, where PyTorch makes one for its layers if it is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

CODE = """\
import numpy as np
import torch
from torch import nn


class Shift(nn.Module):
    def __init__(self, loc):
        super().__init__()
        {guard}
        self.loc = nn.Parameter(loc)
        self.scale = np.sqrt(np.ones(3))
"""


def fixed(code: str) -> str:
    outcome = fix(source_from_bytes(code.encode(), Path("shift.py")), Settings(unsafe_fixes=True))
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    "guard",
    [
        "if not torch.is_tensor(loc):\n            loc = torch.tensor(loc)",
        "if not (isinstance(loc, torch.Tensor) and loc.ndim):\n            loc = torch.as_tensor(loc)",
        "loc = loc if torch.is_tensor(loc) else torch.from_numpy(loc)",
    ],
)
def test_they_stay(guard: str) -> None:
    after = fixed(CODE.format(guard=guard))
    assert "ops.is_tensor" not in after
    assert "ops.Tensor" not in after


@pytest.mark.parametrize(
    "guard",
    ["if not torch.is_tensor(loc):\n            raise TypeError", "ok = isinstance(loc, torch.Tensor)"],
)
def test_others_go(guard: str) -> None:
    assert "ops.is_tensor(loc)" in fixed(CODE.format(guard=guard))
