"""Libraries that a file does without where they are not installed: ``try: import tensorflow as tf`` and a way out."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import ROOTS
from purity_lint.rewrites.references import reference, references
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.imports import catches_import_error, packages_of


def may_fail(node: ast.AST, model: SemanticModel) -> bool:
    """True where an import stands in the body of a ``try`` that catches its failure."""
    statement = model.statement(node)
    parent = model.parent(statement)
    if not isinstance(parent, ast.Try) or statement not in parent.body:
        return False
    return any(catches_import_error(handler) for handler in parent.handlers)


def is_of_optional_library(node: ast.AST, model: SemanticModel) -> bool:
    """True for a name of such a library, and in a function that uses one: what it takes is that library's.

    Code that is to run on every backend cannot be written in what may be missing.
    """
    optional = model.memo(is_of_optional_library, lambda: _optional(model))
    if not optional:
        return False
    found = reference(node, model)
    if found is not None and found.library in optional:
        return True
    serving = model.memo(_serving, lambda: _serving(optional, model))
    function = model.function(node)
    while function is not None:
        if function in serving:
            return True
        function = model.function(function)
    return isinstance(node, ast.alias | ast.Import | ast.ImportFrom) and may_fail(node, model)


def _optional(model: SemanticModel) -> frozenset[str]:
    """Return the libraries that a file imports nowhere but where that may fail."""
    imported: dict[str, bool] = {}
    statements: list[ast.AST] = [*model.source.of(ast.Import), *model.source.of(ast.ImportFrom)]
    for statement in statements:
        for root in packages_of(statement):
            imported[root] = imported.get(root, True) and may_fail(statement, model)
    return frozenset(ROOTS[root] for root, fails in imported.items() if fails and root in ROOTS)


def _serving(optional: frozenset[str], model: SemanticModel) -> frozenset[ast.AST]:
    """Return the functions that use an optional library themselves."""
    used = (node for node, found in references(model).items() if found.library in optional)
    around = (model.function(node) for node in used)
    return frozenset(function for function in around if function is not None)
