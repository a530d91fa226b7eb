"""Callers of a decorated function are given what the decorator's wrapper gives, which may be something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Evidence, Kind, Value

ValueOf = Callable[[str, str], Value]


def called(value_of: ValueOf, wrapper: str, around: str = "wrapper") -> Value:
    """The value of a call of a function that gives an array, beneath a decorator with this wrapper."""
    lines = wrapper.replace("\n", "\n                ")
    code = f"""
        import functools
        import numpy as np

        def decorator(f):
            cache = {{}}
            @functools.wraps(f)
            def wrapper(n, *args, **kw):
                {lines}
            return {around}

        @decorator
        def grid(n):
            return np.arange(n)

        def run(n: int):
            result = grid(n)
            return result
        """
    return value_of(code, "result")


@pytest.mark.parametrize(
    ("wrapper", "kind"),
    [
        ("return f(n).tolist()", Kind.LIST),
        ("return [f(n), f(n)]", Kind.LIST),
        ("return f(n, *args, **kw), n", Kind.TUPLE),
        ("return {'x': f(n)}", Kind.DICT),
        ("x = f(n)\nx = list(x)\nreturn x", Kind.LIST),
        ("for x in f(n):\n    pass\nreturn str(x)", Kind.STR),
    ],
)
def test_what_the_wrapper_gives_counts(value_of: ValueOf, wrapper: str, kind: Kind) -> None:
    value = called(value_of, wrapper)
    assert value.kind is kind
    assert not value.is_tensor


@pytest.mark.parametrize(
    "wrapper",
    [
        "return f(n, *args, **kw)",
        "print(n)\nx = f(n)\nreturn x",
        "if n not in cache:\n    cache[n] = f(n)\nreturn cache[n]",
        "if n in cache:\n    return cache.get(n)\nx = cache[n] = f(n)\nreturn x",
        "return f(n) if n else None",
        "try:\n    return f(n)\nfinally:\n    print(n)",
    ],
)
@pytest.mark.parametrize("around", ["wrapper", "functools.wraps(f)(wrapper)"])
def test_results_that_are_handed_on_stay_tensors(value_of: ValueOf, wrapper: str, around: str) -> None:
    assert called(value_of, wrapper, around).is_tensor


def test_a_wrapper_may_make_a_tensor_itself(value_of: ValueOf) -> None:
    assert called(value_of, "return np.asarray(f(n))").is_tensor


def test_a_decorator_with_arguments_gives_one(value_of: ValueOf) -> None:
    code = """
        import numpy as np

        def times(number=2):
            def decorator(f):
                def wrapper(*args):
                    return [f(*args) for _ in range(number)]
                return wrapper
            return decorator

        def passing(number=2):
            def decorator(f):
                def wrapper(*args):
                    return f(*args)
                return wrapper
            return decorator

        @times(3)
        def several(n):
            return np.arange(n)

        @passing(3)
        def one(n):
            return np.arange(n)

        class Grid:
            @times()
            def points(self, n):
                return np.arange(n)

        def run(n: int, grid: Grid):
            a, b, c = several(n), one(n), Grid().points(n)
            return a, b, c
        """
    assert value_of(code, "a").kind is Kind.LIST
    assert value_of(code, "b").is_tensor
    assert value_of(code, "c").kind is Kind.LIST


def test_a_wrapper_is_called_with_what_the_function_is_called_with(value_of: ValueOf) -> None:
    code = """
        import numpy as np

        def decorator(f):
            def wrapper(given, *args):
                return f(given, *args), len(args)
            return wrapper

        @decorator
        def double(taken):
            return taken * 2

        def run():
            x = np.ones(3)
            return double(x)
        """
    assert value_of(code, "given").is_tensor
    assert value_of(code, "taken").is_tensor


@pytest.mark.parametrize(
    ("decorator", "evidence"),
    [
        ("Remembered", Evidence.INFERRED),
        ("elsewhere", Evidence.INFERRED),
        ("units.wraps('m')", Evidence.INFERRED),
        ("functools.lru_cache", Evidence.PROVEN),
        ("numba.njit(cache=True)", Evidence.PROVEN),
        ("noted", Evidence.PROVEN),
    ],
)
def test_what_is_not_known_of_a_decorator_makes_a_result_less_certain(
    value_of: ValueOf, decorator: str, evidence: Evidence
) -> None:
    code = f"""
        import functools
        import numba
        import numpy as np
        from somewhere import elsewhere, units

        class Remembered:
            def __init__(self, f):
                self.f = f

            def __call__(self, *args):
                return self.f(*args).tolist()

        def noted(f):
            return f

        @{decorator}
        def grid(n):
            return np.arange(3)

        def run():
            return grid(3)
        """
    value = value_of(code, "grid(3)")
    assert value.is_tensor
    assert value.evidence is evidence
