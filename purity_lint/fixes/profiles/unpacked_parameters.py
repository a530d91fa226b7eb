"""Parameters that hold several arrays, which a function unpacks: ``x, y = samples``.

x, y = samples
x, y = map(np.asarray, samples)
x, y = (np.asarray(s) for s in samples)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.documented_ranks import is_said_to_be_array
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS

_COLLECTED = frozenset({"tuple", "list"})


def unpacked_arrays(function: ast.AST, model: SemanticModel) -> frozenset[str]:
    """Return the parameters that are unpacked to arrays: `*samples`, and what is said to hold arrays.

    Others may be iterators, of which nothing is left where they have been asked for a namespace.
    """
    if not isinstance(function, DEFINITIONS):
        return frozenset()
    several = function.args.vararg
    return frozenset(
        name
        for name in _unpacked(function, model)
        if (several is not None and several.arg == name) or is_said_to_be_array(function, name)
    )


def _unpacked(function: ast.AST, model: SemanticModel) -> Iterator[str]:
    """Yield the names of which the elements get names that stand for arrays."""
    for node in own_nodes(function):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=value):
                whole = _whole(value)
                arrays = any(isinstance(part, ast.Name) and model.value(part).is_tensor for part in parts)
                if whole is not None and arrays:
                    yield whole.id


def _whole(value: ast.expr) -> ast.Name | None:
    """Return the name whose elements ``value`` has, as they are or each converted."""
    match value:
        case ast.Name():
            return value
        case ast.Call(func=ast.Name(id="map"), args=[_, ast.Name() as whole]):
            return whole
        case ast.Call(func=ast.Name(id=made), args=[inner], keywords=[]) if made in _COLLECTED:
            return _whole(inner)
        case (
            ast.ListComp(generators=[ast.comprehension(iter=ast.Name() as whole, ifs=[])])
            | ast.GeneratorExp(generators=[ast.comprehension(iter=ast.Name() as whole, ifs=[])])
        ):
            return whole
    return None
