"""Questions about an expression: is it a tensor, how sure is that, may it be rewritten."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PERHAPS_OBJECT, PLAIN_NUMBERS, Kind, Value

OPS = "emberops.ops."
"""Prefix of the qualified names of operations, whatever the ops module is called locally."""

ANY_LIBRARY = "array_api"
"""Library of the arrays that a namespace gives, `xp = array_namespace(x)`: whichever it was asked for."""
TEXT = frozenset({Kind.STR, Kind.BYTES})
SEQUENCES = frozenset({Kind.LIST, Kind.TUPLE, Kind.SHAPE})
COUNTS = frozenset({Kind.DIM, Kind.INT, Kind.BOOL})
NUMBERS = PLAIN_NUMBERS | {Kind.SCALAR}

_BEHIND_OPENING = re.compile(r"(?<=[(\[{])[ \t]*\n\s*")
_BEFORE_CLOSING = re.compile(r",?[ \t]*\n\s*(?=[)\]}])")
"""Line breaks that would leave a space within brackets, and the comma that is there for them."""
_QUOTE_LIMIT = 40
_COSTLY = (
    ast.Call,
    ast.Await,
    ast.Yield,
    ast.YieldFrom,
    ast.NamedExpr,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


def is_result(value: Value) -> bool:
    """True for a 0-d result of NumPy's, a scalar there and a tensor in every other library."""
    return value.kind is Kind.SCALAR and value.backend == "numpy"


def strongest(values: Iterable[Value]) -> Value | None:
    """Return the tensor among ``values`` that is known best: certain before possible, then by evidence."""
    tensors = [v for v in values if v.is_tensor]
    return max(tensors, key=lambda v: (v.evidence, not v.maybe), default=None)


def is_certain(value: Value) -> bool:
    """True where ``value`` is a tensor on every path, proven or declared to be, and of a library that ops knows.

    What a namespace of any library gives may be of one that nobody has announced.
    """
    known = value.backend != ANY_LIBRARY and value.evidence >= Evidence.DECLARED
    return value.is_tensor and not value.maybe and known


def safe_if(condition: bool) -> Applicability:
    """Return ``safe`` where ``condition`` holds, ``unsafe`` otherwise."""
    return Applicability.SAFE if condition else Applicability.UNSAFE


_OF_THEIR_OWN = frozenset({Kind.INSTANCE, Kind.OTHER, Kind.CLASS, Kind.FUNCTION, Kind.DICT, Kind.SET})
"""Kinds of values that may have operators of their own, or take no part in arithmetic."""


def is_foreign(value: Value) -> bool:
    """True where this is, on some path, an object with operators of its own: no operation may take their place."""
    return value.foreign or (value.kind in _OF_THEIR_OWN and not value.row)


def may_be_foreign(value: Value) -> bool:
    """Return True where this may be an object with operators of its own: also where nothing is known of it."""
    if value.is_tensor and not is_certain(value):
        return True  # a guess by use, or on some paths only
    if value.kind is Kind.SCALAR and value.dtype == PERHAPS_OBJECT:
        return True  # a number if what it was computed of is an array
    if value.row:
        return True  # one of a class below it may have operators
    return is_foreign(value) or value.kind in {Kind.UNKNOWN, Kind.NONE}


def applicability(value: Value, *, exact: bool = True) -> Applicability:
    """Return how far to trust a fix that replaces what is done to ``value`` with an operation.

    Safe where ``value`` is certainly a tensor and the operation is ``exact``, the same on NumPy.  Where it may be an
    object of another class (a sparse matrix, say), whose own methods would be lost, nobody but the user can decide.
    """
    if value.foreign:
        return Applicability.DISPLAY
    return safe_if(exact and is_certain(value))


def quote(model: SemanticModel, node: ast.AST) -> str:
    """Return the source of ``node`` on one line, shortened, for a message."""
    text = _BEFORE_CLOSING.sub("", _BEHIND_OPENING.sub("", model.source.segment(node)))
    text = " ".join(text.split())
    return text if len(text) <= _QUOTE_LIMIT else text[: _QUOTE_LIMIT - 3] + "..."


def tensor_finding(
    node: ast.AST, message: Message | str, value: Value, fix: Fix | None = None, hint: str | None = None
) -> Finding:
    """Return a finding with the evidence and the reasons that ``value`` is a tensor."""
    return Finding(node, message, value.evidence, value.reasons, fix, hint)


def operation(model: SemanticModel, node: ast.AST) -> str | None:
    """Return the operation that ``node`` calls, by its name below ``ops``: ``linalg.norm``."""
    if not isinstance(node, ast.Call):
        return None
    name = model.qualified_name(node.func)
    return name[len(OPS) :] if name is not None and name.startswith(OPS) else None


def has_operations(model: SemanticModel) -> bool:
    """True where the file names an operation."""
    return model.memo(has_operations, lambda: any(n.startswith(OPS) for n in model.qualified_names.values()))


def builtin(model: SemanticModel, node: ast.AST) -> str | None:
    """Return the builtin function that ``node`` calls, unless its name is bound to something else here."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    name = model.qualified_name(node.func)
    return name.removeprefix("builtins.") if name is not None and name.count(".") <= 1 else None


def without_keywords(call: ast.Call, count: int) -> bool:
    """True where ``call`` has exactly ``count`` positional arguments and nothing else."""
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    return len(call.args) == count and not call.keywords and not starred


def is_simple(node: ast.expr) -> bool:
    """True where ``node`` may be evaluated twice: it calls nothing and binds nothing."""
    return not any(isinstance(part, _COSTLY) for part in ast.walk(node))


def is_plain(node: ast.expr) -> bool:
    """True where ``node`` may be written twice: it computes nothing, as `x`, `-1` and `options.x`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    return isinstance(node, ast.Name | ast.Constant)


def package_given(node: ast.expr, model: SemanticModel) -> str | None:
    """Return the package of the function, or of the object's method, that is given ``node``, or ``*node``."""
    parent = model.parent(node)
    if isinstance(parent, ast.keyword | ast.Starred):
        parent = model.parent(parent)
    if not isinstance(parent, ast.Call) or parent.func is node:
        return None
    name = model.qualified_name(parent.func)
    if name is None and isinstance(parent.func, ast.Attribute):
        receiver = model.value(parent.func.value)
        name = receiver.name if receiver.kind is Kind.INSTANCE else None
    return (name or "").partition(".")[0]
