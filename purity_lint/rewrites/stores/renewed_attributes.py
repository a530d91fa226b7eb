"""Attributes that get a new array before anybody reads the old one: `u = self.u; u[0] = 1; self.u = np.roll(u, 1)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.stores.shared_memory import is_of_library
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import dotted


def is_renewed_unread(attribute: ast.expr, renewal: ast.Assign, change: Change) -> bool:
    """True where every turn comes from the change to the ``renewal`` of an attribute, and nothing on the way reads it.

    Code of the project that runs in between may read it through the object, and so may whoever is handed that.
    """
    if not isinstance(attribute, ast.Attribute) or not change.is_followed_by(renewal):
        return False
    steps = (*change.steps_to(renewal), renewal.value)
    return not any(
        _may_read(node, attribute, change.model) for step in steps for node in _outside_of_targets(step)
    )


def _outside_of_targets(step: ast.AST) -> Iterator[ast.AST]:
    return (node for node in ast.walk(step) if not isinstance(getattr(node, "ctx", None), ast.Store))


def _may_read(node: ast.AST, attribute: ast.Attribute, model: SemanticModel) -> bool:
    match node:
        case ast.Attribute():
            return dotted(node) == dotted(attribute)
        case ast.Name(id=name):
            owner = attribute.value
            handed_over = not isinstance(model.parent(node), ast.Attribute)
            return handed_over and isinstance(owner, ast.Name) and owner.id == name
        case ast.Call(func=function):
            return not (
                is_of_library(function, model)
                or builtin(model, node) is not None
                or (isinstance(function, ast.Attribute) and model.value(function.value).is_tensor)
            )
        case ast.Await() | ast.Yield() | ast.YieldFrom():
            return True
    return False
