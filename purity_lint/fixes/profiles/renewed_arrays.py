"""Arrays that get new values for all of their elements, computed of those that they had.

np.log(x, out=x)              x = xp.log(x)
np.clip(x, 0, None, out=x)    x = xp.clip(x, min=0)
"""

from __future__ import annotations

import ast
from collections.abc import Callable

_KEEP_DTYPE = frozenset(
    {
        *(
            "abs",
            "ceil",
            "clip",
            "conj",
            "cos",
            "cosh",
            "exp",
            "expm1",
            "floor",
            "log",
            "log10",
            "log1p",
            "log2",
        ),
        *("negative", "reciprocal", "round", "sign", "sin", "sinh", "sqrt", "square", "tan", "tanh", "trunc"),
    }
)
"""Functions whose results have the dtype of the array, if they can be written into it."""


def renewed(
    array: ast.expr,
    index: ast.expr,
    value: ast.expr,
    node: Callable[[ast.expr], ast.expr | None],
    is_number: Callable[[ast.expr], bool],
) -> ast.Call | None:
    """Return ``value``, a call, where it is what the array becomes as a whole; ``None`` where it stays the same array.

    ``node`` returns what fills a hole of a template, ``is_number`` whether that is a number.
    """
    if not (isinstance(index, ast.Constant) and index.value is ...):
        return None
    match value:
        case ast.Call(func=ast.Attribute(attr=function), args=[given, *more], keywords=keywords):
            others = (*more, *(keyword.value for keyword in keywords))
            whole, same = node(array), node(given)
            alike = whole is not None and same is not None and ast.dump(whole) == ast.dump(same)
            return value if alike and function in _KEEP_DTYPE and all(map(is_number, others)) else None
    return None
