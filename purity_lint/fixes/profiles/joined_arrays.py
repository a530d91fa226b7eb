"""Arrays that NumPy joins by their number of axes: ``np.hstack((x, y))`` is ``xp.concat((x, y), axis=1)`` of matrices.

np.hstack((u, v))           xp.concat((u, v))            of vectors
np.column_stack((u, v))     xp.stack((u, v), axis=1)
np.vstack((u, v))           xp.stack((u, v))
np.append(x, y, axis=1)     xp.concat((x, y), axis=1)
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

_APPEND = "append"
_JOINS_VECTORS = "hstack"
"""Function that needs arrays of one number of axes, so that one of them tells that of the others."""
_OF_VECTORS: dict[str, tuple[str, int]] = {
    _JOINS_VECTORS: ("concat", 0),
    _APPEND: ("concat", 0),
    "vstack": ("stack", 0),
    "row_stack": ("stack", 0),
    "column_stack": ("stack", 1),
}
_OF_MATRICES: dict[str, tuple[str, int]] = {
    _JOINS_VECTORS: ("concat", 1),
    "vstack": ("concat", 0),
    "row_stack": ("concat", 0),
    "column_stack": ("concat", 1),
}
JOINS = frozenset(_OF_MATRICES)
"""Functions of a sequence of arrays, which make vectors something else than matrices."""


def arrays_of(written: ast.expr) -> Sequence[ast.expr]:
    """Return the arrays of a list that is written out; none of any other."""
    if not isinstance(written, ast.List | ast.Tuple) or any(isinstance(a, ast.Starred) for a in written.elts):
        return []
    return written.elts


def has_elements(made: ast.ListComp) -> bool:
    """True for a list that is made of what is written out, `[f(x) for x in (a, b)]`, so that it is not empty."""
    return all(arrays_of(each.iter) and not each.ifs for each in made.generators)


def joined(
    operation: str, ranks: Sequence[int | None], axis: ast.expr | None
) -> tuple[str, dict[str | None, ast.expr]] | None:
    """Return the function that joins arrays with so many axes, and its axis; ``None`` where that is not known."""
    if operation == _APPEND and axis is not None:
        return "concat", {"axis": axis}
    known = set(ranks) - {None}
    told_by_one = operation == _JOINS_VECTORS
    if len(known) != 1 or (None in ranks and not told_by_one):
        return None
    function, along = (_OF_VECTORS if known == {1} else _OF_MATRICES).get(operation, ("", 0))
    if not function or known == {0}:
        return None
    return function, {"axis": ast.Constant(along)} if along else {}


def joins_no_arrays(call: ast.Call) -> bool:
    """True where a list that is written out is among what is joined, as NumPy alone takes it: `(x, [0.0])`."""
    parts = arrays_of(call.args[0]) if call.args else []
    return any(isinstance(part, ast.List | ast.Tuple | ast.Constant) for part in parts)
