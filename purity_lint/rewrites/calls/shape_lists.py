"""``x.shape.as_list()``, ``x.get_shape()``, ``x.shape.rank``: TensorFlow's shapes, which are objects of its own."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge.tensorflow.forms import LIBRARY, SHAPE_METHODS
from purity_lint.semantics.model import SemanticModel

RANKS = frozenset({"rank", "ndims"})
"""Attributes of a shape that say how many axes there are."""
NAMES = frozenset({"as_list", *SHAPE_METHODS})


def rewrite_shape(call: ast.Call, model: SemanticModel) -> tuple[ast.expr, Rewrite] | None:
    """Return the tensor whose shape ``call`` asks for, and the edit that asks for it with ``ops``.

    A list of extents stays one, unless a single extent is taken of it: ``x.get_shape().as_list()[0]``.
    """
    if not isinstance(call.func, ast.Attribute) or call.args or call.keywords or not _imported(model):
        return None
    asked = call.func.value
    if call.func.attr in SHAPE_METHODS:
        parent = model.parent(call)
        if isinstance(parent, ast.Attribute) and parent.attr in {"as_list", *RANKS}:
            return None  # it goes with the list, or the number of axes
        return asked, Rewrite(call, "{ops}.shape({x})", {"x": asked})
    tensor = _tensor_of_shape(asked)
    if tensor is None:
        return None
    template = "{ops}.shape({x})" if _takes_one(model.parent(call), call) else "list({ops}.shape({x}))"
    return tensor, Rewrite(call, template, {"x": tensor})


def rewrite_rank(node: ast.Attribute, model: SemanticModel) -> tuple[ast.expr, Rewrite] | None:
    """Return the tensor of which ``x.shape.rank`` counts the axes, and the edit that counts them, ``len(x.shape)``."""
    tensor = _tensor_of_shape(node.value)
    if tensor is None or not _imported(model):
        return None
    return tensor, Rewrite(node, "len({x}.shape)", {"x": tensor})


def _tensor_of_shape(shape: ast.expr) -> ast.expr | None:
    """Return the tensor of ``x.shape`` or ``x.get_shape()``; ``None`` of other expressions."""
    match shape:
        case ast.Attribute(value=tensor, attr="shape"):
            return tensor
        case ast.Call(func=ast.Attribute(value=tensor, attr=attr), args=[], keywords=[]) if (
            attr in SHAPE_METHODS
        ):
            return tensor
    return None


def _imported(model: SemanticModel) -> bool:
    """True where the file imports the library, of which the inference of tensors knows little."""
    return any(binding.qualified.partition(".")[0] == LIBRARY for binding in model.imports)


def _takes_one(parent: ast.AST | None, node: ast.expr) -> bool:
    return (
        isinstance(parent, ast.Subscript) and parent.value is node and not isinstance(parent.slice, ast.Slice)
    )
