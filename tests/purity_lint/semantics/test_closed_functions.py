"""What a function is called with is certain where all of its calls are known; elsewhere it is inferred."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from purity_lint.findings.diagnostics import Evidence
from purity_lint.semantics import FileModel
from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]
Models = Callable[[dict[str, str]], dict[str, FileModel]]


def find(model: FileModel, expression: str) -> Value:
    """The value of the first expression that is written so."""
    nodes = (node for node in ast.walk(model.source.tree) if isinstance(node, ast.expr))
    return model.value(next(node for node in nodes if ast.unparse(node) == expression))


_PROVEN = (
    "def _f(x):\n    return x + 1\ndef g(n):\n    return _f(np.ones(n)) * _f(np.zeros(n))",
    "def _f(x):\n    return x + 1\ndef _h(v):\n    return _f(v)\ndef g(n):\n    return _h(np.ones(n))",
    "def g(n):\n    def inner(x, k=2):\n        return x + 1\n    return inner(np.ones(n))",
    "def _f(x, scale=1.0):\n    return x + 1\ndef g(n):\n    for i in range(n):\n        _f(np.ones(n), scale=i)",
    "def f(x):\n    return x + 1\ndata = np.ones(3)\nprint(f(data))",
    "def _f(x, k):\n    return _f(x * 2, k - 1) if k else x + 1\ndef g(n):\n    return _f(np.ones(n), 3)",
    "def _made(n):\n    return np.ones(n)\ndef _f(x):\n    return x + 1\ndef g(n):\n    return _f(_made(n))",
)
_INFERRED = (
    "def f(x):\n    return x + 1\ndef g(n):\n    return f(np.ones(n))",
    "def _f(x):\n    return x + 1\nTABLE = [_f]\ndef g(n):\n    return _f(np.ones(n))",
    "def _f(x):\n    return x + 1\ndef g(n, y):\n    return _f(np.ones(n)), _f(y)",
    "def _f(x):\n    return x + 1\ndef g(n, args):\n    return _f(np.ones(n)), _f(*args)",
    "def _f(x):\n    return x + 1\ndef g(n, name):\n    return _f(np.ones(n)), globals()[name]",
    "def g(n):\n    def inner(x):\n        return x + 1\n    inner(np.ones(n))\n    return inner",
    "import functools\n@functools.wraps\ndef _f(x):\n    return x + 1\ndef g(n):\n    return _f(np.ones(n))",
    "def _f(x, y, k):\n    return _f(y, x, k - 1) if k else x + 1\ndef g(n, y):\n    return _f(np.ones(n), y, 3)",
    "def f(x):\n    return x + 1\nif __name__ == '__main__':\n    print(f(np.ones(3)))",
)


@pytest.mark.parametrize("code", _PROVEN)
def test_all_calls_are_known(code: str, value_of: ValueOf) -> None:
    assert value_of(code, "x").evidence is Evidence.PROVEN
    assert value_of(code, "x + 1").evidence is Evidence.PROVEN


@pytest.mark.parametrize("code", _INFERRED)
def test_somebody_else_may_call(code: str, value_of: ValueOf) -> None:
    assert value_of(code, "x").evidence is Evidence.INFERRED


def test_the_weakest_call_decides(value_of: ValueOf) -> None:
    code = "def _f(x):\n    return x + 1\ndef g(n, y: np.ndarray):\n    return _f(np.ones(n)), _f(y)"
    assert value_of(code, "x").evidence is Evidence.DECLARED


def test_what_may_be_a_number_stays_one(value_of: ValueOf) -> None:
    found = value_of("def _f(x):\n    return x + 1\ndef g(n):\n    return _f(np.ones(n)), _f(2.0)", "x")
    assert found.maybe


def test_a_private_function_that_another_file_imports_is_open(models: Models) -> None:
    code = "import numpy as np\ndef _f(x):\n    return x + 1\ndef g(n):\n    return _f(np.ones(n))\n"
    files = {"pkg/__init__.py": "from . import a\n", "pkg/a.py": code}
    assert find(models(files)["pkg/a.py"], "x").evidence is Evidence.PROVEN
    imported = {**files, "pkg/b.py": "from .a import _f\nTABLE = {'f': _f}\n"}
    assert find(models(imported)["pkg/a.py"], "x").evidence is Evidence.INFERRED
    called = {**files, "tests/test_a.py": "from pkg import a\ndef test_f(thing):\n    assert a._f(thing)\n"}
    assert find(models(called)["pkg/a.py"], "x").evidence is Evidence.INFERRED


def test_a_result_is_as_sure_as_what_is_passed(value_of: ValueOf) -> None:
    code = (
        "def scale(x):\n    return x / np.sum(x)\ndef f(a: np.ndarray, b):\n"
        "    first = scale(a)\n    second = scale(b)\n    return first, second, scale(first)"
    )
    assert value_of(code, "first").evidence is Evidence.DECLARED
    assert value_of(code, "scale(first)").evidence is Evidence.DECLARED
    assert value_of(code, "second").evidence is Evidence.INFERRED
    assert value_of(code, "x").evidence is Evidence.INFERRED


def test_a_result_that_another_operand_makes_is_no_surer(value_of: ValueOf) -> None:
    code = "def mix(x, other):\n    return x + other\ndef f(a: np.ndarray, b):\n    made = mix(a, b)\n    return made"
    assert value_of(code, "made").evidence is Evidence.INFERRED


def test_a_name_that_is_bound_anew_after_a_function_is_defined_may_be_either(value_of: ValueOf) -> None:
    inner = "    def inner(t):\n        return v * t\n"
    later = f"def f(v, w: np.ndarray):\n{inner}    a = inner(2.0)\n    v = w * 2\n    return a, v"
    assert value_of(later, "v * t").evidence is Evidence.INFERRED
    before = f"def f(v, w: np.ndarray):\n    v = w * 2\n{inner}    return inner(2.0)"
    assert value_of(before, "v * t").evidence is Evidence.DECLARED
