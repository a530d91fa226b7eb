"""Arrays made for a formula of SymPy's, CVXPY's or the like, whose objects take NumPy's arrays alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.ecosystem import SYMBOLIC
from purity_lint.knowledge.libraries import stands_in
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind


def meets_symbols(call: ast.Call, model: SemanticModel) -> bool:
    """True where ``call`` makes an array of no tensor, and a formula has it beside symbols."""
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    if any(model.value(argument).is_tensor for argument in given):
        return False
    return any(_is_beside_symbols(use, model) for use in _uses(call, model))


def _uses(call: ast.Call, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield ``call`` itself, and where the name is read that it is bound to."""
    yield call
    match model.parent(call):
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
            for node in own_nodes(enclosing(call, model)):
                if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                    yield node


def _is_beside_symbols(use: ast.expr, model: SemanticModel) -> bool:
    formula = model.parent(use)
    if not isinstance(formula, ast.BinOp):
        return False
    other = model.value(formula.right if formula.left is use else formula.left)
    return other.kind is Kind.INSTANCE and stands_in(other.name or "", *SYMBOLIC)
