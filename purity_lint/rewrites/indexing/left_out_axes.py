"""Indices of fewer axes than an array has: ``x[i]`` of a matrix is ``x[i, ...]`` in the array API standard."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import is_none

_FLAT = "flat"
"""Attribute of NumPy's arrays that has one axis, whatever they have."""
_WHOLE = frozenset({Kind.INT, Kind.DIM})


def leaves_out_axes(node: ast.Subscript, model: SemanticModel) -> bool:
    """True for an index of whole numbers and slices that names some axes of an array, and not how many are left."""
    parts = _parts(node)
    named = [part for part in parts if not is_none(part)]
    if not named or not all(_is_of_one_axis(part, model) for part in named):
        return False
    if isinstance(node.value, ast.Attribute) and node.value.attr == _FLAT:
        return False
    rank = rank_of(node.value, model)
    return rank is not None and len(named) < rank


def with_all_axes(node: ast.Subscript) -> Rewrite:
    """Return the edit that writes `...` behind the axes which an index names."""
    holes: dict[str, Hole] = {"x": node.value}
    written = [_written(part, f"a{number}", holes) for number, part in enumerate(_parts(node))]
    return Rewrite(node, f"{{x}}[{', '.join(written)}, ...]", holes)


def indexed_by_numbers(node: ast.expr, model: SemanticModel) -> tuple[ast.expr, int] | None:
    """Return the array of `x[0]` and `x[i, j, :]`, and how many of its axes numbers take away: 1, and 2."""
    if not isinstance(node, ast.Subscript) or not model.value(node.value).is_tensor:
        return None
    parts = _parts(node)
    whole = [isinstance(p, ast.Slice) and not any((p.lower, p.upper, p.step)) for p in parts]
    count = whole.index(True) if True in whole else len(whole)
    numbers = [model.value(part).kind in _WHOLE for part in parts[:count]]
    return (node.value, count) if count and all(numbers) and all(whole[count:]) else None


def _parts(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _is_of_one_axis(part: ast.expr, model: SemanticModel) -> bool:
    """True for a slice and a whole number; an array may stand for several axes, if it is a mask."""
    if isinstance(part, ast.Slice):
        return True
    return not isinstance(part, ast.Starred) and model.value(part).kind in _WHOLE


def _written(part: ast.expr, name: str, holes: dict[str, Hole]) -> str:
    """Return a part of an index as a template, with its bounds in ``holes``."""
    if not isinstance(part, ast.Slice):
        holes[name] = part
        return f"{{{name}}}"
    bounds: list[str] = []
    for place, bound in (("l", part.lower), ("u", part.upper), ("s", part.step)):
        if bound is not None:
            holes[name + place] = bound
        bounds.append("" if bound is None else f"{{{name}{place}}}")
    return ":".join(bounds if bounds[2] else bounds[:2])
