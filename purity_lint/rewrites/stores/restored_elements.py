"""Elements that a function changes and puts back, as finite differences do: its callers see none of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from purity_lint.rewrites.scopes import SCOPES, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import block_of
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

_STORES = (ast.Assign, ast.AugAssign)
_LEAVE = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
"""What may leave the array changed, or shows it to somebody."""
_SAME_NUMBER = frozenset({"float", "item", "copy"})
"""Functions of an element that give the same number: what `abs` gives is not put back, but stored."""
_LEAST = 3
"""Statements that it takes: the element is kept, changed, and put back."""


def is_restored(name: str, scope: ast.AST, model: SemanticModel) -> bool:
    """True where each block that stores into the array of ``name`` keeps an element first and ends by putting it back.

    `old = x[i]; x[i] = old + h; hi = f(x); x[i] = old`: and the changed array is handed on by its name, so that nobody
    needs its memory.
    """
    stores = _stores_by_name(scope).get(name)
    if stores is None:
        return False
    blocks = (block_of(store, model.parent(store)) for store in stores)
    return model.memo((is_restored, scope, name), lambda: all(_puts_back(block, name) for block in blocks))


@lru_cache(maxsize=SCOPES)
def _stores_by_name(scope: ast.AST) -> Mapping[str, list[ast.AST]]:
    """Return the statements of ``scope`` that store into an array, by its name."""
    found: dict[str, list[ast.AST]] = {}
    for node in own_nodes(scope):
        store = _store(node) if isinstance(node, _STORES) else None
        if store is not None:
            found.setdefault(store[0], []).append(node)
    return found


def _store(statement: ast.AST) -> tuple[str, ast.expr, ast.expr | None] | None:
    """Return the array that a statement stores into, where, and what if it is not calculated from the element.

    `x[i] = y`, `x[i] += y`, or what the first of them becomes: `x = ops.assign(x, i, y)`.
    """
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=array), slice=place)], value=value):
            return array, place, value
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=array), slice=place)):
            return array, place, None
        case ast.Assign(
            targets=[ast.Name(id=array)],
            value=ast.Call(func=ast.Attribute(attr="assign"), args=[ast.Name(id=given), place, value]),
        ) if array == given:
            return array, place, value
    return None


def _puts_back(block: Sequence[ast.stmt], name: str) -> bool:
    if len(block) < _LEAST:
        return False
    stores = ((n, _store(statement)) for n, statement in enumerate(block))
    found = [
        (n, ast.dump(store[1]), store[2]) for n, store in stores if store is not None and store[0] == name
    ]
    if len({place for _, place, _ in found}) != 1:
        return False
    first, place, _ = found[0]
    last, _, old = found[-1]
    if any(isinstance(node, _LEAVE) for statement in block[first:last] for node in walk(statement)):
        return False
    element = ast.dump(ast.Name(name, ast.Load())), place
    kept = isinstance(old, ast.Name) and any(
        _keeps(statement, old.id, element) for statement in block[:first]
    )
    handed = (block[n + 1 : m] for (n, *_), (m, *_) in pairwise(found))
    return kept and all(any(_is_handed_on(name, statement) for statement in part) for part in handed)


def _keeps(statement: ast.stmt, name: str, element: tuple[str, str]) -> bool:
    """True for `old = x[i]`, `old = float(x[i])` and what the first of them becomes, `old = ops.getitem(x, i)`."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=bound)], value=value):
            return bound == name and _read(value) == element
    return False


def _read(value: ast.expr) -> tuple[str, str] | None:
    """Return the array that an element is read of, and where."""
    match value:
        case ast.Subscript(value=array, slice=place):
            return ast.dump(array), ast.dump(place)
        case ast.Call(func=function, args=[ast.Subscript() as element]) if (
            last_name(function) in _SAME_NUMBER
        ):
            return _read(element)
        case ast.Call(func=ast.Attribute(attr="getitem"), args=[array, place]):
            return ast.dump(array), ast.dump(place)
    return None


def _is_handed_on(name: str, statement: ast.stmt) -> bool:
    """True where a call in the statement takes the array by its name."""
    return any(
        isinstance(argument, ast.Name) and argument.id == name
        for call in walk(statement)
        if isinstance(call, ast.Call)
        for argument in (*call.args, *(k.value for k in call.keywords))
    )
