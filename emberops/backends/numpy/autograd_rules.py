"""Reverse rules for the package ``autograd``, of what it has none for, or one that fails where there is a gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped]  # autograd has no types
import numpy as np
from autograd.extend import defvjp, primitive  # type: ignore[import-untyped]  # autograd has no types
from autograd.tracer import getval  # type: ignore[import-untyped]  # autograd has no types

from emberops.backends import numpy as host
from emberops.backends.composed.products_at import others_at


def summed(x: Any, shape: tuple[int, ...]) -> Any:
    """The cotangent of what was broadcast from ``shape``: summed over the axes along which it was repeated."""
    x = anp.sum(x, axis=tuple(range(np.ndim(getval(x)) - len(shape))))
    repeated = tuple(i for i, n in enumerate(shape) if n == 1)
    return anp.sum(x, axis=repeated, keepdims=True) if repeated else x


def _at(update: Any) -> Any:
    @primitive  # type: ignore[untyped-decorator]  # autograd has no types
    def updated(x: Any, index: Any, value: Any) -> Any:
        result = np.array(x)
        update.at(result, index, value)
        return result

    return updated


added_at, multiplied_at = _at(np.add), _at(np.multiply)
_highest_at, _lowest_at = _at(np.maximum), _at(np.minimum)

defvjp(
    added_at,
    lambda _result, _x, _index, _value: lambda cotangent: cotangent,
    lambda _result, _x, index, value: lambda cotangent: summed(cotangent[index], np.shape(value)),
    argnums=(0, 2),
)


def _places(x: Any, index: Any) -> Any:
    """The places in the flattened array that an index names."""
    return np.arange(np.size(x)).reshape(np.shape(x))[index]


def _others(x: Any, index: Any, value: Any) -> Any:
    places, values = _places(x, index), getval(value)
    flat = np.broadcast_to(values, places.shape).reshape(-1)
    return others_at(host, np.size(x), places.reshape(-1), flat).reshape(places.shape)


defvjp(
    multiplied_at,
    lambda _result, x, index, value: lambda g: g * multiplied_at(np.ones(np.shape(x)), index, value),
    lambda _result, x, index, value: (
        lambda g: summed((g * x)[index] * _others(x, index, value), np.shape(value))
    ),
    argnums=(0, 2),
)


def _chosen(result: Any, x: Any, index: Any, value: Any) -> tuple[Any, Any]:
    """The share of each place and of each value in the extreme: those that are it have as much of it."""
    result, x, value = getval(result), getval(x), getval(value)
    kept, taken = x == result, value == result[index]
    shares = np.zeros(np.shape(x)) + kept
    np.add.at(shares, index, taken)
    return kept / shares, taken / shares[index]


for _extreme_at in (_highest_at, _lowest_at):
    defvjp(
        _extreme_at,
        lambda result, x, index, value: lambda g: g * _chosen(result, x, index, value)[0],
        lambda result, x, index, value: (
            lambda g: summed(g[index] * _chosen(result, x, index, value)[1], np.shape(value))
        ),
        argnums=(0, 2),
    )


@primitive  # type: ignore[untyped-decorator]  # autograd has no types
def symmetric(x: Any) -> Any:
    """A matrix of which one triangle is read, and whose changes are taken for symmetric ones, as on other backends."""
    return x


defvjp(symmetric, lambda _result, _x: lambda g: (g + anp.conj(anp.swapaxes(g, -1, -2))) / 2)

_REGULAR = 1e8
"""Matrices of a lower condition have an inverse that says what there is to say."""


@primitive  # type: ignore[untyped-decorator]  # autograd has no types
def determinant(x: Any) -> Any:
    """Determinants of matrices."""
    return np.linalg.det(x)


def _determinant_vjp(result: Any, x: Any) -> Callable[[Any], Any]:
    def pull(cotangent: Any) -> Any:
        if np.all(np.linalg.cond(getval(x)) < _REGULAR):
            cofactors = anp.reshape(result, (*result.shape, 1, 1)) * anp.linalg.inv(anp.swapaxes(x, -1, -2))
        else:
            cofactors = _cofactors(getval(x))
        return anp.reshape(cotangent, (*np.shape(result), 1, 1)) * cofactors

    return pull


def _cofactors(x: Any) -> Any:
    """By singular values: a matrix that has no inverse has them too."""
    u, values, vh = np.linalg.svd(x)
    others = np.where(np.eye(values.shape[-1]) != 0, 1, values[..., None, :]).prod(-1)
    sign = np.linalg.det(u) * np.linalg.det(vh)
    return np.conj((np.conj(sign)[..., None, None] * u * others[..., None, :]) @ vh)


defvjp(determinant, _determinant_vjp)

OPERATIONS: dict[str, Any] = {
    "add_at": lambda x, index, value, /, **_options: added_at(x, index, value),
    "subtract_at": lambda x, index, value, /, **_options: added_at(x, index, -value),
    "multiply_at": lambda x, index, value, /, **_options: multiplied_at(x, index, value),
    "divide_at": lambda x, index, value, /, **_options: multiplied_at(x, index, 1.0 / value),
    "maximum_at": lambda x, index, value, /, **_options: _highest_at(x, index, value),
    "minimum_at": lambda x, index, value, /, **_options: _lowest_at(x, index, value),
    "linalg.det": determinant,
}
"""Operations that are these functions."""
