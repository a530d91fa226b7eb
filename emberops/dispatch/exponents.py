"""Exponents that stand in the code, which are looked at before they are on a device."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.owners import SEQUENCES


def refuse_negative(base: Any, exponent: Any) -> None:
    """Refuse a sequence of integers as exponents of integers, if one is negative: the result is no integer.

    Raises
    ------
    ValueError
        As NumPy does.
    """
    if type(exponent) not in SEQUENCES:
        return
    lowest = _lowest_integer(exponent)
    if lowest is not None and lowest < 0 and _is_integer(base):
        raise ValueError(
            f"integers to the negative integer power {lowest}: integers cannot hold the result; "
            "use a float exponent, or cast the tensor to a float dtype"
        )


def _is_integer(base: Any) -> bool:
    if type(base) in SEQUENCES:
        return _lowest_integer(base) is not None
    return isinstance(base, int) or any(name in str(getattr(base, "dtype", "")) for name in ("int", "bool"))


def _lowest_integer(value: Any) -> int | None:
    """The least of the integers that a number or a sequence of sequences holds; ``None`` if it holds another thing."""
    if type(value) not in SEQUENCES:
        return value if isinstance(value, int) else None
    lowest = [_lowest_integer(item) for item in value]
    return None if None in lowest else min((n for n in lowest if n is not None), default=None)
