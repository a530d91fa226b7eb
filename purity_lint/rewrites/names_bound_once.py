"""Names that a file binds once, at its top or a function's, so that they mean one thing wherever they are read."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from purity_lint.rewrites.scopes import body_of, bound_names, own_nodes, parameters
from purity_lint.rewrites.uses_of_names import end, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.targets import paired


def bound_once(use: ast.Name, model: SemanticModel) -> ast.expr | None:
    """Return what the name read at ``use`` is bound to by the one statement of its function, or of the file, that does.

    ``None`` where more do, a test included, where that stands in a block, or behind the use, and where a function
    around the use has a parameter of that name.
    """
    if use.id in model.patched:
        return None
    function = model.function(use)
    if function is not None and use.id in bound_names(function):
        return _bound_within(function, use, model)
    statement, value = model.memo(_bound_once, lambda: _bound_once(model)).get(use.id, (None, None))
    if statement is None or (function is None and end(statement) > start(use)):
        return None
    while function is not None:
        if use.id in parameters(function):
            return None
        function = model.function(function)
    return value


def _bound_within(function: ast.AST, use: ast.Name, model: SemanticModel) -> ast.expr | None:
    """Return what the name is bound to by a statement of ``function`` before the use that alone binds it."""
    if use.id in parameters(function) or any(
        use.id in inner.names for inner in model.source.of(ast.Nonlocal)
    ):
        return None
    binding = [node for node in own_nodes(function) if _binds(node, use.id)]
    if len(binding) > 1:
        return None
    for statement in body_of(function):
        if isinstance(statement, ast.Assign) and end(statement) <= start(use):
            value = _assigned(statement).get(use.id)
            if value is not None:
                return value
    return None


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    return name in (getattr(node, field, None) for field in ("name", "asname", "rest"))


def _bound_once(model: SemanticModel) -> Mapping[str, tuple[ast.Assign, ast.expr]]:
    source = model.source
    counts = Counter(node.id for node in source.of(ast.Name) if not isinstance(node.ctx, ast.Load))
    counts.update(node.name for node in source.of(ast.FunctionDef))
    counts.update(node.name for node in source.of(ast.AsyncFunctionDef))
    counts.update(node.name for node in source.of(ast.ClassDef))
    counts.update(alias.asname or alias.name for alias in source.of(ast.alias))
    found: dict[str, tuple[ast.Assign, ast.expr]] = {}
    if counts["*"]:
        return found  # which names that binds, nothing here says
    for statement in source.tree.body:
        if isinstance(statement, ast.Assign):
            assigned = _assigned(statement)
            found.update({name: (statement, value) for name, value in assigned.items() if counts[name] == 1})
    return found


def _assigned(statement: ast.Assign) -> Mapping[str, ast.expr]:
    """The names of a statement's targets, each with what it is given, where that is told."""
    pairs = [(target, pair) for target in statement.targets for pair in paired(target, statement.value)]
    return {
        part.id: value
        for target, (part, value) in pairs
        if isinstance(part, ast.Name) and (part is target or value is not statement.value)
    }
