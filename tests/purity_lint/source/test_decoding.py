"""Bytes to text to bytes: nothing is lost, and what cannot be read is said plainly."""

from __future__ import annotations

import ast
import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purity_lint.errors import InvalidSource, UnreadableSource
from purity_lint.source.decode import decode, encode
from purity_lint.source.read import module_name, read_source, source_from_bytes, source_from_text

PATH = Path("x.py")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\n", "x = 1\n"),
        (b"x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
        (b"x = 1\ry = 2\r", "x = 1\ny = 2\n"),
        (codecs.BOM_UTF8 + b"x = 1\n", "x = 1\n"),
        ("# -*- coding: latin-1 -*-\nx = 'é'\n".encode("latin-1"), "# -*- coding: latin-1 -*-\nx = 'é'\n"),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\nx = 'ж'\n".encode("cp1251"), None),
        ("x = '🐍 日本語'\n".encode(), "x = '🐍 日本語'\n"),
        (b"", ""),
        (b"x = 1\r\ny = 2\nz = 3\r", "x = 1\ny = 2\nz = 3\n"),
    ],
)
def test_text_and_bytes_round_trip(data: bytes, text: str | None) -> None:
    decoded = decode(data, PATH)
    if text is not None:
        assert decoded.text == text
    assert encode(decoded.text, decoded) == data


@given(
    st.lists(st.tuples(st.text("ab é🐍\f\t", max_size=6), st.sampled_from(["\n", "\r\n", "\r"])), max_size=8)
)
def test_every_mixture_of_line_ends_survives(lines: list[tuple[str, str]]) -> None:
    data = "".join(text + end for text, end in lines).encode()
    decoded = decode(data, PATH)
    assert "\r" not in decoded.text
    assert encode(decoded.text, decoded) == data


def test_an_inserted_line_takes_the_prevailing_end_and_the_others_keep_theirs() -> None:
    decoded = decode(b"a = 1\r\nb = 2\nc = 3\r\n", PATH)
    assert encode("import x\n" + decoded.text, decoded) == b"import x\r\na = 1\r\nb = 2\nc = 3\r\n"


@pytest.mark.parametrize(
    ("data", "line", "col", "reason"),
    [
        (b"x = 1\ny = '\xff'\n", 2, 5, "byte 0xff is not valid UTF-8"),
        ("x = 'é'\n".encode("utf-16"), 1, 0, "UTF-16"),
        (b"x = 1\n\0\n", 2, 0, "null bytes"),
        (b"# coding: no-such-codec\n", 1, 0, "unknown encoding"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1, 0, "encoding problem"),
        (b"# coding: ascii\nx = '\xc3\xa9'\n", 2, 5, "not valid ASCII"),
    ],
)
def test_what_cannot_be_decoded_is_named_with_its_place(
    data: bytes, line: int, col: int, reason: str
) -> None:
    with pytest.raises(InvalidSource, match=reason) as caught:
        decode(data, PATH)
    assert (caught.value.line, caught.value.col) == (line, col)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("def f(:\n    pass\n", 1, "invalid syntax"),
        ("x = 1\n  y = 2\n", 2, "unexpected indent"),
        ("if x:\n\ty\n        z\n", 3, "inconsistent use of tabs"),
        ("print 'hello'\n", 1, "Missing parentheses"),
        ("x = (1,\n", 1, "never closed"),
        ("'''abc\n", 1, "unterminated triple-quoted"),
        ("(" * 300 + ")" * 300, 1, "nested"),
        ("x = " + "9" * 5000 + "\n", 1, "digit"),
        ("é = 1; def\n", 1, "invalid syntax"),
    ],
)
def test_syntax_errors_say_where_and_why(text: str, line: int, reason: str) -> None:
    with pytest.raises(InvalidSource, match=reason) as caught:
        source_from_text(text)
    assert caught.value.line == line
    assert 0 <= caught.value.col <= len(text.split("\n")[line - 1])


def test_syntax_of_a_newer_python_is_called_that() -> None:
    with pytest.raises(InvalidSource, match=r"3\.10 and greater"):
        source_from_bytes(b"match x:\n    case 1: pass\n", PATH, target_version=(3, 9))


def test_positions_count_characters_not_bytes() -> None:
    source = source_from_text("s = '日本🐍'; total = left + right\n")
    [operation] = [node for node in ast.walk(source.tree) if isinstance(node, ast.BinOp)]
    span = source.span(operation)
    assert source.lines[0][span.col : span.end_col] == "left + right"
    assert source.segment(operation) == "left + right"


def test_form_feeds_do_not_end_lines_and_segments_may_cover_several() -> None:
    source = source_from_text("x = 1\n\x0cy = (a +\n     b)\n")
    [operation] = [node for node in ast.walk(source.tree) if isinstance(node, ast.BinOp)]
    assert source.span(operation).line == 2
    assert source.segment(operation) == "a +\n     b"


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="no such file"):
        read_source(tmp_path / "gone.py")
    with pytest.raises(UnreadableSource, match="it is a folder"):
        read_source(tmp_path)


def test_modules_are_named_by_the_packages_around_them(tmp_path: Path) -> None:
    package = tmp_path / "top" / "sub"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    assert module_name(package / "leaf.py") == "top.sub.leaf"
    assert module_name(package / "__init__.py") == "top.sub"
    assert module_name(tmp_path / "script.py") == "script"
