"""From a path or some bytes to a :class:`SourceFile`."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from functools import lru_cache
from pathlib import Path

from purity_lint.errors import InvalidSource
from purity_lint.source.content import MAX_NOTEBOOK, MAX_SOURCE, check_lines, read_content
from purity_lint.source.decode import decode
from purity_lint.source.file import SourceFile

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


def read_bytes(path: Path) -> bytes:
    """Return the content of a source file or notebook, if it is a regular file of a size that can be understood.

    Raises :class:`UnreadableSource` where there is nothing to read, with the reason in plain words.
    """
    if path.suffix == ".ipynb":
        return read_content(path, MAX_NOTEBOOK)
    data = read_content(path, MAX_SOURCE)
    check_lines(data, path)
    return data


def read_source(path: Path, target_version: Version | None = None) -> SourceFile:
    """Read and parse the file or notebook at ``path``.

    Raises :class:`UnreadableSource` or :class:`InvalidSource`.
    """
    return source_from_bytes(read_bytes(path), path, target_version)


def source_from_bytes(data: bytes, path: Path, target_version: Version | None = None) -> SourceFile:
    """Decode and parse ``data``, which ``path`` names (its suffix says whether it is a notebook)."""
    if path.suffix == ".ipynb":
        from purity_lint.source.notebook import source_from_notebook

        return source_from_notebook(data, path, target_version)
    decoded = decode(data, path)
    tree = parse(decoded.text, path, target_version)
    return SourceFile(
        path,
        decoded.text,
        tree,
        encoding=decoded.encoding,
        newline=decoded.newline,
        has_bom=decoded.has_bom,
        line_ends=decoded.line_ends,
        module=module_name(path),
    )


def source_from_text(text: str, path: Path | str = "<string>") -> SourceFile:
    """Parse ``text`` as if it had been read from ``path``: the short form for tests and tools."""
    return source_from_bytes(text.encode(), Path(path))


def parse(
    text: str, path: Path, target_version: Version | None = None, *, notebook: bool = False
) -> ast.Module:
    """Return the tree of ``text``.

    Raises :class:`InvalidSource`; where the text is valid in a newer Python only, the message says in which.
    """
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes are another linter's business
        try:
            if notebook:
                tree = compile(text, str(path), "exec", flags, dont_inherit=True)
            else:
                tree = ast.parse(text, str(path), feature_version=target_version)
        except SyntaxError as error:
            raise _syntax_error(error, text, path) from None
        except (RecursionError, MemoryError):
            raise InvalidSource(path, "the code is nested too deeply for Python's own parser") from None
        except (ValueError, OverflowError) as error:  # integer literals beyond sys.get_int_max_str_digits()
            raise InvalidSource(path, str(error)) from None
    assert isinstance(tree, ast.Module)
    return tree


@lru_cache(maxsize=4096)
def _package(folder: Path) -> str | None:
    """Dotted name of the package in ``folder``, or ``None`` where there is no ``__init__.py``."""
    if not (folder / "__init__.py").is_file():
        return None
    outer = _package(folder.parent) if folder.parent != folder else None
    return f"{outer}.{folder.name}" if outer else folder.name


def module_name(path: Path) -> str | None:
    """Dotted name by which ``path`` is imported, from the ``__init__.py`` files around it.

    A file outside any package is a top-level module of its own name.
    """
    if path.suffix not in {".py", ".pyi"}:
        return None
    package = _package(path.absolute().parent)
    if path.stem == "__init__":
        return package
    return f"{package}.{path.stem}" if package else path.stem


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
