"""Blocks: the runs of statements that bodies, branches, handlers and cases are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

_BLOCKS: Final = ("body", "orelse", "finalbody")
"""Fields that hold a block where they hold a list; the body of a lambda is an expression."""
_HOLDERS: Final = frozenset({"handlers", "cases"})
"""Fields that hold what has a body, and is no statement itself."""
_KINDS: Final[list[type[ast.AST]]] = [ast.Module, *ast.stmt.__subclasses__()]
_FIELDS: Final = {
    kind: [name for name in (*_BLOCKS, "handlers", "cases") if name in kind._fields] for kind in _KINDS
}
"""Type of a statement or module -> its fields that hold statements, or what holds them."""


def blocks(holder: ast.stmt | ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the blocks right within a statement, those of its handlers and cases included; some may be empty."""
    for name in _FIELDS[holder.__class__]:
        held = getattr(holder, name)
        if name in _HOLDERS:
            yield from (each.body for each in held)
        else:
            yield held


def block_of(statement: ast.AST, holder: ast.AST | None) -> list[ast.stmt]:
    """Return the block of ``holder``, its parent, in which ``statement`` stands; an empty one if it stands in none."""
    for name in _BLOCKS:
        block = getattr(holder, name, None)
        if isinstance(block, list) and statement in block:
            return block
    return []


def before(statement: ast.AST, holder: ast.AST | None) -> list[ast.stmt]:
    """Return the statements of its block that stand before one."""
    block = block_of(statement, holder)
    return block[: _place(statement, block)]


def after(statement: ast.AST, holder: ast.AST | None) -> list[ast.stmt]:
    """Return the statements of its block that stand after one."""
    block = block_of(statement, holder)
    return block[_place(statement, block) + 1 :]


def _place(statement: ast.AST, block: list[ast.stmt]) -> int:
    return next((i for i, each in enumerate(block) if each is statement), 0)


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement of a body and of those within: the only nodes that can hold an import or an assignment."""
    stack = [*body]
    while stack:
        node = stack.pop()
        yield node
        for name in _FIELDS[node.__class__]:
            held = getattr(node, name)
            if name in _HOLDERS:
                for holder in held:
                    stack += holder.body
            else:
                stack += held
