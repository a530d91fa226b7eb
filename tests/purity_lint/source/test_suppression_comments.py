"""Which comments suppress what, and where."""

from __future__ import annotations

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
    ],
)
def test_forms(comment: str, form: Form, codes: list[str]) -> None:
    [found] = suppressions(f"x = 1  {comment}\n")
    assert found.form is form
    assert [code.text for code in found.codes] == codes


@pytest.mark.parametrize(
    "text", ["s = '# noqa'\n", "# noqaish\n", "x = 1  # purity: other\n", "'''\n# noqa\n'''\n"]
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
