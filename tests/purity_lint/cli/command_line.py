"""Code to check, and the type of what calls the command line."""

from __future__ import annotations

from collections.abc import Callable

from click.testing import Result

Call = Callable[..., Result]

NUMPY = """\
import numpy as np


def scale(x: np.ndarray) -> np.ndarray:
    return np.mean(x, axis=0) + x
"""
CLEAN = "def add(a: int, b: int) -> int:\n    return a + b\n"
