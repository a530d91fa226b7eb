"""What the parameters of a distribution may be, asked of numbers that the host knows.

A tensor is not asked: looking at its values would make the others wait for the device.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from emberops.errors import ArgumentError, NumberTooLargeError

F = TypeVar("F", bound=Callable[..., Any])
Rule = Callable[[np.ndarray], str | None]
"""Takes the values of a parameter, and says what is wrong with them."""


def not_negative(values: np.ndarray) -> str | None:
    """For scales, counts and rates."""
    return None if (values >= 0).all() else "cannot be negative"


_MOST = 2.0**63 - 10 * 2.0**31.5
"""What NumPy draws counts up to: ten standard deviations below the greatest integer."""


def rate(values: np.ndarray) -> str | None:
    """For what is counted on average."""
    return not_negative(values) or (None if (values <= _MOST).all() else "value too large")


def positive(values: np.ndarray) -> str | None:
    """For shapes and degrees of freedom."""
    return None if (values > 0).all() else "must be greater than zero"


def above_one(values: np.ndarray) -> str | None:
    """For exponents of a power law."""
    return None if (values > 1).all() else "must be greater than 1"


def probability(values: np.ndarray) -> str | None:
    """For chances."""
    return None if ((values >= 0) & (values <= 1)).all() else "must lie between 0 and 1"


def chance(values: np.ndarray) -> str | None:
    """For chances of what has to happen at last."""
    return None if ((values > 0) & (values <= 1)).all() else "must be greater than 0 and at most 1"


def distribution(values: np.ndarray) -> str | None:
    """For chances that sum to one."""
    if not (values >= 0).all():
        return "cannot hold negative chances"
    # NumPy's limit, wider where the chances are of single precision.
    limit = np.sqrt(np.finfo(values.dtype if values.dtype.kind == "f" else float).eps)
    return None if abs(values.sum(dtype=float) - 1) <= limit else "must sum to 1"


def chances(values: np.ndarray) -> str | None:
    """For chances of which the last may be left open."""
    if not ((values >= 0) & (values <= 1)).all():
        return "must lie between 0 and 1"
    return None if (values[..., :-1].sum(-1) <= 1 + 1e-12).all() else "must sum to at most 1"


def checked(**rules: Rule) -> Callable[[F], F]:
    """Make a method refuse parameters that its distribution does not have."""

    def decorate(method: F) -> F:
        names = list(inspect.signature(method).parameters)

        @wraps(method)
        def draw(*args: Any, **kwargs: Any) -> Any:
            for name, rule in rules.items():
                place = names.index(name)
                values = known_parameter(args[place] if place < len(args) else kwargs.get(name))
                wrong = None if values is None else rule(values)
                if wrong is not None:
                    raise ArgumentError(f"{method.__name__}: {name} {wrong}")
            return method(*args, **kwargs)

        return draw  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it

    return decorate


def require_range(op: str, low: Any, high: Any) -> None:
    """Refuse a range that is infinite, NaN or turned around, where the host knows its ends.

    Raises
    ------
    NumberTooLargeError, ArgumentError
        An `OverflowError` and a `ValueError`, as NumPy's.
    """
    ends = [known_parameter(low), known_parameter(high)]
    if any(v is not None and v.dtype.kind in "fiub" and not np.isfinite(v).all() for v in ends):
        raise NumberTooLargeError(f"{op}: the range from {low} to {high} is not finite")
    first, last = ends
    if first is not None and last is not None and (first > last).any():
        raise ArgumentError(f"{op}: low {low} is above high {high}")


def require_triangle(left: Any, mode: Any, right: Any) -> None:
    """Refuse corners that are not in their order, where the host knows them.

    Raises
    ------
    ArgumentError
        A `ValueError`, as NumPy's.
    """
    for name, low, other, high, outside in (
        ("left", left, "mode", mode, np.greater),
        ("mode", mode, "right", right, np.greater),
        ("left", left, "right", right, np.equal),
    ):
        first, second = known_parameter(low), known_parameter(high)
        if first is not None and second is not None and outside(first, second).any():
            raise ArgumentError(f"triangular: {name} {'>' if outside is np.greater else '=='} {other}")


def require_sample(ngood: Any, nbad: Any, nsample: Any) -> None:
    """Refuse a sample of more than there are.

    Raises
    ------
    ArgumentError
        A `ValueError`, as NumPy's.
    """
    if (np.asarray(ngood) + nbad < nsample).any():
        raise ArgumentError("hypergeometric: ngood + nbad < nsample")


def known_parameter(value: Any) -> np.ndarray | None:
    """The values of a parameter where the host has them."""
    if isinstance(value, (list, tuple)):
        known = all(known_parameter(item) is not None for item in value)
    else:
        known = isinstance(value, (int, float, np.ndarray, np.generic))
    return np.asarray(value) if known else None
