"""From text to tree, with Python's own parser."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from purity_lint.errors import InvalidSource

Version = tuple[int, int]

# What marks syntax that is newer than the interpreter which runs the linter, newest last.
_NEWER_SYNTAX: tuple[tuple[Version, re.Pattern[str]], ...] = (
    (
        (3, 12),
        re.compile(
            r"^\s*type\s+\w+\s*[\[=]|^\s*(async\s+)?def\s+\w+\s*\[|^\s*class\s+\w+\s*\[|\bf['\"]", re.I
        ),
    ),
    ((3, 13), re.compile(r"\[[^\]]*\w+\s*=\s*\w+[^\]]*\]\s*[(:=]")),
    ((3, 14), re.compile(r"^\s*except\*?\s+[\w.]+\s*,|\bt['\"]")),
)


def parse(
    text: str, path: Path, target_version: Version | None = None, *, notebook: bool = False
) -> ast.Module:
    """Return the tree of ``text``.

    Raises :class:`InvalidSource`; where the text is valid in a newer Python only, the message says in which.
    """
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    with unwarned():
        try:
            if notebook:
                tree = compile(_to_be_parsed(text), str(path), "exec", flags, dont_inherit=True)
            else:
                tree = ast.parse(_to_be_parsed(text), str(path), feature_version=target_version)
        except SyntaxError as error:
            raise _syntax_error(error, text, path) from None
        except (RecursionError, MemoryError):
            raise InvalidSource(path, "the code is nested too deeply for Python's own parser") from None
        except (ValueError, OverflowError) as error:  # integer literals beyond sys.get_int_max_str_digits()
            raise InvalidSource(path, str(error)) from None
    assert isinstance(tree, ast.Module)
    return tree


def parsed(text: str | bytes) -> ast.Module:
    """Return the tree of code that is no file of its own: what fixes have made of one, say.

    Raises what :func:`ast.parse` raises.
    """
    with unwarned():
        return ast.parse(text)


def parsed_expression(text: str) -> ast.expr:
    """Return the tree of an expression: an annotation in a string, or the text of an edit, say.

    Raises what :func:`ast.parse` raises.
    """
    with unwarned():
        return ast.parse(text, mode="eval").body


@contextmanager
def unwarned() -> Iterator[None]:
    """Keep what Python's parser warns of from users, who would read it as said by this tool, once for each parse.

    An invalid escape, or a number that runs into a word, is another linter's business.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _to_be_parsed(text: str) -> str:
    """Return ``text``, as a copy where the parser would leave its UTF-8 form with it for as long as it is held."""
    return text if text.isascii() else text[:1] + text[1:]


def _syntax_error(error: SyntaxError, text: str, path: Path) -> InvalidSource:
    lines = text.split("\n")
    line = min(max(error.lineno or 1, 1), len(lines))
    col = min(max((error.offset or 1) - 1, 0), len(lines[line - 1]))
    reason = error.msg
    newer = _needed_version(text, lines, line)
    if newer is not None:
        have = ".".join(map(str, sys.version_info[:2]))
        need = "a newer Python" if newer <= sys.version_info[:2] else f"Python {newer[0]}.{newer[1]}"
        reason = f"{reason} (this syntax needs {need}; purity-lint runs on Python {have})"
    return InvalidSource(path, reason, line, col)


def _needed_version(text: str, lines: list[str], line: int) -> Version | None:
    """Return the Python that can parse ``text``, if some newer one can; asked of libcst's own grammar."""
    suspects = [v for v, pattern in _NEWER_SYNTAX if pattern.search(lines[line - 1])]
    newer = [v for v in suspects if v > sys.version_info[:2]]
    if not newer:
        return None
    import libcst

    try:
        libcst.parse_module(text)
    except (libcst.ParserSyntaxError, RecursionError):
        return None
    return max(newer)
