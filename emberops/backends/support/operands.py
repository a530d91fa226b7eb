"""Several operands in one dtype."""

from __future__ import annotations

from typing import Any

NUMBERS = (bool, int, float, complex)


def together(xp: Any, *operands: Any) -> list[Any]:
    """Tensors and Python numbers as tensors of their common dtype; numbers promote weakly."""
    dtype = xp.result_type(*operands)
    device = next((getattr(x, "device", None) for x in operands if not isinstance(x, NUMBERS)), None)
    return [
        xp.asarray(x, dtype=dtype, device=device)
        if isinstance(x, NUMBERS)
        else x
        if x.dtype == dtype
        else xp.astype(x, dtype)
        for x in operands
    ]
