"""Parts of an array that are handed to a function which changes them and gives them back: `slope(y, k[0])`.

NumPy and PyTorch change the memory of the whole array, MLX that of a copy, and JAX none.
"""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, RewriteStatement
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.stores.item_stores import Template, is_rebindable, read_store
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_PLACES = frozenset({Kind.INT, Kind.DIM})


def whole_of(part: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array that integers and slices choose a part of, `k` of `k[0]`, if that can be put back."""
    if not isinstance(part, ast.Subscript) or not is_simple(part) or not model.value(part).is_tensor:
        return None
    store = read_store(part, model)
    whole = model.value(store.array)
    if not whole.is_tensor or whole.maybe or whole.foreign or not is_rebindable(store.array, model):
        return None
    return store.array if all(_is_view(index, model) for index in store.indices) else None


def put_back(statement: ast.Expr, part: ast.Subscript, model: SemanticModel) -> RewriteStatement:
    """Return the edit by which ``statement``, a call that gives back ``part`` of an array, puts it there."""
    store, template = read_store(part, model), Template()
    array, index = template.hole(store.array), store.index(template)
    text = f"{array} = {{ops}}.assign({array}, {index}, {template.hole(statement.value)})"
    holes: dict[str, Hole] = template.holes
    return RewriteStatement(statement, text, holes)


def _is_view(index: ast.expr, model: SemanticModel) -> bool:
    """True where an index chooses memory of the array itself."""
    if isinstance(index, ast.Tuple):
        return all(_is_view(element, model) for element in index.elts)
    if isinstance(index, ast.Slice) or (isinstance(index, ast.Constant) and index.value is ...):
        return True
    return model.value(index).kind in _PLACES
