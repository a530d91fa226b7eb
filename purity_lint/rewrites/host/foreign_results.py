"""What a function of SciPy's, or of another package that computes in NumPy, gives: which function, how many results."""

from __future__ import annotations

import ast

from purity_lint.knowledge import framework_objects, lookup
from purity_lint.knowledge.ecosystem import (
    SKLEARN_ARRAYS,
    SKLEARN_BUNCH,
    SKLEARN_BUNCH_ARRAYS,
    SKLEARN_METHODS,
    SKLEARN_SPLITTER,
)
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.pandas import CLASSES as PANDAS_CLASSES
from purity_lint.knowledge.scipy.returns import ASKED_LATER, FITTED, RESULTS_WITH_FLAG, SPARSE_AS_GIVEN
from purity_lint.rewrites.numba import gives_array_of_numba, runs_in_numba
from purity_lint.rewrites.scopes import bindings, bound_names, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.walk import walk

ARRAY = frozenset({Result.TENSOR, Result.SAME_RANK, Result.VECTOR, Result.MATRIX})
"""Results that are arrays whatever the arguments are."""
_OBJECTS = frozenset(
    {Result.KD_TREE, Result.FACTORIZATION, Result.LINEAR_OPERATOR, Result.FITTED, Result.ITSELF}
)
"""Results that are objects of SciPy's own: trees, factorizations, operators, fitted functions, rotations of others."""


def known_result(name: str) -> Result | None:
    """Return what a function gives, or a method: `scipy.spatial.transform.Rotation.apply`; ``None`` where unknown."""
    fact = lookup.function(name)
    if fact is not None:
        return fact.result
    owner, _, member = name.rpartition(".")
    if stands_in(owner, "sklearn"):
        return SKLEARN_METHODS.get(member)
    return framework_objects.method(owner, member)


def callee(call: ast.Call, model: SemanticModel) -> str:
    """Return the qualified name of the function called: ``scipy.spatial.KDTree.query`` for a method of an instance."""
    name = model.qualified_name(call.func) or partly_filled(call.func, model)
    if name is None and isinstance(call.func, ast.Attribute):
        receiver = model.value(call.func.value)
        if receiver.name is not None and (receiver.kind is Kind.INSTANCE or receiver.name in ASKED_LATER):
            return f"{receiver.name}.{call.func.attr}"
    return name or ""


def partly_filled(function: ast.expr, model: SemanticModel) -> str | None:
    """Return the function that a name calls which is bound once, at the top of a file, to `partial(f, axis=0)`."""
    if not isinstance(function, ast.Name):
        return None
    top = model.source.tree
    match bindings(top).get(function.id):
        case [ast.Call(func=maker, args=[filled])] if model.qualified_name(maker) == "functools.partial":
            scope = enclosing(function, model)
            is_own = scope is not top and function.id in bound_names(scope)
            return None if is_own else model.qualified_name(filled)
    return None


