"""Values of which there are as many as places that a mask chooses: `t = np.extract(mask, x)`, and `2 * t + 1`."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_CHOOSING = "extract"


def are_selected_by(mask: ast.expr, values: ast.expr, model: SemanticModel) -> bool:
    """True where every array in ``values`` is what ``mask`` chose of another one, by the name that it has there."""
    return isinstance(mask, ast.Name) and _are_selected(values, mask.id, model)


def _are_selected(values: ast.expr, mask: str, model: SemanticModel) -> bool:
    names = [n for n in ast.walk(values) if isinstance(n, ast.Name) and _is_array(n, model) and n.id != mask]
    return bool(names) and all(_is_selected(name, mask, model) for name in names)


def _is_array(name: ast.Name, model: SemanticModel) -> bool:
    return model.qualified_name(name) is None and model.value(name).is_tensor


def _is_selected(name: ast.Name, mask: str, model: SemanticModel) -> bool:
    made = [m for m in bindings(enclosing(name, model)).get(name.id, ()) if m.lineno < name.lineno]
    if not made:
        return False
    match max(made, key=lambda one: one.lineno):
        case ast.Call(func=function, args=[ast.Name(id=chosen), _], keywords=[]):
            return chosen == mask and last_name(function) == _CHOOSING
        case ast.Subscript(slice=ast.Name(id=chosen)):
            return chosen == mask
        case ast.BinOp() | ast.UnaryOp() as computed:
            return _are_selected(computed, mask, model)
    return False
