"""Objects and functions that keep an array which they are given: `Viewer(x)`, `viewer.attach(x)`, `partial(f, x)`.

They see what is stored into it afterwards, and not what is made anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from purity_lint.knowledge.libraries import ARRAY_PACKAGES
from purity_lint.knowledge.memory import ADDING_METHODS, HOLDERS, PERHAPS_VIEWS, VIEWS
from purity_lint.rewrites.local_calls import Function, callee
from purity_lint.rewrites.scopes import bound_names, own_nodes
from purity_lint.rewrites.uses_of_names import base_of, held_by
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS, arguments_of
from purity_lint.source.names import last_name
from purity_lint.source.parameters import (
    OBJECTS,
    argument_for,
    argument_for_constructor,
    defaults,
    parameter_names,
)

_MAKES_A_CLASS = "namedtuple"


@lru_cache(maxsize=256)
def handed_in(scope: ast.AST) -> Mapping[str, list[tuple[ast.Call, ast.expr]]]:
    """Return the calls in ``scope`` that are given the array of a name or a view of it, with the argument."""
    found: dict[str, list[tuple[ast.Call, ast.expr]]] = {}
    for node in own_nodes(scope):
        if isinstance(node, ast.Call):
            for argument in arguments_of(node):
                for name in set(held_by(argument)):
                    found.setdefault(name, []).append((node, argument))
    return found


@lru_cache(maxsize=256)
def kept_as_defaults(scope: ast.AST) -> Mapping[str, list[ast.AST]]:
    """Return the functions in ``scope`` that keep the array of a name as a default: `lambda x=x: x * 2`."""
    found: dict[str, list[ast.AST]] = {}
    for node in own_nodes(scope):
        if isinstance(node, FUNCTIONS):
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                for name in set(held_by(default)):
                    found.setdefault(name, []).append(node)
    return found


def is_a_default(parameter: str, scope: ast.AST, model: SemanticModel) -> bool:
    """True for an array that is a default, which the next call meets as this one has left it."""
    arguments = getattr(scope, "args", None)
    default = defaults(arguments).get(parameter) if isinstance(arguments, ast.arguments) else None
    return default is not None and model.value(default).is_tensor


def keeps(call: ast.Call, argument: ast.expr, model: SemanticModel) -> bool:
    """True where what is called keeps ``argument``: an object that is made, or a function that stores it somewhere.

    An object that nobody holds, `Model(x).fit()`, keeps nothing that can be read later.
    """
    if _makes_an_object(call, argument, model):
        return not isinstance(model.parent(call), ast.Attribute | ast.Expr | ast.Raise)
    function = callee(call, model)
    functions = _methods(model).get(last_name(call.func), ()) if _is_method(call, model) else ()
    candidates = functions if function is None else [function]
    if any(_keeps_parameter(one, argument, call, model) for one in candidates):
        return True
    return function is None and model.is_kept_elsewhere(call, argument)


def _makes_an_object(call: ast.Call, argument: ast.expr, model: SemanticModel) -> bool:
    name = last_name(call.func)
    known = model.qualified_name(call.func)
    if known is not None and known.partition(".")[0] in ARRAY_PACKAGES:
        return False
    own = _classes(model).get(name) if isinstance(call.func, ast.Name) else None
    if own is None:
        return name in HOLDERS or name in _made_classes(model) or name[:1].isupper()
    constructor = next((n for n in own.body if isinstance(n, DEFINITIONS) and n.name == "__init__"), None)
    if constructor is None:
        return True
    kept = _kept_parameters(constructor, model)
    return any(argument_for_constructor(name, constructor, call) is argument for name in kept)


def _is_method(call: ast.Call, model: SemanticModel) -> bool:
    """True for a method of what is no array and no module."""
    return (
        isinstance(call.func, ast.Attribute)
        and model.qualified_name(call.func) is None
        and not model.value(call.func.value).is_tensor
    )


def _keeps_parameter(function: Function, argument: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    kept = _kept_parameters(function, model)
    return any(argument_for(name, function, call) is argument for name in kept)


def _kept_parameters(function: Function, model: SemanticModel) -> frozenset[str]:
    return model.memo((_kept, function), lambda: _kept(function, model))


def _kept(function: Function, model: SemanticModel) -> frozenset[str]:
    """Return the parameters that outlive a call: in an attribute, in a container from outside, in a base's hands."""
    parameters = set(parameter_names(function)) - OBJECTS
    return frozenset(
        name for node in own_nodes(function) for name in _stored(node, function, model) if name in parameters
    )


def _stored(node: ast.AST, function: Function, model: SemanticModel) -> Iterator[str]:
    match node:
        case ast.Assign(targets=targets, value=value):
            if any(_is_outside(target, function) for target in targets):
                yield from _held(value)
        case ast.AnnAssign(target=ast.Attribute(), value=ast.expr() as value):
            yield from _held(value)
        case ast.Call(func=ast.Attribute(value=whole, attr=attr) as added, args=args) if (
            attr in ADDING_METHODS
        ):
            base = base_of(whole)
            own = isinstance(base, ast.Name) and base.id in bound_names(function)
            if not own and model.qualified_name(added) is None:  # `ops.add` adds nothing to a container
                yield from (name for argument in args for name in _held(argument))
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__")) as call:
            for argument in arguments_of(call):
                yield from _held(argument)


def _held(value: ast.expr) -> Iterator[str]:
    """Yield the names whose arrays ``value`` holds, or views of them: no call that is not known gives its argument."""
    while isinstance(value, ast.Call):
        if last_name(value.func) not in VIEWS | PERHAPS_VIEWS or not value.args:
            return
        value = value.args[0]
    yield from held_by(value)


def _is_outside(target: ast.expr, function: Function) -> bool:
    """True for an attribute, a global name, and an item of what is not made in ``function``."""
    match target:
        case ast.Attribute():
            return True
        case ast.Name(id=name):
            return name not in bound_names(function)
        case ast.Subscript(value=whole):
            base = base_of(whole)
            return isinstance(base, ast.Attribute) or (
                isinstance(base, ast.Name) and base.id not in bound_names(function)
            )
    return False


def _classes(model: SemanticModel) -> Mapping[str, ast.ClassDef]:
    return model.memo(_classes, lambda: {node.name: node for node in model.source.of(ast.ClassDef)})


def _methods(model: SemanticModel) -> Mapping[str, list[Function]]:
    return model.memo(_methods, lambda: _methods_by_name(model))


def _methods_by_name(model: SemanticModel) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for owner in model.source.of(ast.ClassDef):
        for node in owner.body:
            if isinstance(node, DEFINITIONS):
                found.setdefault(node.name, []).append(node)
    return found


def _made_classes(model: SemanticModel) -> frozenset[str]:
    """Return the names of `Pair = namedtuple("Pair", "a b")`."""
    return model.memo(
        _made_classes,
        lambda: frozenset(
            target.id
            for node in model.source.tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
            if last_name(node.value.func) == _MAKES_A_CLASS
            for target in node.targets
            if isinstance(target, ast.Name)
        ),
    )
