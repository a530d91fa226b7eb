"""Arrays full of a value that is one too: the standard takes a number of Python's there.

np.full(n, np.mean(x))        xp.asarray(xp.broadcast_to(xp.mean(x), (n,)), copy=True)
np.full_like(y, np.mean(x))   xp.astype(xp.broadcast_to(xp.mean(x), y.shape), y.dtype)
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from purity_lint.semantics.values import Kind, Value
from purity_lint.source.constructs import is_none
from purity_lint.source.parse import parsed_expression

FULL = frozenset({"full", "full_like"})
FILL = "fill_value"
_DTYPE = "dtype"
_LENGTHS = frozenset({Kind.INT, Kind.DIM})
_SHAPES = frozenset({Kind.SHAPE, Kind.TUPLE})


def fill_of(arguments: list[ast.expr], named: Mapping[str | None, ast.expr]) -> ast.expr | None:
    """Return the value that an array is made full of."""
    return arguments[1] if len(arguments) > 1 else named.get(FILL)


def is_array_as_fill(value: Value) -> bool:
    """True for an array, and for a number that a library has computed of one: strict libraries refuse both."""
    return (value.is_tensor and not value.maybe) or value.kind is Kind.SCALAR


def full_of_array(
    operation: str,
    arguments: list[ast.expr],
    named: Mapping[str | None, ast.expr],
    space: str,
    meant: Callable[[ast.expr], tuple[ast.expr, Value]],
) -> ast.Call | None:
    """Return the call that makes the array; ``None`` where its shape is none for sure.

    ``meant`` gives what an argument stands for, and what is known of that.
    """
    fill = fill_of(arguments, named)
    if fill is None or not arguments or not named.keys() <= {FILL, _DTYPE, "device"}:
        return None
    first, value = meant(arguments[0])
    shape: ast.expr | None
    if operation == "full_like":
        simple = isinstance(first, ast.Name | ast.Attribute) and value.is_tensor
        shape = ast.Attribute(arguments[0], "shape", ast.Load()) if simple else None
        dtype: ast.expr | None = named.get(_DTYPE) or ast.Attribute(arguments[0], _DTYPE, ast.Load())
    else:
        shape = _as_tuple(arguments[0], first, value)
        dtype = named.get(_DTYPE) or (arguments[2] if len(arguments) > 2 else None)
    if shape is None:
        return None
    filling, known = meant(fill)
    if isinstance(filling, ast.Name) and known.kind is Kind.SCALAR:
        fill = ast.Call(parsed_expression(f"{space}.asarray"), [fill], [])  # callers may hand over a number
    spread = ast.Call(parsed_expression(f"{space}.broadcast_to"), [fill, shape], [])
    if dtype is None or is_none(dtype):
        copied = ast.keyword("copy", ast.Constant(True))
        return ast.Call(parsed_expression(f"{space}.asarray"), [spread], [copied])
    return ast.Call(parsed_expression(f"{space}.astype"), [spread, dtype], [])


def _as_tuple(place: ast.expr, shape: ast.expr, value: Value) -> ast.expr | None:
    if isinstance(shape, ast.Tuple) or value.kind in _SHAPES:
        return place
    if value.kind in _LENGTHS:
        return ast.Tuple([place], ast.Load())
    if value.kind is Kind.LIST:
        return ast.Call(ast.Name("tuple"), [place], [])
    return None
