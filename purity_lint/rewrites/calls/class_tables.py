"""Names of classes among which the class of a value is looked up: a tensor's own is there, and is no `ops.Tensor`."""

from __future__ import annotations

import ast

from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_DISPLAYS = (ast.Tuple, ast.List, ast.Set, ast.BinOp)


def is_class_looked_up(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.ndarray` in `KINDS = (np.ndarray, list)` where the file asks `type(x) in KINDS`."""
    display: ast.expr = node
    while isinstance(holder := model.parent(display), _DISPLAYS):
        display = holder
    names = frozenset(names_given(display, model))
    return bool(names) and not names.isdisjoint(_compared_with_classes(model))


def _compared_with_classes(model: SemanticModel) -> frozenset[str]:
    """Return the names that a file compares `type(x)` or `x.__class__` with."""
    return model.memo(_compared_with_classes, lambda: frozenset(_read(model)))


def _read(model: SemanticModel) -> list[str]:
    found = []
    for comparison in model.source.of(ast.Compare):
        sides = (comparison.left, *comparison.comparators)
        if any(map(_is_class_of_value, sides)):
            names = [last_name(s.value if isinstance(s, ast.Subscript) else s) for s in sides]
            found += [name for name in names if name]
    return found


def _is_class_of_value(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return False
