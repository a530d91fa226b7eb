"""Walking one function without the functions in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.parameters import defaults, parameter_names
from purity_lint.source.read import has_submodule
from purity_lint.source.targets import paired
from purity_lint.source.walk import children

_INNER = (*FUNCTIONS, ast.ClassDef)
_HOLDING = frozenset({*_INNER, ast.Module})
"""Types of nodes that hold a scope."""
_ENDS = frozenset({*_INNER, ast.Name, ast.Constant})
"""Types of nodes that are not entered, or hold none."""
_BINDING = frozenset(
    {
        *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
        *(ast.ExceptHandler, ast.Global, ast.Nonlocal, ast.alias),
        *(ast.MatchAs, ast.MatchStar, ast.MatchMapping),
    }
)
"""Types of nodes, besides names, that may bind a name, or say whose it is."""


SCOPES = 2048
"""How many scopes are remembered: rules ask again about those around their nodes, and of all that a file has in turn.

Files of ten thousand lines have more than a thousand; where one has more than are remembered, none is found again.
"""


@lru_cache(maxsize=SCOPES)
def own_nodes(scope: ast.AST) -> Sequence[ast.AST]:
    """Return the nodes of the body of ``scope`` in source order; functions and classes are not entered."""
    found: list[ast.AST] = []
    stack: list[ast.AST] = body_of(scope)[::-1]
    while stack:
        node = stack.pop()
        found.append(node)
        if node.__class__ not in _ENDS:
            below = children(node)
            below.reverse()
            stack += below
    return tuple(found)


def enclosing(node: ast.AST, model: SemanticModel) -> ast.AST:
    """Return the function, class or module whose body ``node`` stands in."""
    parents = model.source.parents
    holder: ast.AST = node
    while (parent := parents.get(holder)) is not None:
        holder = parent
        if holder.__class__ in _HOLDING:
            break
    return holder


def class_around(node: ast.AST, model: SemanticModel) -> ast.ClassDef | None:
    """Return the innermost class that ``node`` stands in, if it does in any."""
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, ast.ClassDef):
        parent = model.parent(parent)
    return parent


def body_of(scope: ast.AST) -> list[ast.AST]:
    """Return the statements of a scope, or the expression of a lambda: what runs when it does."""
    body = getattr(scope, "body", [])
    return list(body) if isinstance(body, list) else [body]


@lru_cache(maxsize=SCOPES)
def bindings(scope: ast.AST) -> Mapping[str, list[ast.expr]]:
    """Return the values that each name of ``scope`` is assigned, in order, also by ``+=`` and ``:=``."""
    found: dict[str, list[ast.expr]] = {}
    for node in own_nodes(scope):
        match node:
            case ast.Assign(targets=targets, value=value):
                for part, given in (pair for target in targets for pair in paired(target, value)):
                    if isinstance(part, ast.Name):
                        found.setdefault(part.id, []).append(given)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found.setdefault(name, []).append(value)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                found.setdefault(name, []).append(value)
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                found.setdefault(name, []).append(value)
    return found


@lru_cache(maxsize=SCOPES)
def parameters(scope: ast.AST) -> frozenset[str]:
    """Return the names of the parameters of ``scope``; none where it is no function."""
    return frozenset(parameter_names(scope)) if isinstance(scope, FUNCTIONS) else frozenset()


@lru_cache(maxsize=SCOPES)
def bound_names(scope: ast.AST) -> frozenset[str]:
    """Return every name that ``scope`` itself binds: parameters, targets, imports, definitions; not ``global`` ones."""
    names: set[str] = set(parameters(scope))
    outer: set[str] = set()
    for node in own_nodes(scope):
        if node.__class__ is ast.Name:  # most names are read
            if node.ctx.__class__ is not ast.Load:
                names.add(node.id)
            continue
        if node.__class__ not in _BINDING:
            continue
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case (
                ast.ExceptHandler(name=str() as name)
                | ast.MatchAs(name=str() as name)
                | ast.MatchStar(name=str() as name)
                | ast.MatchMapping(rest=str() as name)
            ):
                names.add(name)
            case ast.Global(names=others) | ast.Nonlocal(names=others):
                outer.update(others)
            case ast.alias(name=name, asname=asname):
                names.add(asname or name.partition(".")[0])
    return frozenset(names - outer)


@lru_cache(maxsize=SCOPES)
def declared_names(scope: ast.AST) -> frozenset[str]:
    """Return the names that ``scope`` itself says are ``global`` or ``nonlocal``."""
    return frozenset(
        name
        for node in own_nodes(scope)
        if isinstance(node, ast.Global | ast.Nonlocal)
        for name in node.names
    )


def may_import(module: str, node: ast.AST, model: SemanticModel) -> bool:
    """True where an ``import module`` at the top of the file would be seen at ``node``: no other name hides it."""
    scope, tree = enclosing(node, model), model.source.tree
    if scope is not tree and module in bound_names(scope):
        return False
    if has_submodule(model.source.path, module):
        return False
    imported = any(binding.local == binding.qualified == module for binding in model.imports)
    return imported or module not in bound_names(tree)


def means_builtin(name: str, node: ast.AST, model: SemanticModel) -> bool:
    """True where ``name``, written at ``node``, would be Python's own: no scope around it binds the name."""
    if any(name in declared.names for declared in model.source.of(ast.Global)):
        return False
    scope = enclosing(node, model)
    while not isinstance(scope, ast.Module):
        if name in bound_names(scope):
            return False
        scope = enclosing(scope, model)
    return bound_names(scope).isdisjoint({name, "*"})


