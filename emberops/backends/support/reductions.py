"""Shared steps of reductions over any Array API namespace."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import prod
from typing import Any

from emberops.backends.support.shapes import as_axes
from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError


def floating(xp: Any, x: Any) -> Any:
    """``x``, integers and booleans as the default float dtype."""
    return x if dtypes.dtype(x.dtype).kind.endswith("floating") else xp.astype(x, float)


def require_spread(dtype: Any, *, is_inexact: bool) -> None:
    """Refuse a dtype of a variance that holds no fractions.

    Raises
    ------
    DTypeError
        NumPy's own rounds means and squares to integers, and takes the root of what is left.
    """
    if not is_inexact:
        raise DTypeError(f"a variance is no {dtype}: it has fractions; ops.astype(…) rounds it afterwards")


def real(x: Any) -> Any:
    """``x``, for what orders its elements.

    Raises
    ------
    DTypeError
        If they are complex.
    """
    if dtypes.dtype(x.dtype).kind == "complex floating":
        raise DTypeError("it is defined for real numbers, and not for complex ones")
    return x


def at_least_single(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a namespace and floats, for half precision computed in single: what it adds up would overflow."""

    @wraps(function)
    def apply(xp: Any, x: Any, /, *args: Any, **kwargs: Any) -> Any:
        x = floating(xp, x)
        if xp.finfo(x.dtype).bits >= 32:
            return function(xp, x, *args, **kwargs)
        return xp.astype(function(xp, xp.astype(x, "float32"), *args, **kwargs), x.dtype)

    return apply


def is_floating(x: Any) -> bool:
    """Whether ``x`` is of a float or complex dtype."""
    return dtypes.dtype(x.dtype).kind.endswith("floating")


def reduced_last(xp: Any, x: Any, axis: Any) -> tuple[Any, tuple[int, ...]]:
    """``x`` with the reduced axes as one at the end, and its shape with ones in their places."""
    ndim = len(x.shape)
    axes = as_axes(axis, ndim)
    kept = tuple(i for i in range(ndim) if i not in axes)
    shape = tuple(x.shape)
    lined = xp.permute_dims(x, (*kept, *axes)) if axes != tuple(range(ndim - len(axes), ndim)) else x
    lined = xp.reshape(lined, (*(shape[i] for i in kept), prod([shape[i] for i in axes])))
    return lined, tuple(1 if i in axes else n for i, n in enumerate(shape))


def without(shape: tuple[int, ...], axis: Any) -> tuple[int, ...]:
    """A shape less the reduced axes."""
    axes = as_axes(axis, len(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axes)
