"""Operations of the group ``random`` on NumPy: words of 32 bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.common import threefry


def wrap_key(high: int, low: int) -> Any:
    """The key of two words."""
    return np.array([high, low], dtype=np.uint32)


def words(values: Any) -> Any:
    """Integers of up to 32 bits as words."""
    return np.asarray(values).astype(np.uint32)


def count_words(n: int) -> Any:
    """The words from 0 to ``n``."""
    return np.arange(n, dtype=np.uint32)


def hashed(key: Any, counts: Any) -> tuple[Any, Any]:
    """Threefry of the counts: two words for each."""
    with np.errstate(over="ignore"):
        return threefry.hashed(key[0], key[1], counts)


def unsigned(values: Any, bits: int) -> Any:
    """Words as unsigned integers of so many bits, the upper ones dropped."""
    return values.astype(f"uint{bits}")


def wide(high: Any, low: Any) -> Any:
    """Two words as one unsigned integer of 64 bits."""
    return (high.astype(np.uint64) << np.uint64(32)) | low.astype(np.uint64)


def settled(mask: Any) -> bool:
    """Whether the whole mask is true, as far as that is known."""
    return bool(mask.all())
