"""Write protection of NumPy's arrays, which no other library has: ``x.flags.writeable = False``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import RewriteStatement
from purity_lint.semantics.model import SemanticModel


def is_of_write_protection(attribute: ast.Attribute, model: SemanticModel) -> bool:
    """True for the ``x.flags`` of ``x.flags.writeable``, and the ``x.setflags`` of ``x.setflags(write=...)``."""
    match model.parent(attribute):
        case ast.Attribute(attr="writeable"):
            return attribute.attr == "flags"
        case ast.Call(func=func, args=[], keywords=[ast.keyword(arg="write")]):
            return func is attribute and attribute.attr == "setflags"
    return False


def without_write_protection(attribute: ast.Attribute, model: SemanticModel) -> RewriteStatement | None:
    """Return the edit that drops the statement by which ``attribute`` protects its array; ``None`` for any other."""
    if not is_of_write_protection(attribute, model):
        return None
    statement = model.statement(attribute)
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=target)], value=ast.Constant(value=False)):
            protects = target is attribute
        case ast.Expr(value=ast.Call(func=func, keywords=[ast.keyword(value=ast.Constant(value=False))])):
            protects = func is attribute
        case _:
            protects = False
    return RewriteStatement(statement, "pass" if _is_alone(statement, model) else "") if protects else None


def _is_alone(statement: ast.stmt, model: SemanticModel) -> bool:
    """True where the block of ``statement`` holds nothing else."""
    blocks = (block for _, block in ast.iter_fields(model.parent(statement) or statement))
    return any(block == [statement] for block in blocks)
