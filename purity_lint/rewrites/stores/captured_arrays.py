"""Arrays that an object got from who made it: `self.params = params` of `SGD(layer.params)`.

What changes them in place changes those of the layer as well on NumPy, PyTorch and MLX, and not on JAX.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.scopes import class_around, enclosing
from purity_lint.rewrites.stores.shared_results import is_new_list
from purity_lint.rewrites.uses_of_names import end, loops_around, reads, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name
from purity_lint.source.parameters import argument_for_constructor


def is_seen_by_maker(attribute: ast.expr, model: SemanticModel) -> bool:
    """True for `self.x` that holds an argument of the constructor which some call in the file goes on to read."""
    match attribute:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            owner = class_around(attribute, model)
            return owner is not None and name in _captured(owner, model)
    return False


def _captured(owner: ast.ClassDef, model: SemanticModel) -> frozenset[str]:
    """Return the attributes that hold what the makers of objects go on to read."""
    return model.memo((_captured, owner), lambda: frozenset(_read_by_makers(owner, model)))


def _read_by_makers(owner: ast.ClassDef, model: SemanticModel) -> Iterator[str]:
    constructor = next(
        (n for n in owner.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None
    )
    if constructor is None:
        return
    kept = dict(_kept(constructor))
    for call in model.source.of(ast.Call) if kept else ():
        if last_name(call.func) != owner.name:
            continue
        for attribute, parameter in kept.items():
            argument = argument_for_constructor(parameter, constructor, call)
            if argument is not None and _is_read_later(argument, call, model):
                yield attribute


def _kept(constructor: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the attributes that are bound to a parameter as it is, each with the parameter."""
    parameters = {a.arg for a in ast.walk(constructor.args) if isinstance(a, ast.arg)}
    for statement in constructor.body:
        match statement:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=ast.Name(id=given)
            ):
                if given in parameters:
                    yield name, given
            case ast.Assign(targets=[ast.Name(id=again)]):
                parameters.discard(again)


def _is_read_later(argument: ast.expr, call: ast.Call, model: SemanticModel) -> bool:
    """True for what an object holds besides, and for a name that is read when the call is done."""
    match argument:
        case ast.Attribute():
            return not _is_of_library(argument, model)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            return any(_is_read_later(part, call, model) for part in parts)
        case ast.Call():
            return is_new_list(argument, model)
        case ast.Name(id=name):
            scope = enclosing(call, model)
            if not isinstance(scope, (*FUNCTIONS, ast.Module)):
                return False
            around = loops_around(call, model)
            return model.value(argument).is_tensor and any(
                start(use) > end(model.statement(call)) or bool(around & loops_around(use, model))
                for use in reads(scope).get(name, ())
                if use is not argument
            )
    return False


def _is_of_library(attribute: ast.Attribute, model: SemanticModel) -> bool:
    return model.qualified_name(attribute) is not None
