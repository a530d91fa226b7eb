"""Arrays that NumPy compares as a whole: ``np.array_equal(x, y)``, for which the standard has no function."""

from __future__ import annotations

import ast

from purity_lint.fixes.profiles.pieces import Filled
from purity_lint.knowledge.vocabularies.array_api import LIKE
from purity_lint.rewrites.operands import is_simple
from purity_lint.source.names import last_name
from purity_lint.source.parse import parsed_expression


def equal_arrays(left: Filled, right: Filled, space: str) -> ast.expr | None:
    """Return `x.shape == y.shape and bool(xp.all(x == y))`; ``None`` unless both are arrays that may be named twice.

    Arrays of different shapes may have one between them that fits both, or none, so that they are not compared. Numbers
    that are listed have the one axis that is asked for: `x.shape == (2,) and bool(xp.all(x == xp.asarray([0, 1])))`.
    What is made like the other one has its shape: `bool(xp.all(x == xp.zeros_like(x)))`.
    """
    numbers = _listed(right.node)
    if numbers is not None:
        if not left.value.is_tensor or left.value.maybe or not is_simple(left.node):
            return None
        array = left.text
        made = f"{space}.asarray({ast.unparse(right.node)})"
        return parsed_expression(f"{array}.shape == ({numbers},) and bool({space}.all({array} == {made}))")
    if _is_made_like(right.node, left.node) and left.value.is_tensor and not left.value.maybe:
        return parsed_expression(f"bool({space}.all({left.text} == {right.text}))")
    if not all(
        side.value.is_tensor and not side.value.maybe and is_simple(side.node) for side in (left, right)
    ):
        return None
    one, other = ast.unparse(left.place), ast.unparse(right.place)
    return parsed_expression(f"{one}.shape == {other}.shape and bool({space}.all({one} == {other}))")


def _is_made_like(node: ast.expr, array: ast.expr) -> bool:
    """True for `np.zeros_like(x)` beside `x`."""
    match node:
        case ast.Call(func=function, args=[like, *_], keywords=keywords) if last_name(function) in LIKE:
            kept = all(keyword.arg != "shape" for keyword in keywords)
            return kept and isinstance(array, ast.Name) and ast.unparse(like) == array.id
    return False


def _listed(node: ast.expr) -> int | None:
    """Return how many numbers a list holds that are written out; ``None`` for anything else."""
    try:
        numbers = ast.literal_eval(node) if isinstance(node, ast.List) else []
    except ValueError:
        return None
    plain = all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers)
    return len(numbers) if numbers and plain else None
