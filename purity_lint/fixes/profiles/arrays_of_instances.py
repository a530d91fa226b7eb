"""Arrays that an object keeps, for what is given the object and no array: ``xp = array_namespace(self.means_)``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS

_ASKS_FIRST = "check_is_fitted"
"""Function that says that there is no array yet, as nothing above it would."""


def kept_array(function: ast.AST, model: SemanticModel) -> list[str]:
    """Return the array of its object that a function reads first, if it is there for sure where the function begins.

    It is asked at the top: what a function binds itself, or first asks about, may not be there.  The object is that of
    a method, or the only one whose attributes a private function reads, `_estimate(work)`.
    """
    if not isinstance(function, DEFINITIONS) or function.decorator_list or not function.args.args:
        return []
    if isinstance(model.parent(function), ast.ClassDef):
        hidden = function.name.startswith("__")
        return [] if hidden else _read_first(function.args.args[0].arg, function, model, sure=True)
    if not function.name.startswith("_") or len(function.args.args) > 1:
        return []
    return _read_first(function.args.args[0].arg, function, model, sure=False)


def _read_first(instance: str, function: ast.AST, model: SemanticModel, *, sure: bool) -> list[str]:
    """Return the attribute of ``instance`` that is read first and is an array where the function begins.

    Of an object of which nothing is known, what its attributes are used as says it, so that none is ``sure``.
    """
    read: list[ast.Attribute] = []
    for node in own_nodes(function):
        if isinstance(node, ast.Name) and node.id == _ASKS_FIRST:
            return []
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == instance:
            read.append(node)
    bound = {node.attr for node in read if not isinstance(node.ctx, ast.Load)}
    arrays = [node for node in read if node.attr not in bound and _is_array(node, model, sure=sure)]
    first = min(arrays, key=lambda node: (node.lineno, node.col_offset), default=None)
    return [] if first is None else [ast.unparse(first)]


def _is_array(attribute: ast.Attribute, model: SemanticModel, *, sure: bool) -> bool:
    value = model.value(attribute)
    return value.is_tensor and not (sure and value.maybe)
