"""Decorators that keep what they are given, such as those that register a function or a class under a name."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from purity_lint.knowledge.python import KEEPING
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.table import BoundMethod, FunctionSymbol


def see_decorated(frame: Frame, decorators: Iterable[ast.expr], value: Abs) -> None:
    """Hand ``value``, a function or a class, to those of its decorators that put what they are given somewhere."""
    for written in decorators:
        decorator = frame.values.get(written)
        for ref in () if decorator is None else decorator.refs:
            bound = ref if isinstance(ref, BoundMethod) else None
            function = bound.function if bound is not None else ref
            if isinstance(function, FunctionSymbol) and not function.running and _keeps(frame, function):
                frame.call_symbol(function, [value], {}, written, bound and bound.receiver)


def _keeps(frame: Frame, function: FunctionSymbol) -> bool:
    """True where a function puts what it is given, or a function that it makes of that, into a container."""
    memo = frame.project.memo
    key = _keeps, function
    known = memo.get(key)
    if known is None:
        nodes = [*ast.walk(function.node)][1:]
        inner = {n.name for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}
        names = inner | {p.arg for p in function.node.args.args}
        known = memo[key] = any(_is_kept(node, names) for node in nodes)
    return bool(known)


def _is_kept(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Assign(targets=[ast.Subscript()], value=ast.Name(id=name)):
            return name in names
        case ast.Call(func=ast.Attribute(attr=method), args=args):
            return method in KEEPING and any(isinstance(a, ast.Name) and a.id in names for a in args)
    return False
