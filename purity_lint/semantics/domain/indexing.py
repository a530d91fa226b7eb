"""Subscripts and iteration on abstract values."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.jax.roles import INDEXED
from purity_lint.semantics.domain.arithmetic import scalar_or_tensor
from purity_lint.semantics.domain.atoms import (
    ANY,
    DIM_VALUE,
    INT_VALUE,
    NEVER,
    SHAPE_VALUE,
    STR_VALUE,
    inferred,
    is_foreign,
    may_work_as_array,
)
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    BYTES,
    CONTAINERS,
    DECLARED,
    DICT,
    INSTANCE,
    LIST,
    MODULE,
    NONE,
    NUMBERS,
    OTHER,
    SCALAR,
    SEQUENCES,
    SHAPE,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.labelled import is_labelled, labelled_part
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SPARSE_VALUE, is_sparse


def constant_index(node: ast.expr) -> int | None:
    """Return the integer that ``node`` spells."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and type(node.operand.value) is int
    ):
        return -node.operand.value
    return None


def tensor_index(node: ast.expr) -> bool:
    """True where only a tensor can be indexed so: slices or new axes among several indices, or a mask."""
    if isinstance(node, ast.Tuple):
        return any(isinstance(e, ast.Slice) or _new_axis(e) for e in node.elts)
    return _new_axis(node) or _mask(node)


def _new_axis(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is ... or node.value is None
    return isinstance(node, ast.Attribute) and node.attr == "newaxis"


def _mask(node: ast.expr) -> bool:
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        node = node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return _mask(node.left) or _mask(node.right)
    return isinstance(node, ast.Compare) and not isinstance(
        node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)
    )


_OF_PLACES: Final = (INDEXED,)
"""What `x.at` is, and `x.at[i]`: both have the array, which `.set(v)` gives changed."""

SLICE_ARITHMETIC: Final = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.FloorDiv)
"""Operators that no sliced list, tuple or string has."""


def subscript(value: Abs, node: ast.expr, index: Abs) -> Abs:
    """``value[index]`` where ``node`` is the index as written."""
    mask = value.mask
    if is_labelled(value) or value.refs == _OF_PLACES:
        return value
    if is_sparse(value) and _takes_lines(node, index):
        return SPARSE_VALUE
    out = NEVER
    if mask & TENSOR:
        out = _part(value, tensor_item(value, node, index))
        if out.mask & TENSOR and is_foreign(value):  # of a sparse matrix, or of objects, parts are too
            out = inferred(out.but(mask=out.mask | OTHER))
    if mask & SHAPE:
        out = join(out, SHAPE_VALUE if isinstance(node, ast.Slice) else DIM_VALUE)
    if mask & (LIST | TUPLE):
        out = join(out, _sequence_item(value, node, index))
    if mask & DICT:
        out = join(out, _dict_item(value, node))
    if mask & (STR | BYTES):
        out = join(out, STR_VALUE if mask & STR else INT_VALUE)
    if mask & ~(TENSOR | SHAPE | LIST | TUPLE | DICT | STR | BYTES | NONE | MODULE):
        if mask & UNKNOWN and value.elem is not None:
            out = join(out, value.elem)
        elif not out.mask & TENSOR:
            out = ANY
        elif mask & UNKNOWN:
            out = join(out, ANY)
        else:
            out = _or_of_another(out, value)
    return out if out.mask else ANY


def _or_of_another(item: Abs, value: Abs) -> Abs:
    """Return an item that is a tensor, or else what the table or matrix gives that ``value`` may be as well."""
    table = labelled_part(value)
    if table.mask:
        return join(item, table)
    return inferred(item.but(mask=item.mask | OTHER)) if may_work_as_array(value) else item


def _takes_lines(node: ast.expr, index: Abs) -> bool:
    """True for rows or columns of a matrix: a slice among the places, or several rows at once."""
    if isinstance(node, ast.Tuple):
        return any(isinstance(part, ast.Slice) for part in node.elts)
    several = index.mask == LIST or (index.mask == TENSOR and index.rank == 1)
    return isinstance(node, ast.Slice) or several


def _part(whole: Abs, part: Abs) -> Abs:
    """Return a part of a tensor, inferred where the whole is `array_like`, which may be a list."""
    return inferred(part) if whole.mask & NUMBERS and whole.ev == DECLARED else part


def _sequence_item(value: Abs, node: ast.expr, index: Abs) -> Abs:
    if isinstance(node, ast.Slice):
        if value.elems is not None:
            low = constant_index(node.lower) if node.lower is not None else 0
            high = constant_index(node.upper) if node.upper is not None else len(value.elems)
            if low is not None and high is not None and node.step is None:
                return tuple_of(value.elems[low:high], value.mask & (LIST | TUPLE))
        return list_of(element_of(value), value.mask & (LIST | TUPLE))
    if index.mask & OTHER:  # a slice that has a name
        several = list_of(element_of(value), value.mask & (LIST | TUPLE))
        return several if index.mask == OTHER else join(several, element_of(value))
    if index.mask & TENSOR and not index.mask & ~TENSOR and value.mask & LIST:
        return element_of(value)
    i = constant_index(node)
    if i is not None and value.elems is not None and -len(value.elems) <= i < len(value.elems):
        return value.elems[i]
    return element_of(value)


