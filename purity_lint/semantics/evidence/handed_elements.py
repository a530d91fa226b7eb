"""Elements of arrays that calls hand to a parameter which is documented as a whole number.

The author is believed: as a count or a place an element serves like any other integer.  It does not where its hash is
taken, for there it is its library's object.
"""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INT, NONE, TENSOR
from purity_lint.semantics.symbols.table import FunctionSymbol
from purity_lint.source.walk import walk


def handed_element(function: FunctionSymbol | None, node: ast.expr) -> Abs | None:
    """Return what calls hand to the parameter of ``function`` that ``node`` is, where it is an element of an array."""
    if function is None or not isinstance(node, ast.Name):
        return None
    for p in function.parameters:
        if p.name == node.id and p.declared is not None and not p.declared.mask & ~(INT | NONE):
            given = p.calls.value
            is_element = bool(given.mask & TENSOR) and not given.rank
            return given if is_element and not _is_bound(p.name, function.node) else None
    return None


def _is_bound(name: str, function: ast.AST) -> bool:
    """True where the function gives the name something else."""
    return any(
        isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
        for node in walk(function)
    )
