"""Arrays that a function changes and gives back, where a caller goes on with the one that it handed in.

NumPy, PyTorch and MLX change the memory, so that both are one; JAX makes a new array, which is lost.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.knowledge.memory import SAME_ARRAY
from purity_lint.knowledge.python import DROPPED
from purity_lint.rewrites.local_calls import callee, functions_by_name
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.rewrites.stores.views import view_of
from purity_lint.rewrites.uses_of_names import (
    end,
    in_one_block,
    is_bound_before,
    loops_around,
    reads,
    start,
)
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS, is_none
from purity_lint.source.names import last_name, names_in
from purity_lint.source.parameters import argument_for


def seen_by_callers(array: ast.expr, change: ast.AST, model: SemanticModel) -> Claim:
    """Return the claim that no caller drops what is given back of ``array``, which the statement ``change`` changes."""
    function = enclosing(change, model)
    if not isinstance(function, DEFINITIONS) or not isinstance(array, ast.Name):
        return claim(Assumption.SEEN_BY_CALLERS, True)
    if model.given_back(function) is None and _is_read_by_callers(array, change, function, model):
        return claim(Assumption.SEEN_BY_CALLERS, False, refuted=True)
    if array.id != model.given_back(function) or not model.result_is_dropped(function):
        return claim(Assumption.SEEN_BY_CALLERS, True)
    own = sharing(array, change, model) is Sharing.PRIVATE
    return claim(Assumption.SEEN_BY_CALLERS, own, refuted=not own)


def _is_read_by_callers(
    array: ast.Name, change: ast.AST, function: ast.FunctionDef | ast.AsyncFunctionDef, model: SemanticModel
) -> bool:
    """True where a call in the file hands over for a parameter what is read when it is done.

    Of `if inplace: x /= 2` calls count that say something of `inplace`.
    """
    parameters = _parameters(function, model)
    if array.id not in parameters or not _stays(array.id, function, model):
        return False
    asked = _asked_around(change, function, model) & parameters
    for call in model.source.of(ast.Call):
        if callee(call, model) is not function:
            continue
        given = argument_for(array.id, function, call)
        said = not asked or any(argument_for(name, function, call) is not None for name in asked)
        if not said or given is None:
            continue
        if _is_left_behind(given, model.statement(call), model) or _is_read_beside(given, call, model):
            return True
    return False


def _is_read_beside(array: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True for `step(v), v`: what is written behind a call is evaluated behind it."""
    last = end(model.statement(call))
    uses = reads(enclosing(call, model)).get(array.id, ()) if isinstance(array, ast.Name) else ()
    return any(end(call) < start(use) <= last for use in uses)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef, model: SemanticModel) -> set[str]:
    return model.memo(
        (_parameters, function),
        lambda: {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)},
    )


def _asked_around(change: ast.AST, function: ast.AST, model: SemanticModel) -> set[str]:
    """Return the names in the tests of the branches that ``change`` stands in."""
    names: set[str] = set()
    node = model.parent(change)
    while node is not None and node is not function:
        if isinstance(node, ast.If):
            names |= names_in(node.test)
        node = model.parent(node)
    return names


def dropped_array(statement: ast.Expr | ast.Assign, model: SemanticModel) -> ast.expr | None:
    """Return the argument that a call hands to a function that changes it and gives it back, to nobody.

    Either nothing takes the result, or another name does and the caller goes on with the array that it handed in.
    The function is one of this file: nothing is known of the statements of another one.
    """
    array = _given_and_changed(statement.value, model)
    if (
        isinstance(statement, ast.Assign)
        and array is not None
        and not _is_left_behind(array, statement, model)
    ):
        return None
    return array


def _given_and_changed(call: ast.expr, model: SemanticModel) -> ast.expr | None:
    if not isinstance(call, ast.Call) or last_name(call.func) not in model.asked_about(DROPPED):
        return None
    function = callee(call, model)
    if function is None or function.decorator_list:
        return None
    parameter = model.given_back(function)
    if parameter is None or not _stays(parameter, function, model):
        return None
    return argument_for(parameter, function, call)


def output_parameter(function: ast.FunctionDef, model: SemanticModel) -> ast.Subscript | None:
    """Return the first store into an array that is a parameter of a function which returns nothing.

    Each call of it in the file hands over what can be bound to the result. ``None`` where some does not, and where
    the function changes other parameters than that and lists.
    """
    if function.name not in model.asked_about(DROPPED) or function.decorator_list:
        return None
    if functions_by_name(model).get(function.name) is not function or model.returns_something(function):
        return None
    stores = {
        name: _first_store(name, function, model) for name in sorted(model.changed_parameters(function))
    }
    arrays = {
        name: store
        for name, store in stores.items()
        if not _is_of_list(store, model) and not (store is None and _is_number(name, function, model))
    }
    if len(arrays) != 1 or _is_generator(function):
        return None
    ((parameter, store),) = arrays.items()
    if store is None or not model.value(store.value).is_tensor or not _stays(parameter, function, model):
        return None
    mentions = [node for node in model.source.of(ast.Name) if node.id == function.name]
    fine = mentions and all(_can_be_bound(name, parameter, function, model) for name in mentions)
    return store if fine else None


