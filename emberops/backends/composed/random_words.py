"""Keys, the words drawn from them, and the integers and unit floats that words make.

The same key gives the same numbers on every backend, for a backend gives its Threefry alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from emberops.backends.support import default_key
from emberops.backends.support.known_values import known
from emberops.backends.support.scalars import fits
from emberops.backends.support.shapes import as_shape
from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, ShapeError
from emberops.typing import DTypeLike, Shape

__all__ = ["bits", "fold_in", "key", "randint", "split"]

DIGITS = {"float16": 10, "bfloat16": 7, "float32": 23}
"""Binary digits of a uniform value, all of which the dtype can hold."""


def key(xp: Any, seed: int) -> Any:
    return xp.random.wrap_key(*default_key.from_seed(int(seed)))


def hashed(xp: Any, key: Any, counts: Any) -> tuple[Any, Any]:
    """The hash of counts under a key; what is no key, as the shape in ``normal((2, 3))``, would give numbers too."""
    dtype = str(getattr(key, "dtype", ""))
    are_words = dtype.endswith("uint32") and tuple(key.shape)[-1:] == (2,)
    if are_words and len(key.shape) > 1:
        raise ArgumentError(
            f"these are keys of shape {tuple(key.shape)}, and one is wanted: keys[0], or ops.vmap over them"
        )
    if not are_words and not dtype.startswith("key<"):  # JAX's own, which keep their words to themselves
        raise ArgumentError(
            f"the first argument is no key, but {_described(key)}; ops.random.key(seed) makes one, and draws that "
            "need none are methods of ops.random.default: ops.random.default.normal(size=3)"
        )
    high, low = xp.random.hashed(key, counts)
    return high, low


def _described(key: Any) -> str:
    """What was given for a key, in few words."""
    if hasattr(key, "dtype"):
        return f"{str(key.dtype).rpartition('.')[2]} of shape {tuple(key.shape)}"
    return repr(key) if isinstance(key, int | float | tuple | None) else type(key).__name__


def split(xp: Any, key: Any, num: int | tuple[int, ...] = 2) -> Any:
    shape = as_shape(num)
    require_sizes(shape)
    high, low = hashed(xp, key, xp.random.count_words(math.prod(shape)))
    pairs = xp.stack([xp.random.unsigned(high, 32), xp.random.unsigned(low, 32)], axis=-1)
    return xp.reshape(pairs, (*shape, 2))


def fold_in(xp: Any, key: Any, data: Any) -> Any:
    high, low = hashed(xp, key, xp.random.words(data))
    return xp.stack([xp.random.unsigned(high, 32), xp.random.unsigned(low, 32)], axis=-1)


def require_sizes(sizes: tuple[int, ...]) -> None:
    """Refuse a shape with a negative size, of which the product is a number of words like any other, or none."""
    if any(size < 0 for size in sizes):
        raise ShapeError(f"the shape {sizes} has a negative size")


def bits(xp: Any, key: Any, shape: Shape = (), dtype: DTypeLike = None) -> Any:
    sizes = as_shape(shape)
    require_sizes(sizes)
    width = 32 if dtype is None else dtypes.dtype(dtype).bits
    high, low = hashed(xp, key, xp.random.count_words(math.prod(sizes)))
    made = xp.random.wide(high, low) if width == 64 else xp.random.unsigned(high ^ low, width)
    return xp.reshape(made, sizes)


def float_name(xp: Any, dtype: DTypeLike) -> str:
    """The portable name of a float dtype; of the default one for ``None`` and ``float``."""
    native = xp.zeros(0).dtype if dtype is None or dtype is float else dtype
    found = dtypes.dtype(native)
    if found.kind != "real floating":
        raise TypeError(f"random values of this kind are floats; {found} is no real floating-point dtype")
    return found.name


def at_once(xp: Any, function: Callable[..., Any], key: Any, **fixed: Any) -> Any:
    """``function(xp, key, **fixed)``: one compiled call where the backend takes long to make many."""
    compiled = getattr(xp.random, "at_once", None)
    return compiled(function, key, **fixed) if compiled else function(xp, key, **fixed)


def unit(xp: Any, key: Any, sizes: tuple[int, ...], name: str) -> Any:
    """Uniform values in ``[0, 1)``: the same number on every backend, in as many digits as the dtype holds."""
    require_sizes(sizes)
    return at_once(xp, _unit_values, key, sizes=sizes, name=name)


def _unit_values(xp: Any, key: Any, sizes: tuple[int, ...], name: str) -> Any:
    high, low = hashed(xp, key, xp.random.count_words(math.prod(sizes)))
    word = high ^ low
    if name == "float64":
        values = xp.astype(word, name) * 2.0**-32 + xp.astype(low >> 12, name) * 2.0**-52
    else:
        digits = DIGITS[name]
        values = xp.astype(word >> (32 - digits), name) * 2.0**-digits
    return xp.reshape(values, sizes)


def randint(xp: Any, key: Any, shape: Shape, minval: Any, maxval: Any, dtype: DTypeLike = int) -> Any:
    sizes = as_shape(shape)
    require_sizes(sizes)
    if type(minval) is int and type(maxval) is int:
        if maxval <= minval and 0 not in sizes:
            raise ArgumentError(f"randint: there is no integer from {minval} to below {maxval}")
        if maxval - minval > 2**32:
            raise ValueError(f"randint: {minval} and {maxval} are more than 2**32 apart")
        _require_room(xp, minval, maxval, dtype)
        return at_once(xp, _known_integers, key, sizes=sizes, minval=minval, maxval=maxval, dtype=dtype)
    upper, lower = _two_words(xp, key, sizes)
    minval, maxval = (xp.asarray(v, dtype=int) for v in (minval, maxval))
    if 0 not in sizes and known(xp, xp.any(maxval <= minval)):
        raise ArgumentError("randint: maxval is above minval nowhere, or not everywhere")
    spans = xp.random.words(xp.reshape(xp.broadcast_to(xp.maximum(maxval - minval, 1), sizes), (-1,)))
    factor = xp.random.words(2**16) % spans
    offset = _below(xp, upper, lower, spans, xp.random.words(factor * factor) % spans)
    return xp.reshape(xp.astype(offset, dtype), sizes) + xp.astype(minval, dtype)


def _require_room(xp: Any, minval: int, maxval: int, dtype: DTypeLike) -> None:
    """Refuse integers that the dtype does not hold, which would wrap around."""
    name = dtypes.dtype(xp.native_dtype(dtype)).name
    if maxval > minval and not (fits(minval, name) and fits(maxval - 1, name)):
        raise ArgumentError(f"randint: {name} does not hold all integers from {minval} to below {maxval}")


def _known_integers(
    xp: Any, key: Any, sizes: tuple[int, ...], minval: int, maxval: int, dtype: DTypeLike
) -> Any:
    upper, lower = _two_words(xp, key, sizes)
    span = max(maxval - minval, 1)
    factor = (2**16 % span) ** 2 % span
    words = (xp.random.words(span), xp.random.words(factor)) if span < 2**32 else None
    offset = _below(xp, upper, lower, *words) if words else lower
    if minval == 0:
        return xp.reshape(xp.astype(offset, dtype), sizes)
    signed = dtype is int or dtypes.dtype(dtype).kind == "signed integer"
    return xp.astype(xp.reshape(xp.astype(offset, dtype if signed else int), sizes) + minval, dtype)


def _two_words(xp: Any, key: Any, sizes: tuple[int, ...]) -> tuple[Any, Any]:
    """Two words for each integer, in a row."""
    pair = split(xp, key)
    upper, lower = (drawn_words(xp, pair[i, ...], (math.prod(sizes),)) for i in range(2))
    return upper, lower


def drawn_words(xp: Any, key: Any, sizes: tuple[int, ...]) -> Any:
    high, low = hashed(xp, key, xp.random.count_words(math.prod(sizes)))
    return xp.reshape(high ^ low, sizes)


def _below(xp: Any, upper: Any, lower: Any, span: Any, factor: Any) -> Any:
    """Two words to an integer below ``span``, all but unbiased, in words of 32 bits as JAX does it."""
    product = xp.random.words((upper % span) * factor)
    return xp.random.words(product + lower % span) % span
