"""Arrays that an object keeps, for methods that are given none: ``xp = array_namespace(self.means_)``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS

_ASKS_FIRST = "check_is_fitted"
"""Function that says that there is no array yet, as nothing above it would."""


def kept_array(method: ast.AST, model: SemanticModel) -> list[str]:
    """Return the array of its object that a method reads first, if it is there for sure where the method begins.

    It is asked at the top: what a method binds itself, or first asks about, may not be there.
    """
    if not isinstance(method, DEFINITIONS) or not isinstance(model.parent(method), ast.ClassDef):
        return []
    if method.decorator_list or not method.args.args or method.name.startswith("__"):
        return []
    instance = method.args.args[0].arg
    read: list[ast.Attribute] = []
    for node in own_nodes(method):
        if isinstance(node, ast.Name) and node.id == _ASKS_FIRST:
            return []
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == instance:
            read.append(node)
    bound = {node.attr for node in read if not isinstance(node.ctx, ast.Load)}
    arrays = [node for node in read if node.attr not in bound and _is_array(node, model)]
    first = min(arrays, key=lambda node: (node.lineno, node.col_offset), default=None)
    return [] if first is None else [ast.unparse(first)]


def _is_array(attribute: ast.Attribute, model: SemanticModel) -> bool:
    value = model.value(attribute)
    return value.is_tensor and not value.maybe
