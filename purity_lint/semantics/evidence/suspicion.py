"""Suspect a tensor where a value of which nothing is known has a name that tensors have: the weakest evidence.

Suspicions never take part in inference; they are worked out only for the expression that somebody asks about.
"""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.knowledge.libraries import ARRAY_PACKAGES, PERHAPS_NUMPY
from purity_lint.knowledge.lookup import is_array_namespace
from purity_lint.knowledge.notation import words
from purity_lint.knowledge.vocabularies.people import VARIABLES
from purity_lint.semantics.domain.indexing import tensor_index
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    DICT,
    FUNCTION,
    INSTANCE,
    ITERATOR,
    LIST,
    NONE,
    NUMERIC,
    PROVEN,
    SCALAR,
    SEQUENCES,
    SET,
    STR,
)
from purity_lint.semantics.domain.kinds import UNKNOWN as UNKNOWN_BIT
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import UNKNOWN, Kind, Value

MAX_DEPTH: Final = 6


def suspicion(node: ast.expr) -> Value:
    """A suspected tensor, or ``UNKNOWN``; for files that import an array library."""
    found = _suspect(node, 0)
    if found is None:
        return UNKNOWN
    name, at = found
    reason = Reason(f"`{name}` is a name that tensors often have", at.lineno, at.col_offset)
    return Value(Kind.TENSOR, Evidence.SUSPECTED, (reason,), maybe=True)


_STORED: Final = LIST | DICT | INSTANCE
_TESTED: Final = NUMERIC | NONE | STR | SEQUENCES | DICT | SET | INSTANCE | FUNCTION | UNKNOWN_BIT
_LOOPED: Final = SEQUENCES | DICT | SET | ITERATOR | INSTANCE | UNKNOWN_BIT
_CAST: Final = words("int float complex bool")
_OTHERS: Final = _STORED | _TESTED | _LOOPED
"""Kinds that a value may be of besides a tensor, where that says something about how it is used."""


def undecided(model: SemanticModel, node: ast.expr, value: Abs) -> bool:
    """True where what is done with ``node`` is done with the other things that it may be at least as often.

    Arithmetic speaks for the tensor; storing an item, looping, casting, taking the truth (or that of a comparison)
    do not.
    """
    mask = value.mask
    if value.rank == 0 and value.backend in PERHAPS_NUMPY:
        mask |= SCALAR  # an element: in NumPy, and in lists of numbers, that is a number
    if not mask & _OTHERS:
        return False
    parent = model.parent(node)
    match parent:
        case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del(), slice=index) if owner is node:
            return value.ev < PROVEN and mask & _STORED != 0 and not tensor_index(index)
        case ast.For(iter=source) | ast.AsyncFor(iter=source) | ast.comprehension(iter=source) if (
            source is node
        ):
            return mask & _LOOPED != 0
        case ast.Call(func=ast.Name(id=name)) if name in _CAST:
            return mask & _TESTED != 0
        case ast.Compare():
            return mask & _TESTED != 0 and _truth_is_taken(parent, model.parent(parent))
    return mask & _TESTED != 0 and _truth_is_taken(node, parent)


def _truth_is_taken(node: ast.expr, parent: ast.AST | None) -> bool:
    match parent:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            return test is node
        case ast.UnaryOp(op=ast.Not()) | ast.BoolOp():
            return True
        case ast.comprehension(ifs=tests):
            return node in tests
    return isinstance(node, ast.Compare) and len(node.ops) > 1


def imports_arrays(names: list[str]) -> bool:
    """Return True where one of these imported modules is an array library."""
    return any(n.partition(".")[0] in ARRAY_PACKAGES or is_array_namespace(n) for n in names)


def _suspect(node: ast.expr, depth: int) -> tuple[str, ast.expr] | None:
    if depth > MAX_DEPTH:
        return None
    if isinstance(node, ast.Name):
        return (node.id, node) if node.id in VARIABLES else None
    if isinstance(node, ast.Attribute):
        return (node.attr, node) if node.attr.strip("_") in VARIABLES else None
    if isinstance(node, ast.BinOp):
        return _suspect(node.left, depth + 1) or _suspect(node.right, depth + 1)
    if isinstance(node, ast.UnaryOp):
        return _suspect(node.operand, depth + 1)
    return None
