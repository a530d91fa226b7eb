"""A safe fix keeps what code does on PyTorch's tensors: every call is run before and after, and must give the same."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from calls_of_a_library import Calls
from torch_calls import CALLS


def _arguments() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    return {
        "x": drawn(3, 4),
        "y": drawn(3, 4),
        "m": drawn(3, 3),
        "s": torch.tensor([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]], dtype=torch.float64),
        "p": torch.tensor([0.5, 2, 3, -1], dtype=torch.float64),
        "i": torch.tensor([3, 1, 2, 0, 5]),
        "b": torch.tensor([True, False, True]),
        "t": drawn(2, 3, 4),
        "c": drawn(2, 3),
        "k": torch.tensor([[0, 1], [2, 3], [1, 0]]),
        "h": torch.tensor([1, 2, 3], dtype=torch.int32),
    }


def _same_array(expected: torch.Tensor, result: Any) -> None:
    assert isinstance(result, torch.Tensor)
    assert result.dtype == expected.dtype
    torch.testing.assert_close(result, expected, rtol=1e-6, atol=1e-9, equal_nan=True)


TORCH = Calls(
    backend="torch",
    imports="import torch\n",
    names={"torch": torch},
    lines=CALLS.splitlines(),
    annotations=dict.fromkeys(_arguments(), "torch.Tensor"),
    arguments=_arguments,
    same_array=_same_array,
    array=torch.Tensor,
    raises_alone=frozenset({"torch.meshgrid"}),  # it refuses tensors of several dtypes
)


def test_most_calls_have_a_safe_fix() -> None:
    assert len(TORCH.pairs) > len(TORCH.lines) / 2


@pytest.mark.parametrize(("before", "after"), TORCH.pairs, ids=[before for before, _ in TORCH.pairs])
def test_a_safe_fix_keeps_the_result(before: str, after: str) -> None:
    TORCH.check(before, after)
