"""Functions and methods that SciPy calls back: which they are, and what they compute with."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from enum import Enum
from typing import Final, NamedTuple

from purity_lint.knowledge import lookup
from purity_lint.knowledge.libraries import ARRAY_PACKAGES, HOST_PACKAGES, stands_in
from purity_lint.knowledge.scipy.called_functions import (
    ARRAY,
    CALLBACKS,
    CONSTRAINTS,
    EVENTS,
    LIKE_IT,
    MORE,
    NAMES,
)
from purity_lint.knowledge.scipy.called_methods import called_methods
from purity_lint.rewrites.operands import OPS, operation
from purity_lint.rewrites.scopes import attribute_values, bindings, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

OPERATION: Final = "numpy_callback"
"""Operation that makes such a function compute on NumPy."""
_TRANSFORMATIONS: Final = frozenset(
    OPS + name
    for name in (
        *(
            "grad",
            "value_and_grad",
            "jacrev",
            "jacobian",
            "jacfwd",
            "hessian",
            "vjp",
            "jvp",
            "vmap",
            "jit",
            "compile",
        ),
        *("checkpoint", "remat", "custom_gradient", "custom_vjp"),
    )
)
"""Operations that NumPy lacks, or has in another package."""
_LIBRARIES: Final = ARRAY_PACKAGES.difference(HOST_PACKAGES, {"emberops"})
_FUNCTIONS: Final = frozenset({Kind.UNKNOWN, Kind.FUNCTION})
"""Kinds of what may be a function that callers hand in."""


class Computes(Enum):
    """What a function computes with, as far as it can be seen."""

    WITH_OPERATIONS = "operations"
    PERHAPS = "perhaps"
    """It stands in another file or is handed in, and is given arrays."""
    OTHERWISE = "otherwise"


def called_back(call: ast.Call, model: SemanticModel) -> list[tuple[ast.expr, Computes]]:
    """Return the arguments of a call of SciPy's that it calls, and what each computes with.

    None where one of them is a gradient: that is taken where there are gradients, and of the function beside it.
    """
    callback = CALLBACKS.get(lookup.canonical(model.qualified_name(call.func) or ""))
    if callback is None:
        return []
    of_arrays = ARRAY in callback.given
    functions = list(_functions(call, callback.place))
    if any(OPS + (operation(model, given) or "") in _TRANSFORMATIONS for given in functions):
        return []
    found = [(given, _computes(given, model, of_arrays=of_arrays)) for given in functions]
    handed_in = [given for given in _first(call, callback.place) if of_arrays and _is_handed_in(given, model)]
    return [(given, Computes.PERHAPS if given in handed_in else computes) for given, computes in found]


def handed_to_callback(call: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return what SciPy gives to a function besides its own points: `(x, y)` of `minimize(f, x0, args=(x, y))`."""
    callback = CALLBACKS.get(lookup.canonical(model.qualified_name(call.func) or ""))
    if callback is None:
        return None
    if callback.more is not None and len(call.args) > callback.more:
        return call.args[callback.more]
    return next((keyword.value for keyword in call.keywords if keyword.arg == MORE), None)


def called_methods_of(owner: ast.ClassDef, model: SemanticModel) -> Iterator[ast.FunctionDef]:
    """Yield the methods of a class that SciPy calls, which compute with operations and are not decorated.

    A decorator may give something else: what it gives is called.
    """
    called = called_methods(model.library_bases(owner))
    for method in owner.body if called else ():
        if (
            isinstance(method, ast.FunctionDef)
            and method.name in called
            and not method.decorator_list
            and _works_with(_calls(method, model).names) is Computes.WITH_OPERATIONS
        ):
            yield method


def transforms(model: SemanticModel) -> bool:
    """True of a file that asks for gradients or compiles, which NumPy does not."""
    return model.memo(transforms, lambda: not _TRANSFORMATIONS.isdisjoint(model.qualified_names.values()))


def _first(call: ast.Call, place: int) -> list[ast.expr]:
    """Return the function itself, which is no flag and no name of a method, as its derivatives may be."""
    named = [keyword.value for keyword in call.keywords if keyword.arg in NAMES]
    unpacked = any(isinstance(a, ast.Starred) for a in call.args[: place + 1])
    return [*(() if unpacked else call.args[place : place + 1]), *named]


def _functions(call: ast.Call, place: int) -> Iterator[ast.expr]:
    """Yield the arguments that are called, also those of constraints and events."""
    yield from _first(call, place)
    for keyword in call.keywords:
        if keyword.arg in LIKE_IT:
            yield keyword.value
        elif keyword.arg == EVENTS:
            yield from _listed(keyword.value)
        elif keyword.arg == CONSTRAINTS:
            for constraint in _listed(keyword.value):
                yield from _values_of(constraint, (*NAMES, *LIKE_IT))


def _listed(node: ast.expr) -> Sequence[ast.expr]:
    return node.elts if isinstance(node, ast.List | ast.Tuple) else [node]


