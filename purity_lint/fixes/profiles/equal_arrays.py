"""Arrays that NumPy compares as a whole: ``np.array_equal(x, y)``, for which the standard has no function."""

from __future__ import annotations

import ast

from purity_lint.fixes.profiles.pieces import Filled
from purity_lint.rewrites.operands import is_simple
from purity_lint.source.parse import parsed_expression


def equal_arrays(left: Filled, right: Filled, space: str) -> ast.expr | None:
    """Return `x.shape == y.shape and bool(xp.all(x == y))`; ``None`` unless both are arrays that may be named twice.

    Arrays of different shapes may have one between them that fits both, or none, so that they are not compared.
    """
    if not all(
        side.value.is_tensor and not side.value.maybe and is_simple(side.node) for side in (left, right)
    ):
        return None
    one, other = ast.unparse(left.place), ast.unparse(right.place)
    return parsed_expression(f"{one}.shape == {other}.shape and bool({space}.all({one} == {other}))")
