"""Built-in functions around arrays, in the words of a namespace: ``a ** b`` for ``pow(a, b)``, a loop for ``map``."""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.semantics.model import SemanticModel

_EACH = "each"
_POWER = "{ops}.power({a}, {b})"


def as_operator(edit: Rewrite | RewriteStatement, model: SemanticModel) -> Rewrite | RewriteStatement:
    """Return `a ** b` for `pow(a, b)`: a namespace's function takes a number in some libraries only."""
    is_builtin = (
        isinstance(edit, Rewrite)
        and isinstance(edit.node, ast.Call)
        and model.qualified_name(edit.node.func) in {"pow", "builtins.pow"}
    )
    return replace(edit, template="{a} ** {b}") if is_builtin and edit.template == _POWER else edit


def mapped(edit: Rewrite, call: ast.Call, model: SemanticModel) -> Rewrite | None:
    """Return `(f(each) for each in xs)` for `map(f, xs)`, where ``edit`` writes the function; ``None`` elsewhere."""
    if model.qualified_name(call.func) != "builtins.map" or call.keywords or len(call.args) != len("fx"):
        return None
    function, several = call.args
    if function is not edit.node or isinstance(several, ast.Starred):
        return None
    return Rewrite(
        call, f"({edit.template}({_EACH}) for {_EACH} in {{several}})", {**edit.holes, "several": several}
    )
