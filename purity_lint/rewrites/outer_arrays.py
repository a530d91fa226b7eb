"""Stores into arrays that have their names from around a function, in one that does not declare them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.scopes import (
    bindings,
    bound_names,
    declared_names,
    enclosing,
    own_nodes,
    parameters,
)
from purity_lint.rewrites.updates import read_update
from purity_lint.rewrites.uses_of_names import base_of, handed_back
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS


def outer_arrays(function: ast.AST, model: SemanticModel) -> Iterator[tuple[ast.Name, str]]:
    """Yield the arrays that ``function`` itself changes and neither binds nor declares, each where it does so first.

    With each comes what would declare it, `nonlocal x` or `global x`. Left out are those of which a new array under
    the same name would not reach everybody.
    """
    own = bound_names(function) | declared_names(function)
    seen: set[str] = set()
    for name in _changed(function, model):
        if name.id not in own and name.id not in seen and model.value(name).is_tensor:
            seen.add(name.id)
            declaration = _declaration(name.id, function, model)
            if declaration is not None:
                yield name, declaration


def _changed(function: ast.AST, model: SemanticModel) -> Iterator[ast.Name]:
    for node in own_nodes(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            array: ast.expr | None = base_of(node)
        elif isinstance(node, ast.Call) and isinstance(model.parent(node), ast.Expr):
            update = read_update(node, model)
            if update is None:
                continue
            array = update.array
        else:
            continue
        if isinstance(array, ast.Name):
            yield array


def _declaration(name: str, function: ast.AST, model: SemanticModel) -> str | None:
    scope = enclosing(function, model)
    while not isinstance(scope, ast.Module):
        if isinstance(scope, ast.Lambda):
            return None
        if isinstance(scope, FUNCTIONS) and name in bound_names(scope):
            hidden = name in parameters(scope) and name not in handed_back(scope)
            return None if hidden else f"nonlocal {name}"
        if isinstance(scope, FUNCTIONS) and name in declared_names(scope):
            return None
        scope = enclosing(scope, model)
    return f"global {name}" if name in bindings(scope) else None
