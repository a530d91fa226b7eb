"""Arrays that were taken to NumPy by a conversion, and the name that still stands for one as it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.rewrites.namespaces.handed_to_numpy import brings_to_numpy
from purity_lint.rewrites.namespaces.kept_for_numpy import CONVERSIONS
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.stores.heap.reaching import reaching
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before
from purity_lint.source.names import last_name
from purity_lint.source.targets import paired, paired_whole

_NUMPY = HOST_PACKAGES[0]


def name_before_numpy(array: ast.Name, model: SemanticModel) -> str | None:
    """Return `x` for `a` below ``a = np.asarray(x)``, and `m` for `x` below ``m = x`` and ``x = nx.to_numpy(x)``."""
    scope = enclosing(array, model)
    taken = _taken(array, model)
    source = None if taken is None else _source(*taken)
    if taken is None or source is None:
        return None
    statement = taken[0]
    if source.id != array.id:
        return source.id if _keeps(source.id, statement, array, scope) else None
    holder = model.parent(statement)
    for above in reversed(() if holder is None else tuple(before(statement, holder))):
        for name in _names_for(source.id, above):
            if _keeps(name, above, array, scope):
                return name
        if source.id in _bound_in(above):
            return None
    return None


def is_taken_to_numpy(array: ast.Name, model: SemanticModel) -> bool:
    """True where a name is bound to nothing but what a conversion to NumPy gives: ``x = np.asarray(x)``."""
    return _taken(array, model) is not None


def _taken(array: ast.Name, model: SemanticModel) -> tuple[ast.Assign, ast.Name, ast.Call] | None:
    """Return the statement that takes an array to NumPy, its target, and the conversion."""
    bound = reaching(array, enclosing(array, model), model)
    if bound is None or len(bound) != 1:
        return None
    statement = model.statement(bound[0])
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    for part, value in paired(statement.targets[0], statement.value):
        if part is bound[0] and isinstance(value, ast.Call) and _converts(value, model):
            return statement, bound[0], value
    return None


def _converts(call: ast.Call, model: SemanticModel) -> bool:
    """True for `nx.to_numpy(x)` and `np.asarray(x)`, and not for a function that may give what it is given."""
    of_numpy = stands_in(model.qualified_name(call.func), _NUMPY)
    return brings_to_numpy(call, model) or (of_numpy and last_name(call.func) in CONVERSIONS)


def _source(statement: ast.Assign, target: ast.Name, value: ast.Call) -> ast.Name | None:
    """Return the name of what a statement takes to NumPy for ``target``."""
    place = 0
    if value is statement.value and isinstance(statement.targets[0], ast.Tuple):
        place = statement.targets[0].elts.index(target)
    given = value.args[place] if place < len(value.args) else None
    return given if isinstance(given, ast.Name) else None


def _names_for(name: str, statement: ast.AST) -> Iterator[str]:
    """Yield the names that a statement gives to the value of ``name``."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            for part, value in paired_whole(target, statement.value):
                if isinstance(part, ast.Name) and isinstance(value, ast.Name) and value.id == name:
                    yield part.id


def _bound_in(statement: ast.AST) -> frozenset[str]:
    names = (n for n in ast.walk(statement) if isinstance(n, ast.Name))
    return frozenset(n.id for n in names if not isinstance(n.ctx, ast.Load))


def _keeps(name: str, since: ast.stmt, use: ast.Name, scope: ast.AST) -> bool:
    """True where nothing binds ``name`` anew below ``since``, wherever that is."""
    last = since.end_lineno or since.lineno
    stores = (n for n in own_nodes(scope) if isinstance(n, ast.Name) and n.id == name)
    return name != use.id and all(isinstance(n.ctx, ast.Load) or n.lineno <= last for n in stores)
