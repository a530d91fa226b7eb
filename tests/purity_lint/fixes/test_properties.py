"""Random expressions mean the same after the fix as before, whatever their parentheses, comments and line breaks."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from operator_fixes import Operators, findings, parsed

from purity_lint.configuration.settings import Settings
from purity_lint.fixes import fix_source

BINARY = ["+", "-", "*", "//", "%", "<", "=="]
# Not `is`: whether two equal numbers are one object is for CPython to choose.
UNTOUCHED = ["and", "or", "!=", ">", "<=", "|", "^", "&", "<<"]
OPS = SimpleNamespace(
    add=operator.add,
    subtract=operator.sub,
    multiply=operator.mul,
    floor_divide=operator.floordiv,
    remainder=operator.mod,
    less=operator.lt,
    equal=operator.eq,
    negative=operator.neg,
    positive=operator.pos,
    invert=operator.invert,
)
VALUES = {"a": 7, "b": -3, "c": 2, "f": lambda *args, **kwargs: len(args) + sum(kwargs.values())}

space = st.sampled_from(["", " ", "\n  ", " # c\n ", "\n   # own\n  ", " \\\n "])
atom = st.sampled_from(["a", "b", "c", "1", "20", "True"])


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def spread(*parts: st.SearchStrategy[str] | str) -> st.SearchStrategy[str]:
        pieces = [p if isinstance(p, st.SearchStrategy) else st.just(p) for p in parts]
        return st.tuples(*pieces).map("".join)

    return st.one_of(
        spread("(", space, inner, space, ")"),
        spread("(", inner, " ", st.sampled_from(BINARY), space, " ", inner, ")"),
        spread(inner, " ", st.sampled_from(BINARY), " ", inner),
        spread(inner, " ", st.sampled_from(UNTOUCHED), " ", inner),
        spread("(", inner, space, st.sampled_from(["+", "-", "*"]), inner, ")"),
        spread("-", inner),
        spread("~", inner),
        spread("not ", inner),
        spread("(", inner, " if ", inner, " else ", inner, ")"),
        spread("(lambda x: x + ", inner, ")(", inner, ")"),
        spread("f(", inner, ",", space, "k=", inner, ")"),
        spread("f(*[", inner, "], ", inner, ")"),
        spread("[", inner, ",", space, inner, "][", inner, " % 2]"),
        spread("sum(i * ", inner, " for i in [", atom, " + ", atom, "])"),
        spread("(y := ", inner, ")"),
        spread("len(f'{", atom, " + ", atom, "}')"),
        spread("{", inner, ": ", inner, "}.get(", inner, ", ", inner, ")"),
    )


expressions = st.recursive(atom, _grow, max_leaves=12)


def evaluate(code: str) -> object:
    names = {**VALUES, "ops": OPS}
    try:
        return eval(compile(ast.parse(f"(\n{code}\n)", mode="eval"), "<test>", "eval"), names)
    except (ArithmeticError, TypeError, ValueError, IndexError, OverflowError, MemoryError) as error:
        return type(error)


@given(expressions)
@settings(max_examples=250)
@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_the_value_is_the_same(expression: str) -> None:
    text = f"result = (\n{expression}\n)\n"
    try:
        source = parsed(text)
        compile(source.tree, "<test>", "exec")
    except (SyntaxError, ValueError):
        assume(False)
    rule = Operators()
    items = findings(source, rule)
    result = fix_source(source, items, Settings(), unsafe=False, recheck=lambda s: findings(s, rule))
    assert not result.rolled_back
    assert len(result.applied) == len(items)
    assert Counter(text.count(c) for c in ("# c", "# own")) == Counter(
        result.text.count(c) for c in ("# c", "# own")
    )
    fixed = result.text.removeprefix("from emberops import ops\n\n").removeprefix("result = ")
    assert evaluate(fixed) == evaluate(expression)
    assert fix_source(parsed(result.text), [], Settings(), unsafe=False).text == result.text
