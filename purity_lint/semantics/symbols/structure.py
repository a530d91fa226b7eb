"""Shape of a file's tree: its names, and what may share memory with what."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from typing import Final

from purity_lint.knowledge.memory import MAY_SHARE, MAY_SHARE_ATTRIBUTES
from purity_lint.source.constructs import DEFINITIONS, Definition
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

_BUILTINS: Final = frozenset(dir(builtins))


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


def names_at_top(tree: ast.Module) -> frozenset[str]:
    """Names of the top of a file, and Python's own: what every function sees."""
    definitions = (*DEFINITIONS, ast.ClassDef)
    at_top = {node.name for node in tree.body if isinstance(node, definitions)}
    rest = [node for node in tree.body if not isinstance(node, definitions)]
    return frozenset(at_top.union(_BUILTINS, *map(names_bound, rest)))


def outermost_function(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Definition | None:
    """Return the outermost ``def`` that ``node`` stands in."""
    found = None
    around: ast.AST | None = node
    while around is not None:
        found = around if isinstance(around, DEFINITIONS) else found
        around = parents.get(around)
    return found


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


def is_given(node: ast.ClassDef, name: str) -> bool:
    """Return True where the body of a class assigns to ``name``."""
    for statement in node.body:
        match statement:
            case ast.Assign(targets=targets) if any(
                isinstance(t, ast.Name) and t.id == name for t in targets
            ):
                return True
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr()) if target == name:
                return True
    return False
