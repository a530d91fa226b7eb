"""Keywords that one file gives to functions that another one names: `ddof` of `nanstd(x, ddof=1)`.

A file that names a function of a library (``nanstd = np.nanstd``) must name one that takes what all files give it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.knowledge.libraries import WORDS
from purity_lint.knowledge.python import AT
from purity_lint.semantics.symbols.left_behind import root_of
from purity_lint.source.file import SourceFile


def keywords_given(source: SourceFile) -> Iterator[str]:
    """Yield the keywords that a file gives to functions that it imports, each after the name of its function."""
    statements: list[ast.Import | ast.ImportFrom] = [*source.of(ast.Import), *source.of(ast.ImportFrom)]
    imported = {alias.asname or alias.name: alias.name for node in statements for alias in node.names}
    for call in source.of(ast.Call):
        if call.keywords and (name := _imported(call.func, imported)) is not None:
            yield from (f"{name}{AT}{keyword.arg}" for keyword in call.keywords if keyword.arg is not None)


def _imported(function: ast.expr, imported: dict[str, str]) -> str | None:
    """Return the name that its own file has for a function; of `module.f` any file that is no library."""
    if isinstance(function, ast.Name):
        return imported.get(function.id)
    if isinstance(function, ast.Attribute):
        root = root_of(function)
        return function.attr if root in imported and root not in WORDS else None
    return None


def functions_named(source: SourceFile) -> Iterator[str]:
    """Yield the names that a file has at its top for functions of libraries: `nanstd` of ``nanstd = np.nanstd``."""
    for statement in _at_top(source.tree.body):
        if isinstance(statement.value, ast.Attribute) and root_of(statement.value) in WORDS:
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _at_top(statements: Iterable[ast.stmt]) -> Iterator[ast.Assign]:
    for statement in statements:
        if isinstance(statement, ast.Assign):
            yield statement
        elif isinstance(statement, ast.If):
            yield from _at_top([*statement.body, *statement.orelse])
        elif isinstance(statement, ast.Try):
            handled = (inner for handler in statement.handlers for inner in handler.body)
            yield from _at_top([*statement.body, *handled, *statement.orelse])


def given_to(named: Iterable[str], given: Iterable[str]) -> frozenset[str]:
    """Return of the keywords ``given`` those that the functions ``named`` get."""
    names = frozenset(named)
    return frozenset(each for each in given if each.partition(AT)[0] in names)
