"""Python's comparisons by the names of the operations that they are."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
"""They take integers of any size."""
