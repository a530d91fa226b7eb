"""Which comments suppress what, and where."""

from __future__ import annotations

import ast

import pytest

from purity_lint.source.comments import Form, suppressions
from purity_lint.source.positions import Span


@pytest.mark.parametrize(
    ("comment", "form", "codes"),
    [
        ("# noqa", Form.NOQA, []),
        ("# NOQA", Form.NOQA, []),
        ("#noqa:PUR201", Form.NOQA, ["PUR201"]),
        ("# noqa: PUR201, E501 because", Form.NOQA, ["PUR201", "E501"]),
        ("# noqa: PUR201 PUR104", Form.NOQA, ["PUR201", "PUR104"]),
        ("# purity: ignore", Form.LINE, []),
        ("# purity: ignore[PUR201]", Form.LINE, ["PUR201"]),
        ("# purity:ignore[PUR201, tensor-method]", Form.LINE, ["PUR201", "tensor-method"]),
        ("# purity: file-ignore[PUR101]", Form.FILE, ["PUR101"]),
        ("# explained # noqa: PUR201", Form.NOQA, ["PUR201"]),
        ("# purity: off[PUR201]", Form.OFF, ["PUR201"]),
        ("# purity: off -- generated", Form.OFF, []),
        ("# purity: on", Form.ON, []),
        ("# purity: ingore[PUR201]", Form.UNKNOWN, []),
        ("# purity: disable", Form.UNKNOWN, []),
    ],
)
def test_forms(comment: str, form: Form, codes: list[str]) -> None:
    [found] = suppressions(f"x = 1  {comment}\n")
    assert found.form is form
    assert [code.text for code in found.codes] == codes


@pytest.mark.parametrize(
    "text",
    [
        "s = '# noqa'\n",
        "# noqaish\n",
        "x = 1  # purity: other\n",
        "# purity: on the whole\n",
        "# purity: of 99 percent\n",
        "'''\n# noqa\n'''\n",
    ],
)
def test_what_only_looks_like_one(text: str) -> None:
    assert suppressions(text) == []


def test_a_comment_in_a_statement_of_several_lines() -> None:
    text = "total = add(  # noqa\n    a + b,\n    c + d,  # noqa\n    e + f,\n)  # noqa\nx = 1\n"
    first, middle, last = suppressions(text)
    a_plus_b, e_plus_f, after = Span(2, 4, 2, 9), Span(4, 4, 4, 9), Span(6, 0, 6, 5)
    assert first.covers(a_plus_b)
    assert first.covers(e_plus_f)
    assert last.covers(a_plus_b)
    assert not middle.covers(a_plus_b)
    assert middle.covers(Span(3, 4, 3, 9))
    assert not any(comment.covers(after) for comment in (first, middle, last))


def test_a_comment_on_a_header_says_nothing_about_the_body() -> None:
    [found] = suppressions("def f(\n    x,\n):  # noqa\n    return x + 1\n")
    assert found.covers(Span(2, 4, 2, 5))
    assert not found.covers(Span(4, 11, 4, 16))


def test_a_comment_on_its_own_line_belongs_to_no_statement() -> None:
    [found] = suppressions("# noqa\nx = a + b\n")
    assert not found.covers(Span(2, 4, 2, 9))


def test_each_comment_is_found_once() -> None:
    text = "x = 1  # noqa\n# noqa\ny = 2  # noqa\n# noqa\n"
    assert [found.span.line for found in suppressions(text, ast.parse(text))] == [1, 2, 3, 4]


def test_off_speaks_for_the_lines_down_to_its_on() -> None:
    text = "# purity: off[PUR101]\na = 1\n# purity: off\nb = 2\n# purity: on[pur101]\nc = 3\n# purity: on\nd = 4\n"
    one, every, first_on, second_on = suppressions(text, ast.parse(text))
    assert [one.covers(Span(line, 0, line, 1)) for line in (2, 4, 6, 8)] == [True, True, False, False]
    assert [every.covers(Span(line, 0, line, 1)) for line in (2, 4, 6, 8)] == [False, True, True, False]
    assert first_on.used
    assert second_on.used
    assert not first_on.covers(Span(6, 0, 6, 1))


def test_off_without_on_speaks_for_the_rest_of_the_file() -> None:
    [found] = suppressions("a = 1\n# purity: off\nb = 2\nc = 3")
    assert [found.covers(Span(line, 0, line, 1)) for line in (1, 3, 4)] == [False, True, True]
