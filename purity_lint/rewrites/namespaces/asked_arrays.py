"""The arrays that namespaces are asked of, where a function has several: ``xp_y`` of `xp_y, _ = get_namespace(y)`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from purity_lint.rewrites.namespaces.in_use import is_namespace, namespaces
from purity_lint.rewrites.scopes import bindings, own_nodes
from purity_lint.semantics.model import SemanticModel


def asked_of(function: ast.AST, model: SemanticModel) -> frozenset[str]:
    """Return the names whose namespace a function asks for: `x` and `y` of `xp = get_namespace(x, y)`."""
    return frozenset().union(*_asked(function, model).values())


def namespace_for(node: ast.AST, function: ast.AST, model: SemanticModel) -> str | None:
    """Return the one namespace that is asked of an array which the call at ``node`` is given, or that made it.

    ``None`` where nothing says so, and the namespace of the function is as good as any.
    """
    if len(_asked(function, model)) < 2:
        return None
    parent = model.parent(node)
    call = parent if isinstance(parent, ast.Call) and parent.func is node else node
    if not isinstance(call, ast.Call):
        return None
    for argument in call.args:
        spaces = _spaces_of(argument, function, model) if isinstance(argument, ast.Name) else ()
        if len(spaces) == 1:
            return next(iter(spaces))
    return None


def _asked(function: ast.AST, model: SemanticModel) -> Mapping[str, frozenset[str]]:
    """Return the namespaces that a function asks for, each with the names that it is asked of."""

    def find() -> Mapping[str, frozenset[str]]:
        spaces = {n.id for n in namespaces(model) if isinstance(n, ast.Name)}
        found: dict[str, frozenset[str]] = {}
        for node in own_nodes(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            names = [n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            asked = {n.id for a in node.value.args for n in ast.walk(a) if isinstance(n, ast.Name)}
            for space in spaces.intersection(names):
                found[space] = found.get(space, frozenset()) | asked
        return found

    return model.memo(("asked of", function), find)


def _spaces_of(name: ast.Name, function: ast.AST, model: SemanticModel) -> frozenset[str]:
    """Return the namespaces that made an array last, `move_to(y, xp=xp)`, or else those that are asked of it."""
    above = [value for value in bindings(function).get(name.id, ()) if value.lineno < name.lineno]
    for value in sorted(above, key=lambda one: one.lineno, reverse=True):
        made = {n.id for n in ast.walk(value) if isinstance(n, ast.Name) and is_namespace(n, model)}
        if made:
            return frozenset(made)
    return frozenset(space for space, names in _asked(function, model).items() if name.id in names)
