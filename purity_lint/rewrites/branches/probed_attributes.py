"""Attributes that code asks for before it reads them: ``x.flags`` under ``if hasattr(x, "flags")``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS

_ASKS = frozenset({"hasattr", "getattr"})
_DEPTH = 2
"""How many names lie between an answer and the condition that goes by it."""


def is_probed(attribute: ast.Attribute, model: SemanticModel) -> bool:
    """True in a branch that depends on whether there is such an attribute.

    Of ``flags = getattr(x, "flags", None)`` that is `if getattr(flags, "writeable", True):`, too.
    """
    child: ast.AST = attribute
    parent = model.parent(attribute)
    while parent is not None and not isinstance(child, FUNCTIONS):
        test = parent.test if isinstance(parent, ast.If | ast.IfExp) else child
        if test is not child and isinstance(test, ast.expr) and _asks(test, attribute, model, _DEPTH):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _asks(test: ast.expr, attribute: ast.Attribute, model: SemanticModel, depth: int) -> bool:
    for node in ast.walk(test):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[subject, ast.Constant(value=asked), *_]) if (
                name in _ASKS
            ):
                if asked == attribute.attr and ast.dump(subject) == ast.dump(attribute.value):
                    return True
            case ast.Name(id=name) if depth:
                made = bindings(enclosing(test, model)).get(name, ())
                if len(made) == 1 and _asks(made[0], attribute, model, depth - 1):
                    return True
    return False
