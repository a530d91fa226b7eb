"""Integers where JAX wants floats: they take the default float dtype, which JAX's own functions know nothing of."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.jax.dtypes import default_float

_WHOLE = ("b", "i", "u")
OF_REALS = "of_reals"
"""The attribute in which a function of complex numbers keeps the one that real numbers need."""


def whole_for(x: Any, dtype: Any) -> Any:
    """``x``, or for a dtype of truths where its complex numbers are not zero: XLA looks at real parts alone."""
    return x != 0 if getattr(dtype, "kind", "") == "b" and x.dtype.kind == "c" else x


def floating(x: Any) -> Any:
    """``x``, integers and booleans as the default float dtype."""
    return x.astype(default_float()) if x.dtype.kind in _WHOLE else x


def at_least_default(x: Any) -> Any:
    """``x`` in the default float dtype, or in its own where that holds more, or complex numbers."""
    return x.astype(jnp.promote_types(x.dtype, default_float()))


def decomposable(x: Any) -> Any:
    """``x`` in a dtype that JAX decomposes matrices and transforms signals in: half precision becomes single."""
    x = floating(x)
    return x.astype(jnp.float32) if x.dtype.itemsize == 2 else x


def of_floats(
    native: Callable[..., Any], *, operands: int = 1, convert: Callable[[Any], Any] = floating
) -> Callable[..., Any]:
    """``native`` with its first ``operands``, as far as they are tensors, made floats."""

    @wraps(native)
    def function(*args: Any, **kwargs: Any) -> Any:
        tensors = (convert(x) if isinstance(x, jax.Array) else x for x in args[:operands])
        return native(*tensors, *args[operands:], **kwargs)

    return function


def of_one_float(native: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """``native``, which is of floats, for integers too; real numbers go to what it has for them alone."""
    of_reals = getattr(native, OF_REALS, native)

    @wraps(native)
    def function(x: Any, /) -> Any:
        kind = x.dtype.kind  # asked once, as it takes longer than the dispatch
        if kind == "f":
            return of_reals(x)
        return native(x.astype(default_float()) if kind in _WHOLE else x)

    return function


def as_floats(x1: Any, x2: Any) -> tuple[Any, Any]:
    """Two operands neither of which is a tensor of floats, those that are tensors as floats; any others as they are."""
    if _is_whole(x1) and _is_whole(x2):
        x1, x2 = (floating(x) if isinstance(x, jax.Array) else x for x in (x1, x2))
    return x1, x2


def _is_whole(x: Any) -> bool:
    return x.dtype.kind in _WHOLE if isinstance(x, jax.Array) else type(x) in (bool, int, float)


def of_two_floats(native: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """``native``, which is of floats, for two integers too."""

    @wraps(native)
    def function(x1: Any, x2: Any, /) -> Any:
        return native(*as_floats(x1, x2))

    return function