def _values_of(node: ast.expr, keys: Sequence[str]) -> Iterator[ast.expr]:
    """Yield the values of a dict that is written out, of some of its keys."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value in keys:
                yield value


def _computes(given: ast.expr, model: SemanticModel, *, of_arrays: bool) -> Computes:
    if not isinstance(given, ast.Lambda | ast.Name | ast.Attribute):
        return Computes.OTHERWISE  # what a call makes of a function: wrapped, compiled, or with a gradient
    definitions = _definitions(given, model)
    if definitions:
        return _works_with({name for f in _reached(definitions, model) for name in _calls(f, model).names})
    is_known = of_arrays and model.value(given).kind is Kind.FUNCTION
    return Computes.PERHAPS if is_known and not _is_of_library(given, model) else Computes.OTHERWISE


def _is_handed_in(given: ast.expr, model: SemanticModel) -> bool:
    """True for a parameter, `def fit(f, x0)`, and for an attribute that is always one: who calls knows the function."""
    if isinstance(given, ast.Name):
        scope = enclosing(given, model)
        is_own = given.id in parameters(scope) and not bindings(scope).get(given.id)
        return is_own and model.value(given).kind in _FUNCTIONS
    if not isinstance(given, ast.Attribute) or model.value(given).kind not in _FUNCTIONS:
        return False
    kept = attribute_values(model).get(given.attr, ())
    return bool(kept) and all(isinstance(one, ast.Name) and _is_handed_in(one, model) for one in kept)


def _works_with(names: Set[str]) -> Computes:
    """Return what a function computes with that calls these."""
    if any(stands_in(name, *_LIBRARIES) for name in names) or not names.isdisjoint(_TRANSFORMATIONS):
        return Computes.OTHERWISE
    return Computes.WITH_OPERATIONS if any(name.startswith(OPS) for name in names) else Computes.OTHERWISE


def _is_of_library(given: ast.expr, model: SemanticModel) -> bool:
    """True for a function of an array library, and for what a name holds that a call made."""
    name = model.qualified_name(given)
    if name is not None and (stands_in(name, *_LIBRARIES, "numpy", "scipy") or name.startswith(OPS)):
        return True
    made = bindings(enclosing(given, model)).get(given.id, ()) if isinstance(given, ast.Name) else ()
    return any(isinstance(value, ast.Call) for value in made)


def _definitions(given: ast.expr, model: SemanticModel) -> list[ast.AST]:
    """Return the functions of this file that an argument may be: of a method, all of that name."""
    found = _defined(given, model)
    if not found and isinstance(given, ast.Name):
        made = bindings(enclosing(given, model)).get(given.id, ())
        found = [each for value in made for each in _defined(_without_cast(value, model), model)]
    return found


def _defined(given: ast.AST, model: SemanticModel) -> list[ast.AST]:
    """Return the functions of this file that have the name, and a function that is written out."""
    if isinstance(given, ast.Lambda):
        return [given]
    functions = model.memo(_definitions, lambda: _by_name(model))
    name = given.id if isinstance(given, ast.Name) else given.attr if isinstance(given, ast.Attribute) else ""
    is_method = isinstance(given, ast.Attribute)
    return [f for f in functions.get(name, ()) if isinstance(model.parent(f), ast.ClassDef) == is_method]


def _without_cast(value: ast.AST, model: SemanticModel) -> ast.AST:
    """Return `f` of `typing.cast(Callable, f)`, and of anything else that."""
    match value:
        case ast.Call(func=function, args=[_, inner]) if model.qualified_name(function) == "typing.cast":
            return inner
    return value


def _reached(functions: Iterable[ast.AST], model: SemanticModel) -> Collection[ast.AST]:
    """Return functions and those of the file that they call, by name: `loss` of `residuals` of `model`."""
    reached = dict.fromkeys(functions)
    waiting = list(reached)
    for function in waiting:
        for callee in _calls(function, model).own:
            found = [one for one in _definitions(callee, model) if one not in reached]
            reached |= dict.fromkeys(found)
            waiting += found
    return reached


def _by_name(model: SemanticModel) -> dict[str, list[ast.AST]]:
    found: dict[str, list[ast.AST]] = {}
    for function in model.source.of(ast.FunctionDef):  # a solver awaits nothing
        found.setdefault(function.name, []).append(function)
    return found


class _Calls(NamedTuple):
    """What a function calls."""

    names: frozenset[str]
    """Qualified names."""
    own: tuple[ast.expr, ...]
    """What may be functions of the file, or methods of the same object."""


def _calls(function: ast.AST, model: SemanticModel) -> _Calls:
    return model.memo((_calls, function), lambda: _calls_of(function, model))


def _calls_of(function: ast.AST, model: SemanticModel) -> _Calls:
    called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    names = frozenset(model.qualified_name(callee) or "" for callee in called)
    return _Calls(names, tuple(filter(_may_be_own, called)))


def _may_be_own(callee: ast.expr) -> bool:
    match callee:
        case ast.Name() | ast.Attribute(value=ast.Name(id="self")):
            return True
    return False
