"""Names as they are written, whatever they are bound to."""

from __future__ import annotations

import ast


def last_name(node: ast.AST | None) -> str:
    """``c`` of ``a.b.c``, and of ``c`` alone; the empty string for other expressions."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
