"""Results of SciPy's that only packages with NumPy inside read: made tensors, they would be taken back at once."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.packages import NUMPY_INSIDE
from purity_lint.knowledge.scipy.any_library import public_name
from purity_lint.knowledge.scipy.forms import TABLE
from purity_lint.rewrites.host.foreign_results import (
    callee,
    chosen,
    gives_one,
    is_held_by_estimator,
    partly_filled,
)
from purity_lint.rewrites.operands import package_given
from purity_lint.rewrites.scopes import bindings, bound_names, enclosing, own_nodes, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.walk import walk


def is_kept(argument: ast.expr, model: SemanticModel) -> bool:
    """True where ``argument`` is such a result, `cdist(x, y, "cosine")`, or a name of one."""
    made = _bound_to(argument, model) if isinstance(argument, ast.Name) else argument
    if isinstance(made, ast.Attribute) and is_held_by_estimator(made, model):
        return stays_with_numpy(made, model)
    call = made.value if isinstance(made, ast.Subscript) else made
    if made is None or not isinstance(call, ast.Call):
        return False
    if not stands_in(callee(call, model), "scipy", "sklearn"):
        return False
    one = gives_one(call, model) if made is call else chosen(call, model) is made
    return one and stays_with_numpy(made, model)


def stays_with_numpy(result: ast.expr, model: SemanticModel) -> bool:
    """True where ``result`` is handed to such packages, as it is or by a name, and goes nowhere else."""
    if _is_handed_over(result, model):
        return True
    match model.parent(result):
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is result:
            return _is_only_handed_over(name, enclosing(result, model), model)
    return False


def _bound_to(name: ast.Name, model: SemanticModel) -> ast.expr | None:
    """Return what the function binds ``name`` to, if it does so once."""
    scope = enclosing(name, model)
    made = bindings(scope).get(name.id, ())
    return made[0] if len(made) == 1 and name.id not in parameters(scope) else None


def _is_only_handed_over(name: str, scope: ast.AST, model: SemanticModel) -> bool:
    if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        return False  # others may read what a file or a class binds
    if name not in bound_names(scope) or name in parameters(scope):
        return False
    mentions = [node for node in walk(scope) if isinstance(node, ast.Name) and node.id == name]
    read = [node for node in mentions if isinstance(node.ctx, ast.Load)]
    bound_once = len(mentions) == len(read) + 1
    own = {id(node) for node in own_nodes(scope)}
    return bound_once and bool(read) and all(id(n) in own and _is_handed_over(n, model) for n in read)


def _is_handed_over(node: ast.expr, model: SemanticModel) -> bool:
    """True for an argument of a function of such a package that stays what it is, for lack of an operation."""
    given, parent = package_given(node, model), model.parent(node)
    if given not in NUMPY_INSIDE or isinstance(parent, ast.Starred):
        return False
    call = model.parent(parent) if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call) or partly_filled(call.func, model) is not None:
        return False
    return public_name(callee(call, model)).partition(".")[2] not in TABLE
