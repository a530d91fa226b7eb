"""Where an expression becomes text: in f-strings, formats, `str`, `print`, messages of logs and of errors."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from purity_lint.rewrites.operands import builtin
from purity_lint.semantics.model import SemanticModel

_MESSAGES = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
"""Methods of loggers, which format what follows a text."""
_CONVERSION = re.compile(r"%[-#0 +]*[\d.]*([a-zA-Z])", re.ASCII)
"""A field of a format of `%` and its kind; `%%`, `%(name)s` and `%*d` are none, and so a format with one has fewer."""
_ASKS_MORE = re.compile(r"%[^a-zA-Z%]*[ra]|\{[^{}]*[:!]")


def becomes_text(node: ast.expr, model: SemanticModel, *, as_repr: bool) -> bool:
    """True where nothing but the text of ``node`` is used: what `str` makes of it, or `repr` with ``as_repr``."""
    parent = model.parent(node)
    match parent:
        case ast.FormattedValue(conversion=conversion, format_spec=specification):
            return specification is None and (as_repr or conversion != ord("r"))
        case ast.Tuple():
            return _is_formatted(parent, model, as_repr=as_repr)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return node in parent.args and _is_plain(text, as_repr=as_repr)
        case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(text)), *others]) if (
            method in _MESSAGES
        ):
            return node in others and _is_plain(text, as_repr=as_repr)
        case ast.Call():
            return node in parent.args and _is_written(parent, model, as_repr=as_repr)
    return False


def is_for_people(node: ast.expr, model: SemanticModel) -> bool:
    """True for what is printed, and what a log is told: read by people, and of a log often by nobody."""
    match model.parent(node):
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _MESSAGES
        case ast.Call() as call:
            return builtin(model, call) == "print"
    return False


def written_in(node: ast.AST, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield the expressions of which ``node``, a format or a call, makes a text as `str` does."""
    match node:
        case ast.FormattedValue():
            candidates = [node.value]
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
            given = right.elts if isinstance(right, ast.Tuple) else [right]
            asked = _CONVERSION.findall(text)
            if len(asked) == len(given):
                yield from (one for one, kind in zip(given, asked, strict=True) if kind == "s")
            return
        case ast.Call():
            candidates = node.args
        case _:
            return
    yield from (one for one in candidates if becomes_text(one, model, as_repr=False))


def _is_formatted(given: ast.Tuple, model: SemanticModel, *, as_repr: bool) -> bool:
    """True for `"%s, %s" % (x.shape, y.shape)`, and where the tuple becomes text, which writes its items by `repr`."""
    parent = model.parent(given)
    match parent:
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return _is_plain(text, as_repr=as_repr)
        case ast.Tuple():
            return as_repr and _is_formatted(parent, model, as_repr=True)
    return as_repr and becomes_text(given, model, as_repr=True)


def _is_plain(text: str, *, as_repr: bool) -> bool:
    """False for a format that asks for `repr`, or for more of a field, which not every object knows."""
    return as_repr or _ASKS_MORE.search(text) is None


def _is_written(call: ast.Call, model: SemanticModel, *, as_repr: bool) -> bool:
    """True for `str(x)`, `print(x)`, `repr(x)` and the error that is raised with it."""
    function = builtin(model, call)
    if function in ("str", "print", "format"):
        return function == "print" or len(call.args) == 1
    return as_repr and (function == "repr" or isinstance(model.parent(call), ast.Raise))
