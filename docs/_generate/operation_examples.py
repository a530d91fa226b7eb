"""One example for each operation: read from ``examples/<group>.txt``, run where its page is written."""

from __future__ import annotations

import ast
import contextlib
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from emberops import ops, use_backend

_FILES = Path(__file__).parent / "examples"
_LONGEST = 12
"""A result of more lines than this is cut in the middle."""


@cache
def read(group: str) -> dict[str, list[str]]:
    """The lines of code of each operation's example, in the order of the file: ``name: code``."""
    found: dict[str, list[str]] = {}
    for line in (_FILES / f"{group}.txt").read_text(encoding="utf-8").splitlines():
        name, _, code = line.partition(": ")
        found.setdefault(name, []).append(code)
    return found


def of(name: str, group: str) -> list[str]:
    """The example of an operation, with the way out where it has none."""
    try:
        return read(group)[name]
    except KeyError:
        raise LookupError(
            f"ops.{name} has no example: add a line `{name}: ...` to {_FILES / group}.txt"
        ) from None


def run(lines: list[str]) -> Iterator[tuple[str, object]]:
    """Each line and what it gives, ``None`` for a statement; in a folder of its own, on the default backend."""
    scope: dict[str, object] = {"ops": ops}
    with _elsewhere():
        for line in lines:
            if isinstance(ast.parse(line).body[0], ast.Expr):
                yield line, eval(line, scope)
            else:
                exec(line, scope)
                yield line, None


def session(lines: list[str]) -> str:
    """The example as an interpreter on NumPy shows it."""
    shown: list[str] = []
    with use_backend("numpy"):
        for line, value in run(lines):
            shown.append(f">>> {line}")
            if value is not None:
                shown += _shortened(repr(value).splitlines())
    return "\n".join(shown)


def _shortened(lines: list[str]) -> list[str]:
    half = _LONGEST // 2
    return lines if len(lines) <= _LONGEST else [*lines[:half], "...", *lines[-half:]]


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
