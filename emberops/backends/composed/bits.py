"""Integers as rows of bits: how many are set, eight truths in a byte, and back."""

from __future__ import annotations

from typing import Any

from emberops.backends.support.shapes import as_axis
from emberops.errors import ArgumentTypeError, DTypeError

_LOW = 0xFFFFFFFF


def bitwise_count(xp: Any, x: Any, /) -> Any:
    if xp.isdtype(x.dtype, "bool"):
        return xp.astype(x, "uint8")
    if not xp.isdtype(x.dtype, "integral"):
        raise DTypeError(f"bitwise_count: it is defined for integers and booleans, not for {x.dtype}")
    size = xp.astype(x, "int64")
    if xp.isdtype(x.dtype, "signed integer"):
        size = xp.abs(size)
    high = xp.bitwise_and(xp.bitwise_right_shift(size, 32), _LOW)
    return xp.astype(_ones(xp, xp.bitwise_and(size, _LOW)) + _ones(xp, high), "uint8")


def _ones(xp: Any, x: Any) -> Any:
    """How many of 32 bits are set: counted in pairs, in fours, in bytes, and these added by one product."""

    def every_other(x: Any, mask: int, step: int) -> Any:
        return xp.bitwise_and(xp.bitwise_right_shift(x, step), mask)

    x = x - every_other(x, 0x55555555, 1)
    x = xp.bitwise_and(x, 0x33333333) + every_other(x, 0x33333333, 2)
    x = xp.bitwise_and(x + xp.bitwise_right_shift(x, 4), 0x0F0F0F0F)
    return every_other(x * 0x01010101, 0xFF, 24)


def packbits(xp: Any, x: Any, /, axis: int | None = None, bitorder: str = "big") -> Any:
    if not xp.isdtype(x.dtype, ("integral", "bool")):
        raise DTypeError(f"packbits: bits are integers or booleans, not {x.dtype}")
    weights = [1 << n for n in _places(bitorder, "packbits")]
    x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))
    bits = xp.moveaxis(xp.astype(xp.not_equal(x, 0), "int32"), axis, -1)
    missing = -bits.shape[-1] % 8
    if missing:
        bits = xp.concat([bits, xp.zeros((*bits.shape[:-1], missing), dtype="int32")], axis=-1)
    rows = xp.reshape(bits, (*bits.shape[:-1], bits.shape[-1] // 8, 8))
    packed = xp.sum(rows * xp.asarray(weights, dtype="int32"), axis=-1)
    return xp.moveaxis(xp.astype(packed, "uint8"), -1, axis)


def unpackbits(
    xp: Any, x: Any, /, axis: int | None = None, count: int | None = None, bitorder: str = "big"
) -> Any:
    if x.dtype != xp.uint8:
        raise DTypeError(f"unpackbits: bytes are of uint8, not of {x.dtype}")
    shifts = xp.asarray(list(_places(bitorder, "unpackbits")), dtype="uint8")
    x, axis = (xp.reshape(x, (-1,)), 0) if axis is None else (x, as_axis(axis, x.ndim))
    rows = xp.moveaxis(x, axis, -1)
    bits = xp.bitwise_and(xp.bitwise_right_shift(rows[..., None], shifts), 1)
    bits = xp.reshape(bits, (*rows.shape[:-1], rows.shape[-1] * 8))
    return xp.moveaxis(_cut(xp, bits, count), -1, axis)


def _cut(xp: Any, bits: Any, count: int | None) -> Any:
    """So many bits, zeros after the last; less than nothing leaves out as many at the end."""
    size = bits.shape[-1]
    if count is None:
        return bits
    if count < -size:
        raise ValueError(f"unpackbits: {-count} of {size} bits cannot be left out")
    count = count if count >= 0 else size + count
    if count > size:
        return xp.concat([bits, xp.zeros((*bits.shape[:-1], count - size), dtype="uint8")], axis=-1)
    return bits[..., :count]


def _places(bitorder: str, op: str) -> range:
    """The powers of two of a byte's bits, in their order."""
    if not isinstance(bitorder, str):
        raise ArgumentTypeError(f"{op}: bitorder is 'big' or 'little', and not {bitorder!r:.80}")
    if bitorder not in ("big", "little"):
        raise ValueError(f"{op}: bitorder is 'big' or 'little', not {bitorder!r}")
    return range(7, -1, -1) if bitorder == "big" else range(8)
