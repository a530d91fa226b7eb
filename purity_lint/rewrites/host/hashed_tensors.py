"""Tensors whose hashes are taken, and the numbers of theirs that are to be hashed instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge.python import CACHES
from purity_lint.rewrites.host.containers_of_tensors import holds_tensors
from purity_lint.rewrites.local_calls import Function
from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.scopes import bindings, bound_names, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value

_HASHED = frozenset({Kind.DICT, Kind.SET})
BY_KEY = {
    Kind.DICT: frozenset({"get", "pop", "setdefault"}),
    Kind.SET: frozenset({"add", "discard", "remove"}),
}
"""Methods whose first argument is hashed."""
BY_ELEMENTS_OF_ALL = frozenset(
    {
        "difference",
        "difference_update",
        "intersection",
        "intersection_update",
        "isdisjoint",
        "issubset",
        "issuperset",
        "symmetric_difference",
        "symmetric_difference_update",
        "union",
        "update",
    }
)
"""Methods of sets that hash every element of all their arguments."""
BY_ELEMENTS = frozenset(
    {
        "collections.Counter",
        "dict.fromkeys",
        "builtins.dict.fromkeys",
        "builtins.set",
        "builtins.frozenset",
    }
)
"""Functions that hash every element of their first argument."""
_OF_BUILTINS = frozenset({"set", "frozenset"})
"""Those of them that PUR205 finds on a tensor."""
HASH = "hash"
OF_PAIRS = "dict"
"""Hashes the first of every pair that it is given."""


def _is_tuple_of_tensors(value: Value) -> bool:
    """True for a tuple that holds tensors, and nothing else but numbers."""
    return value.kind is Kind.TUPLE and holds_tensors(value)


def hashed_keys(node: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return the expressions whose values are hashed at ``node`` itself."""
    match node:
        case ast.Subscript(value=holder, slice=key) if model.value(holder).kind is Kind.DICT:
            return [key]
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[holder]):
            return [key] if model.value(holder).kind in _HASHED else []
        case ast.Call(func=ast.Attribute(value=holder, attr=name), args=[key, *_]):
            return [key] if name in BY_KEY.get(model.value(holder).kind, ()) else []
        case ast.Call(args=[key]) if builtin(model, node) == HASH:
            return [key]
        case ast.Dict(keys=keys):
            return [key for key in keys if key is not None]
        case ast.Set(elts=keys):
            return keys
        case ast.DictComp(key=key) | ast.SetComp(elt=key):
            return [key]
    return []


def remembers(function: Function, model: SemanticModel) -> bool:
    """True for a function whose results are kept by the hashes of its arguments."""
    decorators = (d.func if isinstance(d, ast.Call) else d for d in function.decorator_list)
    return any(model.qualified_name(decorator) in CACHES for decorator in decorators)


def remembered_calls(function: Function, model: SemanticModel) -> Iterator[ast.Call]:
    """Yield the calls of a function of the file by its name, or of a method by `self`."""
    is_method = isinstance(model.parent(function), ast.ClassDef)
    for call in model.source.of(ast.Call):
        match call.func:
            case ast.Attribute(value=ast.Name("self" | "cls"), attr=name) if is_method:
                if name == function.name:
                    yield call
            case ast.Name(id=name) if not is_method and name == function.name:
                if _scope_of(call.func, model) is enclosing(function, model):
                    yield call


def _scope_of(name: ast.Name, model: SemanticModel) -> ast.AST:
    """Return the scope around ``name`` that binds it."""
    scope = enclosing(name, model)
    while not isinstance(scope, ast.Module) and name.id not in bound_names(scope):
        scope = enclosing(scope, model)
    return scope


