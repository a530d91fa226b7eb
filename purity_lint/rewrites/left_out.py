"""Parameters that callers may leave out: whether they can still be ``None`` where they are read."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.blocks import before
from purity_lint.source.constructs import FUNCTIONS, is_none
from purity_lint.source.parameters import defaults
from purity_lint.source.targets import paired

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def may_be_none(name: ast.Name, model: SemanticModel) -> bool:
    """True for a parameter with the default ``None``, unless it is asked for that, or bound, on every way to ``name``.

    ``if w is not None: w = np.asarray(w)`` leaves what was left out.
    """
    function = model.function(name)
    given = defaults(function.args) if isinstance(function, _Function) else {}
    if name.id not in given or not is_none(given[name.id]):
        return False
    child: ast.AST = name
    parent = model.parent(name)
    while parent is not None and not isinstance(child, FUNCTIONS):
        if _asks(parent, child, name.id):
            return False
        if isinstance(child, ast.stmt) and any(_settles(above, name.id) for above in before(child, parent)):
            return False
        child, parent = parent, model.parent(parent)
    return True


def _asks(parent: ast.AST, child: ast.AST, name: str) -> bool:
    """True where ``child`` is what is done where the name is not ``None``."""
    match parent:
        case ast.If(test=test, body=body, orelse=other):
            return _is_there(test, name, child in body) if child in (*body, *other) else False
        case ast.IfExp(test=test, body=body) if child is not test:
            return _is_there(test, name, child is body)
        case ast.BoolOp(op=operator, values=values) if child in values:
            both = isinstance(operator, ast.And)
            return any(_is_there(value, name, both) for value in values[: values.index(child)])
    return False


def _is_there(test: ast.expr, name: str, answer: bool) -> bool:
    """True where such an answer to a question says that the name is not ``None``."""
    match test:
        case ast.Compare(
            left=ast.Name(id=asked), ops=[ast.Is() | ast.IsNot() as operator], comparators=[none]
        ):
            return asked == name and is_none(none) and isinstance(operator, ast.IsNot) is answer
        case ast.BoolOp(op=ast.And(), values=values) if answer:
            return any(_is_there(value, name, answer) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values) if not answer:
            return any(_is_there(value, name, answer) for value in values)
    return False


def _settles(statement: ast.stmt, name: str) -> bool:
    """True below which the name is no longer ``None``, whichever way ``statement`` went."""
    match statement:
        case ast.Assign():
            return any(
                isinstance(part, ast.Name) and part.id == name and not _gives_none(value)
                for target in statement.targets
                for part, value in paired(target, statement.value)
            )
        case ast.If(test=test, body=body, orelse=other):
            ways = ((body, True), (other, False))
            return all(_is_settled(way, name) or _is_there(test, name, answer) for way, answer in ways)
    return False


def _is_settled(statements: Sequence[ast.stmt], name: str) -> bool:
    return any(
        isinstance(one, ast.Return | ast.Raise | ast.Continue | ast.Break) or _settles(one, name)
        for one in statements
    )


def _gives_none(value: ast.expr) -> bool:
    return any(is_none(part) or isinstance(part, ast.Name) for part in _results(value))


def _results(value: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression may give: both of `a if c else b`."""
    match value:
        case ast.IfExp(body=one, orelse=other):
            yield from _results(one)
            yield from _results(other)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _results(each)
        case _:
            yield value
