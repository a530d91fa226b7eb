"""Strings with fields, as newer Pythons have them: what is written into them, and what is left because nobody can."""

from __future__ import annotations

import sys

import libcst
import pytest
from operator_fixes import fix

HEAD = "from emberops import ops\n"
NESTED = pytest.mark.skipif(sys.version_info < (3, 12), reason="quotes within their own are Python 3.12's")
TEMPLATES = pytest.mark.skipif(sys.version_info < (3, 14), reason="t-strings are Python 3.14's")


@NESTED
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('y = f"{f"{a + b}"}"\n', 'y = f"{f"{ops.add(a, b)}"}"\n'),
        (
            'y = f"{a + b!r:>{f"{c + d}"}} {\'\\n\'.join(e)}"\n',
            'y = f"{ops.add(a, b)!r:>{f"{ops.add(c, d)}"}} {\'\\n\'.join(e)}"\n',
        ),
        (
            'y = f"{\n    # a comment with "\n    a + b\n}"\n',
            'y = f"{\n    # a comment with "\n    ops.add(a, b)\n}"\n',
        ),
    ],
)
def test_nested_quotes(before: str, after: str) -> None:
    assert fix(HEAD + before).text == HEAD + after


@TEMPLATES
@pytest.mark.parametrize(
    "kept", ['t"{a + b}"', 't"{a:>{c + d}}"', 't"{f"{a + b}"}"', "f\"{t'{a + b}'}\"", 't"{\n    a + b\n}"']
)
def test_a_template_keeps_its_source(kept: str) -> None:
    result = fix(f"{HEAD}y = {kept}\n")
    assert result.text == f"{HEAD}y = {kept}\n"
    assert not result.rolled_back
    reasons = [reason for _, reason in result.skipped]
    assert reasons == ["the t-string keeps the source of this expression"]


@TEMPLATES
def test_what_stands_beside_a_template_is_written() -> None:
    result = fix(HEAD + 'y = g(t"{a}", a + b, t"{a + b}") + c\n')
    assert result.text == HEAD + 'y = ops.add(g(t"{a}", ops.add(a, b), t"{a + b}"), c)\n'


def test_fstrings_that_libcst_cannot_read_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new Python's are where libcst is an old one; all else in the file is fixed."""
    read = libcst.parse_expression

    def old(code: str) -> libcst.BaseExpression:
        if code.startswith("(f"):
            raise libcst.ParserSyntaxError("new", lines=[code], raw_line=1, raw_column=0)
        return read(code)

    monkeypatch.setattr(libcst, "parse_expression", old)
    result = fix(HEAD + "y = f'{a + b}'\nz = g(f'{c + d}') + h\n")
    assert result.text == HEAD + "y = f'{a + b}'\nz = ops.add(g(f'{c + d}'), h)\n"
    reasons = {reason for _, reason in (*result.rolled_back, *result.skipped)}
    assert reasons == {"the installed libcst cannot read this f-string"}
