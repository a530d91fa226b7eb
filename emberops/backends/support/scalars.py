"""Rules for a Python number next to a tensor, the same on every backend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from emberops.dtypes import dtype as dtypes

_NUMBERS = (bool, int, float, complex)
_RANKS = {"bool": 0, "signed integer": 1, "unsigned integer": 1, "real floating": 2, "complex floating": 3}
_BOUNDS: dict[str, tuple[int, int]] = {
    **{f"int{n}": (-(2 ** (n - 1)), 2 ** (n - 1) - 1) for n in (8, 16, 32, 64)},
    **{f"uint{n}": (0, 2**n - 1) for n in (8, 16, 32, 64)},
}


SMALL = range(128)
"""Integers that every dtype holds: for one of them no look at a dtype is needed, which costs more than dispatch."""


def as_number(value: Any) -> Any:
    """A number of NumPy's, an array without axes too, as Python's: MLX takes one for a complex number."""
    single = isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0
    return value.item() if single else value


def fits(number: int, dtype: str) -> bool:
    """Whether the integer dtype called ``dtype`` holds ``number``; every other dtype does."""
    bounds = _BOUNDS.get(dtype)
    return bounds is None or bounds[0] <= number <= bounds[1]


def check_fits(number: int, dtype: str) -> None:
    """Refuse a Python integer that an integer tensor's dtype cannot hold.

    Raises
    ------
    OverflowError
        As NumPy does; other libraries let the number wrap around.
    """
    if not fits(number, dtype):
        raise OverflowError(
            f"Python integer {number} out of bounds for {dtype}; a wider dtype holds it, for instance "
            "ops.astype(x, ops.int64)"
        )


def limits(low: Any, high: Any, dtype: str) -> tuple[Any, Any]:
    """The bounds of ``clip`` without Python integers that lie outside the dtype, which bound nothing."""
    bounds = _BOUNDS.get(dtype)
    if bounds is not None:
        low = None if type(low) is int and low <= bounds[0] else low
        high = None if type(high) is int and high >= bounds[1] else high
    return low, high


def as_fractions(x1: Any, x2: Any) -> tuple[Any, Any]:
    """The operands of a function of floats: a Python integer need not fit the other one's dtype of integers."""
    return (float(x1) if type(x1) is int else x1), (float(x2) if type(x2) is int else x2)


def check_held(number: bool | int | float | complex, dtype: str) -> None:
    """Refuse a Python number that a tensor of ``dtype`` cannot hold, as NumPy does where one is stored.

    Raises
    ------
    OverflowError
        If it is beyond the range of an integer dtype.
    ValueError
        For NaN, where the dtype is of integers.
    TypeError
        For a complex number, where the dtype is real.
    """
    if isinstance(number, complex) and not dtype.startswith("complex"):
        raise TypeError(f"a complex number does not fit into a tensor of {dtype}")
    if dtype in _BOUNDS and isinstance(number, (int, float)):
        check_fits(int(number), dtype)  # int() refuses NaN and infinities


def check_range(numbers: tuple[Any, Any, Any], dtype: str) -> None:
    """Refuse a start, stop and step whose integers a dtype of integers does not hold.

    Raises
    ------
    OverflowError
        As :func:`check_fits`.
    """
    if dtype in _BOUNDS and all(type(n) is int for n in numbers):
        chosen = range(*numbers)
        for number in (chosen[0], chosen[-1]) if chosen else ():
            check_fits(number, dtype)


def check_integer_power(dtype: str, exponent: int) -> None:
    """Refuse an integer tensor to a negative integer power.

    Raises
    ------
    ValueError
        The result would not be integers.
    """
    if exponent < 0 and dtype in _BOUNDS:
        raise ValueError(
            f"{dtype} to the negative integer power {exponent}: integers cannot hold the result; "
            "use a float exponent, or cast the tensor to a float dtype"
        )


def meet(operands: Sequence[Any], promote: Callable[[Any, Any], Any], native: Callable[[Any], Any]) -> Any:
    """The dtype in which tensors and dtypes meet, Python numbers being weak (standard, "Type Promotion Rules").

    Parameters
    ----------
    operands
        Tensors, dtypes and Python numbers; at least one.
    promote
        The backend's promotion of two dtypes.
    native
        The dtype of a tensor, or the native form of a dtype; of the Python types, the default of their kind.
    """
    if not operands:
        raise ValueError("result_type: at least one tensor or dtype is needed")
    strong = [native(x) for x in operands if type(x) not in _NUMBERS]
    weak = [type(x) for x in operands if type(x) in _NUMBERS]
    found = reduce(promote, strong) if strong else native(max(weak, key=_NUMBERS.index))
    for number in weak:
        if _NUMBERS.index(number) > _RANKS[dtypes.dtype(found).kind]:
            found = _raised(number, found, promote, native)
    return found


def _raised(
    number: type, found: Any, promote: Callable[[Any, Any], Any], native: Callable[[Any], Any]
) -> Any:
    """A Python number of a higher kind than the dtype: the default of its kind, as wide as the dtype asks."""
    if number is complex and dtypes.dtype(found).kind == "real floating":
        return promote(found, native("complex64"))
    return native(number)
