"""Functions of a file, and the calls of them in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from purity_lint.rewrites.scopes import bound_names
from purity_lint.semantics.model import SemanticModel

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_by_name(model: SemanticModel) -> Mapping[str, Function]:
    """Return the functions at the top of a file, but for names that it binds more than once."""
    return model.memo(functions_by_name, lambda: _functions(model.source.tree))


def calls_of(function: Function, model: SemanticModel) -> Sequence[ast.Call]:
    """Return the calls, by its own name, of a function at the top of its file from other functions there."""
    called = model.memo(calls_of, lambda: _calls(model))
    around = ((call, _functions_around(call, model)) for call in called.get(function.name, ()))
    return [call for call, functions in around if functions and function not in functions]


def mentions_of(function: Function, model: SemanticModel) -> Sequence[ast.Name]:
    """Return where the file names a function at its top, and not a variable that another function calls alike."""
    return model.memo(mentions_of, lambda: _mentions(model)).get(function.name, ())


def callee(call: ast.Call, model: SemanticModel) -> Function | None:
    """Return the function of this file that is called by its own name, where nothing hides that."""
    return model.memo(callee, lambda: dict(_callees(model))).get(call)


def methods_by_name(model: SemanticModel) -> Mapping[str, Sequence[Function]]:
    """Return the methods of the classes of a file, but for those within functions."""
    return model.memo(methods_by_name, lambda: _methods(model))


def method_called(call: ast.Call, model: SemanticModel) -> Function | None:
    """Return a method of this file that a call may run, where all of its name in the project change the same."""
    named = call.func
    if not isinstance(named, ast.Attribute) or named.attr not in methods_by_name(model):
        return None
    if not (model.given_back_by_method(named) or model.changed_by_method(named)):
        return None
    methods = methods_by_name(model)[named.attr]
    return next((method for method in methods if model.changed_parameters(method)), None)


def _methods(model: SemanticModel) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for owner in model.source.of(ast.ClassDef):
        for node in owner.body:
            if isinstance(node, Function) and not isinstance(model.function(owner), Function):
                found.setdefault(node.name, []).append(node)
    return found


def _callees(model: SemanticModel) -> Iterator[tuple[ast.Call, Function]]:
    functions = functions_by_name(model)
    for name, calls in model.memo(calls_of, lambda: _calls(model)).items():
        yield from ((call, functions[name]) for call in calls)


def _functions(tree: ast.Module) -> dict[str, Function]:
    bound: dict[str, list[ast.stmt]] = {}
    for statement in tree.body:
        if isinstance(statement, Function | ast.ClassDef):
            bound.setdefault(statement.name, []).append(statement)
    return {name: made[0] for name, made in bound.items() if len(made) == 1 and isinstance(made[0], Function)}


def _calls(model: SemanticModel) -> dict[str, list[ast.Call]]:
    functions = functions_by_name(model)
    found: dict[str, list[ast.Call]] = {}
    for call in model.source.of(ast.Call):
        if not isinstance(call.func, ast.Name) or call.func.id not in functions:
            continue
        around = _functions_around(call, model)
        if not any(call.func.id in bound_names(function) for function in around):
            found.setdefault(call.func.id, []).append(call)
    return found


def _mentions(model: SemanticModel) -> dict[str, list[ast.Name]]:
    functions = functions_by_name(model)
    found: dict[str, list[ast.Name]] = {}
    for name in model.source.of(ast.Name):
        if name.id not in functions:
            continue
        around = _functions_around(name, model)
        if not any(name.id in bound_names(function) for function in around):
            found.setdefault(name.id, []).append(name)
    return found


def _functions_around(node: ast.AST, model: SemanticModel) -> list[ast.AST]:
    """Return the functions that hold ``node``, from the inside out."""
    found: list[ast.AST] = []
    function = model.function(node)
    while function is not None:
        found.append(function)
        function = model.function(function)
    return found
