"""Attributes whose array something else holds: another attribute of the object, another object, another file."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.stores.exchanges import exchanges
from purity_lint.rewrites.stores.heap.made_before import is_made_before
from purity_lint.rewrites.stores.holders import keeps
from purity_lint.rewrites.stores.item_stores import attribute_bound_with
from purity_lint.rewrites.stores.shared_memory import is_view
from purity_lint.rewrites.uses_of_names import attributes_bound, attributes_of_one_name, base_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import arguments_of
from purity_lint.source.names import dotted
from purity_lint.source.walk import walk


def is_held_twice(array: ast.Attribute, model: SemanticModel) -> bool:
    """True where another attribute of the class, or an object that it makes, holds the array of ``array`` or a view."""
    path = dotted(array)
    scope = enclosing(array, model)
    while scope is not None and not isinstance(scope, ast.ClassDef | ast.Module):
        scope = enclosing(scope, model)
    if path in attributes_of_one_name(scope):
        return True
    for node, base, targets in attributes_bound(scope):
        if node in exchanges(scope) or (path == base and _is_copy(node.value, model)):
            continue
        if path in targets - {base} or (path == base and targets - {path}):
            return True
    return any(_keeps(call, path, model) for call in _calls_with_attributes(scope, model))


def is_taken_by_another_file(array: ast.expr, change: ast.AST, model: SemanticModel) -> bool:
    """True where another file may hold the array of an attribute, or of a name that goes along with one.

    It has not met an array that the lines above have made.
    """
    attribute = array.attr if isinstance(array, ast.Attribute) else attribute_bound_with(array, model)
    if attribute is None or not model.is_taken_elsewhere(attribute.rpartition(".")[2]):
        return False
    return not is_made_before(array, model.statement(change), model)


def _calls_with_attributes(scope: ast.ClassDef | ast.Module, model: SemanticModel) -> list[ast.Call]:
    """Return the calls in a class that are given attributes, or views of them."""
    return model.memo(
        (_calls_with_attributes, scope),
        lambda: [
            node
            for node in walk(scope)
            if isinstance(node, ast.Call)
            and any(isinstance(base_of(a), ast.Attribute) for a in arguments_of(node))
        ],
    )


def _keeps(call: ast.Call, path: str | None, model: SemanticModel) -> bool:
    """True where an object gets hold of the array of the attribute ``path``."""
    given = (
        a
        for a in arguments_of(call)
        if isinstance(base := base_of(a), ast.Attribute) and dotted(base) == path and not _is_copy(a, model)
    )
    return any(keeps(call, argument, model) for argument in given)


def _is_copy(part: ast.expr, model: SemanticModel) -> bool:
    """Return True for `self.x[order]`: what an array or a list of indices picks has memory of its own.

    So has an element of an array of one axis, `self.x[0]`.
    """
    while isinstance(part, ast.Subscript | ast.Attribute):
        if isinstance(part, ast.Subscript) and not is_view(part, part.value, part.slice, model):
            return True
        part = part.value
    return False
