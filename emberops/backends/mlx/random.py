"""Operations of the group ``random`` on MLX: words of 32 bits."""

from __future__ import annotations

from typing import Any

import mlx.core as mx

from emberops.backends.support import threefry

_MASK = 0xFFFFFFFF


def wrap_key(high: int, low: int) -> mx.array:
    """The key of two words."""
    return mx.array([high, low], mx.uint32)


def words(values: Any) -> mx.array:
    """Integers of up to 32 bits as words."""
    if isinstance(values, int):
        return mx.array(values & _MASK, mx.uint32)
    return mx.array(values).astype(mx.uint32)


def count_words(n: int) -> mx.array:
    """The words from 0 to ``n``."""
    return mx.arange(n, dtype=mx.uint32)


def hashed(key: mx.array, counts: mx.array) -> tuple[mx.array, mx.array]:
    """Threefry of the counts: two words for each."""
    return threefry.hashed(key[0], key[1], counts)


def unsigned(values: mx.array, bits: int) -> mx.array:
    """Words as unsigned integers of so many bits, the upper ones dropped."""
    return values.astype(getattr(mx, f"uint{bits}"))


def wide(high: mx.array, low: mx.array) -> mx.array:
    """Two words as one unsigned integer of 64 bits."""
    return mx.left_shift(high.astype(mx.uint64), mx.array(32, mx.uint64)) | low.astype(mx.uint64)


def settled(mask: mx.array) -> bool:
    """Whether the whole mask is true, as far as that is known."""
    try:
        return bool(mx.all(mask).item())
    except ValueError:  # inside a function transformation values cannot be read
        return False
