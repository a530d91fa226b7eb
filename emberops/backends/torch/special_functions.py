"""Gamma, beta and their kin on PyTorch, whose own lose digits.

Its incomplete gamma functions have single precision whatever the dtype, and its trigamma function few digits more;
next to the root of digamma there are none.  In double precision they are composed; what is of single precision is
computed in double precision, where the device has that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from emberops.backends.composed import elementwise_composed
from emberops.backends.composed import gamma_functions as common
from emberops.backends.torch.placement import beside
from emberops.backends.torch.promotion import floating, promoted, tensors

__all__ = ["betainc", "digamma", "gammainc", "gammaincc", "polygamma", "sinc"]


def digamma(x: Any, /) -> Any:
    x = floating(x)
    if x.itemsize == 2:  # PyTorch computes in single precision, which is enough
        return torch.digamma(x)
    if x.dtype is torch.float32 and x.device.type != "mps":
        return torch.digamma(_wide(x)).to(x.dtype)
    close = common.digamma_from_one_to_two(beside((x,)), x)
    return torch.where((x >= 1) & (x <= 2), close, torch.digamma(x))


def sinc(x: Any, /) -> Any:
    x = floating(x)
    if x.is_complex() or x.dtype is torch.float64 or x.device.type == "mps":
        return elementwise_composed.sinc(beside((x,)), x)
    found = torch.sinc(_wide(x))
    # At whole numbers it is zero but for the last digit of pi; taken away as a number, it leaves the slope.
    stray = torch.where((x.frac() == 0) & (x != 0), found.detach(), 0.0)
    return (found - stray).to(x.dtype)


def polygamma(n: int, x: Any, /) -> Any:
    if n < 0:
        raise ValueError(f"polygamma: the order {n} is negative")
    if n == 0:
        return digamma(x)
    # PyTorch's own is NaN or wrong at poles and at the ends.
    return common.polygamma(beside((x,)), n, floating(x))


def _incomplete(composed: Callable[..., Any], native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    @wraps(native)
    def function(a: Any, x: Any, /) -> Any:
        a, x = promoted(*tensors(a, x))
        a, x = floating(a), floating(x)
        if x.dtype is torch.float64 or x.is_complex():
            return composed(beside((a, x)), a, x)
        return native(_wide(a), _wide(x)).to(x.dtype)

    return function


gammainc = _incomplete(common.gammainc, torch.special.gammainc)
gammaincc = _incomplete(common.gammaincc, torch.special.gammaincc)


def betainc(a: Any, b: Any, x: Any, /) -> Any:
    operands = (a, b, x)
    found = common.betainc(beside(operands), *map(_wide, operands))
    dtypes = [floating(operand).dtype for operand in operands if isinstance(operand, torch.Tensor)]
    return found if torch.float64 in dtypes else found.to(_widest(dtypes))


def _wide(x: Any) -> Any:
    """Real numbers in double precision, where the device has it."""
    if not isinstance(x, torch.Tensor) or x.is_complex() or x.device.type == "mps":
        return x
    return x.to(torch.float64)


def _widest(dtypes: list[torch.dtype]) -> torch.dtype:
    found = dtypes[0]
    for dtype in dtypes[1:]:
        found = torch.promote_types(found, dtype)
    return found
