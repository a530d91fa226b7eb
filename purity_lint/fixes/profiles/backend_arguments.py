"""The order in which a function hands its arrays to the getter of a backend, and the arrays that new ones are like."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from purity_lint.fixes.profiles.left_empty import names_left_empty
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def in_order(arguments: Sequence[str], function: ast.AST, getter: str, model: SemanticModel) -> list[str]:
    """Return the arrays as the file orders them elsewhere; else those last that callers may leave empty.

    A getter goes by the first array, and an empty one says little: a list that is left empty is one of NumPy's.
    """
    wanted = {*arguments}
    for call in model.source.of(ast.Call):
        if last_name(call.func) in {getter, facts.GETTER} and len(call.args) == len(wanted):
            asked = [a.id for a in call.args if isinstance(a, ast.Name)]
            if {*asked} == wanted:
                return asked
    empty = names_left_empty(function)
    return sorted(arguments, key=lambda name: name in empty)


def of_extents(call: ast.Call, function: ast.AST, arrays: Sequence[str]) -> str | None:
    """Return the array whose shape gave the numbers that a call is given: `M` of `n, m = M.shape; np.zeros(m)`."""
    given = {n.id for a in call.args for n in ast.walk(a) if isinstance(n, ast.Name)}
    owners = [
        array for array, extents in _extents(function) if array in arrays and not given.isdisjoint(extents)
    ]
    return owners[0] if owners else None


def _extents(function: ast.AST) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield arrays, and the names that are bound to their shape, or to a part of it."""
    for statement in own_nodes(function):
        if not isinstance(statement, ast.Assign):
            continue
        match statement.value:
            case (
                ast.Attribute(value=ast.Name(id=array), attr="shape")
                | ast.Subscript(value=ast.Attribute(value=ast.Name(id=array), attr="shape"))
                | ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)])
            ):
                bound = (n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name))
                yield array, frozenset(bound)


def dtype_name(dtype: ast.expr | None) -> str | None:
    """Return the last name of a dtype; empty for that of another array."""
    if dtype is None:
        return None
    match dtype:
        case ast.Attribute(attr="dtype"):
            return ""
        case ast.Name() | ast.Attribute():
            return last_name(dtype)
    return "?"
