"""Arrays that a function changes and gives back, where a caller goes on with the one that it handed in.

NumPy, PyTorch and MLX change the memory, so that both are one; JAX makes a new array, which is lost.
"""

from __future__ import annotations

import ast

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.knowledge.memory import SAME_ARRAY
from purity_lint.knowledge.python import DROPPED
from purity_lint.rewrites.local_calls import callee
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.sharing import Sharing, sharing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name


def seen_by_callers(array: ast.expr, change: ast.AST, model: SemanticModel) -> Claim:
    """Return the claim that no caller drops what is given back of ``array``, which the statement ``change`` changes."""
    function = enclosing(change, model)
    if not isinstance(function, DEFINITIONS) or not isinstance(array, ast.Name):
        return claim(Assumption.SEEN_BY_CALLERS, True)
    if array.id != model.given_back(function) or not model.result_is_dropped(function):
        return claim(Assumption.SEEN_BY_CALLERS, True)
    own = sharing(array, change, model) is Sharing.PRIVATE
    return claim(Assumption.SEEN_BY_CALLERS, own, refuted=not own)


def dropped_array(statement: ast.Expr, model: SemanticModel) -> ast.expr | None:
    """Return the argument that a call whose result is dropped hands to a function that changes it and gives it back.

    The function is one of this file: nothing is known of the statements of another one.
    """
    call = statement.value
    if not isinstance(call, ast.Call) or last_name(call.func) not in model.asked_about(DROPPED):
        return None
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    function = callee(call, model)
    if function is None or function.decorator_list:
        return None
    parameter = model.given_back(function)
    if parameter is None or not _stays(parameter, function, model):
        return None
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value
    in_order = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    given = dict(zip(in_order, call.args, strict=False))
    return given.get(parameter)


def _stays(name: str, function: ast.AST, model: SemanticModel) -> bool:
    """True where ``function`` gives ``name`` no other array than the one that it was handed."""
    stores = [n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name]
    return all(_keeps(model.statement(node)) for node in stores if isinstance(node.ctx, ast.Store))


def _keeps(statement: ast.stmt) -> bool:
    """True for `x += 1` and `x = np.asarray(x)`, after which a name stands for the array that it stood for."""
    match statement:
        case ast.AugAssign():
            return True
        case ast.Assign(value=ast.Call(func=made)):
            return last_name(made) in SAME_ARRAY
    return False
