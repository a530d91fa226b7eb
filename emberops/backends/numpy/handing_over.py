"""Calls that NumPy hands over to a class with a version of its functions, by ``__array_function__``."""

from __future__ import annotations

from typing import Any


def given(**options: Any) -> dict[str, Any]:
    """The options that say something: a class need not take in its version of a function what nobody ever gives."""
    return {name: value for name, value in options.items() if value is not None and value is not False}
