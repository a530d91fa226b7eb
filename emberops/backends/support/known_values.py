"""What can be told of values now: nothing inside a compiled function, and nothing of a lazy tensor."""

from __future__ import annotations

from typing import Any


def known(xp: Any, truth: Any) -> bool:
    """Whether a boolean tensor without axes is known to be true."""
    if getattr(xp, "LAZY", False) or getattr(xp, "is_compiling", bool)():
        return False
    try:
        return bool(truth)
    except (TypeError, ValueError, RuntimeError):
        return False  # JAX and MLX say in such ways that they trace


def require_rising(xp: Any, name: str, edges: Any, *, or_falling: bool = False) -> None:
    """Refuse bins that are known not to be in order.

    Raises
    ------
    ValueError
        As NumPy does; other libraries answer something.
    """
    steps = edges[1:] < edges[:-1]
    wrong = xp.any(steps)
    if or_falling:
        wrong = xp.logical_and(wrong, xp.any(edges[1:] > edges[:-1]))
    if edges.shape[0] > 1 and known(xp, wrong):
        raise ValueError(f"{name}: bins must increase{' or decrease' if or_falling else ''} monotonically")
