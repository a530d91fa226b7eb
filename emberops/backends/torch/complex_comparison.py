"""Comparison of complex numbers, which PyTorch refuses: in NumPy's order, by the real part, then the imaginary one."""

from __future__ import annotations

from typing import Any

import torch

from emberops.backends.composed import complex_order
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import promoted, tensors
from emberops.dispatch.refused import RefusedCall


def another_way(call: RefusedCall, _error: Exception) -> Any:
    """The answer to a comparison of complex numbers; ``NotImplemented`` for other calls."""
    held = call.tensors()
    if not any(x.is_complex() if isinstance(x, torch.Tensor) else isinstance(x, complex) for x in held):
        return NotImplemented
    xp = beside(held)
    if call.op in complex_order.PAIRS:
        return complex_order.PAIRS[call.op](xp, *promoted(*tensors(*held)))
    if call.op == "clip":
        x, low, high = call.positional()
        x = x if low is None else complex_order.maximum(xp, *promoted(*tensors(x, low)))
        return x if high is None else complex_order.minimum(xp, *promoted(*tensors(x, high)))
    return NotImplemented
