"""Units in the last place, against mpmath, at some of the points of ``benchmarks/accuracy.py``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import jax
import pytest
from accuracy_functions import Function
from accuracy_questions import DTYPES, Question, functions
from accuracy_stated import stated_limit

FUNCTIONS = list(functions())
POINTS = 60


@cache
def question(function: Function, dtype: str) -> Question:
    """What is right is computed once for all backends."""
    return Question.of(function, DTYPES[dtype], POINTS)


@contextmanager
def double_precision(backend: str, dtype: str) -> Iterator[None]:
    if backend == "jax" and dtype == "float64":
        with jax.enable_x64(True):
            yield
    else:
        yield


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_units_in_the_last_place(backend: str, function: Function, dtype: str) -> None:
    with double_precision(backend, dtype):
        worst = question(function, dtype).ask(backend)
    limit = stated_limit(backend, function.name, dtype, function.limit)
    assert worst.error <= limit, f"{worst.error:.3g} units at {worst.at}"