def _dict_item(value: Abs, node: ast.expr) -> Abs:
    if value.fields is not None and isinstance(node, ast.Constant) and isinstance(node.value, str):
        known = value.fields.get(node.value)
        if known is not None:
            return known
        out = value.elem
        return ANY if out is None or is_mixed(out, NONE) else out
    out = value.elem or NEVER
    for v in (value.fields or {}).values():
        out = join(out, v)
    return ANY if not out.mask or is_mixed(out, NONE | NUMBERS | SCALAR) else out


def is_mixed(item: Abs, allowed: int) -> bool:
    """Return True for what items of a record may be, tensors and others: nothing is known of one of them."""
    return item.mask & TENSOR != 0 and item.mask & ~(TENSOR | UNKNOWN | allowed) != 0


def tensor_item(value: Abs, node: ast.expr, index: Abs) -> Abs:
    """Return what indexing a tensor gives; NumPy makes a scalar of a 0-d result."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return scalar_or_tensor(value.rank, value, value.ev)
    if isinstance(node, ast.Tuple) and not node.elts and value.rank is None and value.dtype is None:
        return value.bare(
            TENSOR | UNKNOWN, value.ev, None, value.deps
        )  # of an array of one object, the object
    several = index.elems if isinstance(node, ast.Tuple) or index.mask == TUPLE else None
    kinds = several if several is not None else (index,)
    parts = node.elts if isinstance(node, ast.Tuple) else [node] * len(kinds)
    rank = value.rank
    only_integers = True
    for part, kind in zip(parts, kinds, strict=False):
        if isinstance(part, ast.Slice):
            only_integers = False
            continue
        if isinstance(part, ast.Constant) and part.value is ...:
            only_integers = False
        elif kind.mask == NONE:
            only_integers = False
            rank = rank + 1 if rank is not None else None
        elif kind.mask and (not kind.mask & ~(NUMBERS | SCALAR) or _is_place(kind)):
            rank = rank - 1 if rank is not None else None
        elif kind.mask & (CONTAINERS | TENSOR):
            only_integers = False
            rank = rank if kind.mask == LIST or kind.rank == 1 else None
            if kind.mask & TENSOR and kind.dtype == "bool" and kind.rank is not None and rank is not None:
                rank = rank - kind.rank + 1
        else:
            rank = None
    if rank is not None and rank < 0:
        rank = None
    if rank == 0 and not only_integers:
        rank = None
    return scalar_or_tensor(rank, value, value.ev)


def _is_place(index: Abs) -> bool:
    """True for an index without axes, such as `argmax` gives: it works as an int, where a truth value does not."""
    return index.mask == TENSOR and index.rank == 0 and index.dtype == "int"


def iterate(value: Abs) -> Abs:
    """Return what a loop over ``value`` yields."""
    mask = value.mask
    out = NEVER
    if mask & TENSOR and not mask & DICT:  # what may be a mapping as well was decoded: it holds anything
        rank = value.rank - 1 if value.rank else None
        out = _part(value, scalar_or_tensor(rank, value, value.ev))
    if mask & SHAPE:
        out = join(out, DIM_VALUE)
    if mask & CONTAINERS & ~(DICT | SHAPE):
        out = join(out, element_of(value))
    if mask & DICT:
        out = join(out, STR_VALUE if value.fields else ANY)
    if mask & STR:
        out = join(out, STR_VALUE)
    if mask & UNKNOWN and not mask & ~UNKNOWN and value.elem is not None:
        return value.elem
    if out.mask & TENSOR and mask & INSTANCE and not mask & UNKNOWN:
        return _or_of_another(out, value)
    if mask & UNKNOWN and out.mask:
        out = join(out, ANY)
    return out if out.mask else ANY


def unpack(value: Abs, count: int, starred: int | None = None) -> list[Abs]:
    """Return the values that ``a, b, *c = value`` binds."""
    elems = value.elems
    if elems is not None and value.mask & SEQUENCES:
        if starred is None and len(elems) == count:
            return list(elems)
        if starred is not None and len(elems) >= count - 1:
            rest = len(elems) - (count - 1)
            middle = tuple_of(elems[starred : starred + rest], LIST)
            return [*elems[:starred], middle, *elems[starred + rest :]]
    if value.mask == MODULE:  # a namespace, and what else its getter gives
        return [value, *[ANY] * (count - 1)]
    if value.mask == SHAPE:
        out = [DIM_VALUE] * count
        if starred is not None:
            out[starred] = Abs(LIST, elem=DIM_VALUE)
        return out
    each = iterate(value)
    out = [each] * count
    if starred is not None:
        out[starred] = list_of(each)
    return out
