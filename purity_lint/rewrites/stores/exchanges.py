"""Assignments by which arrays change their names, `u, v = v, u`, and none gets a second one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache

from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rewrites.uses_of_names import reads
from purity_lint.source.blocks import blocks
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import dotted

_SCOPES = 256
_LONGEST = 6
"""So many statements at most make one exchange: three arrays with two names to help."""
_FEWEST = 2
"""So many names at least change their arrays in one."""
_INNER = (*FUNCTIONS, ast.ClassDef)

_Pairs = list[tuple[str, str]]


@lru_cache(maxsize=_SCOPES)
def exchanges(scope: ast.AST) -> frozenset[ast.AST]:
    """Return the statements of ``scope`` that exchange the arrays of names or attributes, with the help of others.

    That is `u, v = v, u`, and `t = u` with `u = v` and `v = t` behind it, where nobody else reads `t`.  Of a class
    or a module, those of its functions are among them.
    """
    found: set[ast.AST] = set()
    for node in (scope, *own_nodes(scope)):
        if node is not scope and isinstance(node, _INNER):
            if isinstance(scope, ast.ClassDef | ast.Module):
                found |= exchanges(node)
        elif isinstance(node, ast.stmt | ast.Module):
            for block in blocks(node):
                found.update(_in_block(block, scope))
    return frozenset(found)


def _in_block(block: Sequence[ast.stmt], scope: ast.AST) -> Iterator[ast.stmt]:
    pairs = [_pairs(statement) for statement in block]
    at = 0
    while at < len(block):
        longest = _LONGEST if pairs[at] is not None else 0
        length = next((n for n in range(1, longest + 1) if _exchange(block, pairs, at, n, scope)), 0)
        yield from block[at : at + length]
        at += length or 1


def _pairs(statement: ast.stmt) -> _Pairs | None:
    """Return what an assignment of names and attributes binds to what; ``None`` for any other statement."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            if len(targets) != len(values):
                return None
        case ast.Assign(targets=[target], value=value):
            targets, values = [target], [value]
        case _:
            return None
    found = []
    for target, value in zip(targets, values, strict=True):
        to, of = dotted(target), dotted(value)
        if to is None or of is None:
            return None
        found.append((to, of))
    return found


def _exchange(
    block: Sequence[ast.stmt], pairs: Sequence[_Pairs | None], at: int, length: int, scope: ast.AST
) -> bool:
    """Whether these statements together give each array that they name one name, as before."""
    run = pairs[at : at + length]
    if len(run) < length or None in run:
        return False
    holds: dict[str, str] = {}
    for each in run:
        holds |= {to: holds.get(of, of) for to, of in each or ()}
    held = {*holds.values()}
    kept = {name: array for name, array in holds.items() if name in held}
    if len(kept) < _FEWEST or sorted(kept) != sorted(kept.values()):
        return False
    return all(_is_read_here_only(name, block[at : at + length], scope) for name in holds.keys() - held)


def _is_read_here_only(name: str, run: Sequence[ast.stmt], scope: ast.AST) -> bool:
    inside = {node for statement in run for node in ast.walk(statement)}
    return "." not in name and all(use in inside for use in reads(scope).get(name, ()))
