"""Code for one library that says so: a function which imports it by itself, a file or folder with its name."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import HOST_PACKAGES
from purity_lint.rewrites.references import reference
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.imports import packages_of


def is_of_named_library(node: ast.AST, model: SemanticModel) -> bool:
    """True for `jax.random.split(key)` below `import jax` in the same function, and in a file of a folder `jax`.

    Who imports a library there wants that one. NumPy is imported everywhere, and says nothing.
    """
    statement = model.parent(node) if isinstance(node, ast.alias) else node
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return model.function(node) is not None and packages_of(statement).isdisjoint(HOST_PACKAGES)
    found = reference(node.func if isinstance(node, ast.Call) else node, model) or reference(node, model)
    if found is None or found.library in HOST_PACKAGES:
        return False
    path = model.source.path
    if found.library in {*path.parent.parts[-2:], path.stem}:
        return True
    function = model.function(node)
    while function is not None:
        if any(found.library in packages_of(statement) for statement in own_nodes(function)):
            return True
        function = model.function(function)
    return False
