"""Errors that the code around an expression waits for."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import FUNCTIONS
from purity_lint.semantics.model import SemanticModel


def catches(node: ast.AST, error: str, model: SemanticModel) -> bool:
    """Whether ``node`` stands in the body of a ``try``, of its own function, with a handler that names ``error``.

    A handler for every exception waits for none in particular.
    """
    child, parent = node, model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        handlers = parent.handlers if isinstance(parent, ast.Try) and child in parent.body else []
        if any(_names(handler, error) for handler in handlers):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _names(handler: ast.ExceptHandler, error: str) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(t, ast.Name) and t.id == error for t in types)
