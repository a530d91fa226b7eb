"""Operations of the group ``random`` on an Array API namespace: words of 32 bits in its uint32."""

from __future__ import annotations

from typing import Any

from emberops.backends.support import threefry

WORDS = ("wrap_key", "words", "count_words", "hashed", "unsigned", "wide", "settled")
"""What :mod:`emberops.backends.composed.random` is written in."""


def wrap_key(xp: Any, high: int, low: int) -> Any:
    """The key of two words."""
    return xp.asarray([high, low], dtype="uint32")


def words(xp: Any, values: Any) -> Any:
    """Integers of up to 32 bits as words."""
    if isinstance(values, int):
        return xp.asarray(values & 0xFFFFFFFF, dtype="uint32")
    return xp.astype(values, "uint32")


def count_words(xp: Any, n: int) -> Any:
    """The words from 0 to ``n``."""
    return xp.arange(n, dtype="uint32")


def hashed(xp: Any, key: Any, counts: Any) -> tuple[Any, Any]:
    """Threefry of the counts: two words for each."""
    # Vectors of one word, not numbers: arrays wrap around silently everywhere.
    shape = tuple(counts.shape)
    high, low = threefry.hashed(key[:1], key[1:], xp.reshape(counts, (-1,)))
    return xp.reshape(high, shape), xp.reshape(low, shape)


def unsigned(xp: Any, values: Any, bits: int) -> Any:
    """Words as unsigned integers of so many bits, the upper ones dropped."""
    return xp.astype(values, f"uint{bits}")


def wide(xp: Any, high: Any, low: Any) -> Any:
    """Two words as one unsigned integer of 64 bits."""
    return (xp.astype(high, "uint64") << 32) | xp.astype(low, "uint64")


def settled(xp: Any, mask: Any) -> bool:
    """Whether the whole mask is true, as far as that is known without computing."""
    return not xp.LAZY and bool(xp.all(mask))
