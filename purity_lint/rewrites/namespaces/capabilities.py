"""What is said of the libraries whose arrays a function takes: ``@xp_capabilities(skip_backends=[...])``."""

from __future__ import annotations

import ast

from purity_lint.rewrites.namespaces.capability_tables import told_in_tables
from purity_lint.rewrites.scopes import bindings
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

_FOR_NUMPY = frozenset({"np_only", "cpu_only", "out_of_scope"})
_SKIPPED = "skip_backends"


def is_for_numpy(decorator: ast.expr) -> bool:
    """True for ``@xp_capabilities(np_only=True)``."""
    return isinstance(decorator, ast.Call) and any(
        keyword.arg in _FOR_NUMPY and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for keyword in decorator.keywords
    )


def skips(library: str, node: ast.AST, decorators: frozenset[str], model: SemanticModel) -> bool:
    """True in a function whose decorator leaves ``library`` out, and in others of a file that has such a one.

    What carries no decorator serves those that do.
    """
    skipping = model.memo(("functions without", library), lambda: _skipping(library, decorators, model))
    if not skipping:
        return False
    function = model.function(node)
    while function is not None:
        if function in skipping:
            return True
        if isinstance(function, DEFINITIONS) and capabilities(function, decorators, model) is not None:
            return False
        function = model.function(function)
    return True


def _skipping(library: str, decorators: frozenset[str], model: SemanticModel) -> frozenset[ast.AST]:
    tree = model.source.tree
    found = {f: capabilities(f, decorators, model) for f in ast.walk(tree) if isinstance(f, DEFINITIONS)}
    return frozenset(f for f, d in found.items() if d is not None and _names(library, d, tree))


def capabilities(
    function: ast.FunctionDef | ast.AsyncFunctionDef, decorators: frozenset[str], model: SemanticModel
) -> ast.expr | None:
    """Return what says which libraries' arrays a function takes: its decorator, or a table of the package."""
    for decorator in function.decorator_list:
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        if last_name(made) in decorators:
            return decorator
    is_at_top = isinstance(model.parent(function), ast.Module)
    return told_in_tables(decorators, model).get(function.name) if is_at_top else None


def _names(library: str, decorator: ast.expr, tree: ast.Module) -> bool:
    """True if a decorator leaves a library out, by itself or in a list that the file has under a name."""
    given = decorator.keywords if isinstance(decorator, ast.Call) else []
    lists = [keyword.value for keyword in given if keyword.arg == _SKIPPED]
    for value in lists:
        named = bindings(tree).get(value.id, []) if isinstance(value, ast.Name) else [value]
        for node in (inner for one in named for inner in ast.walk(one)):
            if isinstance(node, ast.Constant) and str(node.value).partition(".")[0] == library:
                return True
    return False
