"""Functions that leave elements out by ``xpx.apply_where``: ``np.divide(x, y, out=np.zeros_like(x), where=y != 0)``.

It computes the elements that are meant, and no others, so that none of them warns.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from purity_lint.fixes.profiles.pieces import Filled
from purity_lint.source.names import last_name

_FILLS = {"zeros_like": 0.0, "ones_like": 1.0}
"""Functions that make an array like another one -> the number that it is full of."""
_FULL = "full_like"


def applied_where(
    arguments: list[ast.expr], filled: Callable[[ast.expr], Filled], namespace: str, extra: str
) -> ast.Call | None:
    """Return ``xpx.apply_where(mask, (x, y), xp.divide, fill_value=0.0)`` for the same by ``xp.where``, or ``None``.

    Only where ``other`` is one number in the shape of an array that the function is given. An operand of its that is
    guarded from values without a result, ``xp.where(mask, y, 1)``, need not be.
    """
    match arguments:
        case [mask, ast.Call(func=ast.Attribute() as function, args=operands, keywords=[]), other]:
            pass
        case _:
            return None
    if not ast.unparse(function).startswith(f"{namespace}."):
        return None
    bare = [_unguarded(operand, mask, namespace) for operand in operands]
    known = [filled(operand) for operand in bare]
    written = [_as_array(one, known, namespace) for one in known]
    fill = _fill(filled(other).node, known, filled(mask))
    if fill is None or not all(written):
        return None
    given: list[ast.expr] = [one for one in written if one is not None]
    operand = given[0] if len(given) == 1 else ast.Tuple(given, ast.Load())
    apply = ast.Attribute(ast.Name(extra), "apply_where", ast.Load())
    return ast.Call(apply, [mask, operand, function], [ast.keyword("fill_value", fill)])


def _unguarded(operand: ast.expr, mask: ast.expr, namespace: str) -> ast.expr:
    """Return `y` of `xp.where(mask, y, 1)`."""
    match operand:
        case ast.Call(func=ast.Attribute(attr="where") as where, args=[chosen, inner, ast.Constant(value=1)]):
            if ast.unparse(where) == f"{namespace}.where" and ast.dump(chosen) == ast.dump(mask):
                return inner
    return operand


def _as_array(one: Filled, others: list[Filled], namespace: str) -> ast.expr | None:
    """Return what is an array for sure, and `xp.ones_like(y)` for 1 beside an array `y`; ``None``: it may be none."""
    if one.value.is_tensor and not one.value.maybe:
        return one.place
    array = next((other for other in others if other.value.is_tensor and not other.value.maybe), None)
    if array is not None and isinstance(one.node, ast.Constant) and one.node.value == 1:
        return ast.Call(ast.Attribute(ast.Name(namespace), "ones_like", ast.Load()), [array.place], [])
    return None


def _fill(made: ast.expr, operands: list[Filled], mask: Filled) -> ast.expr | None:
    """Return the number that an array is full of which has the shape of an operand, or of what the mask compares."""
    if not isinstance(made, ast.Call) or made.keywords or not made.args:
        return None
    compared = [mask.node.left] if isinstance(mask.node, ast.Compare) else []
    shapes = {ast.dump(one) for one in (*(operand.node for operand in operands), *compared)}
    name = last_name(made.func)
    if ast.dump(made.args[0]) not in shapes:
        return None
    match made.args[1:]:
        case [] if name in _FILLS:
            return ast.Constant(_FILLS[name])
        case [ast.Constant(value=int() | float()) as number] if name == _FULL:
            return number
        case [ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float())) as number] if (
            name == _FULL
        ):
            return number
    return None
