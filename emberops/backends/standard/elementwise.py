"""Elementwise operations whose meaning in NumPy goes beyond the standard's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.backends.support.reductions import floating


def clip(xp: Any, x: Any, /, min: Any = None, max: Any = None) -> Any:
    # The upper limit wins where the limits cross, as it does in NumPy.
    x = x if min is None else xp.maximum(x, min)
    return x if max is None else xp.minimum(x, max)


def abs(xp: Any, native: Callable[..., Any], x: Any, /) -> Any:
    return x if xp.isdtype(x.dtype, "bool") else native(x)


def round(xp: Any, native: Callable[..., Any], x: Any, /, decimals: int = 0) -> Any:
    if decimals == 0:
        return native(x)
    if xp.isdtype(x.dtype, "integral"):
        if decimals > 0:
            return x
        unit = 10.0**-decimals
        return xp.astype(native(xp.astype(x, xp.native_dtype(float)) / unit) * unit, x.dtype)
    unit = 10.0 ** (decimals if decimals > 0 else -decimals)
    return native(x * unit) / unit if decimals > 0 else native(x / unit) * unit


def expm1(xp: Any, native: Callable[..., Any], x: Any, /) -> Any:
    x = floating(xp, x)
    if not xp.isdtype(x.dtype, "complex floating"):
        return native(x)
    # NumPy, on which libraries rest, gives NaN for all of a complex number with an infinite or NaN part.
    return xp.where(xp.isfinite(x), native(x), xp.exp(x) - 1)


def real(xp: Any, native: Callable[..., Any], x: Any, /) -> Any:
    return native(x) if xp.isdtype(x.dtype, "complex floating") else x


def imag(xp: Any, native: Callable[..., Any], x: Any, /) -> Any:
    return native(x) if xp.isdtype(x.dtype, "complex floating") else xp.zeros_like(x)


def conj(xp: Any, native: Callable[..., Any], x: Any, /) -> Any:
    return native(x) if xp.isdtype(x.dtype, "complex floating") else x
