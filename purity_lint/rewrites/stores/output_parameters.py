"""Arrays that functions change for their callers, which they could give back instead.

On JAX a change is a new array: whoever handed in the old one has to be given that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from purity_lint.knowledge.python import CALLED_BACK, DROPPED, HANDED_OVER
from purity_lint.rewrites.local_calls import (
    Function,
    callee,
    functions_by_name,
    mentions_of,
    method_called,
    methods_by_name,
)
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.stores.dropped_arrays import stays
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.rewrites.stores.rows_handed_in import whole_of
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.rewrites.stores.views import view_of
from purity_lint.rewrites.uses_of_names import start
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import does_nothing
from purity_lint.source.exchanged_parameters import passing_exchanges
from purity_lint.source.names import called_name
from purity_lint.source.parameters import argument_for, parameter_names

_CONTAINERS: Final = frozenset({Kind.LIST, Kind.DICT})


def output_parameters(function: ast.FunctionDef, model: SemanticModel) -> tuple[ast.Name, ...]:
    """Return the parameters that a function which returns nothing changes, each where it does so first.

    Each call of it in the file hands over what can be bound to the result; a parameter of a caller is that where the
    caller could give it back as well.  None where some call does not.  Calls in other files drop what they are given
    back, until they are fixed in their turn; so long stores stay.
    """
    return model.memo(_output_parameters, lambda: _output_parameters(model)).get(function, ())


def _output_parameters(model: SemanticModel) -> Mapping[Function, tuple[ast.Name, ...]]:
    """Leave those functions out that cannot give back what they change, until all others can."""
    methods = (method for several in methods_by_name(model).values() for method in several)
    changed = ((f, _changed_arrays(f, model)) for f in (*functions_by_name(model).values(), *methods))
    found = {function: changes for function, changes in changed if changes}
    while True:
        refused = [f for f, changes in found.items() if not _can_give_back(f, changes, found, model)]
        if not refused:
            return found
        for function in refused:
            del found[function]


def parameters_of_hook(method: ast.FunctionDef, model: SemanticModel) -> tuple[str, ...]:
    """Return the parameters of a method that does nothing, which all others of its name change and can give back."""
    if not isinstance(model.parent(method), ast.ClassDef) or not does_nothing(method):
        return ()
    changed = model.changed_by_methods(method.name)
    others = [m for m in methods_by_name(model)[method.name] if not does_nothing(m)] if changed else []
    if not changed or not {*changed} <= {*parameter_names(method)}:
        return ()
    if any(_is_handed_container(name, method, model) for name in changed):
        return ()  # whose items the others bind: they give nothing back
    refused = any(model.changed_parameters(m) and not _is_to_give_back(m, model) for m in others)
    return () if refused or _may_be_called_back(method, model) else (*changed,)


def _is_handed_container(parameter: str, method: ast.FunctionDef, model: SemanticModel) -> bool:
    """True where a call in the file hands a method a list or dict for a parameter."""
    calls = (model.parent(node) for node in model.source.of(ast.Attribute) if node.attr == method.name)
    given = (argument_for(parameter, method, call) for call in calls if isinstance(call, ast.Call))
    return any(model.value(one).kind in _CONTAINERS for one in given if one is not None)


def _is_to_give_back(function: Function, model: SemanticModel) -> bool:
    return isinstance(function, ast.FunctionDef) and (
        bool(output_parameters(function, model)) or model.returns_something(function)
    )


def _may_be_called_back(function: Function, model: SemanticModel) -> bool:
    """True where somebody is handed the function who may take what it returns for an answer."""
    called = called_name(function.name, is_method=isinstance(model.parent(function), ast.ClassDef))
    return called in model.asked_about(HANDED_OVER) | model.asked_about(CALLED_BACK)


def _changed_arrays(function: Function, model: SemanticModel) -> tuple[ast.Name, ...]:
    """Return the first change of each parameter, but for lists, that a function changes, if they keep their names."""
    owner = model.parent(function)
    is_method = isinstance(owner, ast.ClassDef)
    if isinstance(function, ast.AsyncFunctionDef) or (function.decorator_list and not is_method):
        return ()
    if isinstance(owner, ast.ClassDef) and model.inherited(owner) is None:
        return ()  # a library may call it, and take what it returns for an answer
    called = called_name(function.name, is_method=is_method)
    if called not in model.asked_about(DROPPED) or model.returns_something(function):
        return ()
    if _may_be_called_back(function, model) or function.name in model.patched:
        return ()  # what a test puts in its place changes arrays, and returns nothing
    changed = model.changed_parameters(function)
    if is_method and not changed <= {*(model.changed_by_methods(function.name) or ())}:
        return ()
    arrays: list[ast.Name] = []
    for name in (name for name in parameter_names(function) if name in changed):
        change = _first_change(name, function, model)
        if _is_list(change, model) or (change is None and _is_number(name, function, model)):
            continue
        if change is None or not model.value(change).is_tensor or not stays(name, function, model):
            return ()
        arrays.append(change)
    return () if _is_generator(function) else tuple(arrays)


def _can_give_back(
    function: Function,
    changes: tuple[ast.Name, ...],
    found: Mapping[Function, tuple[ast.Name, ...]],
    model: SemanticModel,
) -> bool:
    """True where each mention of a function is a call whose result can be bound, and so is what it hands on itself."""
    calls = [call for call in map(model.parent, changes) if isinstance(call, ast.Call)]
    if any(_called(call, model) not in found for call in calls):
        return False
    mentions: Iterator[ast.expr]
    if isinstance(model.parent(function), ast.ClassDef):
        others = (m for m in methods_by_name(model)[function.name] if m not in found)
        if any(map(model.changed_parameters, others)):
            return False
        mentions = (node for node in model.source.of(ast.Attribute) if node.attr == function.name)
    else:
        mentions = iter(mentions_of(function, model))
    return all(_can_be_bound(name, function, found, model) for name in mentions)


def _called(call: ast.Call, model: SemanticModel) -> Function | None:
    """Return the function or a method of the file that is called, where it is known what that changes."""
    return callee(call, model) or method_called(call, model)


def _is_list(change: ast.Name | None, model: SemanticModel) -> bool:
    return change is not None and model.value(change).kind in _CONTAINERS


def _is_number(name: str, function: ast.AST, model: SemanticModel) -> bool:
    """True for a parameter that nothing is stored into, and that is a number of Python's: `i = low`, `i += 1`."""
    read = (node for node in own_nodes(function) if isinstance(node, ast.Name) and node.id == name)
    return all(model.value(node).kind in PLAIN_NUMBERS for node in read)


