"""How much MLX is left to compute: it runs nothing until somebody looks, so a loop that stores grows a graph.

NumPy's loops never look at what they store before they end.  Left alone, each turn costs memory for good, and the
whole graph takes longer than its parts.  Started now and then, in the background, it stays short.
"""

from __future__ import annotations

import itertools

import mlx.core as mx

_STORES = 100
"""Stores between two starts: fewer lose time in starting, more hold memory for nothing."""
_stores = itertools.count(1)


def start_now_and_then(array: mx.array) -> None:
    """Have an array computed if enough was stored since the last time; a trace goes on as it is."""
    if next(_stores) % _STORES:
        return
    try:
        mx.async_eval(array)  # type: ignore[no-untyped-call]  # MLX has no types for it
    except ValueError as error:
        if "transformation" not in str(error):
            raise
