"""Arrays that a function changes and gives back, where a caller goes on with the one that it handed in.

NumPy, PyTorch and MLX change the memory, so that both are one; JAX makes a new array, which is lost.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping

from purity_lint.findings.assumptions import Assumption, Claim, claim
from purity_lint.knowledge.memory import SAME_ARRAY
from purity_lint.knowledge.python import DROPPED
from purity_lint.rewrites.local_calls import callee, method_called
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.rewrites.uses_of_names import (
    end,
    in_one_block,
    is_bound_before,
    loops_around,
    reads,
    start,
)
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS, is_none
from purity_lint.source.exchanged_parameters import passing_exchanges
from purity_lint.source.names import called_name, dotted, last_name, names_in
from purity_lint.source.optional_outputs import names_of_outputs
from purity_lint.source.parameters import argument_for, defaults
from purity_lint.source.targets import targets


def seen_by_callers(array: ast.expr, change: ast.AST, model: SemanticModel) -> Claim:
    """Return the claim that no caller drops what is given back of ``array``, which the statement ``change`` changes."""
    function = enclosing(change, model)
    if not isinstance(function, DEFINITIONS) or not isinstance(array, ast.Name):
        return claim(Assumption.SEEN_BY_CALLERS, True)
    parameter = names_of_outputs(function).get(array.id, array.id)
    given_back = model.given_back(function)
    if (
        _is_read_elsewhere(parameter, change, function, model)
        and sharing(array, change, model) is not Sharing.PRIVATE
    ):
        return claim(Assumption.SEEN_BY_CALLERS, False, refuted=True)
    if not given_back and _is_read_by_callers(parameter, change, function, model):
        return claim(Assumption.SEEN_BY_CALLERS, False, refuted=True)
    if parameter not in given_back or not model.result_is_dropped(function):
        return claim(Assumption.SEEN_BY_CALLERS, True)
    own = sharing(array, change, model) is Sharing.PRIVATE
    return claim(Assumption.SEEN_BY_CALLERS, own, refuted=not own)


def _is_read_by_callers(
    name: str, change: ast.AST, function: ast.FunctionDef | ast.AsyncFunctionDef, model: SemanticModel
) -> bool:
    """True where a call in the file hands over for a parameter what is read when it is done.

    Of `if inplace: x /= 2` calls count that say something of `inplace`.
    """
    parameters = _parameters(function, model)
    if name not in parameters or not stays(name, function, model):
        return False
    asked = _asked_around(change, function, model) & parameters
    for call in model.source.of(ast.Call):
        if callee(call, model) is not function:
            continue
        given = argument_for(name, function, call)
        said = not asked or any(argument_for(one, function, call) is not None for one in asked)
        if not said or given is None:
            continue
        if _is_left_behind(given, model.statement(call), model) or _is_read_beside(given, call, model):
            return True
    return False


def _is_read_elsewhere(
    name: str, change: ast.AST, function: ast.FunctionDef | ast.AsyncFunctionDef, model: SemanticModel
) -> bool:
    """True where a call of a method, or from another file, reads its argument when it is done.

    What is done if a parameter says so counts if each call has to say something of that.
    """
    if not model.is_left_behind(name, function) or not stays(name, function, model):
        return False
    return _asked_around(change, function, model).isdisjoint(defaults(function.args))


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


def dropped_arrays(statement: ast.Expr | ast.Assign, model: SemanticModel) -> tuple[ast.expr, ...]:
    """Return the arguments that a call hands to a function that changes them and gives them back, to nobody.

    Either nothing takes the result, or other names do and the caller goes on with an array that it handed in.
    """
    arrays = _given_and_changed(statement.value, model)
    if isinstance(statement, ast.Assign) and not any(_is_left_behind(a, statement, model) for a in arrays):
        return ()
    return arrays


def _given_and_changed(call: ast.expr, model: SemanticModel) -> tuple[ast.expr, ...]:
    """Return the arguments that a call has changed and gets back, in the order of what is returned."""
    if not isinstance(call, ast.Call):
        return ()
    if isinstance(call.func, ast.Attribute) and model.given_back_by_method(call.func) is not None:
        is_dropped = called_name(call.func.attr, is_method=True) in model.asked_about(DROPPED)
        return _given_to_method(call, call.func, model) if is_dropped else ()
    if last_name(call.func) not in model.asked_about(DROPPED):
        return ()
    function = callee(call, model)
    if function is None:
        return _given_elsewhere(call, model)
    if function.decorator_list:
        return ()
    parameters = model.given_back(function)
    given = [argument_for(parameter, function, call) for parameter in parameters]
    arrays = tuple(array for array in given if array is not None)
    stay = len(arrays) == len(parameters) and all(stays(name, function, model) for name in parameters)
    return arrays if stay else ()


def _given_elsewhere(call: ast.Call, model: SemanticModel) -> tuple[ast.expr, ...]:
    """Return the same of a function that the file imports."""
    parameters = model.given_back_elsewhere(call.func)
    if parameters is None:
        return ()
    arrays = _at(parameters, call)
    result = model.value(call)
    is_given_back = result.is_tensor if len(parameters) == 1 else result.kind is Kind.TUPLE
    return arrays if is_given_back and not result.maybe else ()


def _given_to_method(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> tuple[ast.expr, ...]:
    """Return the same of a method of the project: of which class need not be known, as all of its name do the same."""
    parameters = model.given_back_by_method(method)
    if parameters is None:
        return ()
    function = method_called(call, model)
    if function is not None:
        arrays = [argument_for(parameter, function, call) for parameter in parameters]
        return () if None in arrays else tuple(array for array in arrays if array is not None)
    return () if model.value(method.value).kind is Kind.CLASS else _at(parameters, call)


def _at(parameters: Mapping[str, int], call: ast.Call) -> tuple[ast.expr, ...]:
    """Return the arguments for all of some parameters, whose positions are given; none if one cannot be told."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return ()
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = [
        call.args[position] if position < len(call.args) else named.get(parameter)
        for parameter, position in parameters.items()
    ]
    arrays = tuple(array for array in given if array is not None)
    return arrays if len(arrays) == len(parameters) else ()


