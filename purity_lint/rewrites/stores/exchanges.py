"""Assignments by which arrays change their names, `u, v = v, u`, and none gets a second one.

Nor does one of an object where a function takes all of some attributes, `u, v = self.u, self.v`, and puts them back in
another order, `self.u, self.v = v, u`, but for its own variables.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from purity_lint.rewrites.scopes import SCOPES, own_nodes
from purity_lint.rewrites.uses_of_names import reads
from purity_lint.source.blocks import blocks
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS, Definition
from purity_lint.source.names import dotted

_LONGEST = 6
"""So many statements at most make one exchange: three arrays with two names to help."""
_FEWEST = 2
"""So many names at least change their arrays in one."""
_INNER = (*FUNCTIONS, ast.ClassDef)
_WITH_BLOCKS = (ast.stmt, ast.Module)

_Pairs = list[tuple[str, str]]


@lru_cache(maxsize=SCOPES)
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
        elif isinstance(node, _WITH_BLOCKS):
            for block in blocks(node):
                found.update(_in_block(block, scope))
    if isinstance(scope, DEFINITIONS):
        found.update(_put_back(scope, found))
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


def _put_back(function: Definition, exchanged: Collection[ast.AST]) -> list[ast.stmt]:
    """Return the statements by which a function puts back, in another order, what it took from attributes before.

    They stand in its own block, nothing else there speaks of these attributes, and nothing binds the names to what they
    did not hold.
    """
    taken: dict[str, str] = {}
    back: list[tuple[ast.stmt, str, str]] = []
    for statement in function.body:
        for to, of in _pairs(statement) or ():
            if "." in of and "." not in to and not back:
                taken[to] = of
            elif "." in to and of in taken:
                back.append((statement, to, of))
    names = {of for *_, of in back}
    attributes = sorted(taken[name] for name in names)
    if (
        len(names) < _FEWEST
        or sorted(to for _, to, _ in back) != attributes
        or len({*attributes}) < len(names)
    ):
        return []
    statements = [statement for statement, *_ in back]
    mentioned = Counter(path for path in map(_path, own_nodes(function)) if path in attributes)
    if any(count > len(["taken", "put back"]) for count in mentioned.values()):
        return []
    if any(_is_bound_anew(name, taken[name], function, exchanged) for name in names):
        return []
    return [s for s in statements if len(_pairs(s) or ()) == statements.count(s)]


def _path(node: ast.AST) -> str | None:
    return dotted(node) if isinstance(node, ast.Attribute) else None


def _is_bound_anew(name: str, attribute: str, function: Definition, exchanged: Collection[ast.AST]) -> bool:
    """True where a name that an attribute's array was taken under gets another, but for a changed one of itself."""
    bound = [node for node in own_nodes(function) if _is_bound(node, name)]
    for node in own_nodes(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=to)], value=ast.Call(args=given)):
                keeps = to == name and any(isinstance(a, ast.Name) and a.id == name for a in given)
            case ast.Assign():
                keeps = node in exchanged or (name, attribute) in (_pairs(node) or ())
            case _:
                keeps = isinstance(node, ast.AugAssign)
        if keeps:
            inside = {*ast.walk(node)}
            bound = [each for each in bound if each not in inside]
    return bool(bound)


def _is_bound(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name


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
