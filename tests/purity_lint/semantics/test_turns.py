"""How often functions are evaluated: as long as there is something to learn, and no longer."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from purity_lint.semantics import FileModel
from purity_lint.semantics.domain.atoms import FLOAT_VALUE, INT_VALUE, NONE_VALUE, tensor
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.symbols.declared import yields
from purity_lint.semantics.symbols.table import FunctionSymbol
from purity_lint.semantics.turns import is_new_tensor
from purity_lint.semantics.values import Value
from purity_lint.source.file import SourceFile

Models = Callable[[dict[str, str]], dict[str, FileModel]]
ValueOf = Callable[[str, str], Value]


@pytest.mark.parametrize(
    ("old", "new", "is_news"),
    [
        (INT_VALUE, join(INT_VALUE, FLOAT_VALUE), False),
        (tensor(), join(tensor(), NONE_VALUE), False),
        (INT_VALUE, join(INT_VALUE, tensor()), True),
        (tuple_of((INT_VALUE, INT_VALUE)), tuple_of((INT_VALUE, tensor())), True),
        (tuple_of((INT_VALUE, tensor())), tuple_of((FLOAT_VALUE, tensor())), False),
        (list_of(INT_VALUE), list_of(join(INT_VALUE, tensor())), True),
    ],
)
def test_what_a_last_turn_is_for(old: Abs, new: Abs, is_news: bool) -> None:
    assert is_new_tensor(old, new) == is_news


def _evaluated(code: str) -> tuple[Project, dict[str, FunctionSymbol]]:
    project = Project()
    module = project.add(SourceFile(Path("module.py"), code, ast.parse(code)), "module")
    project.run()
    return project, {symbol.name: symbol for symbol in module.functions.values()}


def test_an_inner_function_is_evaluated_again_for_other_surroundings_only() -> None:
    project, functions = _evaluated(
        "def outer(n):\n    k = n\n    def inner():\n        return k * 2\n    return inner\nouter(1)\n"
    )
    outer, inner = functions["outer"], functions["inner"]
    inner.visits = outer.visits = 0
    project.evaluate(outer)
    assert inner.visits == 0
    outer.parameters[0].calls.add(tensor())
    project.evaluate(outer)
    assert inner.visits == 1


def test_what_an_attribute_is_comes_round_through_a_setter(models: Models) -> None:
    code = """
import numpy as np
class Filter:
    def __init__(self, n):
        self.x = np.zeros(n)
        self._f = 0.0
        self.invert = np.linalg.inv
    def predict(self):
        self.x = np.dot(self._f, self.x)
        return self._f + 1
    @property
    def f(self):
        return self._f
    @f.setter
    def f(self, value):
        self._f = value
        self._f_inverse = self.invert(value)
"""
    model = models({"module.py": code})["module.py"]
    sums = [node for node in ast.walk(model.source.tree) if isinstance(node, ast.BinOp)]
    assert model.value(sums[0]).is_tensor


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("yield 1", True),
        ("'''yield'''", False),
        ("x = [\n        (yield)\n    ]", True),
        ("def g():\n        yield 1\n    return g", False),
        ("return 1", False),
    ],
)
def test_generators_are_told_by_their_text_and_then_their_tree(body: str, expected: bool) -> None:
    code = f"# yield\ndef before():\n    yield 0\n\n\ndef f():\n    {body}\n"
    project = Project()
    module = project.add(SourceFile(Path("module.py"), code, ast.parse(code)), "module")
    function = module.source.tree.body[1]
    assert isinstance(function, ast.FunctionDef)
    assert yields(module, function) == expected


def test_what_subclasses_have_is_known_anew_once_they_have_more() -> None:
    code = "class A:\n    pass\nclass B(A):\n    def f(self):\n        return 1\nclass C(B):\n    pass\n"
    project = Project()
    module = project.add(SourceFile(Path("module.py"), code, ast.parse(code)), "module")
    project.run()
    above, middle, below = module.classes.values()
    assert above.below_with("f") == [middle]
    assert above.below_with("x") == []
    below.member_here("x")
    assert above.below_with("x") == middle.below_with("x") == [below]


@pytest.mark.parametrize(
    "body",
    [
        "if n == 0:\n        return np.zeros(3)\n    return again",
        "if n > 0:\n        return again\n    return np.zeros(3)",
    ],
)
def test_a_function_that_calls_itself_is_given_what_it_gives(value_of: ValueOf, body: str) -> None:
    code = "def f(n):\n    " + body.replace("again", "f(n - 1) * 2") + "\n"
    assert value_of(code, "f(n - 1)").is_tensor
    assert value_of(code, "f(n - 1) * 2").is_tensor


def test_a_function_that_calls_itself_and_gives_numbers_gives_numbers(value_of: ValueOf) -> None:
    code = "def f(n):\n    if n == 0:\n        return 1\n    return f(n - 1) * n\n"
    assert not value_of(code, "f(n - 1)").is_tensor