def _is_left_behind(array: ast.expr, statement: ast.stmt, model: SemanticModel) -> bool:
    """True for `w = step(u, v)` where `v` is read when that is done, and has not been bound anew."""
    if not isinstance(array, ast.Name) or model.value(array).maybe:
        return False
    bound_here = statement.targets if isinstance(statement, ast.Assign) else []
    names = (part for target in bound_here for part in targets(target))
    if any(isinstance(name, ast.Name) and name.id == array.id for name in names):
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


def stays(name: str, function: ast.AST, model: SemanticModel, asked: tuple[ast.AST, ...] = ()) -> bool:
    """True where ``function`` gives ``name`` no other array than the one that it was handed.

    ``asked`` are functions about which that is being asked, as they call this one.
    """
    stores = [n for n in own_nodes(function) if isinstance(n, ast.Name) and n.id == name]
    statements = (model.statement(node) for node in stores if isinstance(node.ctx, ast.Store))
    exchanging = passing_exchanges(function) if isinstance(function, DEFINITIONS) else ()
    return all(
        statement in exchanging
        or _keeps(statement)
        or _is_default(statement, name, model)
        or _is_given_back(statement, name, model, (*asked, function))
        for statement in statements
    )


def _is_default(statement: ast.stmt, name: str, model: SemanticModel) -> bool:
    """True for `if out is None: out = np.zeros(n)`, which runs where no array was handed in."""
    match model.parent(statement):
        case ast.If(test=ast.Compare(left=ast.Name(id=asked), ops=[ast.Is()], comparators=[none]), body=body):
            return asked == name and statement in body and is_none(none)
    return False


def _is_given_back(statement: ast.stmt, name: str, model: SemanticModel, asked: tuple[ast.AST, ...]) -> bool:
    """True for `x = fill(x)` and `x, y = fill(x, y)` of a function of the file that gives back what it was handed."""
    match statement:
        case ast.Assign(targets=[ast.Name() | ast.Tuple() as target], value=ast.Call() as call):
            names = target.elts if isinstance(target, ast.Tuple) else [target]
        case _:
            return False
    if isinstance(call.func, ast.Attribute):
        arrays = _given_to_method(call, call.func, model)
        pairs = zip(arrays, names, strict=True) if len(arrays) == len(names) else ()
        return any(dotted(array) == name == dotted(bound) for array, bound in pairs)
    function = callee(call, model)
    parameters = model.given_back(function) if function is not None else ()
    if function is None or len(parameters) != len(names):
        return False
    for parameter, bound in zip(parameters, names, strict=True):
        if isinstance(bound, ast.Name) and bound.id == name:
            array = argument_for(parameter, function, call)
            same = isinstance(array, ast.Name) and array.id == name
            return same and (function in asked or stays(parameter, function, model, asked))
    return False


def _keeps(statement: ast.stmt) -> bool:
    """True for `x += 1` and `x = np.asarray(x)`, after which a name stands for the array that it stood for."""
    match statement:
        case ast.AugAssign():
            return True
        case ast.Assign(value=ast.Call(func=made)):
            return last_name(made) in SAME_ARRAY
    return False
