"""Operations of the group ``random`` on NumPy: words of 32 bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from emberops.backends.composed import random as composed
from emberops.backends.support import threefry


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


class _Keys:
    """What a generator of ops has beyond NumPy's: keys, and a shuffle that returns what it shuffled."""

    def key(self) -> Any:
        """The next key of the stream, for the functions of ``ops.random``."""
        high, low = np.frombuffer(self.bytes(8), dtype=np.uint32)  # type: ignore[attr-defined]  # a method of the generator that this is mixed into
        return wrap_key(int(high), int(low))

    def shuffle(self, x: Any, *args: Any, **options: Any) -> Any:
        """``x``, in random order in place."""
        super().shuffle(x, *args, **options)  # type: ignore[misc]  # the generator that this is mixed into has it
        return x


class Generator(_Keys, np.random.Generator):
    """NumPy's own generator: a seed gives the numbers that it always gave."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As NumPy's own, which would make copies of NumPy's class."""
        return Generator, (self.bit_generator,)


class RandomState(_Keys, np.random.RandomState):
    """NumPy's own legacy generator."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As NumPy's own, which would make copies of NumPy's class."""
        return RandomState, (self._bit_generator,), self.__getstate__()


class _HiddenGenerator(_Keys):
    """NumPy's hidden generator: its methods are the functions of ``numpy.random``."""

    stands_for = "RandomState"

    def __getattr__(self, name: str) -> Any:
        return getattr(np.random, name)

    def for_numpy(self) -> Any:
        """The object behind the functions."""
        return np.random.random.__self__  # type: ignore[attr-defined]  # a bound method, as NumPy makes it

    def shuffle(self, x: Any) -> Any:
        """``x``, in random order in place."""
        np.random.shuffle(x)
        return x


_HIDDEN = _HiddenGenerator()


def seed(seed: int | None = None) -> None:
    """Start the default key and NumPy's hidden generator."""
    composed.seed(np, seed)


def default_rng(seed: Any = None) -> Generator:
    """NumPy's generator of a seed; a generator is given back."""
    return seed if isinstance(seed, Generator) else Generator(np.random.default_rng(seed).bit_generator)


def default_generator() -> Any:
    """NumPy's hidden generator."""
    return _HIDDEN
