"""Namespaces that a function is given, or unpacks, and reads nothing of yet: `shape, dtype, xp = prepared`."""

from __future__ import annotations

import ast

from purity_lint.rewrites.references import reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.parameters import parameter_names
from purity_lint.source.walk import walk

_STANDARD = "xp"
"""How code calls a namespace of the array API standard, which says what it is before anything is read of it."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_bound_unread(name: str, function: _Function, model: SemanticModel) -> bool:
    """True if ``name`` is a parameter of ``function``, or unpacked there once, and at most handed on."""
    if name.strip("_") != _STANDARD:
        return False
    named = [node for node in walk(function) if isinstance(node, ast.Name) and node.id == name]
    bound = [node for node in named if isinstance(node.ctx, ast.Store)]
    given = name in parameter_names(function)
    unpacked = len(bound) == 1 and isinstance(model.parent(bound[0]), ast.Tuple | ast.List)
    if not (unpacked and not given) and not (given and not bound):
        return False
    return all(node in bound or _is_handed_on(node, model) for node in named)


def _is_handed_on(node: ast.Name, model: SemanticModel) -> bool:
    """True for `f(x, xp)` and `f(x, xp=xp)`, unless of a library: `np.interp(x, xp, fp)` takes places of samples."""
    parent = model.parent(node)
    call = model.parent(parent) if isinstance(parent, ast.keyword) and parent.arg == node.id else parent
    return isinstance(call, ast.Call) and call.func is not node and reference(call.func, model) is None
