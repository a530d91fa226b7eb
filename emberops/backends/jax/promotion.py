"""Integers where JAX wants floats: they take the default float dtype, which JAX's own functions know nothing of."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.jax.dtypes import default_float

_WHOLE = ("b", "i", "u")


def floating(x: Any) -> Any:
    """``x``, integers and booleans as the default float dtype."""
    return x.astype(default_float()) if x.dtype.kind in _WHOLE else x


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
