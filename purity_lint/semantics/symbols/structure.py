"""Shape of a file's tree: parents, scopes, names and what is mutated in place."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from purity_lint.knowledge.memory import MAY_SHARE, MAY_SHARE_ATTRIBUTES
from purity_lint.source.blocks import blocks
from purity_lint.source.names import last_name
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import stored_items
from purity_lint.source.walk import children, walk

_BUILTINS: Final = frozenset(dir(builtins))
_WRITING: Final = frozenset({"fill", "sort", "partition", "put", "itemset", "resize", "setfield"})
"""Methods that write into their object, besides those of which the name ends in `_`."""


def names_bound(tree: ast.AST) -> frozenset[str]:
    """Every name that is bound or read anywhere in ``tree``."""
    names: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            names.update(node.names)
    return frozenset(names)


def visible_names(tree: ast.Module) -> frozenset[str]:
    """Names that a fresh name must avoid."""
    return names_bound(tree) | _BUILTINS


def only_stores(setter: ast.AST) -> bool:
    """True for a function that only puts its last argument into an attribute of its first."""
    match setter:
        case ast.FunctionDef(
            args=ast.arguments(args=[ast.arg(arg=owner), ast.arg(arg=given)]), body=[*_, last]
        ):
            documented = [
                s for s in setter.body[:-1] if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)
            ]
            match last:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=target))], value=ast.Name(id=value)):
                    return len(documented) == len(setter.body) - 1 and (target, value) == (owner, given)
    return False


def root_name(node: ast.expr) -> str | None:
    """Return the name at the start of ``x[i].T[j]`` where each step may be a view of it."""
    while True:
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Subscript) or (
            isinstance(node, ast.Attribute) and node.attr in MAY_SHARE_ATTRIBUTES
        ):
            node = node.value
        else:
            return None


def view_sources(value: ast.expr) -> list[str]:
    """Names whose memory ``value`` may share."""
    if isinstance(value, ast.IfExp):
        return view_sources(value.body) + view_sources(value.orelse)
    if isinstance(value, ast.BoolOp):
        return [n for v in value.values for n in view_sources(v)]
    if isinstance(value, ast.NamedExpr):
        return view_sources(value.value)
    if isinstance(value, ast.Call):
        f = value.func
        if last_name(f) not in MAY_SHARE:
            return []
        out = [n for a in value.args for n in view_sources(a)]
        if isinstance(f, ast.Attribute):
            out += view_sources(f.value)
        return out
    root = root_name(value)
    return [root] if root is not None else []


def mutated_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    """Parameters written through (``x[i] = v``, ``x += v``, ``x.fill(v)``, ``out=x``) before being rebound."""
    parameters = frozenset(parameter_names(function))
    aliases: dict[str, frozenset[str]] = {p: frozenset((p,)) for p in parameters}
    mutated: set[str] = set()
    _walk_body(function.body, aliases, mutated)
    return frozenset(mutated)


def _walk_body(body: list[ast.stmt], aliases: dict[str, frozenset[str]], mutated: set[str]) -> None:
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        _written(statement, aliases, mutated)
        if isinstance(statement, ast.Assign):
            _rebind(statement, aliases)
        inner = [*blocks(statement)]
        if not inner:
            continue
        joined = dict(aliases)
        for block in inner:
            branch = dict(aliases)
            _walk_body(block, branch, mutated)
            for name, sources in branch.items():
                joined[name] = joined.get(name, frozenset()) | sources
        aliases.update(joined)


def _rebind(statement: ast.Assign, aliases: dict[str, frozenset[str]]) -> None:
    sources: frozenset[str] = frozenset()
    for name in view_sources(statement.value):
        sources |= aliases.get(name, frozenset())
    for target in statement.targets:
        if isinstance(target, ast.Name):
            aliases[target.id] = sources


def _written(statement: ast.stmt, aliases: dict[str, frozenset[str]], mutated: set[str]) -> None:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = [store for target in statement.targets for store in stored_items(target)]
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    for target in targets:
        root = root_name(target)
        if root is not None:
            mutated |= aliases.get(root, frozenset())
    left = [node for node in children(statement) if not isinstance(node, ast.stmt)]
    while left:
        node = left.pop()
        kind = node.__class__
        if kind is ast.Name or kind is ast.Constant:
            continue
        if node.__class__ is ast.Call:
            for name in _written_by_call(node):
                mutated |= aliases.get(name, frozenset())
        left += children(node)


def _written_by_call(call: ast.Call) -> Iterator[str]:
    """Yield the names of what a call writes into: `out=x`, `x.fill(v)`, `x.add_(y)`."""
    for keyword in call.keywords:
        if keyword.arg == "out":
            yield from view_sources(keyword.value)
    function = call.func
    if isinstance(function, ast.Attribute) and (
        function.attr in _WRITING or (function.attr.endswith("_") and not function.attr.endswith("__"))
    ):
        root = root_name(function.value)
        if root is not None:
            yield root
