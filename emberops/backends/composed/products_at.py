"""What a product of values that are put in the same places depends on."""

from __future__ import annotations

from typing import Any

from emberops.typing import NativeTensor as Tensor


def others_at(xp: Any, size: int, places: Tensor, values: Tensor) -> Tensor:
    """For each of ``values``, the product of the others that go to the same of ``size`` places, zeros counted."""
    zero = values == 0
    there = xp.where(zero, 1, values)
    product = xp.multiply_at(xp.ones(size, dtype=values.dtype), places, there, copy=True)
    zeros = xp.add_at(xp.zeros(size, dtype=values.dtype), places, xp.astype(zero, values.dtype), copy=True)
    here, count = xp.take(product, places), xp.take(zeros, places)
    nothing = xp.zeros_like(here)
    return xp.where(zero, xp.where(count == 1, here, nothing), xp.where(count == 0, here / there, nothing))
