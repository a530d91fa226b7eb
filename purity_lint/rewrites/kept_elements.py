"""Elements that are kept while the array that they were read from changes.

``x[i]`` is a number on NumPy and stays what it was; PyTorch gives a tensor that shares the memory of ``x``, and
changes with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.operands import dotted, operation
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import FUNCTIONS, LOOPS


def outlives_a_store(read: ast.Subscript, model: SemanticModel) -> bool:
    """True where the element ``read`` is bound to a name or appended to a list, and read after a store to its array."""
    path = dotted(read.value)
    if path is None or not _is_element(read, model):
        return False
    kept = list(_keepers(read, model))
    if not kept:
        return False
    scope = enclosing(read, model)
    stores = [node for node in own_nodes(scope) if path in _stored(node, model)]
    return any(_is_used_later(name, read, store, scope, model) for name in kept for store in stores)


def _is_element(read: ast.Subscript, model: SemanticModel) -> bool:
    """True where the index gives one position for each axis of the array, as far as its axes are known."""
    value = model.value(read.value)
    parts = read.slice.elts if isinstance(read.slice, ast.Tuple) else [read.slice]
    if not value.is_tensor or value.maybe or (value.rank is not None and value.rank != len(parts)):
        return False
    return all(_is_position(part, model) for part in parts)


def _is_position(part: ast.expr, model: SemanticModel) -> bool:
    if isinstance(part, ast.Slice | ast.List | ast.ListComp | ast.Starred):
        return False
    if isinstance(part, ast.Constant):
        return type(part.value) is int
    value = model.value(part)
    if value.is_tensor:
        return value.rank == 0
    return value.kind not in (Kind.LIST, Kind.TUPLE, Kind.STR, Kind.NONE)


def _keepers(read: ast.expr, model: SemanticModel) -> Iterator[str | None]:
    """Yield the names that ``read`` is bound to; ``None`` for a list or an attribute, which anybody may read."""
    node: ast.AST = read
    parent = model.parent(node)
    while isinstance(parent, ast.IfExp) and node is not parent.test:
        node, parent = parent, model.parent(parent)
    position = None
    if isinstance(parent, ast.Tuple):
        position = parent.elts.index(node)  # type: ignore[arg-type]  # an expression among expressions
        node, parent = parent, model.parent(parent)
    match parent:
        case ast.Assign(targets=targets):
            for target in targets:
                if position is not None and isinstance(target, ast.Tuple):
                    yield from _held_by(target.elts[position] if position < len(target.elts) else target)
                else:
                    yield from _held_by(target)
        case ast.Call(func=ast.Attribute(attr="append")):
            yield None


def _held_by(target: ast.expr) -> Iterator[str | None]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Attribute():
            yield None


def _stored(node: ast.AST, model: SemanticModel) -> tuple[str, ...]:
    """Return the arrays that ``node`` itself, not what stands in it, stores to."""
    match node:
        case ast.Subscript(ctx=ast.Store(), value=value):
            path = dotted(value)
        case ast.Call(args=[ast.expr() as first, *_]) if (operation(model, node) or "").startswith("assign"):
            path = dotted(first)
        case _:
            return ()
    return () if path is None else (path,)


def _is_used_later(
    name: str | None, read: ast.expr, store: ast.AST, scope: ast.AST, model: SemanticModel
) -> bool:
    """True where ``name`` is read after the store: below it, or in the next pass of a loop around both."""
    kept_at, stored_at = _end(model.statement(read)), _end(model.statement(store))
    again = bool(_loops(read, model) & _loops(store, model))
    after = stored_at > kept_at
    if name is None:
        return after or again
    uses = [
        _start(node)
        for node in own_nodes(scope)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    before = _start(model.statement(read))
    return any((after and use > stored_at) or (again and use < before) for use in uses)


def _loops(node: ast.AST, model: SemanticModel) -> set[ast.AST]:
    found: set[ast.AST] = set()
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, LOOPS):
            found.add(parent)
        parent = model.parent(parent)
    return found


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno, node.end_col_offset  # type: ignore[return-value]  # what was parsed has an end
