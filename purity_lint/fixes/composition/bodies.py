"""Where a function's body begins, and how far it is indented."""

from __future__ import annotations

import ast

from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import UnfixableError
from purity_lint.source.constructs import Definition

_Decorated = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def top_of_body(source: SourceMap, function: Definition) -> tuple[int, str]:
    """Return the offset of the line that a new first statement of ``function`` comes before, and its indentation.

    The docstring stays first, and comments stay with the statement that they stand right above.  Raises
    :class:`UnfixableError` where the body stands on the line of its `def`.
    """
    body = function.body
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    first = body[1] if documented and len(body) > 1 else body[0]
    indent = indentation(source, first)
    return _comments_above(source, line_start(source, first), indent), indent


def indentation(source: SourceMap, statement: ast.stmt) -> str:
    """Return what stands before ``statement`` on its line.  Raises :class:`UnfixableError` for another statement."""
    start = line_start(source, statement)
    if isinstance(statement, _Decorated):
        return source.line_indent(start)
    indent = source.text[start : source.extent(statement).start]
    if indent.strip():
        raise UnfixableError("the body of the function stands on the line of its `def`")
    return indent


def line_start(source: SourceMap, node: ast.stmt) -> int:
    """Return the offset of the line on which ``node`` begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return source.line_starts[(decorators[0] if decorators else node).lineno - 1]


def _comments_above(source: SourceMap, start: int, indent: str) -> int:
    """Return where the comment starts that stands right above the line at ``start``, and is of what follows."""
    lines = source.text[:start].split("\n")[:-1]
    while lines and lines[-1].startswith(f"{indent}#") and not lines[-1].lstrip().startswith("# type:"):
        start -= len(lines.pop()) + 1
    return start
