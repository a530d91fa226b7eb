"""Variables of other functions that are read when a call is over in which an array may be changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from purity_lint.rewrites.local_calls import Function
from purity_lint.rewrites.scopes import own_nodes, parameters
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.uses_of_names import bindings, loops_around, reads, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.targets import targets
from purity_lint.source.walk import walk


def changed_behind(name: str, scope: ast.AST, function: ast.AST, model: SemanticModel) -> Iterator[ast.Call]:
    """Yield the calls in ``scope`` that may run ``function``, and after which ``scope`` reads ``name``.

    A call whose result the name is bound to gives it another array, as far as is known.
    """
    running = _running(function, model)
    for call in own_nodes(scope):
        if not isinstance(call, ast.Call) or running.isdisjoint(_mentioned(call)):
            continue
        statement = model.statement(call)
        if name in _bound_by(statement) or not _may_be_bound(name, call, scope, model):
            continue
        if Change(statement, model).is_read_after(name) or _is_read_beside(name, call, statement, scope):
            yield call


def _may_be_bound(name: str, call: ast.Call, scope: ast.AST, model: SemanticModel) -> bool:
    """Return True where the name may hold something when ``call`` is reached."""
    if name in parameters(scope):
        return True
    around = loops_around(call, model)
    return any(
        start(node) < start(call) or around & loops_around(node, model)
        for node, _ in bindings(scope).get(name, ())
    )


def _is_read_beside(name: str, call: ast.Call, statement: ast.stmt, scope: ast.AST) -> bool:
    """Return True for `return step(), v`, whose parts are taken when all of them are there."""
    inside, beside = set(ast.walk(call)), set(ast.walk(statement))
    is_return = isinstance(statement, ast.Return)
    return is_return and any(use in beside and use not in inside for use in reads(scope).get(name, ()))


def _bound_by(statement: ast.stmt) -> set[str]:
    bound = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return {
        part.id
        for target in bound
        if target is not None
        for part in targets(target)
        if isinstance(part, ast.Name)
    }


def _running(function: ast.AST, model: SemanticModel) -> frozenset[str]:
    """Return the names by which a call may run ``function``: its own, and those of functions that call one."""
    return model.memo((_running, function), lambda: _callers(function, model))


def _callers(function: ast.AST, model: SemanticModel) -> frozenset[str]:
    mentions = model.memo(_names_of_functions, lambda: _names_of_functions(model))
    found = {str(getattr(function, "name", ""))}
    while True:
        more = {
            name
            for name, mentioned in mentions.items()
            if name not in found and not found.isdisjoint(mentioned)
        }
        if not more:
            return frozenset(found)
        found |= more


def _names_of_functions(model: SemanticModel) -> Mapping[str, set[str]]:
    """Return what each function of a file calls, by its name; a class calls what making an object runs."""
    found: dict[str, set[str]] = {}
    for node in definitions(model):
        found.setdefault(node.name, set()).update(_mentioned(node))
    for owner in model.source.of(ast.ClassDef):
        found.setdefault(owner.name, set()).update({"__init__", "__post_init__"})
    return found


def definitions(model: SemanticModel) -> list[Function]:
    """Return the functions of a file that have a name."""
    return [*model.source.of(ast.FunctionDef), *model.source.of(ast.AsyncFunctionDef)]


def _mentioned(node: ast.AST) -> set[str]:
    """Return the names of what is called within ``node``, and of what is handed over there, which may be called."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, ast.Call):
            found.add(last_name(inner.func))
            found.update(last_name(given) for given in (*inner.args, *(k.value for k in inner.keywords)))
    return found
