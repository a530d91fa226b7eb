"""Code that is not for one library, and says so: ``x[::-1]`` under ``if not is_torch(xp)``."""

from __future__ import annotations

import ast
import re

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name


def leaves_out(node: ast.AST, asks: re.Pattern[str], model: SemanticModel) -> bool:
    """True where the answer of a function whose name is one of ``asks`` says that another library computes."""
    child, parent = node, model.parent(node)
    while parent is not None and not isinstance(child, FUNCTIONS):
        if isinstance(parent, ast.If | ast.IfExp) and child is not parent.test:
            inside = child in parent.body if isinstance(parent, ast.If) else child is parent.body
            if _says_another(parent.test, asks, answer=inside):
                return True
        if isinstance(child, ast.stmt) and any(_leaves(above, asks) for above in before(child, parent)):
            return True
        child, parent = parent, model.parent(parent)
    return False


def _leaves(statement: ast.stmt, asks: re.Pattern[str]) -> bool:
    """True for `if is_torch(xp): return ...`: what is below is for others."""
    match statement:
        case ast.If(test=test, body=[*_, ast.Return() | ast.Raise() | ast.Continue()], orelse=[]):
            return _says_another(test, asks, answer=False)
    return False


def _says_another(test: ast.expr, asks: re.Pattern[str], *, answer: bool) -> bool:
    """True if this ``answer`` rules the library out."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _says_another(operand, asks, answer=not answer)
        case ast.BoolOp(op=operator, values=values):
            enough = any if isinstance(operator, ast.And) is answer else all
            return enough(_says_another(value, asks, answer=answer) for value in values)
        case ast.Call(func=function):
            return not answer and asks.fullmatch(last_name(function).lstrip("_")) is not None
    return False