def hashed_arguments(call: ast.Call) -> list[ast.expr]:
    """Return what a call hands to a function that remembers its results."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return [one for one in given if not isinstance(one, ast.Starred)]


def _parts(key: ast.expr, model: SemanticModel, names: frozenset[str] = frozenset()) -> list[ast.expr]:
    """Return the elements of a tuple that is a key, of all that a name is bound to; of any other key, itself."""
    if isinstance(key, ast.Name) and key.id not in names and model.value(key).kind is Kind.TUPLE:
        bound = bindings(enclosing(key, model)).get(key.id, ())
        parts = [part for value in bound for part in _parts(value, model, names | {key.id})]
        if any(_converted(part, "item", model) for part in parts):
            return parts
    if isinstance(key, ast.Tuple):
        return [part for element in key.elts for part in _parts(element, model, names)]
    return [key]


def as_numbers(key: ast.expr, model: SemanticModel) -> list[Rewrite]:
    """Edit the tensors of a key to be Python's numbers."""
    return [edit for part in _parts(key, model) for edit in _converted(part, "item", model)]


def hashed_elements(node: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return what ``node`` takes hashes of the elements of."""
    match node:
        case ast.Call(func=function, args=[held, *_]) if model.qualified_name(function) in BY_ELEMENTS:
            of_builtin = builtin(model, node) in _OF_BUILTINS
            return [] if of_builtin and model.value(held).is_tensor else [held]
        case ast.Call(args=[ast.Call(args=[keys, _] | [ast.Starred() as keys]) as pairs]) if (
            builtin(model, pairs) == "zip"
        ):
            return [keys] if builtin(model, node) == OF_PAIRS else []
        case ast.Call(func=ast.Attribute(value=holder, attr=name), args=given) if name in BY_ELEMENTS_OF_ALL:
            of_set = model.value(holder).kind is Kind.SET
            return [one for one in given if not isinstance(one, ast.Starred)] if of_set else []
    return []


def yielding_numbers(held: ast.expr, model: SemanticModel) -> list[Rewrite]:
    """Edit ``held`` so that iterating gives Python's numbers, where it gives tensors."""
    if isinstance(held, ast.GeneratorExp | ast.ListComp):
        return as_numbers(held.elt, model)
    if isinstance(held, ast.Call) and builtin(model, held) == "zip":
        return [edit for part in held.args for edit in yielding_numbers(part, model)]
    if isinstance(held, ast.Call) and builtin(model, held) == "map" and len(held.args) == 2:
        rows = held.args[1]
        of_rows = isinstance(held.args[0], ast.Name) and held.args[0].id == "tuple"
        return _converted(rows, "tolist", model) if of_rows else []
    if isinstance(held, ast.Starred):
        columns = held.value  # `zip(*ops.unique(x, return_counts=True))`
        lists = Rewrite(columns, "map({ops}.tolist, {x})", {"x": columns})
        return [lists] if _is_tuple_of_tensors(model.value(columns)) else []
    value = model.value(held)
    if value.is_tensor:
        return _converted(held, "tolist", model)
    return [Rewrite(held, "map({ops}.item, {x})", {"x": held})] if holds_tensors(value) else []


def hashed_value(part: ast.expr, model: SemanticModel) -> Value:
    """Return what a part of a key is: of a parameter that is documented as a number, what calls hand to it."""
    value = model.value(part)
    return value if value.is_tensor else model.handed_element(part) or value


def _converted(part: ast.expr, function: str, model: SemanticModel) -> list[Rewrite]:
    """Write a tensor that is hashed as its numbers, which ``function`` gives; `tuple(x)` as `tuple(ops.tolist(x))`.

    So are the elements of `tuple(f(v) for v in x)`.
    """
    if isinstance(part, ast.Call) and builtin(model, part) == "tuple" and len(part.args) == 1:
        part, function = part.args[0], "tolist"
        if isinstance(part, ast.GeneratorExp | ast.ListComp):
            part, function = part.elt, "item"
    if isinstance(part, ast.Name) and _is_tuple_of_tensors(model.value(part)):
        return [Rewrite(part, "tuple(map({ops}.item, {x}))", {"x": part})]
    if not hashed_value(part, model).is_tensor:
        return []
    if isinstance(part, ast.Call) and builtin(model, part) == "round" and model.value(part.args[0]).maybe:
        part = part.args[0]  # a list of Python's is rounded number by number, which a tensor cannot be
    return [Rewrite(part, f"{{ops}}.{function}({{x}})", {"x": part})]
