"""Does an expression need parentheses where it is put?  The precedence table of the language, over libcst nodes."""

from __future__ import annotations

from enum import IntEnum

import libcst as cst


class Level(IntEnum):
    """How tightly an expression binds, loosest first (the order of the language reference)."""

    ALWAYS = 0
    """``:=`` and generators: in parentheses wherever they are (an argument that is alone apart)."""
    BARE = 1
    """A tuple without parentheses, ``yield``: some statements hold them so."""
    LAMBDA = 2
    TERNARY = 3
    OR = 4
    AND = 5
    NOT = 6
    COMPARISON = 7
    BIT_OR = 8
    BIT_XOR = 9
    BIT_AND = 10
    SHIFT = 11
    SUM = 12
    PRODUCT = 13
    MATRIX_PRODUCT = 14
    """As tight as any product, but readers want to see what is multiplied first: ``(a * b) @ c``."""
    UNARY = 15
    POWER = 16
    AWAIT = 17
    ATOM = 18


_BINARY: dict[type[cst.BaseBinaryOp], Level] = {
    cst.BitOr: Level.BIT_OR,
    cst.BitXor: Level.BIT_XOR,
    cst.BitAnd: Level.BIT_AND,
    cst.LeftShift: Level.SHIFT,
    cst.RightShift: Level.SHIFT,
    cst.Add: Level.SUM,
    cst.Subtract: Level.SUM,
    cst.MatrixMultiply: Level.MATRIX_PRODUCT,
    cst.Power: Level.POWER,
}
_PRODUCTS = frozenset({Level.PRODUCT, Level.MATRIX_PRODUCT})
_LEVELS: dict[type[cst.BaseExpression], Level] = {
    cst.NamedExpr: Level.ALWAYS,
    cst.Yield: Level.BARE,
    cst.Tuple: Level.BARE,
    cst.GeneratorExp: Level.ALWAYS,
    cst.Lambda: Level.LAMBDA,
    cst.IfExp: Level.TERNARY,
    cst.Comparison: Level.COMPARISON,
    cst.Await: Level.AWAIT,
    cst.ConcatenatedString: Level.ATOM,
}


def level(node: cst.BaseExpression) -> Level:
    """Return how tightly ``node`` binds without the parentheses around it."""
    match node:
        case cst.BinaryOperation(operator=operator):
            return _BINARY.get(type(operator), Level.PRODUCT)
        case cst.BooleanOperation(operator=cst.Or()):
            return Level.OR
        case cst.BooleanOperation():
            return Level.AND
        case cst.UnaryOperation(operator=cst.Not()):
            return Level.NOT
        case cst.UnaryOperation():
            return Level.UNARY
    return _LEVELS.get(type(node), Level.ATOM)


def required(parent: cst.CSTNode | None, child: cst.BaseExpression) -> Level:
    """How tightly an expression must bind to stand, without parentheses, where ``child`` stands in ``parent``."""
    match parent:
        case cst.Attribute() | cst.Await():
            return Level.ATOM
        case cst.Call(func=func) if func is child:
            return Level.ATOM
        case cst.Subscript(value=value) if value is child:
            return Level.ATOM
        case cst.BinaryOperation(operator=cst.Power(), left=left):
            return Level.AWAIT if left is child else Level.UNARY
        case cst.BinaryOperation(left=left) if left is not child and level(parent) in _PRODUCTS:
            return Level.UNARY
        case cst.BinaryOperation(left=left):
            return level(parent) if left is child else Level(level(parent) + 1)
        case cst.BooleanOperation(left=left):
            return level(parent) if left is child else Level(level(parent) + 1)
        case cst.UnaryOperation():
            return level(parent)
        case cst.Comparison() | cst.ComparisonTarget():
            return Level.BIT_OR
        case cst.IfExp(orelse=orelse):
            return Level.LAMBDA if orelse is child else Level.OR
        case cst.CompFor(iter=source) if source is child:
            return Level.OR
        case cst.CompIf():
            return Level.OR
        case cst.StarredElement() | cst.StarredDictElement():
            return Level.BIT_OR
        case cst.Assign() | cst.AugAssign() | cst.Return() | cst.AssignTarget() | cst.Index():
            return Level.BARE
    return Level.LAMBDA
