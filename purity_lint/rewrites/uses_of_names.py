"""What a scope does with its names: what binds them, reads them, hands them back, and may keep their arrays."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from purity_lint.knowledge.memory import ADDING_METHODS, PARTS
from purity_lint.rewrites.scopes import SCOPES, body_of, bound_names, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import block_of, statements
from purity_lint.source.constructs import DEFINITIONS, FUNCTIONS, LOOPS
from purity_lint.source.names import dotted, names_in
from purity_lint.source.optional_outputs import names_of_outputs
from purity_lint.source.targets import paired, targets
from purity_lint.source.walk import children

Bound = tuple[ast.stmt, ast.expr | ast.For | ast.AsyncFor]
_Binding = tuple[ast.AST, ast.expr | ast.For | ast.AsyncFor]


@lru_cache(maxsize=SCOPES)
def bindings(scope: ast.AST) -> Mapping[str, list[_Binding]]:
    """Return what each name of ``scope`` is bound to, with the node that does it, in source order."""
    found: dict[str, list[_Binding]] = {}
    for node in own_nodes(scope):
        match node:
            case ast.Assign(targets=several, value=value):
                for part, given in (pair for target in several for pair in paired(target, value)):
                    if isinstance(part, ast.Name):
                        found.setdefault(part.id, []).append((node, given))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.setdefault(name, []).append((node, value))
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                found.setdefault(name, []).append((node, value))
            case ast.For(target=target) | ast.AsyncFor(target=target):
                for name in names_in(target):
                    found.setdefault(name, []).append((node, node))
    return found


@lru_cache(maxsize=SCOPES)
def keeping(scope: ast.AST) -> Mapping[str, list[ast.Assign | ast.Call | ast.Yield]]:
    """Return what in ``scope`` may let something else get hold of the array of a name: assignments, calls, `yield`."""
    found: dict[str, list[ast.Assign | ast.Call | ast.Yield]] = {}
    for node in own_nodes(scope):
        names: set[str] = set()
        match node:
            case ast.Assign(value=value) | ast.Yield(value=ast.expr() as value):
                names.update(held_by(value))
            case ast.Call(func=ast.Attribute(attr=attr), args=args) if attr in ADDING_METHODS:
                names.update(a.id for a in args if isinstance(a, ast.Name))
        if isinstance(node, ast.Assign | ast.Call | ast.Yield):
            for name in names:
                found.setdefault(name, []).append(node)
    return found


def held_by(value: ast.expr) -> Iterator[str]:
    """Return the names whose arrays ``value`` may hold, or views of them: all for which ``_shares`` may say so."""
    match value:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from held_by(part)
        case ast.IfExp(body=first, orelse=second):
            yield from held_by(first)
            yield from held_by(second)
        case ast.Call(func=function, args=arguments):
            if isinstance(function, ast.Attribute):
                yield from held_by(function.value)
            if arguments:
                yield from held_by(arguments[0])
        case ast.BinOp(left=left, right=right):
            for side in (left, right):
                if isinstance(side, ast.List | ast.Tuple):
                    yield from held_by(side)
        case ast.Subscript(value=whole) | ast.Attribute(value=whole):
            yield from held_by(whole)
        case ast.Name(id=name):
            yield name


@lru_cache(maxsize=SCOPES)
def reads(scope: ast.AST) -> Mapping[str, list[ast.Name]]:
    """Return the places in ``scope``, and in the functions in it, that read each name: `x += 1` reads as well.

    What a function in it binds itself is another variable of that name.
    """
    found: dict[str, list[ast.Name]] = {}
    stack = [(node, frozenset[str]()) for node in body_of(scope)[::-1]]  # not its decorators and defaults
    while stack:
        node, hidden = stack.pop()
        if isinstance(node, ast.Name):
            if node.ctx.__class__ is ast.Load and node.id not in hidden:
                found.setdefault(node.id, []).append(node)
            continue
        if isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name) and node.target.id not in hidden:
                found.setdefault(node.target.id, []).append(node.target)
        elif isinstance(node, FUNCTIONS):
            inside, own = frozenset(body_of(node)), hidden | bound_names(node)
            stack += [(below, own if below in inside else hidden) for below in children(node)[::-1]]
            continue
        stack += [(below, hidden) for below in children(node)[::-1]]
    return found


@lru_cache(maxsize=SCOPES)
def handed_back(scope: ast.AST) -> frozenset[str]:
    """Return the names in what ``scope`` returns, yields or assigns to attributes, and outputs by another name."""
    found: set[str] = set()
    for node in own_nodes(scope):
        match node:
            case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
                found |= names_in(value)
            case ast.Assign(targets=targets, value=value) if any(
                isinstance(t, ast.Attribute) for t in targets
            ):
                found |= names_in(value)
    outputs = names_of_outputs(scope) if isinstance(scope, DEFINITIONS) else {}
    return frozenset({*found, *(parameter for name, parameter in outputs.items() if name in found)})


@lru_cache(maxsize=SCOPES)
def attributes_bound(
    scope: ast.ClassDef | ast.Module,
) -> list[tuple[ast.Assign, str | None, frozenset[str | None]]]:
    """Return each assignment of an attribute, or a view of one, its path, and those of the attributes bound."""
    found: list[tuple[ast.Assign, str | None, frozenset[str | None]]] = []
    for node in statements(scope.body):
        base = base_of(node.value) if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(base, ast.Attribute):
            targets = [dotted(target) for target in node.targets if isinstance(target, ast.Attribute)]
            if targets:
                found.append((node, dotted(base), frozenset(targets)))
    return found


@lru_cache(maxsize=SCOPES)
def attributes_of_one_name(scope: ast.ClassDef | ast.Module) -> frozenset[str]:
    """Return the attributes that hold the array of another one: `self.x = x` and `self.y = x`."""
    found: set[str] = set()
    for function in statements(scope.body):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        held: dict[str, set[str]] = {}
        for node in function.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                paths = (dotted(target) for target in node.targets if isinstance(target, ast.Attribute))
                held.setdefault(node.value.id, set()).update(path for path in paths if path is not None)
        for name, paths_of_one in held.items():
            if len(paths_of_one) > 1 and len(bindings(function).get(name, ())) <= 1:
                found |= paths_of_one
    return frozenset(found)


def base_of(part: ast.expr) -> ast.Name | ast.Attribute | None:
    """Return the name or attribute of which ``part`` is a view: `x` of `x[0].T`, `self.x` of `self.x[1:]`."""
    while isinstance(part, ast.Subscript) or (isinstance(part, ast.Attribute) and part.attr in PARTS):
        part = part.value
    return part if isinstance(part, ast.Name) or (isinstance(part, ast.Attribute) and dotted(part)) else None


def in_one_block(holder: ast.AST | None, first: ast.AST, second: ast.AST) -> bool:
    """Return True where both statements stand in one body or branch of ``holder``."""
    return second in block_of(first, holder)


def is_passed(binding: ast.stmt, later: ast.stmt, scope: ast.AST, model: SemanticModel) -> bool:
    """True where every path to ``later`` goes through ``binding``: it stands in a block around ``later``."""
    holder = model.parent(binding)
    inside: ast.AST | None = later
    while inside is not None and inside is not scope:
        if inside is binding:
            return isinstance(binding, ast.For | ast.AsyncFor)
        parent = model.parent(inside)
        if parent is holder:
            return not isinstance(binding, ast.For | ast.AsyncFor) and in_one_block(parent, binding, inside)
        inside = parent
    return False


def in_other_branch(first: ast.AST, second: ast.AST, model: SemanticModel) -> bool:
    """Return True where an `if` runs one of the two alone, whenever it runs."""
    taken = dict(_branches(first, model))
    return any(taken.get(test, branch) is not branch for test, branch in _branches(second, model))


def _branches(node: ast.AST, model: SemanticModel) -> Iterator[tuple[ast.If, bool]]:
    """Yield each `if` of the same function around ``node``, and whether it is the first of its branches."""
    around = model.parent(node)
    while around is not None and not isinstance(around, FUNCTIONS):
        if isinstance(around, ast.If) and node is not around.test:
            yield around, any(node is statement for statement in around.body)
        node, around = around, model.parent(around)


def is_bound_before(use: ast.Name, loop: ast.AST) -> bool:
    """Return True where each turn of ``loop`` binds the name anew before it comes to ``use``."""
    body: list[ast.stmt] = getattr(loop, "body", [])
    if isinstance(loop, ast.For | ast.AsyncFor) and use.id in names_in(loop.target):
        return start(body[0]) <= start(use)
    return any(
        isinstance(statement, ast.Assign)
        and end(statement) <= start(use)
        and any(
            isinstance(t, ast.Name) and t.id == use.id
            for target in statement.targets
            for t in targets(target)
        )
        for statement in body
    )


@lru_cache(maxsize=128)
def rebound(scope: ast.AST) -> Mapping[str, list[ast.Assign]]:
    """Return the assignments of ``scope`` that bind each name to something else, whole."""
    found: dict[str, list[ast.Assign]] = {}
    for node in own_nodes(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for part in targets(target):
                    if isinstance(part, ast.Name):
                        found.setdefault(part.id, []).append(node)
    return found


def assigned(scope: ast.AST) -> frozenset[str]:
    """Return the names that ``scope`` binds itself, its parameters apart."""
    return frozenset(
        n.id for n in own_nodes(scope) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    )


def loops_around(node: ast.AST, model: SemanticModel) -> frozenset[ast.AST]:
    """Return the loops of the same function around ``node``."""
    found: set[ast.AST] = set()
    parent: ast.AST | None = node
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, LOOPS):
            found.add(parent)
        parent = model.parent(parent)
    return frozenset(found)


def start(node: ast.AST) -> tuple[int, int]:
    """Return the line and column where ``node`` begins."""
    return node.lineno, node.col_offset  # type: ignore[attr-defined]  # statements and expressions have places


def end(node: ast.AST) -> tuple[int, int]:
    """Return the line and column behind ``node``."""
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]  # statements and expressions have places
