"""Booleans, which PyTorch neither rounds nor shifts nor looks up."""

from __future__ import annotations

from typing import Any

import torch

from emberops.dispatch.refused import RefusedCall

_ROUNDING = frozenset({"ceil", "floor", "trunc", "round", "rint", "positive"})
_AS_SMALL = {
    "bitwise_left_shift": torch.int8,
    "bitwise_right_shift": torch.int8,
    "isin": torch.uint8,
    "searchsorted": torch.uint8,
    "digitize": torch.uint8,
}
"""Operations, and the dtype in which NumPy computes them, or whose order is that of the booleans."""


def another_way(call: RefusedCall, _error: Exception) -> Any:
    """The answer to a call of booleans alone; ``NotImplemented`` for other calls."""
    held = call.tensors()
    if not all(isinstance(x, torch.Tensor) and x.dtype is torch.bool for x in held):
        return NotImplemented
    if call.op in _ROUNDING:
        return held[0]
    dtype = _AS_SMALL.get(call.op)
    return NotImplemented if dtype is None else call.run(lambda x: x.to(dtype))
