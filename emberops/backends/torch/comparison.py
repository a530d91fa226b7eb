"""Comparisons of numbers that PyTorch would round first: to a float, or to the other operand's dtype."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from emberops.backends.support.scalars import SMALL, fits
from emberops.backends.torch.promotion import dtype_name, promoted, tensors, weak
from emberops.dispatch.router import BESIDE_NUMBER, ONE_DTYPE

_SMALL = SMALL.stop
_SIGNED = frozenset({torch.int8, torch.int16, torch.int32, torch.int64})
_HIGHEST = -(2**63)
"""The highest bit of 64: turned, it makes of the order of unsigned numbers that of signed ones."""


def compared(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """``native``, by value: beyond the other operand's range, and where one of two tensors alone has a sign."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x1) is type(x2):
            if x1.dtype is not x2.dtype:
                if torch.uint64 in (x1.dtype, x2.dtype) and not _SIGNED.isdisjoint((x1.dtype, x2.dtype)):
                    return _of_mixed_signs(native, x1, x2)
                x1, x2 = promoted(x1, x2)
        elif type(x2) is int and not fits(x2, dtype_name(x1.dtype)):
            x2 = float(x2)
        elif type(x1) is int and not fits(x1, dtype_name(x2.dtype)):
            x1 = float(x1)
        x1, x2 = tensors(x1, x2) if not isinstance(x1, torch.Tensor) else weak(x1, x2)
        return native(x1, x2)

    def of_float(x1: Any, x2: Any, /) -> Any:
        return native(x1, x2) if type(x2) is float else native(*tensors(x1, x2))

    setattr(apply, ONE_DTYPE, native)

    def of_int(x1: Any, x2: Any, /) -> Any:
        return native(x1, x2) if type(x2) is int and 0 <= x2 < _SMALL else apply(x1, x2)

    setattr(apply, BESIDE_NUMBER, {float: of_float, int: of_int})
    return apply


def _of_mixed_signs(native: Callable[..., Any], x1: torch.Tensor, x2: torch.Tensor) -> Any:
    """One of uint64 and one with a sign: a negative number is below all others, and the rest are all unsigned."""
    if x1.dtype is torch.uint64:
        negative, answer = x2 < 0, native(torch.tensor(1), torch.tensor(0))
    else:
        negative, answer = x1 < 0, native(torch.tensor(0), torch.tensor(1))
    return torch.where(negative, answer, native(_in_order(x1), _in_order(x2)))


def _in_order(x: torch.Tensor) -> torch.Tensor:
    return (x.view(torch.int64) if x.dtype is torch.uint64 else x.to(torch.int64)) ^ _HIGHEST