def _is_left_behind(array: ast.expr, statement: ast.stmt, model: SemanticModel) -> bool:
    """True for `w = step(u, v)` where `v` is read when that is done, and has not been bound anew."""
    if not isinstance(array, ast.Name) or model.value(array).maybe:
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if any(isinstance(target, ast.Name) and target.id == array.id for target in targets):
        return False
    scope, around = enclosing(statement, model), loops_around(statement, model)
    bound = [n for n in own_nodes(scope) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    anew = [model.statement(n) for n in bound if n.id == array.id]
    replaced = min((end(s) for s in anew if _runs_after(s, statement, model)), default=(math.inf, 0))
    for read in reads(scope).get(array.id, ()):
        if end(statement) < start(read) < replaced:
            return True
        in_next_turn = start(read) < start(statement) and loops_around(read, model) & around
        if in_next_turn and not any(is_bound_before(read, loop) for loop in in_next_turn):
            return True
    return False


def _runs_after(later: ast.stmt, statement: ast.stmt, model: SemanticModel) -> bool:
    """True for a statement behind another one, in its block or in one around it."""
    holder = model.parent(statement)
    while start(later) > end(statement) and holder is not None:
        if in_one_block(holder, statement, later):
            return True
        if not isinstance(holder, ast.stmt) or isinstance(holder, FUNCTIONS):
            break
        statement, holder = holder, model.parent(holder)
    return False


def _is_of_list(store: ast.Subscript | None, model: SemanticModel) -> bool:
    return store is not None and model.value(store.value).kind in {Kind.LIST, Kind.DICT}


def _is_number(name: str, function: ast.AST, model: SemanticModel) -> bool:
    """True for a parameter that nothing is stored into, and that is a number of Python's: `i = low`, `i += 1`."""
    read = (node for node in own_nodes(function) if isinstance(node, ast.Name) and node.id == name)
    return all(model.value(node).kind in PLAIN_NUMBERS for node in read)


def _first_store(name: str, function: ast.AST, model: SemanticModel) -> ast.Subscript | None:
    """Return the first `name[i]` of ``function`` that something is stored into, directly or as `c = name[i]`."""
    stores = (
        node
        for node in own_nodes(function)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    )
    first = min(stores, key=lambda node: (node.lineno, node.col_offset), default=None)
    return first or next(_written_parts(name, function, model), None)


def _written_parts(name: str, function: ast.AST, model: SemanticModel) -> Iterator[ast.Subscript]:
    """Yield the parts `name[i]` that are stored into under a name of their own."""
    for node in own_nodes(function):
        match node:
            case ast.AugAssign(target=(ast.Name() as part) | ast.Subscript(value=ast.Name() as part)):
                pass
            case ast.Assign(targets=[ast.Subscript(value=ast.Name() as part)]):
                pass
            case _:
                continue
        view = view_of(part, node, model)
        taken = None if view is None or view.whole.id != name else model.parent(view.whole)
        if isinstance(taken, ast.Subscript):
            yield taken


def _can_be_bound(name: ast.expr, parameter: str, function: ast.FunctionDef, model: SemanticModel) -> bool:
    """True where a function is called, its result is dropped, and what it changes has a name of its own."""
    call = model.parent(name)
    if not isinstance(call, ast.Call) or callee(call, model) is not function:
        return False
    statement = model.parent(call)
    array = argument_for(parameter, function, call)
    if array is None or not isinstance(statement, ast.Expr) or not is_rebindable(array, model):
        return False
    if enclosing(statement, model) is function:
        return (
            isinstance(array, ast.Name) and array.id == parameter
        )  # it calls itself, and gives the array back
    return sharing(array, statement, model) is not Sharing.SEEN


def _is_generator(function: ast.AST) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))


def _stays(name: str, function: ast.AST, model: SemanticModel) -> bool:
    """True where ``function`` gives ``name`` no other array than the one that it was handed."""
    stores = [n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name]
    statements = (model.statement(node) for node in stores if isinstance(node.ctx, ast.Store))
    return all(_keeps(statement) or _is_default(statement, name, model) for statement in statements)


def _is_default(statement: ast.stmt, name: str, model: SemanticModel) -> bool:
    """True for `if out is None: out = np.zeros(n)`, which runs where no array was handed in."""
    match model.parent(statement):
        case ast.If(test=ast.Compare(left=ast.Name(id=asked), ops=[ast.Is()], comparators=[none]), body=body):
            return asked == name and statement in body and is_none(none)
    return False


def _keeps(statement: ast.stmt) -> bool:
    """True for `x += 1` and `x = np.asarray(x)`, after which a name stands for the array that it stood for."""
    match statement:
        case ast.AugAssign():
            return True
        case ast.Assign(value=ast.Call(func=made)):
            return last_name(made) in SAME_ARRAY
    return False
