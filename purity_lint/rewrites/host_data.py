"""Numbers that are of no array library: extents, counts, and what is made of them."""

from __future__ import annotations

import ast

from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind

_MAKERS = frozenset({"array", "asarray"})
_OF_NUMBERS = frozenset(
    {"sum", "prod", "cumsum", "cumprod", "max", "min", "diff", "any", "all", "argsort", "sort"}
)
_DEPTH = 6
"""How far back names are followed."""


def computes_on_host(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function of a library that is given extents and counts alone: `np.prod(x.shape)`."""
    return _is_of_extents(call, model, _DEPTH)


def _is_of_extents(call: ast.Call, model: SemanticModel, depth: int) -> bool:
    found = reference(call, model)
    if found is None or found.category is not Category.FUNCTION or not call.args:
        return False
    name = found.dotted.rpartition(".")[2]
    return name in _MAKERS | _OF_NUMBERS and _is_extent(call.args[0], model, depth - 1)


def _is_extent(node: ast.expr, model: SemanticModel, depth: int) -> bool:
    """True for what comes from shapes and lengths; a number that is written out says nothing."""
    if depth <= 0:
        return False
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) if elements:
            return all(_is_extent(e, model, depth - 1) for e in elements)
        case ast.ListComp(elt=element):
            return _is_extent(element, model, depth - 1)
        case ast.Subscript(value=whole):
            return _is_extent(whole, model, depth - 1)
        case ast.BinOp(left=left, right=right):
            sides = [side for side in (left, right) if not isinstance(side, ast.Constant)]
            return bool(sides) and all(_is_extent(side, model, depth - 1) for side in sides)
        case ast.Call():
            return _is_of_extents(node, model, depth) or model.value(node).kind is Kind.DIM
        case ast.Name(id=name):
            made = bindings(enclosing(node, model)).get(name, ())
            if made and all(_is_extent(bound, model, depth - 1) for bound in made):
                return True
    value = model.value(node)
    return value.kind in {Kind.SHAPE, Kind.DIM} or (
        value.kind in PLAIN_NUMBERS and isinstance(node, ast.Attribute) and node.attr in {"ndim", "size"}
    )
