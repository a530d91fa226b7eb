"""PUR105: what a compiler of Numba is given is a function, whatever else some caller hands over."""

from __future__ import annotations

from snippets import Fixed

CODE = """\
import numba as nb
import numpy as np


def compiled(func):
    return nb.njit(func, cache=True)


def ran(x: np.ndarray, name):
    return compiled(x) if name is None else compiled(name)
"""


def test_a_compiler_is_given_functions(fixed: Fixed) -> None:
    assert "nb.njit(func, cache=True)" in fixed(CODE, "PUR", unsafe=True)
