"""A safe fix keeps PyTorch's gradients, at ties and bounds as well, and which results are the argument itself."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from test_same_meaning_on_torch import TORCH

from emberops import ops, use_backend

_WITHOUT_ONE_GRADIENT = ("quantile", "digamma")
"""At ties, and at poles, every answer is as good as another."""
_DERIVED_BY_OPS = ("heaviside",)
"""PyTorch has no derivative of these."""
_PAIRS = [(b, a) for b, a in TORCH.pairs if not any(name in b for name in _WITHOUT_ONE_GRADIENT)]


def _arguments() -> dict[str, torch.Tensor]:
    """The arguments of the calls with few values, so that many are alike, and lie on bounds."""
    held = TORCH.arguments()
    generator = torch.Generator().manual_seed(1)
    for name in "xymtc":
        drawn = torch.randint(-1, 3, held[name].shape, generator=generator).double()
        held[name] = drawn.requires_grad_()
    return held


def _outcome(code: str) -> tuple[list[torch.Tensor | None], set[str]] | None:
    """The gradients of what a call gives, and which arguments it gives back; ``None`` where it has no gradient."""
    given = _arguments()
    with use_backend("torch"):
        try:
            result: Any = eval(code, {"torch": torch, "ops": ops, **given})
        except (
            IndexError,
            RuntimeError,
            ValueError,
        ):  # a matrix without an inverse, a place that is not there
            return None
    if not isinstance(result, torch.Tensor):
        return None
    same = {name for name, tensor in given.items() if tensor is result}
    if not result.requires_grad or not result.is_floating_point():
        return [], same
    weights = torch.arange(1.0, result.numel() + 1).reshape(result.shape)
    leaves = [tensor for tensor in given.values() if tensor.requires_grad]
    try:
        return list(torch.autograd.grad((result * weights).sum(), leaves, allow_unused=True)), same
    except RuntimeError:  # "the derivative is not implemented"
        return None


@pytest.mark.parametrize(("before", "after"), _PAIRS, ids=[before for before, _ in _PAIRS])
def test_a_safe_fix_keeps_the_gradient(before: str, after: str) -> None:
    expected, result = _outcome(before), _outcome(after)
    if expected is None:
        assert result is None or any(name in before for name in _DERIVED_BY_OPS)
        return
    assert result is not None
    assert result[1] == expected[1]
    for one, other in zip(expected[0], result[0], strict=True):
        if one is None or other is None:
            assert one is other
        else:
            torch.testing.assert_close(other, one, equal_nan=True)
