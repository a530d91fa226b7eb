"""Arrays that are compared with a text: `np.array(names) == "M2"` holds texts, whatever is known of `names`."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel


def is_compared_with_text(call: ast.Call, model: SemanticModel) -> bool:
    """True where the array, or the name that it alone is bound to, is compared with a text, or asked for one."""
    parent = model.parent(call)
    if isinstance(parent, ast.Compare):
        return _has_text_beside(parent, call)
    match parent:
        case ast.Assign(targets=[ast.Name(id=name)]):
            scope = enclosing(call, model)
            if bindings(scope).get(name) != [call]:
                return False
            asked = (node for node in own_nodes(scope) if isinstance(node, ast.Compare))
            sides = (s for compare in asked for s in _sides(compare) if _has_text_beside(compare, s))
            return any(isinstance(side, ast.Name) and side.id == name for side in sides)
    return False


def _has_text_beside(compare: ast.Compare, side: ast.expr) -> bool:
    match _sides(compare):
        case [one, ast.Constant(value=str())] | [ast.Constant(value=str()), one]:
            return one is side
    return False


def _sides(compare: ast.Compare) -> list[ast.expr]:
    return [compare.left, *compare.comparators]
