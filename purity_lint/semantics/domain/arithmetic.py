"""Operators on abstract values."""

from __future__ import annotations

import ast

from purity_lint.knowledge.arrays import INDEX_DTYPES, NARROW
from purity_lint.knowledge.ecosystem import SYMBOLIC
from purity_lint.semantics.domain.atoms import (
    ANY,
    BOOL_VALUE,
    MATRIX_VALUE,
    NEVER,
    OTHER_VALUE,
    RESULT_VALUE,
    STR_VALUE,
    inferred,
    is_foreign,
    is_matrix,
    is_result,
    may_be_foreign,
    may_be_object,
    perhaps_object,
    plain,
    result,
)
from purity_lint.semantics.domain.containers import element_of, list_of, merged, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    BOOL,
    BYTES,
    COMPLEX,
    CONTAINERS,
    DICT,
    DIM,
    FLOAT,
    INSTANCE,
    INT,
    ITERATOR,
    LIST,
    NUMBERS,
    NUMERIC,
    OTHER,
    SCALAR,
    SEQUENCES,
    SET,
    SHAPE,
    STR,
    SUSPECTED,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.labelled import is_labelled, labelled_part, unlabelled
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.own_classes import OwnClass


def unknown(deps: int) -> Abs:
    """Nothing known, but that it is like the parameters in ``deps``."""
    return Abs(UNKNOWN, SUSPECTED, deps=deps)


def scalar_or_tensor(rank: int | None, like: Abs, ev: int) -> Abs:
    """A tensor of this rank, which NumPy makes a scalar where the rank is 0."""
    if rank == 0 and like.backend == "numpy":
        return result(like.deps)
    return like.bare(TENSOR, ev, rank, like.deps)