def names_given(node: ast.expr, model: SemanticModel) -> Iterator[str]:
    """Yield the names that ``node`` is the value of: as a default, a keyword argument, in an assignment."""
    match model.parent(node):
        case ast.arguments() as arguments:
            yield from (name for name, default in defaults(arguments).items() if default is node)
        case ast.keyword(arg=str() as name):
            yield name
        case ast.Assign(targets=targets):
            yield from (name for target in targets for name in _name_of(target))
        case ast.AnnAssign(target=target):
            yield from _name_of(target)


def _name_of(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name


def fresh(stem: str, node: ast.AST, model: SemanticModel, taken: set[str] | None = None) -> str:
    """Return a name like ``stem`` that nothing at ``node`` has."""
    used = model.names_in_scope(node) | (taken or set())
    name, number = stem, 2
    while name in used:
        name, number = f"{stem}_{number}", number + 1
    return name


def catches(node: ast.AST, error: str, model: SemanticModel) -> bool:
    """True where ``node`` stands in a ``try`` of its own function with an ``except`` that names ``error``.

    An ``except`` for every exception is written for none in particular.
    """
    child, parent = node, model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        handlers = parent.handlers if isinstance(parent, ast.Try) and child in parent.body else []
        if any(_names(handler, error) for handler in handlers):
            return True
        child, parent = parent, model.parent(parent)
    return False


def is_asked_for(node: ast.AST, model: SemanticModel) -> bool:
    """True where a ``try`` asks whether what ``node`` does can be done at all, and goes another way if not.

    It names ``TypeError``, or has nothing else in it and catches everything.
    """
    if catches(node, "TypeError", model):
        return True
    statement = model.parent(node)
    while isinstance(statement, ast.expr | ast.keyword | ast.comprehension):
        statement = model.parent(statement)
    tried = None if statement is None else model.parent(statement)
    if not isinstance(statement, ast.stmt) or not isinstance(tried, ast.Try) or tried.body != [statement]:
        return False
    return any(handler.type is None or _names(handler, "Exception") for handler in tried.handlers)


def is_tried(node: ast.AST, model: SemanticModel) -> bool:
    """True where ``node`` stands in a ``try`` or a ``with`` of its own scope: what it raises may be caught there."""
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.Try | ast.TryStar | ast.With | ast.AsyncWith):
            return True
        parent = model.parent(parent)
    return False


def _names(handler: ast.ExceptHandler, error: str) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(t, ast.Name) and t.id == error for t in types)


def attribute_values(model: SemanticModel) -> dict[str, list[ast.expr]]:
    """Return what attributes are bound to in the file, by name; for a part of an unpacking the target."""
    return model.memo(attribute_values, lambda: _attribute_values(model))


def _attribute_values(model: SemanticModel) -> dict[str, list[ast.expr]]:
    bound = [(target, node.value) for node in model.source.of(ast.Assign) for target in node.targets]
    bound += [(node.target, node.value) for node in model.source.of(ast.AnnAssign) if node.value is not None]
    found: dict[str, list[ast.expr]] = {}
    for target, value in bound:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            if isinstance(part, ast.Attribute):
                found.setdefault(part.attr, []).append(value if part is target else part)
    return found
