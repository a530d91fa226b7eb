"""NumPy's scalars under Python's operators, which take far less time than universal functions for two numbers.

``ops.multiply(x, y)`` of two elements of an array was ``x * y`` before it was rewritten: so it computes what that did.
The universal functions differ from it in the last bit of some powers, and in that they overflow integers silently.
Python's own floats become such scalars first: the result is one, as it is of the universal functions, and NumPy's whole
numbers beside a float take a fraction of the time so.
So do arrays of a class that prepared the results of universal functions for itself, until NumPy 2 asked no more.
Numbers of other classes (fractions, decimals) say themselves what they make with a scalar of NumPy's: a `float64`,
where the universal function makes a number of Python's.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from math import isnan
from numbers import Number
from typing import Any

import numpy as np

from emberops.dispatch.comparisons import COMPARISONS

_SCALARS = frozenset(
    {np.float32, np.float64, np.int8, np.int16, np.int32, np.int64}
    | {np.uint8, np.uint16, np.uint32, np.uint64}
)
# Not the complex ones, with which Python and NumPy do not agree on each zero, nor float16, of which maximum does not.
_BESIDE = _SCALARS | {float, int}
_DOUBLES = frozenset({np.float64, float})
_BESIDE_DOUBLE = _DOUBLES | {int}
_BESIDE_FLOAT = frozenset({float, int, np.int64})
_ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "abs": operator.abs,
    "negative": operator.neg,
    "positive": operator.pos,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    **COMPARISONS,
}
"""What computes the same of Python's floats once they are scalars of NumPy's."""
_OPERATORS: Mapping[str, Callable[..., Any]] = {
    **_ARITHMETIC,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "pow": operator.pow,
}


def _maximum(x: Any, y: Any, /) -> Any:
    """The larger of two scalars of one class, as the universal function has it: the second of equals, the first NaN."""
    return x if x > y or isnan(x) else y


def _minimum(x: Any, y: Any, /) -> Any:
    """The smaller of two scalars of one class, likewise."""
    return x if x < y or isnan(x) else y


_OF_ONE_CLASS: Mapping[str, Callable[..., Any]] = {"maximum": _maximum, "minimum": _minimum}
"""What gives back one of its arguments, so that these must have the class of the result."""


def _square_root(x: float, /) -> Any:
    return np.float64(math.sqrt(x)) if x >= 0 else np.sqrt(x)


def _hypotenuse(x: float, y: float, /) -> Any:
    """The C library's ``hypot``, which is NumPy's and that of complex numbers; :func:`math.hypot` is another."""
    try:
        return np.float64(abs(complex(x, y)))
    except OverflowError:
        return np.hypot(x, y)


def _question(ask: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """A question to a number that is answered with NumPy's truth values."""
    return lambda x, /: np.True_ if ask(x) else np.False_


_OF_DOUBLES: Mapping[str, Callable[..., Any]] = {
    "sqrt": _square_root,
    "hypot": _hypotenuse,
    "isnan": _question(math.isnan),
    "isinf": _question(math.isinf),
    "isfinite": _question(math.isfinite),
}
"""What is of doubles, NumPy's or Python's, what the universal function gives, to the last bit."""
_NUMBERS: Mapping[type, Callable[[Any], Any]] = {
    np.float32: float,
    np.float64: float,
    float: float,
    np.int64: int,
    int: int,
}
"""What makes Python's number of one of these."""


def of_scalars(operation: str, types: Iterable[type]) -> Callable[..., Any] | None:
    """What computes an operation for arguments of these types; ``None`` where that is for its own function.

    What Python's whole numbers become, and powers of its floats, is for the function to say.
    """
    kinds = tuple(types)
    given = frozenset(kinds)
    if operation in _OPERATORS and any(map(_prepares, given.difference(_BESIDE))):
        return _OPERATORS[operation]
    if not all(map(_is_number, given.difference(_BESIDE))):  # PyTorch 2.11 compiles no difference by operator
        return None
    if operation == "item":
        return _NUMBERS.get(kinds[0])
    if operation in _OF_DOUBLES:
        return _OF_DOUBLES[operation] if _DOUBLES.issuperset(given) else None
    if operation in _OF_ONE_CLASS and len(given) == 1 and _SCALARS.issuperset(given):
        return _OF_ONE_CLASS[operation]
    if operation in _OF_ONE_CLASS and _BESIDE_DOUBLE.issuperset(given) and given & _DOUBLES:
        return _as_double(_OF_ONE_CLASS[operation])
    if operation in _ARITHMETIC and float in given and _BESIDE_FLOAT.issuperset(given):
        return _of_double(_ARITHMETIC[operation], kinds)
    return _OPERATORS.get(operation) if given & _SCALARS else None


def _as_double(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """What chooses one of two numbers, and gives it as a double."""
    return lambda x, y, /: np.float64(choose(x, y))


def _of_double(operate: Callable[..., Any], kinds: tuple[type, ...]) -> Callable[..., Any]:
    """An operator of which a float among the operands is a scalar of NumPy's."""
    if len(kinds) == 1:
        return lambda x, /: operate(np.float64(x))
    if kinds[0] is float:
        return lambda x, y, /: operate(np.float64(x), y)
    return lambda x, y, /: operate(x, np.float64(y))


def _prepares(cls: type) -> bool:
    """Whether a class of arrays prepares the results of universal functions, for which NumPy 2 asks no more.

    Its operators still convert units and the like; universal functions refuse, or forget them.
    """
    return (
        issubclass(cls, np.ndarray)
        and hasattr(cls, "__array_prepare__")
        and cls.__array_ufunc__ is np.ndarray.__array_ufunc__
    )


def _is_number(cls: type) -> bool:
    """Whether this is a class of numbers, neither NumPy's nor built in."""
    return cls.__module__ not in ("builtins", "numpy") and issubclass(cls, Number)
