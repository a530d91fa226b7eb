"""Names that a function hands to a library with operators of its own: `cvxpy.norm(x[2:4])` says that `x` is of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from purity_lint.knowledge.ecosystem import SYMBOLIC
from purity_lint.semantics.symbols.structure import root_name
from purity_lint.source.file import SourceFile

HandedOver = frozenset[tuple[ast.AST | None, str]]
"""The function around each call, and a name that the call is given, or parts of it."""
_NONE: Final[HandedOver] = frozenset()


def handed_to_others(
    source: SourceFile,
    qualified_name: Callable[[ast.expr], str | None],
    function_around: Callable[[ast.AST], ast.AST | None],
) -> HandedOver:
    """Return the names that a file hands to libraries of symbols, by function."""
    if not any(library in source.text for library in SYMBOLIC):
        return _NONE
    found = set()
    for call in source.of(ast.Call):
        if (qualified_name(call.func) or "").partition(".")[0] in SYMBOLIC:
            around = function_around(call)
            found |= {(around, name) for name in _names_given(call)}
    return frozenset(found)


def _names_given(call: ast.Call) -> Iterator[str]:
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        name = root_name(argument) if isinstance(argument, ast.Name | ast.Subscript) else None
        if name is not None:
            yield name
