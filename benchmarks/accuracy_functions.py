"""What `accuracy.py` measures: functions, their exact values by mpmath, and where they are asked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import accuracy_points as points
import mpmath as mp
import numpy as np
from accuracy_points import around, both_signs, by_size, evenly, everywhere, of_any_size, pairs, up_to_one

from emberops import ops

ELEMENTARY, COMPOSED = 4, 16
"""The limits, in units in the last place."""
Arrays = tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Function:
    """A function, and how it is asked.

    Parameters
    ----------
    name
        What the table calls it.
    call
        Of tensors whose first axis counts questions; gives a tensor whose first axis counts answers.
    exact
        Of one question in numbers of mpmath; gives one such number, or as many as the answer has.
    points
        Of a dtype; gives what ``call`` gets.
    limit
        How many units in the last place it may be off.
    as_a_whole
        Whether the unit is that of the largest number of an answer.
    """

    name: str
    call: Callable[..., Any]
    exact: Callable[..., Any]
    points: Callable[[points.Dtype], Arrays]
    limit: int
    as_a_whole: bool = False


def operation(name: str) -> Callable[..., Any]:
    """Return the operation of a name, dots and all."""
    found: Any = ops
    for part in name.split("."):
        found = getattr(found, part)
    return found  # type: ignore[no-any-return]


def of_one(limit: int, name: str, exact: Any, *parts: Callable[[points.Dtype], np.ndarray]) -> Function:
    """Return a function of one number, at the points of all parts."""
    return Function(
        name,
        operation(name),
        exact,
        lambda dtype: (np.unique(np.concatenate([part(dtype) for part in parts])),),
        limit,
    )


def of_more(limit: int, name: str, exact: Any, at: Callable[[points.Dtype], Arrays]) -> Function:
    """Return a function of several numbers."""
    return Function(name, operation(name), exact, at, limit)


def _positive(dtype: points.Dtype) -> np.ndarray:
    return of_any_size(90, dtype)


def _up_to_ten(dtype: points.Dtype) -> np.ndarray:
    return evenly(0.01, 10.0, 120, dtype)


def _next_to_one(dtype: points.Dtype) -> np.ndarray:
    return around([1.0, 0.5, 2.0], dtype)


def _exponents(dtype: points.Dtype) -> np.ndarray:
    info = np.finfo(dtype)
    low, high = math.log(float(info.smallest_subnormal)), math.log(float(info.max))
    return np.concatenate(
        [evenly(low, high * (1 - 1e-7), 120, dtype), both_signs(of_any_size(40, dtype, high=1.0))]
    )


def _base_two(dtype: points.Dtype) -> np.ndarray:
    info = np.finfo(dtype)
    return np.concatenate(
        [
            evenly(int(info.minexp) - int(info.nmant), int(info.maxexp) - 0.01, 120, dtype),
            both_signs(of_any_size(30, dtype, high=1.0)),
        ]
    )


def _powers(dtype: points.Dtype) -> Arrays:
    bases, exponents = pairs(
        np.concatenate([of_any_size(16, dtype), around([1.0], dtype)]),
        both_signs(np.concatenate([by_size(1e-3, 3e3, 12, dtype), np.asarray([2, 3, 7, 0.5, 0.25], dtype)])),
    )
    negative, whole = pairs(-by_size(1e-3, 1e3, 8, dtype), np.asarray([-5, -2, -1, 2, 3, 9], dtype))
    return np.concatenate([bases, negative]), np.concatenate([exponents, whole])


def _any_two(dtype: points.Dtype) -> Arrays:
    return pairs(_every_size(dtype), _every_size(dtype))


def _every_size(dtype: points.Dtype) -> np.ndarray:
    return both_signs(np.concatenate([of_any_size(12, dtype), by_size(0.1, 10.0, 6, dtype)]))


def elementary() -> Iterator[Function]:
    """The functions of one or two numbers that processors' libraries have."""

    def one(name: str, exact: Any, *parts: Any) -> Function:
        return of_one(ELEMENTARY, name, exact, *parts)

    yield one("exp", mp.exp, _exponents)
    yield one("exp2", lambda x: mp.power(2, x), _base_two)
    yield one("expm1", mp.expm1, _exponents, lambda d: evenly(-3.0, 3.0, 120, d))
    yield one("log", mp.log, _positive, _next_to_one, _up_to_ten)
    yield one("log2", lambda x: mp.log(x) / mp.ln2, _positive, _next_to_one, _up_to_ten)
    yield one("log10", mp.log10, _positive, _next_to_one, _up_to_ten)
    yield one(
        "log1p",
        mp.log1p,
        _positive,
        lambda d: -of_any_size(60, d, high=0.999),
        lambda d: evenly(-0.99, 3.0, 120, d),
    )
    yield one("sqrt", mp.sqrt, _positive)
    yield one("rsqrt", lambda x: 1 / mp.sqrt(x), _positive)
    yield one("cbrt", lambda x: mp.sign(x) * mp.cbrt(abs(x)), everywhere)
    yield one("reciprocal", lambda x: 1 / x, everywhere)
    yield one("square", lambda x: x * x, everywhere)
    yield one("sin", mp.sin, lambda d: points.angles(60, d))
    yield one("cos", mp.cos, lambda d: points.angles(60, d))
    yield one("tan", mp.tan, lambda d: points.angles(60, d))
    for name in ("asin", "acos"):
        yield one(name, getattr(mp, name), up_to_one)
    yield one("atanh", mp.atanh, lambda d: up_to_one(d)[np.abs(up_to_one(d)) < 1])
    yield one("atan", mp.atan, everywhere, lambda d: both_signs(evenly(0.0, 4.0, 150, d)))
    yield one("sinh", mp.sinh, _exponents, lambda d: -_exponents(d), lambda d: evenly(-3.0, 3.0, 120, d))
    yield one("cosh", mp.cosh, _exponents, lambda d: evenly(-3.0, 3.0, 120, d))
    yield one(
        "tanh",
        mp.tanh,
        everywhere,
        lambda d: both_signs(evenly(0.0, 20.0, 150, d)),
        lambda d: evenly(-1.0, 1.0, 90, d),
    )
    yield one("asinh", mp.asinh, everywhere, lambda d: both_signs(evenly(0.0, 4.0, 150, d)))
    yield one("acosh", mp.acosh, lambda d: of_any_size(60, d, 1.0), lambda d: 1 + by_size(1e-6, 1.0, 40, d))
    yield one("deg2rad", lambda x: x * mp.pi / 180, everywhere)
    yield one("rad2deg", lambda x: x * 180 / mp.pi, everywhere)
    for name, exact in (
        ("divide", lambda x, y: x / y),
        ("atan2", mp.atan2),
        ("hypot", lambda x, y: mp.sqrt(x * x + y * y)),
    ):
        yield of_more(ELEMENTARY, name, exact, _any_two)
    for name, remainder in (("remainder", mp.floor), ("fmod", lambda q: mp.sign(q) * mp.floor(abs(q)))):
        yield of_more(ELEMENTARY, name, _remainder(remainder), _any_two)
    yield of_more(ELEMENTARY, "pow", mp.power, _powers)


def _remainder(whole: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def exact(x: Any, y: Any) -> Any:
        with mp.workprec(2300):  # as many digits as a quotient has before the point
            return x - y * whole(x / y)

    return exact
