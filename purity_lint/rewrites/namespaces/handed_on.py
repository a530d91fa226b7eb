"""Arrays that a function hands on to objects, and computes nothing with: `y` of ``model.fit(X, y)``.

They may be of another library than those that it computes with: labels are text where `X` is on a device.
"""

from __future__ import annotations

import ast

from purity_lint.rewrites.namespaces.in_use import is_namespace
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import is_none
from purity_lint.source.walk import walk


def is_handed_to_objects(parameter: str, function: ast.AST, model: SemanticModel) -> bool:
    """True for a parameter that is nothing but an argument of methods, beside questions whether it is `None`."""
    names = [n for n in walk(function) if isinstance(n, ast.Name) and n.id == parameter]
    loads = [n for n in names if isinstance(n.ctx, ast.Load)]
    handed = [n for n in loads if _is_given_to_method(n, model)]
    return (
        bool(handed) and len(loads) == len(names) and all(n in handed or _is_asked(n, model) for n in loads)
    )


def _is_given_to_method(name: ast.Name, model: SemanticModel) -> bool:
    holder = model.parent(name)
    call = model.parent(holder) if isinstance(holder, ast.keyword) else holder
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    owner = call.func.value
    if model.qualified_name(call.func) is not None or is_namespace(owner, model):
        return False
    return not model.value(owner).is_tensor and all(keyword.arg != "xp" for keyword in call.keywords)


def _is_asked(name: ast.Name, model: SemanticModel) -> bool:
    match model.parent(name):
        case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[other]):
            return is_none(other)
    return False
