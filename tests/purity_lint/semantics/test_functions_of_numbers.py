"""Results of functions that are declared to take and give numbers: what NumPy makes of a number is one for callers."""

from __future__ import annotations

import ast

import pytest

from purity_lint.source.number_functions import is_of_numbers


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("def f(t: float) -> float", True),
        ("def f(t: float, n: int = 0, unit: str = 'K') -> int", True),
        ("def f(t: 'float | None' = None, *, r: Optional[float] = None) -> float", True),
        ("@lru_cache(maxsize=8)\ndef f(t: float) -> float", True),
        ("def f(t: float)", False),
        ("def f(t: float, x) -> float", False),
        ("def f(t: float, x: np.ndarray) -> float", False),
        ("def f(t: float | np.ndarray) -> float", False),
        ("def f(n: int) -> int", False),
        ("def f(*t: float) -> float", False),
        ("def f(self, t: float) -> float", False),
        ("def f(t: float) -> np.ndarray", False),
        ("@jit\ndef f(t: float) -> float", False),
        ("def f(t: 'a b') -> float", False),
    ],
)
def test_which_functions_are_of_numbers(header: str, expected: bool) -> None:
    (function,) = ast.parse(f"{header}:\n    return 1.0\n").body
    assert is_of_numbers(function) is expected
