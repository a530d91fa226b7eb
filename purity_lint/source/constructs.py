"""Kinds of syntax: node types that belong together, operators, and names for what tools count."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, NamedTuple

DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
Definition = ast.FunctionDef | ast.AsyncFunctionDef
"""One of :data:`DEFINITIONS`, as a type."""
FUNCTIONS: Final = (*DEFINITIONS, ast.Lambda)
TYPE_SYNTAX: Final[tuple[type[ast.AST], ...]] = tuple(
    getattr(ast, name) for name in ("TypeAlias", "TypeVar") if hasattr(ast, name)
)
"""`type Name = ...` and the parameter in `def f[T: ...](x: T)`, which Python has from 3.12 on."""
TEMPLATE_STRINGS: Final[tuple[type[ast.AST], ...]] = tuple(
    getattr(ast, name) for name in ("TemplateStr",) if hasattr(ast, name)
)
"""`t"..."`, which Python has from 3.14 on: it holds the values of its fields, and their source."""
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)


def does_nothing(function: Definition) -> bool:
    """True for an undecorated function whose body is `pass`, and of a docstring and it."""
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    return not function.decorator_list and len(body) == 1 and isinstance(body[0], ast.Pass)


def is_none(node: ast.expr | None) -> bool:
    """True for ``None`` as it is written."""
    return isinstance(node, ast.Constant) and node.value is None


def is_two(node: ast.expr) -> bool:
    """True for the whole number 2 as it is written: powers by it are squares."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value == 2


class Operator(NamedTuple):
    """How an operator is written."""

    symbol: str
    method: str | None = None
    """Special method that arithmetic calls, without underscores: ``add`` for ``__add__`` and ``__radd__``."""


OPERATORS: Final[Mapping[type[ast.AST], Operator]] = {
    ast.Add: Operator("+", "add"),
    ast.Sub: Operator("-", "sub"),
    ast.Mult: Operator("*", "mul"),
    ast.Div: Operator("/", "truediv"),
    ast.FloorDiv: Operator("//", "floordiv"),
    ast.Mod: Operator("%", "mod"),
    ast.Pow: Operator("**", "pow"),
    ast.MatMult: Operator("@", "matmul"),
    ast.BitAnd: Operator("&", "and"),
    ast.BitOr: Operator("|", "or"),
    ast.BitXor: Operator("^", "xor"),
    ast.LShift: Operator("<<", "lshift"),
    ast.RShift: Operator(">>", "rshift"),
    ast.USub: Operator("-", "neg"),
    ast.UAdd: Operator("+", "pos"),
    ast.Invert: Operator("~", "invert"),
    ast.Not: Operator("not"),
    ast.Lt: Operator("<"),
    ast.LtE: Operator("<="),
    ast.Gt: Operator(">"),
    ast.GtE: Operator(">="),
    ast.Eq: Operator("=="),
    ast.NotEq: Operator("!="),
    ast.Is: Operator("is"),
    ast.IsNot: Operator("is not"),
    ast.In: Operator("in"),
    ast.NotIn: Operator("not in"),
}
_TRUTH: dict[type[ast.AST], str] = {
    ast.If: "if",
    ast.While: "while",
    ast.Assert: "assert",
    ast.IfExp: "ifexp",
}


def construct(node: ast.AST) -> tuple[str, str | None]:
    """Return the kind of ``node`` and its operator: ``("BinOp", "+")``, ``("Method", "mean")``."""
    match node:
        case ast.BinOp(op=op) | ast.UnaryOp(op=op) | ast.AugAssign(op=op):
            return type(node).__name__, OPERATORS[type(op)].symbol
        case ast.Compare(ops=[op, *_]):
            return "Compare", OPERATORS[type(op)].symbol
        case ast.BoolOp(op=op):
            return "Truth", "and" if isinstance(op, ast.And) else "or"
        case ast.Call(func=ast.Name(id=name)):
            return "Builtin", name
        case ast.Call(func=ast.Attribute(attr=name)):
            return "Method", name
        case ast.Assign(targets=[ast.Subscript(), *_]) | ast.Delete(targets=[ast.Subscript(), *_]):
            return "SetItem", "[]="
        case ast.For() | ast.AsyncFor():
            return "Iter", "for"
        case ast.If() | ast.While() | ast.Assert() | ast.IfExp():
            return "Truth", _TRUTH[type(node)]
    return type(node).__name__, None


def arguments_of(call: ast.Call) -> list[ast.expr]:
    """Return what a call is given, by place and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]
