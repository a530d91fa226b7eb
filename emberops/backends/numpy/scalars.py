"""NumPy's scalars under Python's operators, which take far less time than universal functions for two numbers.

``ops.multiply(x, y)`` of two elements of an array was ``x * y`` before it was rewritten: so it computes what that did.
The universal functions differ from it in the last bit of some powers, and in that they overflow integers silently.
Numbers of other classes (fractions, decimals) say themselves what they make with a scalar of NumPy's: a `float64`,
where the universal function makes a number of Python's.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from math import isnan
from numbers import Number
from typing import Any

import numpy as np

_SCALARS = frozenset({np.float32, np.float64, np.int64})
# Not the complex ones, with which Python and NumPy do not agree on each zero.
_BESIDE = _SCALARS | {float, int}
_OPERATORS: dict[str, Callable[..., Any]] = {
    "abs": operator.abs,
    "negative": operator.neg,
    "positive": operator.pos,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "pow": operator.pow,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}


def _maximum(x: Any, y: Any, /) -> Any:
    """The larger of two scalars of one class, as the universal function has it: the second of equals, the first NaN."""
    return x if x > y or isnan(x) else y


def _minimum(x: Any, y: Any, /) -> Any:
    """The smaller of two scalars of one class, likewise."""
    return x if x < y or isnan(x) else y


_OF_ONE_CLASS: dict[str, Callable[..., Any]] = {"maximum": _maximum, "minimum": _minimum}
"""What gives back one of its arguments, so that these must have the class of the result."""


def of_scalars(operation: str, types: Iterable[type]) -> Callable[..., Any] | None:
    """What computes an operation for arguments of these types; ``None`` where that is for its own function.

    At least one of them is NumPy's: what Python's numbers become is for the function to say.
    """
    given = frozenset(types)
    if not all(map(_is_number, given.difference(_BESIDE))):  # PyTorch 2.11 compiles no difference by operator
        return None
    if not given & _SCALARS:
        return None
    return _OPERATORS.get(operation) or (_OF_ONE_CLASS.get(operation) if len(given) == 1 else None)


def _is_number(cls: type) -> bool:
    """Whether this is a class of numbers, neither NumPy's nor built in."""
    return cls.__module__ not in ("builtins", "numpy") and issubclass(cls, Number)