def binary(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    """``left op right``."""
    if (left.mask | right.mask) & INSTANCE:
        labelled = _labelled_on_some_paths(left, right)
        if labelled.mask:
            return join(_binary(op, unlabelled(left), unlabelled(right)), labelled)
    return _binary(op, left, right)


def _binary(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    lm, rm = left.mask, right.mask
    both = lm | rm
    if is_matrix(left) or is_matrix(right):
        return MATRIX_VALUE
    if INSTANCE in (lm, rm) and (_decides(left) or _decides(right)):
        return _of_instances(left, right)
    if both & TENSOR:
        if lm in (STR, BYTES) and (op in _OF_TEXT or right.rank == 0):
            return left
        if lm in (STR, BYTES) or rm in (STR, BYTES):  # a name that is text in other calls, such as "auto"
            return ANY
        if op is ast.Mult and (_repeats(left, right) or _repeats(right, left)):
            return _containers(op, left, right)
        if op is ast.Mult and (_may_repeat(left, right) or _may_repeat(right, left)):
            return ANY
        return _with_tensor(op, left, right)
    if not both & ~NUMERIC:
        return _numbers(op, left, right)
    if both & (STR | BYTES) and not both & ~(STR | BYTES | UNKNOWN | NUMBERS | TUPLE | SCALAR | LIST | SHAPE):
        if op is ast.Mod and lm & (STR | BYTES):
            return left.only(STR | BYTES) if lm & UNKNOWN else left
        if lm in (STR, BYTES) or rm in (STR, BYTES):
            return STR_VALUE
    if both & CONTAINERS:
        return _containers(op, left, right)
    if both & UNKNOWN or not lm or not rm:
        return _of_unknown(op, left, right)
    if both & OTHER:
        return _of_objects(op, right)
    return ANY


def _of_objects(op: type[ast.operator], right: Abs) -> Abs:
    """Arithmetic of objects, such as dates, gives objects again; spans of time divided by a span may be numbers."""
    return ANY if right.mask == OTHER and op in (ast.Div, ast.FloorDiv) else OTHER_VALUE


def _labelled_on_some_paths(left: Abs, right: Abs) -> Abs:
    """Return the column or table that an operand is on some paths only, if neither is one on all of them."""
    return (
        NEVER if is_labelled(left) or is_labelled(right) else join(labelled_part(left), labelled_part(right))
    )


def _of_unknown(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    deps = (left.deps if left.mask & UNKNOWN else 0) | (right.deps if right.mask & UNKNOWN else 0)
    if op in _OF_CONDITIONS and is_condition(left) and is_condition(right):
        return _condition(deps)
    return unknown(deps)


def _of_instances(left: Abs, right: Abs) -> Abs:
    """Arithmetic of an instance that says what its operators mean: an instance again, or nothing known."""
    if is_labelled(left) or is_labelled(right):
        return left if is_labelled(left) else right
    known, other = (left, right) if left.mask == INSTANCE else (right, left)
    same = other.mask == INSTANCE and other.refs == known.refs
    if all(_is_own_array(ref) for ref in known.refs):
        return known if same or not other.mask & ~(NUMERIC | TENSOR) else ANY
    if any(_is_symbolic(ref) for ref in known.refs):
        return known
    plain = same or not other.mask & ~NUMERIC
    return known if plain and all(isinstance(ref, str) for ref in known.refs) else ANY


def _decides(value: Abs) -> bool:
    """Return True where this is an instance of a class that says what its operators mean, with arrays too."""
    return value.mask == INSTANCE and any(
        isinstance(ref, str) or (isinstance(ref, OwnClass) and (ref.has_operators() or ref.extends_tensor()))
        for ref in value.refs
    )


def _is_own_array(ref: object) -> bool:
    """Return True for a subclass of a library's tensors, whose arithmetic gives instances of that class again."""
    return isinstance(ref, OwnClass) and ref.extends_tensor()


def _is_symbolic(ref: object) -> bool:
    """Return True for a class of formulas, which make a formula of whatever stands beside them."""
    return isinstance(ref, str) and ref.partition(".")[0] in SYMBOLIC


def _may_repeat(sequence: Abs, count: Abs) -> bool:
    """True where a list times a number of NumPy is a longer list if the number is whole, and a product otherwise."""
    fraction = (count.dtype or "").startswith(("float", "complex"))
    return sequence.mask in (LIST, TUPLE) and count.mask == TENSOR and count.rank == 0 and not fraction


def _repeats(sequence: Abs, count: Abs) -> bool:
    """Return True where a list times a tensor repeats the list: an integer of NumPy counts, an array does not.

    ``[x] * n`` is how a list is filled; ``[1.0, 2.0] * n`` is a product where ``n`` is not known to be an integer.
    """
    if sequence.mask not in (LIST, TUPLE) or count.mask & ~(TENSOR | NUMERIC | UNKNOWN) or count.rank:
        return False
    filled = sequence.elems is not None and len(sequence.elems) == 1
    return filled or (count.rank == 0 and (count.dtype or "").startswith(("int", "uint")))


_OF_TEXT = (ast.Mod, ast.Add)
"""Operators of text; what `*` repeats it by has no axes."""
_OF_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators that make truth values of truth values, and bytes of bytes."""
_OF_INTEGERS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift)
"""Operators that make integers of integers."""
_OF_CONDITIONS = (*_OF_BITS, ast.Mult)
"""The same, and what some write for `&`."""


def _with_tensor(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    if OTHER in (left.mask, right.mask):
        return _of_objects(op, right)
    made = _of_tensor(op, left, right)
    if made.dtype in INDEX_DTYPES and op not in _OF_BITS and not _stays_narrow(op, left, right, made.dtype):
        made = made.but(dtype=None)
    if not made.mask & TENSOR:
        return made
    if is_foreign(left) or is_foreign(right):
        made = _foreign(made)
    return inferred(made) if may_be_foreign(left) or may_be_foreign(right) else made


def _stays_narrow(op: type[ast.operator], left: Abs, right: Abs, dtype: str | None) -> bool:
    """True where the result has the narrow integer dtype of its operands: whole numbers of Python adopt it (NEP 50)."""
    return (
        dtype in NARROW
        and op in _OF_INTEGERS
        and all(side.mask == INT or (side.mask == TENSOR and side.dtype == dtype) for side in (left, right))
    )


def _foreign(made: Abs) -> Abs:
    """A tensor that comes of an object with operators of its own, and so may be one as well."""
    return made if is_foreign(made) else made.but(mask=made.mask | OTHER)


def _of_tensor(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    if left.mask & TENSOR and right.mask & TENSOR:
        return _two_tensors(op, left, right)
    t, other = (left, right) if left.mask & TENSOR else (right, left)
    if _of_a_library(t):
        return _kept(t)
    mask = t.mask & (TENSOR | NUMERIC | UNKNOWN)
    if op is ast.Mult and other.mask & (INT | DIM | BOOL | UNKNOWN):
        mask |= t.mask & (LIST | TUPLE)  # which a whole number repeats
    rank = t.rank
    if other.mask & (SEQUENCES | UNKNOWN):
        rank = None
    if t.mask == mask and rank == t.rank and t.elem is None:
        return t
    return t.bare(mask, t.ev, rank, t.deps)


def _of_a_library(value: Abs) -> bool:
    """True for a tensor that may as well be an instance of a class of a library, such as a sparse matrix."""
    return value.mask & INSTANCE != 0 and any(isinstance(ref, str) for ref in value.refs)


def _kept(value: Abs) -> Abs:
    """What arithmetic makes of a tensor that may be such an instance: the same again."""
    return value.only(TENSOR | NUMERIC | UNKNOWN | INSTANCE).but(rank=None, elem=None)


def _two_tensors(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    if _of_a_library(left) and _of_a_library(right):
        return _kept(left)
    a, b = left.rank, right.rank
    rank: int | None
    if op is ast.MatMult:
        rank = None
        if a is not None and b is not None:
            rank = max(a, b) if min(a, b) > 1 else max(a, b) - 1
    else:
        rank = max(a, b) if a is not None and b is not None else None
    strong = left if left.ev >= right.ev else right
    deps = left.deps | right.deps if left.deps and right.deps else 0
    if strong.rank == rank and strong.deps == deps and strong.mask == TENSOR and rank != 0:
        return strong
    backend = left.backend or right.backend
    if rank == 0 and backend == "numpy":
        return RESULT_VALUE
    mask = strong.mask & (TENSOR | NUMERIC | UNKNOWN)
    return Abs(mask, strong.ev, backend=backend, dtype=strong.dtype, rank=rank, deps=deps, why=strong.why)


def _numbers(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    both = left.mask | right.mask
    deps = left.deps | right.deps
    if is_result(left) or is_result(right):
        made = result(deps)
        return perhaps_object(made) if may_be_object(left) or may_be_object(right) else made
    if both & SCALAR:
        mask = SCALAR
    elif both & COMPLEX:
        mask = COMPLEX
    elif op is ast.Div:
        mask = FLOAT
    elif both & FLOAT:
        mask = FLOAT if FLOAT in (both, left.mask, right.mask) else both
    elif both & DIM:
        mask = DIM
    elif both == BOOL and op in (ast.BitAnd, ast.BitOr, ast.BitXor):
        mask = BOOL
    else:
        mask = INT
    return Abs(mask, deps=deps)


def _containers(op: type[ast.operator], left: Abs, right: Abs) -> Abs:
    lm, rm = left.mask, right.mask
    if op is ast.Add:
        if lm & SEQUENCES and rm & SEQUENCES:
            mask = (lm | rm) & SEQUENCES
            if mask & SHAPE:
                return Abs(SHAPE, elem=join(element_of(left), element_of(right)))
            if left.elems is not None and right.elems is not None:
                return tuple_of(left.elems + right.elems, mask)
            return list_of(join(_elem(left), _elem(right)), mask)
        known = left if lm & SEQUENCES else right
        if known.mask & SEQUENCES and (lm | rm) & UNKNOWN:
            return list_of(_elem(known), known.mask & SEQUENCES)
        return ANY
    if op is ast.Mult:
        known = left if lm & SEQUENCES else right
        other = right if known is left else left
        if known.mask & SEQUENCES and not other.mask & ~(NUMERIC | UNKNOWN | TENSOR):
            return list_of(_elem(known), known.mask & SEQUENCES)
        return ANY
    if op is ast.BitOr and lm == rm == DICT:
        return merged(left, right)
    if lm & (SET | DICT | ITERATOR):
        return left
    if op is ast.Mod and lm & STR:
        return STR_VALUE
    return ANY


def _elem(value: Abs) -> Abs:
    if value.elems is None and value.elem is None:
        return NEVER
    return element_of(value)


def compare(op: type[ast.cmpop], left: Abs, right: Abs) -> Abs:
    """``left op right`` for one comparison."""
    if op in (ast.In, ast.NotIn, ast.Is, ast.IsNot):
        return BOOL_VALUE
    both = left.mask | right.mask
    if both & INSTANCE:  # a column that is compared is one of truth values
        if is_labelled(left) or is_labelled(right):
            return left if is_labelled(left) else right
        labelled = _labelled_on_some_paths(left, right)
        if labelled.mask:
            return join(compare(op, unlabelled(left), unlabelled(right)), labelled)
    if both & TENSOR:
        if STR in (left.mask, right.mask) and left.mask & right.mask & STR:
            return BOOL_VALUE  # what may be text is text where it is compared with text
        out = _with_tensor(ast.Add, left, right)
        if not out.mask & TENSOR:
            return BOOL_VALUE
        out = out.but(dtype="bool")
        return join(out, BOOL_VALUE) if op in (ast.Eq, ast.NotEq) and _may_be_bool(left, right) else out
    if (
        both & UNKNOWN
        and not both & (STR | BYTES | LIST | TUPLE | SHAPE | DICT | SET)
        and (left.deps or right.deps)
    ):
        return _condition(left.deps | right.deps)
    return BOOL_VALUE


def _may_be_bool(left: Abs, right: Abs) -> bool:
    """Return True where `==` compares a list or a text with what is no array, on some path: one truth value."""
    others = left.mask & ~TENSOR, right.mask & ~TENSOR
    return all(others) and bool((others[0] | others[1]) & (CONTAINERS | STR | BYTES))


def _condition(deps: int) -> Abs:
    """What a comparison of unknown things gives: truth values, if one of them is an array."""
    return Abs(BOOL | UNKNOWN, SUSPECTED, dtype="bool", deps=deps)


def is_condition(value: Abs) -> bool:
    """Return True for such a result, and for what `&`, `|`, `*` and `~` make of some: only arrays are read by it."""
    return value.mask == BOOL | UNKNOWN and value.dtype == "bool"


def unary(op: type[ast.unaryop], value: Abs) -> Abs:
    """``op value``."""
    if op is ast.Not:
        return BOOL_VALUE
    if is_matrix(value):
        return MATRIX_VALUE
    if value.mask & INSTANCE and labelled_part(value).mask:
        return value if is_labelled(value) else join(unary(op, unlabelled(value)), labelled_part(value))
    if value.mask & TENSOR:
        made = value.only(TENSOR | NUMERIC | UNKNOWN | (INSTANCE if _of_a_library(value) else 0))
        return _foreign(made) if is_foreign(value) else made
    if value.mask & UNKNOWN:
        return value if op is ast.Invert and is_condition(value) else unknown(value.deps)
    if value.mask and not value.mask & ~NUMERIC:
        return plain(INT) if value.mask == BOOL else value
    return value if not value.mask else ANY
