"""Names for pieces of syntax, as tools that count or compare findings want them."""

from __future__ import annotations

import ast

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.USub: "-",
    ast.UAdd: "+",
    ast.Invert: "~",
    ast.Not: "not",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}
_TRUTH: dict[type[ast.AST], str] = {
    ast.If: "if",
    ast.While: "while",
    ast.Assert: "assert",
    ast.IfExp: "ifexp",
}


def construct(node: ast.AST) -> tuple[str, str | None]:
    """The kind of ``node`` and its operator: ``("BinOp", "+")``, ``("Method", "mean")``."""
    match node:
        case ast.BinOp(op=op) | ast.UnaryOp(op=op) | ast.AugAssign(op=op):
            return type(node).__name__, OPERATORS[type(op)]
        case ast.Compare(ops=[op, *_]):
            return "Compare", OPERATORS[type(op)]
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
