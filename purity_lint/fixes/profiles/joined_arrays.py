"""Arrays that NumPy joins by their number of axes: ``np.hstack((x, y))`` is ``xp.concat((x, y), axis=1)`` of matrices.

np.hstack((u, v))           xp.concat((u, v))            of vectors
np.column_stack((u, v))     xp.stack((u, v), axis=1)
np.vstack((u, v))           xp.stack((u, v))
np.append(x, y, axis=1)     xp.concat((x, y), axis=1)
np.hstack((x, y))           xp.concat((x, y), axis=min(1, x.ndim - 1))      where nobody knows of what
np.vstack((x, y))           xp.concat([xpx.atleast_nd(array, ndim=2) for array in (x, y)])
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from purity_lint.fixes.profiles.extra_functions import extra
from purity_lint.source.parse import parsed_expression

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
_JOINS_ROWS = frozenset({"vstack", "row_stack"})
_ROW = "array"
"""Name that a comprehension binds."""
JOINS = frozenset(_OF_MATRICES)
"""Functions of a sequence of arrays, which make vectors something else than matrices."""


class Joined(NamedTuple):
    """The function that joins arrays, and what else it is given."""

    function: str
    named: dict[str | None, ast.expr]
    arrays: ast.expr | None = None
    """The arrays, where they are not given as they stand."""


def arrays_of(written: ast.expr) -> Sequence[ast.expr]:
    """Return the arrays of a list that is written out; none of any other."""
    if not isinstance(written, ast.List | ast.Tuple) or any(isinstance(a, ast.Starred) for a in written.elts):
        return []
    return written.elts


def has_elements(made: ast.ListComp) -> bool:
    """True for a list that is made of what is written out, `[f(x) for x in (a, b)]`, so that it is not empty."""
    return all(arrays_of(each.iter) and not each.ifs for each in made.generators)


def joined(operation: str, ranks: Sequence[int | None], axis: ast.expr | None) -> Joined | None:
    """Return the function that joins arrays with so many axes, and its axis; ``None`` where that is not known."""
    if operation == _APPEND and axis is not None:
        return Joined("concat", {"axis": axis})
    known = set(ranks) - {None}
    told_by_one = operation == _JOINS_VECTORS
    if len(known) != 1 or (None in ranks and not told_by_one):
        return None
    function, along = (_OF_VECTORS if known == {1} else _OF_MATRICES).get(operation, ("", 0))
    if not function or known == {0}:
        return None
    return Joined(function, {"axis": ast.Constant(along)} if along else {})


def joined_anyhow(
    operation: str, arrays: ast.expr, parts: Sequence[ast.expr], ranks: Sequence[int | None]
) -> Joined | None:
    """Return what joins arrays with any number of axes: they are asked for it, or made rows."""
    if 0 in ranks:
        return None
    if operation in _JOINS_ROWS:
        made = _rows(arrays, parts)
        return None if made is None else Joined("concat", {}, made)
    named = next((part.id for part in parts if isinstance(part, ast.Name)), None)
    if operation != _JOINS_VECTORS or named is None or set(ranks) != {None} or any(map(_is_element, parts)):
        return None
    return Joined("concat", {"axis": parsed_expression(f"min(1, {named}.ndim - 1)")})


def _rows(arrays: ast.expr, parts: Sequence[ast.expr]) -> ast.expr | None:
    """Return the arrays with two axes at least, which is what `np.vstack` makes of vectors."""
    if any(isinstance(n, ast.Name) and n.id == _ROW for part in parts for n in ast.walk(part)):
        return None
    row = extra("atleast_nd", [ast.Name(_ROW)], {"ndim": ast.Constant(2)})
    return ast.ListComp(row, [ast.comprehension(ast.Name(_ROW, ast.Store()), arrays, [], 0)])


def _is_element(part: ast.expr) -> bool:
    """True for `2 * x[0]`, which may have no axes: NumPy joins it as a vector, and others refuse it."""
    indices = (n.slice for n in ast.walk(part) if isinstance(n, ast.Subscript))
    return any(not isinstance(index, ast.Slice | ast.Tuple) for index in indices)


def joins_no_arrays(call: ast.Call) -> bool:
    """True where a list that is written out is among what is joined, as NumPy alone takes it: `(x, [0.0])`."""
    parts = arrays_of(call.args[0]) if call.args else []
    return any(isinstance(part, ast.List | ast.Tuple | ast.Constant) for part in parts)
