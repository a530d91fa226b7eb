"""What moves elements and computes nothing: by the host, until calls of its kind are worth a program.

JAX compiles every operation for every shape, which takes as long as some hundreds of calls, and code that was written
for NumPy slices, joins and reshapes in ever new shapes.  Where arrays lie on a CPU, the host moves their elements
without a transfer, and with the same bits.  A trace hides values, and so it never comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any

import jax
import numpy as np

from emberops.backends.jax import frequency, placing

_PLAIN = (int, type(None))
_AS_LEFT_OUT = {"order": "C", "copy": None}
"""The options of `reshape` where a call names none."""


def by_host(
    kind: Hashable, move: Callable[..., np.ndarray[Any, Any]], arrays: Sequence[Any]
) -> jax.Array | None:
    """``move`` of the arrays as NumPy's; ``None`` where a program does it: elsewhere, in a trace, or often.

    ``kind`` is what a program would be compiled for.
    """
    if frequency.is_often(kind) or not placing.lie_together(arrays):
        return None
    # A copy: what was moved may be a view of memory that belongs to a tensor.
    made = placing.beside(arrays[0], np.array(move(*map(np.asarray, arrays))))
    frequency.count(kind)
    return made


def _is_plain(value: Any) -> bool:
    return type(value) in _PLAIN or (type(value) is tuple and all(type(n) is int for n in value))


def host_first(
    move: Callable[..., np.ndarray[Any, Any]],
) -> Callable[[Callable[..., jax.Array]], Callable[..., jax.Array]]:
    """For a function of one tensor and numbers that say where its elements go, as ``move``, NumPy's, takes them."""

    def by_its_host(function: Callable[..., jax.Array]) -> Callable[..., jax.Array]:
        @wraps(function)
        def moved(x: Any, /, *args: Any, **options: Any) -> jax.Array:
            if all(map(_is_plain, args)) and (not options or options == _AS_LEFT_OUT):
                try:
                    kind = (move, x.shape, x.dtype, args)
                    made = by_host(kind, lambda a: move(a, *args), (x,))
                except (AttributeError, ValueError, IndexError, TypeError, OverflowError, MemoryError):
                    made = None  # no array, or what the function refuses in its own words
                if made is not None:
                    return made
            return function(x, *args, **options)

        return moved

    return by_its_host