def gives_fitted_values(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call of a function that SciPy fitted to data: `interp1d(x, y)(t)`."""
    if FITTED.partition(".")[0] not in model.packages:
        return False
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "ev":
        function = function.value
    return model.value(function).name == FITTED


def gives_one(call: ast.Call, model: SemanticModel) -> bool:
    """True where the call gives one array or one number."""
    name = callee(call, model)
    known = known_result(name) in {*ARRAY, Result.ELEMENTWISE, Result.REDUCTION}
    known |= name in SPARSE_AS_GIVEN and model.value(call).is_tensor
    if runs_in_numba(call, model):
        value = model.value(call)
        return value.is_tensor and not value.maybe
    return known or gives_fitted_values(call, model) or gives_array_of_numba(call, model)


def is_held_by_estimator(node: ast.Attribute, model: SemanticModel) -> bool:
    """True for an array that scikit-learn holds: `iris.data` of a collection of data, `kmeans.labels_`."""
    owner = model.value(node.value).name or ""
    names = SKLEARN_BUNCH_ARRAYS if owner == SKLEARN_BUNCH else SKLEARN_ARRAYS
    held = node.attr in names and stands_in(owner, "sklearn") and not stands_in(model.package, "sklearn")
    return held and model.value(node).is_tensor


def keeps_data(call: ast.Call, model: SemanticModel) -> bool:
    """True where the call makes an object that keeps the data: a table, a tree, a function fitted to it."""
    name = callee(call, model)
    return name in PANDAS_CLASSES or known_result(name) in _OBJECTS


def gives_several(call: ast.Call, model: SemanticModel) -> bool:
    """True where the call gives a tuple of arrays or numbers, and the statement unpacks it."""
    hidden = bound_names(enclosing(call, model)) | bound_names(model.source.tree)
    if "map" in hidden:
        return False
    match model.parent(call):
        case ast.Assign(targets=[ast.Tuple(elts=elements)]):
            return len(elements) == _results(call, model) and not any(
                isinstance(e, ast.Starred) for e in elements
            )
    return False


def chosen(call: ast.Call, model: SemanticModel) -> ast.Subscript | None:
    """Return ``f(x)[0]`` of ``call``, ``f(x)``, where that gives a tuple of arrays or numbers, however many."""
    match model.parent(call):
        case ast.Subscript(value=value, slice=ast.Constant(value=int())) as chosen if value is call:
            return chosen if _results(call, model) or _gives_as_many_as_axes(call, model) else None
    return None


def changes_result(keyword: str) -> bool:
    """True where a function of SciPy that is given this keyword returns something else than one array."""
    return keyword.startswith("return_") or keyword in {"full_output", "retall", "zi", "output", "disp"}


def tells_options(call: ast.Call, model: SemanticModel) -> bool:
    """True where it is seen which keywords the call is given, and with none of them it returns something else."""
    spread = [_displays(keyword.value, model) for keyword in call.keywords if keyword.arg is None]
    if not all(spread):
        return False
    keys = [key for displays in spread for display in displays for key in display.keys]
    texts = [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    named = [keyword.arg for keyword in call.keywords if keyword.arg is not None]
    return len(texts) == len(keys) and not any(map(changes_result, (*named, *texts)))


def options_given(call: ast.Call, model: SemanticModel) -> list[ast.expr]:
    """Return the values of `**options`, where :func:`tells_options` sees them."""
    spread = (keyword.value for keyword in call.keywords if keyword.arg is None)
    return [value for given in spread for display in _displays(given, model) for value in display.values]


def _displays(given: ast.expr, model: SemanticModel) -> list[ast.Dict]:
    """Return the dicts, written out, that `**given` may be; none where it may be another."""
    match given:
        case ast.Dict():
            return [given]
        case ast.IfExp(body=body, orelse=orelse):
            parts = [_displays(body, model), _displays(orelse, model)]
        case ast.Name():
            parts = [_displays(made, model) for made in _bound_for_scipy(given, model)]
        case _:
            return []
    return [display for part in parts for display in part] if all(parts) else []


def _bound_for_scipy(name: ast.Name, model: SemanticModel) -> list[ast.expr]:
    """Return what the function binds a name to that it does nothing else with than hand `**name` to SciPy."""
    scope = enclosing(name, model)
    uses = (n for n in walk(scope) if isinstance(n, ast.Name) and n.id == name.id)
    others = [n for n in uses if isinstance(n.ctx, ast.Load) and not _is_spread_for_scipy(n, model)]
    return [] if others or name.id in parameters(scope) else list(bindings(scope).get(name.id, ()))


def _is_spread_for_scipy(node: ast.expr, model: SemanticModel) -> bool:
    holder = model.parent(node)
    call = model.parent(holder) if isinstance(holder, ast.keyword) and holder.arg is None else None
    return isinstance(call, ast.Call) and stands_in(callee(call, model), "scipy")


def _gives_as_many_as_axes(call: ast.Call, model: SemanticModel) -> bool:
    """True where the call gives an array for each axis of what it is given."""
    fact = lookup.function(callee(call, model))
    return fact is not None and fact.result is Result.TENSOR_TUPLE


def _results(call: ast.Call, model: SemanticModel) -> int:
    """Return the length of the tuple of arrays or numbers that the call gives; 0 where it gives something else."""
    name = callee(call, model)
    if runs_in_numba(call, model) or name == SKLEARN_SPLITTER:
        elements = model.value(call).elements or ()
        return len(elements) if all(each.is_tensor and not each.maybe for each in elements) else 0
    fact = lookup.function(name)
    return 0 if fact is None or name in RESULTS_WITH_FLAG else fact.result.count