def _first_change(name: str, function: Function, model: SemanticModel) -> ast.Name | None:
    """Return the ``name`` of the first store into it, or of what is handed to a function that changes it."""
    first = min(_stored(name, function), key=start, default=None) or next(
        _written_parts(name, function, model), None
    )
    first = first or min(_handed_on(name, function, model), key=start, default=None)
    return first or next(_exchanged(name, function), None)  # it is changed under the other's name


def _exchanged(name: str, function: Function) -> Iterator[ast.Name]:
    """Yield the ``name`` of a parameter where it gives its array to another name for a while."""
    for statement in sorted(passing_exchanges(function), key=start):
        values = statement.value.elts if isinstance(statement.value, ast.Tuple) else []
        yield from (value for value in values if isinstance(value, ast.Name) and value.id == name)


def _stored(name: str, function: Function) -> Iterator[ast.Name]:
    """Yield the ``name`` of each `name[i]` that is stored into, of `name += v`, and of `out=name`."""
    for node in own_nodes(function):
        match node:
            case ast.Subscript(value=ast.Name(id=stored) as array, ctx=ast.Store()):
                pass
            case ast.AugAssign(target=ast.Name(id=stored) as array):
                pass
            case ast.keyword(arg="out", value=ast.Name(id=stored) as array):
                pass
            case _:
                continue
        if stored == name:
            yield array


def _handed_on(name: str, function: Function, model: SemanticModel) -> Iterator[ast.Name]:
    """Yield the arguments ``name`` of calls of functions of the file that change what they are handed there."""
    for call in own_nodes(function):
        if not isinstance(call, ast.Call):
            continue
        called = _called(call, model)
        if called is None or called is function:
            continue
        for parameter in model.changed_parameters(called):
            argument = argument_for(parameter, called, call)
            if isinstance(argument, ast.Name) and argument.id == name:
                yield argument


def _written_parts(name: str, function: ast.AST, model: SemanticModel) -> Iterator[ast.Name]:
    """Yield the ``name`` of parts `name[i]` that are stored into under a name of their own."""
    for node in own_nodes(function):
        match node:
            case ast.AugAssign(target=(ast.Name() as part) | ast.Subscript(value=ast.Name() as part)):
                pass
            case ast.Assign(targets=[ast.Subscript(value=ast.Name() as part)]):
                pass
            case _:
                continue
        view = view_of(part, node, model)
        if view is None or view.whole.id != name:
            continue
        if isinstance(model.parent(view.whole), ast.Subscript):
            yield view.whole


def _can_be_bound(
    name: ast.expr, function: Function, found: Mapping[Function, tuple[ast.Name, ...]], model: SemanticModel
) -> bool:
    """True where a function is called, its result is dropped, and all that it changes have names of their own."""
    call = model.parent(name)
    if not isinstance(call, ast.Call) or name is not call.func:
        return False
    called = _called(call, model)
    if called is None or (called is not function and not isinstance(name, ast.Attribute)):
        return False
    statement = model.parent(call)
    if not isinstance(statement, ast.Expr):
        return False
    arrays = [argument_for(change.id, function, call) for change in found[function]]
    if len({ast.dump(array) for array in arrays if array is not None}) != len(arrays):
        return False  # one is left out, or handed over twice
    caller = enclosing(statement, model)
    given_back = {change.id for change in found.get(caller, ())} if isinstance(caller, Function) else set()
    for array in arrays:
        whole = whole_of(array, model) if array is not None and len(arrays) == 1 else None
        if whole is not None:  # the part is put back into it
            is_kept = isinstance(caller, Function) and _is_parameter(whole, caller)
            if is_kept or sharing(whole, statement, model) is Sharing.SEEN:
                return False
            continue
        if array is None or not is_rebindable(array, model):
            return False
        if isinstance(caller, Function) and (caller is function or _is_parameter(array, caller)):
            if not isinstance(array, ast.Name) or array.id not in given_back:
                return False
        elif sharing(array, statement, model) is Sharing.SEEN:
            return False
    return True


def _is_generator(function: ast.AST) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))


def _is_parameter(array: ast.expr, function: Function) -> bool:
    return isinstance(array, ast.Name) and array.id in parameter_names(function)
