"""Arrays made for what takes NumPy's arrays alone: objects of SymPy's or CVXPY's, and dates."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.ecosystem import SYMBOLIC
from purity_lint.knowledge.libraries import stands_in
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import reads
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


def why_numpys(call: ast.Call, model: SemanticModel) -> str | None:
    """Return why the array that ``call`` makes has to be NumPy's; ``None`` where it may be any library's."""
    uses = list(_uses(call, model))
    if any(_becomes_objects(use, model) for use in uses):
        return "it becomes an array of dates, text or objects, which no other backend has"
    given = (*call.args, *(keyword.value for keyword in call.keywords))
    if any(model.value(argument).is_tensor for argument in given):
        return None
    partners = [partner for use in uses if (partner := _partner(use, model)) is not None]
    if any(p.kind is Kind.INSTANCE and stands_in(p.name or "", *SYMBOLIC) for p in partners):
        return "a formula has it beside symbols, which take NumPy's arrays alone"
    if any(_is_given_to_symbols(use, model) for use in uses):
        return "a function of symbols is given it, which takes NumPy's arrays alone"
    if any(p.kind is Kind.OTHER for p in partners):
        return "a formula has it beside dates, text or objects, which no other backend has"
    return None


def _uses(call: ast.Call, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield ``call`` itself, and where the name is read that it is bound to."""
    yield call
    match model.parent(call):
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
            yield from reads(enclosing(call, model)).get(name, ())


def _partner(use: ast.expr, model: SemanticModel) -> Value | None:
    """Return the other operand of a formula."""
    formula = model.parent(use)
    if not isinstance(formula, ast.BinOp):
        return None
    return model.value(formula.right if formula.left is use else formula.left)


def _is_given_to_symbols(use: ast.expr, model: SemanticModel) -> bool:
    """True for an argument of a function that makes formulas: `cvxpy.kron(np.eye(2), x)`."""
    holder = model.parent(use)
    holder = model.parent(holder) if isinstance(holder, ast.keyword) else holder
    return isinstance(holder, ast.Call) and stands_in(model.qualified_name(holder.func) or "", *SYMBOLIC)


def _becomes_objects(use: ast.expr, model: SemanticModel) -> bool:
    """True for the array of `x.astype("datetime64[s]")`."""
    method = model.parent(use)
    if not isinstance(method, ast.Attribute) or method.attr != "astype":
        return False
    called = model.parent(method)
    return isinstance(called, ast.Call) and model.value(called).kind is Kind.OTHER
