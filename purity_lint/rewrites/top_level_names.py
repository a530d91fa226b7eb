"""Names that a file binds once, at its top, so that they mean one thing wherever they are read."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from purity_lint.rewrites.scopes import parameters
from purity_lint.rewrites.uses_of_names import end, start
from purity_lint.semantics.model import SemanticModel


def bound_once(use: ast.Name, model: SemanticModel) -> ast.expr | None:
    """Return what the name read at ``use`` is bound to by the one statement of the file that binds it.

    ``None`` where more do, a test included, where that stands in a block, or behind the use, and where a function
    around the use has a parameter of that name.
    """
    if use.id in model.patched:
        return None
    statement = model.memo(_bound_once, lambda: _bound_once(model)).get(use.id)
    if statement is None or (model.function(use) is None and end(statement) > start(use)):
        return None
    function = model.function(use)
    while function is not None:
        if use.id in parameters(function):
            return None
        function = model.function(function)
    return statement.value


def _bound_once(model: SemanticModel) -> Mapping[str, ast.Assign]:
    source = model.source
    counts = Counter(node.id for node in source.of(ast.Name) if not isinstance(node.ctx, ast.Load))
    counts.update(node.name for node in source.of(ast.FunctionDef))
    counts.update(node.name for node in source.of(ast.AsyncFunctionDef))
    counts.update(node.name for node in source.of(ast.ClassDef))
    counts.update(alias.asname or alias.name for alias in source.of(ast.alias))
    found: dict[str, ast.Assign] = {}
    if counts["*"]:
        return found  # which names that binds, nothing here says
    for statement in source.tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) if counts[name] == 1:
                found[name] = statement
    return found
