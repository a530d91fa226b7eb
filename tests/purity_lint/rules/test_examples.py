"""Every rule's own examples: what is valid is silent, what is invalid is found where it says, and fixed as it says."""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.rules.base import SECTIONS, Invalid, Rule
from purity_lint.rules.registry import all_rules
from purity_lint.source.read import source_from_bytes

PATH = Path("example.py")
ON_EVERY_NODE = [rule for rule in all_rules().values() if rule.nodes]
"""Rules that look at syntax; the others (PUR001, PUR002) are reported by the engine and tested with it."""

_VALID = [pytest.param(r, code, id=f"{r.code}-{i}") for r in ON_EVERY_NODE for i, code in enumerate(r.VALID)]
_INVALID = [
    pytest.param(r, bad, id=f"{r.code}-{i}") for r in ON_EVERY_NODE for i, bad in enumerate(r.INVALID)
]


def alone(rule: Rule, *others: str) -> Settings:
    return Settings(root=Path.cwd(), select=(rule.code, *others), unsafe_fixes=True)


def lines(rule: Rule, code: str) -> list[int]:
    result = check(source_from_bytes(code.encode(), PATH, None), alone(rule))
    assert not result.errors, result.errors[0].trace
    assert not [d for d in result.diagnostics if d.code == "PUR001"], "the example is not Python"
    return [d.span.line for d in result.diagnostics if d.code == rule.code]


@pytest.mark.parametrize(("rule", "code"), _VALID)
def test_valid_is_silent(rule: Rule, code: str) -> None:
    assert lines(rule, code) == []


@pytest.mark.parametrize(("rule", "bad"), _INVALID)
def test_invalid_is_found(rule: Rule, bad: Invalid) -> None:
    assert lines(rule, bad.code) == sorted(bad.lines)


@pytest.mark.parametrize(("rule", "bad"), _INVALID)
def test_invalid_is_fixed(rule: Rule, bad: Invalid) -> None:
    outcome = fix(source_from_bytes(bad.code.encode(), PATH, None), alone(rule, "PUR101"))
    assert not outcome.errors
    assert outcome.after == (bad.code if bad.fixed is None else bad.fixed)
    ast.parse(outcome.after)


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_the_docstring_is_a_page(rule: Rule) -> None:
    lines = inspect.cleandoc(type(rule).__doc__ or "").splitlines()
    headings = [line for line in lines if line in SECTIONS or "## " in line]
    assert tuple(headings) == SECTIONS
    for heading in headings:
        at = lines.index(heading)
        assert not lines[at - 1], f"{heading} stands right below other text"
        assert lines[at + 1], f"{heading} has no text"


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_examples_are_written_as_code(rule: Rule) -> None:
    tree = ast.parse(textwrap.dedent(inspect.getsource(type(rule))))
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    texts = [text for value in values for text in ast.walk(value) if isinstance(text, ast.Constant)]
    one_line = [text.value for text in texts if text.lineno == text.end_lineno]
    assert not [text for text in one_line if isinstance(text, str) and "\n" in text]
