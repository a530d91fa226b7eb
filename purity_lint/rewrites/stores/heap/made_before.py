"""Attributes and items that are given an array of their own right before it is changed: nobody else has it yet.

``self.tables[k] = self.tables[k].copy()``, then ``self.tables[k][0] = 1``, is how code takes care that nobody sees it.
"""

from __future__ import annotations

import ast

from purity_lint.rewrites.stores.heap.new_arrays import is_new_array
from purity_lint.rewrites.uses_of_names import base_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before, blocks
from purity_lint.source.compare import same_text
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import dotted, names_in
from purity_lint.source.walk import walk


def is_made_before(array: ast.expr, change: ast.stmt, model: SemanticModel) -> bool:
    """Return True where a statement that every path to ``change`` passes binds ``array``, no name, to a new array.

    What stands between may change it as well, and may not have to do with the object or container that holds it.
    """
    base = base_of(array)
    path = None if base is None else dotted(base)
    inside: ast.AST | None = change
    while path is not None and isinstance(inside, ast.stmt) and not isinstance(inside, DEFINITIONS):
        if not _leaves(inside, array, path, model):
            return False
        holder = model.parent(inside)
        for statement in reversed(before(inside, holder)):
            match statement:
                case ast.Assign(targets=[target], value=value) if same_text(target, array):
                    return is_new_array(value, model)
            if not _leaves(statement, array, path, model):
                return False
        inside = holder
    return False


def _leaves(statement: ast.stmt, array: ast.expr, path: str, model: SemanticModel) -> bool:
    """Return True where a statement only stores into ``array`` or calculates with it, or leaves its holder alone."""
    own = [node for node in walk(statement) if isinstance(node, ast.Name | ast.Attribute)]
    bound = {node.id for node in own if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    calls = (node for node in walk(statement) if isinstance(node, ast.Call))
    if not bound.isdisjoint(names_in(array)) or any(_is_handed(c, path.partition(".")[0]) for c in calls):
        return False
    inner = [each for block in blocks(statement) for each in block]
    if inner:
        within = {id(node) for each in inner for node in walk(each)}
        own = [node for node in own if id(node) not in within]
        return not any(dotted(node) == path for node in own) and all(
            _leaves(s, array, path, model) for s in inner
        )
    if _stores(statement, array) or not any(dotted(node) == path for node in own):
        return True
    return _calculates(statement, path, model)


def _calculates(statement: ast.stmt, path: str, model: SemanticModel) -> bool:
    """Return True for `y = x.copy()` and `y = np.sqrt(x) + 1`, which read ``path`` and let nobody keep it."""
    match statement:
        case ast.Assign(targets=targets, value=value) if is_new_array(value, model):
            inside = list(walk(value))
            calls = (node for node in inside if isinstance(node, ast.Call))
            is_bound = any(
                isinstance(node, ast.expr) and dotted(node) == path
                for target in targets
                for node in walk(target)
            )
            keeps = any(isinstance(node, ast.Lambda) for node in inside)
            return not (is_bound or keeps) and all(is_new_array(call, model) for call in calls)
    return False


def _stores(statement: ast.stmt, array: ast.expr) -> bool:
    """Return True for `x[i] = v`, `x[i] += v` and `x += v`."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=whole)]):
            return same_text(whole, array)
        case ast.AugAssign(target=target):
            return same_text(target, array) or (
                isinstance(target, ast.Subscript) and same_text(target.value, array)
            )
    return False


def _is_handed(call: ast.Call, root: str) -> bool:
    """Return True for a method of the object at ``root``, and for a call that is given it."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    return any(isinstance(one, ast.Name) and one.id == root for one in (owner, *given))
