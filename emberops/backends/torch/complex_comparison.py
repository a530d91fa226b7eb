"""Comparison of complex numbers, which PyTorch refuses: in NumPy's order, by the real part, then the imaginary one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from emberops.backends.composed import complex_order
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import promoted, tensors
from emberops.dispatch.refused import RefusedCall


def _less_equal(xp: Any, x1: Any, x2: Any) -> Any:
    return complex_order.less(xp, x1, x2) | (x1 == x2)


def _maximum(xp: Any, x1: Any, x2: Any) -> Any:
    return complex_order.extreme_of(xp, x1, x2, largest=True)


def _minimum(xp: Any, x1: Any, x2: Any) -> Any:
    return complex_order.extreme_of(xp, x1, x2, largest=False)


_PAIRS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "less": complex_order.less,
    "greater": lambda xp, x1, x2: complex_order.less(xp, x2, x1),
    "less_equal": _less_equal,
    "greater_equal": lambda xp, x1, x2: _less_equal(xp, x2, x1),
    "maximum": _maximum,
    "minimum": _minimum,
}


def another_way(call: RefusedCall, _error: Exception) -> Any:
    """The answer to a comparison of complex numbers; ``NotImplemented`` for other calls."""
    held = call.tensors()
    if not any(isinstance(x, torch.Tensor) and x.is_complex() for x in held):
        return NotImplemented
    xp = beside(held)
    if call.op in _PAIRS:
        return _PAIRS[call.op](xp, *promoted(*tensors(*held)))
    if call.op == "clip":
        x, low, high = call.positional()
        x = x if low is None else _maximum(xp, *promoted(*tensors(x, low)))
        return x if high is None else _minimum(xp, *promoted(*tensors(x, high)))
    return NotImplemented
