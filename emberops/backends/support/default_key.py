"""The key behind draws that name none: one for the process, kept as two plain ints."""

from __future__ import annotations

import secrets
import threading
from typing import Any

from emberops.backends.support.threefry import hashed_pair

_MASK = 0xFFFFFFFF


def from_seed(seed: int) -> tuple[int, int]:
    """The key of a seed: its upper and lower 32 bits, as JAX makes it of a 64-bit seed."""
    return (seed >> 32) & _MASK, seed & _MASK


class KeyStream:
    """Keys without end, each used once; threads may share one."""

    def __init__(self, seed: int | None = None) -> None:
        self._lock = threading.Lock()
        self.reset(seed)

    def reset(self, seed: int | None) -> None:
        """Start again from ``seed``; from the system's entropy if it is ``None``."""
        with self._lock:
            self._key = from_seed(secrets.randbits(64) if seed is None else seed)
            self._drawn = 0

    def __getstate__(self) -> tuple[int, int, int]:
        """The state alone: a copy, or one in another process, has a lock of its own."""
        return self.state()

    def __setstate__(self, state: tuple[int, int, int]) -> None:
        self._lock = threading.Lock()
        self.restore(state)

    def next(self) -> tuple[int, int]:
        """The next key: that of the stream, folded with the number of keys drawn so far."""
        with self._lock:
            count = self._drawn
            self._drawn += 1
            return hashed_pair(self._key, (count >> 32 & _MASK, count & _MASK), _MASK)

    def state(self) -> tuple[int, int, int]:
        """What :meth:`restore` takes back."""
        with self._lock:
            return (*self._key, self._drawn)

    def restore(self, state: tuple[int, int, int]) -> None:
        """Go back to a :meth:`state`."""
        with self._lock:
            self._key, self._drawn = (state[0], state[1]), state[2]


DEFAULT = KeyStream()
"""The stream of the process; ``ops.random.seed`` resets it."""


def next_key(xp: Any) -> Any:
    """The next key of the process, as a tensor of the backend ``xp``."""
    return xp.random.wrap_key(*DEFAULT.next())
