"""Classes that take NumPy's functions over: their instances look like arrays, and ops does not know them."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)

CLASS = """
import numpy as np

HANDLED = {}


def implements(function):
    def decorate(func):
        HANDLED[function] = func
        return func

    return decorate


class Ragged:
    def __init__(self, rows):
        self.rows = rows

    def __array_function__(self, func, types, args, kwargs):
        return HANDLED[func](*args, **kwargs)

    def ravel(self):
        return np.concatenate(self.rows)

    def all(self, axis=None, keepdims=False):
        return np.all(self.ravel())


"""


def fixed(code: str) -> str:
    return fix(source_from_bytes((CLASS + code).encode(), Path("ragged.py")), UNSAFE).after


@pytest.mark.parametrize(
    "code",
    [
        "@implements(np.diff)\ndef diff(a, n=1):\n    return np.diff(a.ravel(), n=n)\n",
        "def diff(a, n=1):\n    return np.diff(a.ravel(), n=n)\n\n\nHANDLED[np.diff] = diff\n",
        "def diff(a, n=1):\n    return np.diff(a.ravel(), n=n)\n\n\nHANDLED.update({np.diff: diff})\n",
    ],
)
def test_what_the_protocol_calls_is_given_instances(code: str) -> None:
    assert "a.ravel()" in fixed(code)


def test_other_tables_hold_functions_of_arrays() -> None:
    code = (
        "RULES = {}\n\n\ndef rule(key):\n    def decorate(func):\n        RULES[key] = func\n        return func\n\n"
        "    return decorate\n\n\n@rule(np.diff)\ndef diff(a: np.ndarray, n=1):\n    return a.cumsum()\n"
    )
    assert "ops.cumsum(a" in fixed(code)


def test_the_arguments_of_a_protocol_are_instances() -> None:
    code = """
class Other:
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return self._reduced(ufunc, inputs[0])

    def _reduced(self, ufunc, rows):
        return ufunc.reduce(rows.ravel())
"""
    assert "rows.ravel()" in fixed(code)


def test_self_of_a_function_in_a_decorator_is_no_array() -> None:
    code = """
def reduction(function):
    def method(self, axis=None):
        return getattr(np, function.__name__)(self.ravel())

    return method
"""
    alone = fix(source_from_bytes(f"import numpy as np\n\n{code}".encode(), Path("reductions.py")), UNSAFE)
    assert "(self.ravel())" in (alone.after or alone.before or code)


def test_methods_of_the_class_stay_on_what_may_be_an_instance() -> None:
    code = "def every(x, axis=None):\n    return x.all(axis, keepdims=False), np.sqrt(x)\n"
    assert "x.all(axis, keepdims=False)" in fixed(code)


def test_methods_of_certain_arrays_become_operations() -> None:
    code = "def every(n):\n    x = np.arange(n)\n    return x.ravel(), x.all(axis=0)\n"
    assert "ops.ravel(x)" in fixed(code)
