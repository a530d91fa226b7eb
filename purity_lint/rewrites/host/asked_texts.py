"""Parameters that may be a text, as the function that takes them asks: `isinstance(t, str)`, `t == "cutoff"`."""

from __future__ import annotations

import ast

from purity_lint.source.walk import walk


def may_be_text(function: ast.AST, name: str) -> bool:
    """True if ``function`` asks whether what it calls ``name`` is a text: callers may pass one for an array."""
    return any(_asks(node, name) for node in walk(function))


def _asks(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=asked), classes]):
            each = classes.elts if isinstance(classes, ast.Tuple) else [classes]
            return asked == name and any(isinstance(one, ast.Name) and one.id == "str" for one in each)
        case ast.Compare(
            left=ast.Name(id=asked),
            ops=[ast.Eq() | ast.NotEq()],
            comparators=[ast.Constant(value=str())],
        ):
            return asked == name
        case ast.Compare(left=ast.Name(id=asked), ops=[ast.In() | ast.NotIn()], comparators=[several]):
            texts = several.elts if isinstance(several, ast.Tuple | ast.List | ast.Set) else []
            each_is = (isinstance(one, ast.Constant) and isinstance(one.value, str) for one in texts)
            return asked == name and bool(texts) and all(each_is)
    return False
