"""What a function makes on the host and brings to the device of its arrays: ``xp.asarray(w.copy(), device=device)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.vocabularies.array_api import MAKERS_OF_DATA
from purity_lint.rewrites.namespaces.asked_arrays import asked_of
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_of, namespaces
from purity_lint.rewrites.scopes import bindings, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.parameters import parameter_names

_DEVICE = "device"
_OF_NO_VALUES = frozenset({"shape", "dtype", _DEVICE, "ndim"})


def is_brought_over(node: ast.AST, model: SemanticModel) -> bool:
    """True in `xp.asarray(w.copy(), device=device)`, and of what is named first, unless it is made of ported arrays.

    Data of the host has no device: who says which one it is to go to means that it comes from there.
    """
    function = model.function(node)
    if function is None or not namespaces(model) or namespace_of(function, model) is None:
        return False
    holder = _brings_over(node, model)
    if holder is None:
        named = _statement(node, model)
        names = {n.id for t in getattr(named, "targets", ()) for n in ast.walk(t) if isinstance(n, ast.Name)}
        if not isinstance(named, ast.Assign) or not names & _brought_over(function, model):
            return False
        holder = named.value
    return asked_of(function, model).isdisjoint(_computed_with(holder))


def _computed_with(node: ast.expr) -> Iterator[str]:
    """Yield the names in an expression, but not those whose shape or dtype alone it takes."""
    stack: list[ast.AST] = [node]
    while stack:
        one = stack.pop()
        match one:
            case ast.Name(id=name):
                yield name
            case ast.Attribute(attr=attribute) if attribute in _OF_NO_VALUES:
                continue
            case ast.keyword(arg=option) if option in _OF_NO_VALUES:
                continue
        stack += ast.iter_child_nodes(one)


def is_for_another(node: ast.expr, model: SemanticModel) -> bool:
    """True for `rates` of `f(x, rates)` where the namespace of `x` is asked for, and it is no namespace's array.

    It may be a list or NumPy's, and nothing of the namespace is given it but what makes an array of it.
    """
    function = model.function(node)
    if not isinstance(node, ast.Name) or not isinstance(function, DEFINITIONS):
        return False
    asked = asked_of(function, model)
    if not asked or node.id in asked or node.id not in parameter_names(function):
        return False
    return not any(_computes_with(call, node.id, model) for call in own_nodes(function)) and not any(
        isinstance(n, ast.expr) and is_namespace(n, model)
        for value in bindings(function).get(node.id, ())
        for n in ast.walk(value)
    )


def given_another(node: ast.AST, model: SemanticModel) -> str | None:
    """Return the array that a function at ``node`` is given, `coef` of `np.empty_like(coef)`, if it is for another.

    Beside an array of the namespace it is taken for one that was forgotten.
    """
    parent = model.parent(node)
    call = parent if isinstance(parent, ast.Call) and parent.func is node else node
    if not isinstance(call, ast.Call):
        return None
    arrays = [argument for argument in call.args if model.value(argument).is_tensor]
    others = [n.id for n in arrays if isinstance(n, ast.Name) and is_for_another(n, model)]
    return others[0] if others and len(others) == len(arrays) else None


def _computes_with(call: ast.AST, name: str, model: SemanticModel) -> bool:
    """True for `xp.exp(name)`, and not for `xp.asarray(name)`, which takes lists as well."""
    match call:
        case ast.Call(func=ast.Attribute(value=space, attr=attribute), args=given) if is_namespace(
            space, model
        ):
            named = any(isinstance(one, ast.Name) and one.id == name for one in given)
            return named and attribute not in MAKERS_OF_DATA
    return False


def _brought_over(function: ast.AST, model: SemanticModel) -> set[str]:
    """Return the names in what a function brings over."""
    given = (n.args[0] for n in own_nodes(function) if isinstance(n, ast.Call) and _is_bringing(n, model))
    return {n.id for value in given for n in ast.walk(value) if isinstance(n, ast.Name)}


def _brings_over(node: ast.AST, model: SemanticModel) -> ast.expr | None:
    """Return the argument around ``node`` that is brought over."""
    child, parent = node, model.parent(node)
    while isinstance(child, ast.expr) and isinstance(parent, ast.expr):
        if isinstance(parent, ast.Call) and child in parent.args[:1] and _is_bringing(parent, model):
            return child
        child, parent = parent, model.parent(parent)
    return None


def _is_bringing(call: ast.Call, model: SemanticModel) -> bool:
    match call.func:
        case ast.Attribute(value=space, attr="from_dlpack") if is_namespace(space, model):
            return bool(call.args)  # it takes what another library has made
        case ast.Attribute(value=space, attr=maker) if maker in MAKERS_OF_DATA and is_namespace(space, model):
            return bool(call.args) and any(k.arg == _DEVICE for k in call.keywords)
    return False


def _statement(node: ast.AST, model: SemanticModel) -> ast.AST | None:
    found: ast.AST | None = node
    while isinstance(found, ast.expr | ast.keyword):
        found = model.parent(found)
    return found
