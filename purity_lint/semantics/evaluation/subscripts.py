"""Evaluation of items and slices that are read."""

from __future__ import annotations

import ast

from purity_lint.knowledge import lookup
from purity_lint.knowledge.python import TYPED_DICTS
from purity_lint.knowledge.roles import INDEXED_MAKERS
from purity_lint.semantics.domain.atoms import OTHER_VALUE, is_foreign, tensor
from purity_lint.semantics.domain.containers import element_of, tuple_of
from purity_lint.semantics.domain.indexing import subscript
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    DICT,
    FUNCTION,
    INFERRED,
    INSTANCE,
    OTHER,
    SUSPECTED,
    TENSOR,
    UNKNOWN,
)
from purity_lint.semantics.domain.library_values import READ_BY_NAME
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.library_objects import item_of
from purity_lint.semantics.evaluation.masks import is_of_tensor, see_mask, see_tensor
from purity_lint.semantics.evaluation.reductions import joined_dtype, nested_rank
from purity_lint.semantics.evidence.unknown_names import items_of
from purity_lint.semantics.symbols.own_members import ITEMS, names_operand_with
from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.semantics.symbols.uses import USE_TENSOR


def subscript_load(frame: Frame, node: ast.Subscript) -> Abs:
    """``a[i]``."""
    value = frame.as_tuple(frame.eval(node.value))
    index = frame.eval(node.slice)
    mask = value.mask
    is_telling = mask & UNKNOWN and is_of_tensor(frame, node, index)
    is_telling = is_telling and not names_operand_with(frame.module, ITEMS) and not frame.is_own(ITEMS)
    if is_telling:
        frame.use(value, USE_TENSOR, node, node.value)
        if see_tensor(frame, node.value, "indexed as only a tensor can be"):
            index = frame.eval(node.slice)
    if (is_telling or mask & TENSOR) and see_mask(frame, node.slice):
        index = frame.eval(node.slice)
    if is_telling and not mask & TENSOR:
        part = tensor(INFERRED, why=frame.why("indexed as only a tensor can be", node))
        return part.but(mask=TENSOR | OTHER) if is_foreign(value) else part
    if mask == FUNCTION and value.refs and value.refs[0] in INDEXED_MAKERS:
        return _indexed_maker(frame, node, index)
    if mask & DICT:
        path = frame.path(node)
        known = frame.env.values.get(path) if path is not None else None
        if known is not None:
            return known
    if mask & ~UNKNOWN and mask & INSTANCE:
        out = frame.dunder(value, "__getitem__", [index], node)
        if out is None:
            out = _typed_item(frame, value, node) or item_of(value, index)
        if out is not None:
            return out
    if mask == UNKNOWN and value.elem is None and node.slice.__class__ is ast.Slice:
        return Abs(UNKNOWN, SUSPECTED, deps=value.deps, rank=1)
    item = subscript(value, node.slice, index)
    if item.mask != UNKNOWN or frame.function is None or not frame.function.used:
        return item
    return frame.as_used(frame.path(node) or items_of(frame.path(node.value)), item)


def _typed_item(frame: Frame, value: Abs, node: ast.Subscript) -> Abs | None:
    """Return the item that a text names of a `TypedDict` or of a result of SciPy's; ``None`` for any other instance."""
    key = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if value.mask != INSTANCE or not isinstance(key, str):
        return None
    for ref in value.refs:
        typed = isinstance(ref, ClassSymbol) and not TYPED_DICTS.isdisjoint(ref.library_ancestors())
        if typed or ref in READ_BY_NAME:
            return frame.attribute_of(value, key, node)
    return None


def _indexed_maker(frame: Frame, node: ast.Subscript, index: Abs) -> Abs:
    name = str(frame.values[node.value].refs[0])
    rank = dtype = None
    if name.endswith(("r_", "c_")):
        parts = index if isinstance(node.slice, ast.Tuple) else tuple_of((index,))
        joined, dtype = element_of(parts), joined_dtype(parts)
        known = nested_rank(joined) if name.endswith("r_") else None
        rank = None if known is None else max(known, 1)
    why = frame.why(f"made by `{name}`", node)
    made = tensor(rank=rank, backend=lookup.backend_of(name), dtype=dtype, why=why)
    if name.endswith("ogrid") and isinstance(node.slice, ast.Tuple):
        return tuple_of((made,) * len(node.slice.elts))
    return made


def slice_value(frame: Frame, node: ast.Slice) -> Abs:
    """``a:b``."""
    if node.lower is not None:
        frame.eval(node.lower)
    if node.upper is not None:
        frame.eval(node.upper)
    if node.step is not None:
        frame.eval(node.step)
    return OTHER_VALUE
