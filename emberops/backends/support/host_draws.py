"""Single numbers drawn of a key's two words, on the host: those of the operations, in plain ints and floats.

A tensor of one number costs a hundred calls of its library, of which each waits for the one before.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from emberops.backends.support.threefry import hashed_pair

Words = tuple[int, int]

_MASK = 0xFFFFFFFF
_LOWEST = -1.0 + 2.0**-53
"""The least value of which the error function's inverse is taken, as for tensors of double precision."""
_inverse = NormalDist().inv_cdf


def unit(key: Words) -> float:
    """A uniform value in ``[0, 1)``, in the digits of double precision."""
    high, low = _hashed(key, 0)
    return (high ^ low) * 2.0**-32 + (low >> 12) * 2.0**-52


def between(key: Words, low: float, high: float) -> float:
    """A uniform value in ``[low, high)``."""
    return max(unit(key) * (high - low) + low, low)


def normal(key: Words) -> float:
    """A standard normal value."""
    value = between(key, _LOWEST, 1.0)
    return _inverse((value + 1.0) / 2.0)


def exponential(key: Words) -> float:
    """A standard exponential value."""
    return -math.log1p(-unit(key))


def integer(key: Words, low: int, high: int) -> int:
    """A uniform integer in ``[low, high)``, which holds one, however many they are."""
    span = high - low
    first, second = (_hashed(_hashed(key, i), 0) for i in range(2))
    if span > 1 << 32:
        return low + ((_wide(first) << 64) + _wide(second)) % span
    upper, lower = first[0] ^ first[1], second[0] ^ second[1]
    if span == 1 << 32:
        return low + lower
    factor = (1 << 16) % span
    product = (upper % span * (factor * factor % span)) & _MASK
    return low + ((product + lower % span) & _MASK) % span


def _hashed(key: Words, count: int) -> Words:
    return hashed_pair(key, (0, count), _MASK)


def _wide(words: Words) -> int:
    return words[0] << 32 | words[1]
