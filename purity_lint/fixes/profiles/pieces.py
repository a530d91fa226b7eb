"""Pieces of arrays in the words of the array API standard, which has no `split`, and no mask beside other indices.

What fills a hole of a template is asked for by :class:`Filled`; the text is that of the template.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from purity_lint.records import dataclass
from purity_lint.rewrites.indexing.masked_reads import is_mask
from purity_lint.rewrites.operands import is_simple
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.parse import parsed_expression

_BOUNDS = ("start", "stop")
"""Names that the comprehension of a split binds."""
_WHOLE = "slice(None)"
_FEW = 3
"""Axes that are written out as `:`."""


@dataclass(frozen=True, slots=True)
class Filled:
    """An expression of a template, what stands there in the file, and what is known of that."""

    place: ast.expr
    node: ast.expr
    value: Value

    @property
    def text(self) -> str:
        """Return its text in the template."""
        return ast.unparse(self.place)


def split(array: Filled, at: Filled, axis: Filled) -> ast.expr | None:
    """Return `[x[..., start:stop] for start, stop in zip([0, *at], [*at, None])]` for `np.split(x, at, axis=-1)`.

    ``None`` where the axis is not written out, where ``at`` may be a number of pieces, or where one of
    the two would be worked out again for each piece.
    """
    number = axis_of(axis.node)
    if number is None or not _holds_places(at) or not (is_simple(array.node) and is_simple(at.node)):
        return None
    if any(isinstance(n, ast.Name) and n.id in _BOUNDS for n in ast.walk(array.node)):
        return None
    piece = ":".join(_BOUNDS)
    index = f"..., {piece}" if number < 0 else ", ".join([":"] * number + [piece])
    if number >= 0 and array.value.rank != number + 1:
        index += ", ..."  # the standard wants the other axes to be spoken of
    listed = _bounds(at)
    return _expression(f"[{array.text}[{index}] for {', '.join(_BOUNDS)} in {listed}]")


def _bounds(at: Filled) -> str:
    """Return the bounds of the pieces: `zip([0, 1, 3], [1, 3, None])` of `[1, 3]`."""
    places = f"*{at.text}"
    if isinstance(at.node, ast.List | ast.Tuple):
        places = ", ".join(map(ast.unparse, at.node.elts))
    return f"zip([0, {places}], [{places}, None])"


def axis_of(node: ast.expr) -> int | None:
    """Return an axis that is written out, and is the last or one of the first."""
    text = ast.unparse(node)
    return int(text) if text in {"-1", *map(str, range(_FEW))} else None


def _holds_places(at: Filled) -> bool:
    return isinstance(at.node, ast.List | ast.Tuple) or (
        at.value.kind in {Kind.LIST, Kind.TUPLE} or (at.value.is_tensor and at.value.rank != 0)
    )


def read_by_last_mask(
    array: Filled, index: ast.expr, filled: Callable[[ast.expr], Filled], namespace: str
) -> ast.expr | None:
    """Return `xp.take(x, xp.nonzero(m)[0], axis=-1)` for `x[..., m]`: the standard has masks alone in their brackets.

    A mask of several axes is one of the whole array first, and what it chooses gets its leading axes back.
    """
    match index:
        case ast.Tuple(elts=[*others, mask]) if others:
            before = [ast.unparse(filled(other).node) for other in others]
            if before == ["..."]:
                return _taken(array, filled(mask), -1, namespace)
            if all(other == _WHOLE for other in before):
                return _taken(array, filled(mask), len(others), namespace)
    return None


def _taken(array: Filled, mask: Filled, axis: int, namespace: str) -> ast.expr | None:
    if not is_mask(mask.value):
        return None
    if mask.value.rank == 1:
        return _expression(
            f"{namespace}.take({array.text}, {namespace}.nonzero({mask.text})[0], axis={axis})"
        )
    if axis >= 0 or not (is_simple(array.node) and isinstance(mask.node, ast.Name)):
        return None
    axes = mask.value.rank or f"{mask.text}.ndim"
    chosen = f"{array.text}[{namespace}.broadcast_to({mask.text}, {array.text}.shape)]"
    return _expression(f"{namespace}.reshape({chosen}, (*{array.text}.shape[:-{axes}], -1))")


def _expression(text: str) -> ast.expr:
    return parsed_expression(text)
