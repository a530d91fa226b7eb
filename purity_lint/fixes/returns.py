"""How a function gets a `return` at its end."""

from __future__ import annotations

import ast

from purity_lint.fixes.compose import Replacement
from purity_lint.fixes.sourcemap import SourceMap
from purity_lint.fixes.templates import UnfixableError


def return_at_end(source: SourceMap, function: ast.AST, name: str) -> Replacement:
    """Return the edit that puts `return name` behind the last statement of ``function``.

    Raises :class:`UnfixableError` where its body stands on the line of its `def`.
    """
    assert isinstance(function, ast.FunctionDef)
    first = source.extent(function.body[0]).start
    indent = source.text[source.text.rfind("\n", 0, first) + 1 : first]
    if indent.strip():
        raise UnfixableError("the body of the function stands on the line of its `def`")
    end = source.text.find("\n", source.extent(function.body[-1]).end)
    end = len(source.text) if end < 0 else end
    return Replacement(end, end, f"\n{indent}return {name}")
