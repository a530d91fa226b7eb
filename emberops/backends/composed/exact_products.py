"""What rounding takes from a product."""

from __future__ import annotations

from typing import Any


def product_error(xp: Any, x1: Any, x2: Any) -> Any:
    """The product of two numbers, less the product as it is rounded, exactly (Dekker 1971)."""
    (high1, low1), (high2, low2) = (_halves(xp, x) for x in (x1, x2))
    return low1 * low2 - (((x1 * x2 - high1 * high2) - low1 * high2) - high1 * low2)


def _halves(xp: Any, x: Any) -> tuple[Any, Any]:
    """Two numbers of half the digits whose sum ``x`` is."""
    scaled = x * (134217729.0 if xp.finfo(x.dtype).bits == 64 else 4097.0)
    high = scaled - (scaled - x)
    return high, x - high
