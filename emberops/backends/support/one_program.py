"""Steps that a backend may compile as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def in_one(xp: Any, function: Callable[..., Any], *args: Any) -> Any:
    """``function(xp, *args)``, which looks at no value of a tensor.

    A backend that compiles every operation for every shape may offer ``in_one``, which makes one program of them.
    """
    compiled = getattr(xp, "in_one", None)
    return function(xp, *args) if compiled is None else compiled(function, *args)
