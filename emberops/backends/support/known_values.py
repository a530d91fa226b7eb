"""What can be told of values now: nothing inside a compiled function, and nothing of a lazy tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def known(xp: Any, truth: Any) -> bool:
    """Whether a boolean tensor without axes is known to be true."""
    if getattr(xp, "LAZY", False) or getattr(xp, "is_compiling", bool)():
        return False
    try:
        return bool(truth)
    except (TypeError, ValueError, RuntimeError):
        return False  # JAX and MLX say in such ways that they trace


def known_number(xp: Any, number: Any) -> float | None:
    """The value of a tensor without axes; ``None`` where it cannot be told now."""
    if getattr(xp, "LAZY", False) or getattr(xp, "is_compiling", bool)():
        return None
    try:
        return float(number)
    except (TypeError, ValueError, RuntimeError):
        return None  # JAX and MLX say in such ways that they trace


def known_of(xp: Any, truth: Callable[..., Any], *tensors: Any) -> bool:
    """Whether ``truth(xp, *tensors)`` is known to be true.

    A backend that compiles every operation for every shape may offer ``on_host``, the values of tensors as arrays of
    NumPy where the host has them: these are asked then.
    """
    on_host = getattr(xp, "on_host", None)
    values = None if on_host is None else on_host(*tensors)
    return known(xp, truth(xp, *tensors)) if values is None else bool(truth(np, *values))


def _out_of_order(xp: Any, edges: Any) -> Any:
    return xp.any(edges[1:] < edges[:-1])


def _of_no_order(xp: Any, edges: Any) -> Any:
    return xp.logical_and(_out_of_order(xp, edges), xp.any(edges[1:] > edges[:-1]))


def require_rising(xp: Any, name: str, edges: Any, *, or_falling: bool = False) -> None:
    """Refuse bins that are known not to be in order.

    Raises
    ------
    ValueError
        As NumPy does; other libraries answer something.
    """
    if edges.shape[0] > 1 and known_of(xp, _of_no_order if or_falling else _out_of_order, edges):
        raise ValueError(f"{name}: bins must increase{' or decrease' if or_falling else ''} monotonically")
