"""Threefry 2x32 with 20 rounds (Salmon et al., 2011), on whatever has ``+``, ``^``, ``<<``, ``>>`` and ``&``."""

from __future__ import annotations

from typing import Any

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA


def hashed(high: Any, low: Any, counts: Any, mask: int | None = None) -> tuple[Any, Any]:
    """The hash of ``(0, counts)`` under the key ``(high, low)``: two words for each count.

    ``mask`` cuts words back to 32 bits where they are kept in wider integers.
    """
    return hashed_pair((high, low), (counts ^ counts, counts), mask)


def hashed_pair(key: tuple[Any, Any], count: tuple[Any, Any], mask: int | None = None) -> tuple[Any, Any]:
    """The hash of a pair of words under a pair of words."""
    schedule = (key[0], key[1], key[0] ^ key[1] ^ _PARITY)
    a, b = _cut(count[0] + key[0], mask), _cut(count[1] + key[1], mask)
    for group in range(5):
        for rotation in _ROTATIONS[group % 2]:
            a = _cut(a + b, mask)
            b = (_cut(b << rotation, mask) | (b >> (32 - rotation))) ^ a
        a = _cut(a + schedule[(group + 1) % 3], mask)
        b = _cut(b + schedule[(group + 2) % 3] + (group + 1), mask)
    return a, b


def _cut(word: Any, mask: int | None) -> Any:
    return word if mask is None else word & mask
