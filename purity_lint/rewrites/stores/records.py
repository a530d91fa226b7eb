"""Arrays of records, whose fields have names: what is stored into them is no number."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping

from purity_lint.findings.diagnostics import Evidence
from purity_lint.rewrites.operands import is_certain
from purity_lint.rewrites.scopes import bound_names, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name


def holds_records(array: ast.expr, model: SemanticModel) -> bool:
    """True for an array of which the file reads or changes a field by its name: `p["x"]`, `p[0]["x"]`.

    Functions that hand an array on call it alike, as a rule.  What a function certainly makes of numbers has no fields
    because another one has a variable of the same name that has.
    """
    name = last_name(array)
    places = model.memo(holds_records, lambda: _with_fields(model)).get(name, set()) if name else set()
    if places and _is_made_here(array, model):
        return any(enclosing(array, model) in _scopes_around(place, model) for place in places)
    return bool(places)


def _is_made_here(array: ast.expr, model: SemanticModel) -> bool:
    """True for a variable of a function's own that certainly holds numbers, and for a parameter that is given such."""
    scope = enclosing(array, model)
    if not isinstance(array, ast.Name) or not isinstance(scope, FUNCTIONS):
        return False
    value = model.value(array)
    if array.id in parameters(scope):
        # That calls hand it over tells what it holds; that it is said to be an array does not.
        by_calls = value.evidence is Evidence.INFERRED and value.backend is not None
        return value.is_tensor and by_calls and not value.maybe and not value.foreign
    return array.id in bound_names(scope) and is_certain(value)


def _scopes_around(scope: ast.AST, model: SemanticModel) -> Iterator[ast.AST]:
    """Yield a scope and those around it: a function within another reads the variables of that."""
    while True:
        yield scope
        if isinstance(scope, ast.Module):
            return
        scope = enclosing(scope, model)


def _with_fields(model: SemanticModel) -> Mapping[str, set[ast.AST]]:
    """Return the names of what is indexed by text, or by a list of texts, and the scopes where that happens."""
    found: defaultdict[str, set[ast.AST]] = defaultdict(set)
    for item in model.source.of(ast.Subscript):
        key = item.slice
        first = key.elts[0] if isinstance(key, ast.List) and key.elts else key
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            whole: ast.expr = item.value
            while isinstance(whole, ast.Subscript):
                whole = whole.value
            found[last_name(whole)].add(enclosing(whole, model))
    return found
