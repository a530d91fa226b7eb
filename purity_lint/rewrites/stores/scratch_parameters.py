"""Arrays that a function uses up: it stores into a parameter, and gives something else back.

`route = search(grid, start)` marks in `grid` where it has been, and nobody looks at `grid` afterwards.  So it makes no
difference that JAX leaves the caller's array as it was.
"""

from __future__ import annotations

import ast

from purity_lint.knowledge.python import CALLED_BACK, HANDED_OVER
from purity_lint.rewrites.local_calls import Function, callee
from purity_lint.rewrites.scopes import enclosing, parameters
from purity_lint.rewrites.stores.changes import Change
from purity_lint.rewrites.uses_of_names import bindings, reads
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import dotted
from purity_lint.source.parameters import argument_for
from purity_lint.source.targets import targets


def arrays_used_up(name: str, function: ast.AST, model: SemanticModel) -> tuple[ast.Name, ...]:
    """Return what the calls in the file hand over for parameter ``name``, where they may all be known.

    None where there is no call, where the function may be called by others, and where an argument is no variable of
    the caller's own, or is read after its call.  Calls from other files are asked about of each parameter that changes.
    """
    if not isinstance(function, Function) or model.parent(function) is not model.source.tree:
        return ()
    if function.decorator_list or not model.returns_something(function):
        return ()
    if function.name in model.asked_about(HANDED_OVER) | model.asked_about(CALLED_BACK):
        return ()
    given: list[ast.Name] = []
    for mention in model.source.of(ast.Name):
        if mention.id != function.name:
            continue
        array = _handed_over(name, mention, function, model)
        if array is None:
            return ()
        given.append(array)
    return tuple(given)


def _handed_over(name: str, mention: ast.Name, function: Function, model: SemanticModel) -> ast.Name | None:
    """Return the variable that a call gives its last use."""
    call = model.parent(mention)
    if not isinstance(call, ast.Call) or call.func is not mention or callee(call, model) is not function:
        return None
    array, scope = argument_for(name, function, call), enclosing(call, model)
    if not isinstance(array, ast.Name) or not isinstance(scope, Function) or scope is function:
        return None
    made = bindings(scope).get(array.id, ())
    is_own = array.id not in parameters(scope) and bool(made)
    if not is_own or any(isinstance(value, ast.Attribute | ast.Subscript) for _, value in made):
        return None
    return None if _goes_on(array.id, model.statement(call), model) else array


def _goes_on(name: str, statement: ast.stmt, model: SemanticModel) -> bool:
    """True where a variable is read after a statement that does not bind it anew, or by an inner function."""
    scope = enclosing(statement, model)
    if any(enclosing(use, model) is not scope for use in reads(scope).get(name, ())):
        return True
    bound = statement.targets if isinstance(statement, ast.Assign) else []
    anew = any(dotted(part) == name for target in bound for part in targets(target))
    return not anew and Change(statement, model).is_read_after(name)
