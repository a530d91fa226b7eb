"""Joins of abstract values: the least value that covers both; the join of two cores is worked out once."""

from __future__ import annotations

from typing import Final

from purity_lint.semantics.domain.atoms import ANY, NEVER, is_result, may_be_object, plain
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    BYTES,
    CLASS,
    DEVICE,
    DICT,
    DTYPE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    LIST,
    MAX_REFS,
    MODULE,
    NONE,
    NUMERIC,
    OTHER,
    RANDOM,
    SEQUENCES,
    SET,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.tables import JOINED
from purity_lint.semantics.values import PERHAPS_OBJECT


def together(a: int, b: int) -> int:
    """Evidence for what is a tensor by one or the other: the weaker, but for mere suspicions, which take no part."""
    return max(a, b) if a < INFERRED or b < INFERRED else min(a, b)


def same(a: Abs, b: Abs) -> bool:
    """Return True where two values say the same (reasons apart)."""
    return a.core is b.core


def join(a: Abs, b: Abs) -> Abs:
    """Return the least value that covers both; the first of them where it says the same."""
    if a is b or not b.mask:
        return a
    if not a.mask:
        return b
    left, right = a.core, b.core
    if left is right:
        return a
    key = (left, right)
    out = JOINED.get(key)
    if out is None:
        out = JOINED[key] = _join(left, right).core
    if out is left:
        return a
    if out is right:
        return b
    if a is left and b is right:
        return out
    if out.size == 1 and left.size == 1 and right.size == 1:
        why = a.why if right.mask & TENSOR == 0 or (left.mask & TENSOR and left.ev >= right.ev) else b.why
        return out if why is None or not out.mask & TENSOR else out.explained(why)
    return _join(a, b)


_SIMPLE: Final = NUMERIC | STR | BYTES | NONE | OTHER | UNKNOWN | DTYPE | DEVICE | RANDOM


def _join(a: Abs, b: Abs) -> Abs:
    mask = a.mask | b.mask
    if mask == a.mask and _covers(a, b):
        return a
    if mask == b.mask and _covers(b, a):
        return b
    if not mask & ~_SIMPLE and not (a.deps or b.deps):
        if is_result(a) or is_result(b):
            return Abs(mask, backend="numpy", dtype=_dtype_of_numbers(a, b))
        drawn = _backend_of_generators(a, b)
        return plain(mask) if drawn is None else Abs(mask, backend=drawn)
    at, bt = a.mask & TENSOR, b.mask & TENSOR
    backend = dtype = rank = why = None
    if at and bt:
        ev = together(a.ev, b.ev)
        backend = a.backend if a.backend == b.backend else None
        dtype = a.dtype if a.dtype == b.dtype else None
        rank = a.rank if a.rank == b.rank else None
        deps = a.deps | b.deps if a.deps and b.deps else 0
        why = a.why if a.ev >= b.ev else b.why
    elif at or bt:
        t = a if at else b
        ev, backend, dtype, rank, why, deps = t.ev, t.backend, t.dtype, t.rank, t.why, t.deps
    else:
        ev = min(a.ev, b.ev)
        deps = a.deps | b.deps
        dtype = _dtype_of_numbers(a, b)
        backend = "numpy" if is_result(a) or is_result(b) else _backend_of_generators(a, b)
    elem: Abs | None = None
    if a.elem is not None or b.elem is not None:
        elem = join(a.elem or NEVER, b.elem or NEVER)
    return Abs(
        mask,
        ev,
        backend=backend,
        dtype=dtype,
        rank=rank,
        refs=_join_refs(a.refs, b.refs),
        elems=_join_elems(a, b),
        elem=elem,
        fields=_join_fields(a.fields, b.fields),
        deps=deps,
        why=why,
    )


def _dtype_of_numbers(a: Abs, b: Abs) -> str | None:
    if may_be_object(a) or may_be_object(b):
        return PERHAPS_OBJECT
    return a.dtype if a.dtype == b.dtype else None


ANY_LIBRARY: Final = ("array_api",)
"""What a namespace refers to, of whichever library the arrays are."""


def _join_refs(a: tuple[object, ...], b: tuple[object, ...]) -> tuple[object, ...]:
    if a == b or not b:
        return a
    if not a:
        return b
    if ANY_LIBRARY in (a, b):
        return ANY_LIBRARY  # `np if is_numpy_array(x) else array_namespace(x)`
    return (*a, *(r for r in b if r not in a))[:MAX_REFS]


def _join_elems(a: Abs, b: Abs) -> tuple[Abs, ...] | None:
    if a.elems is not None and b.elems is not None and len(a.elems) == len(b.elems):
        return tuple([join(x, y) for x, y in zip(a.elems, b.elems, strict=True)])
    if (a.elems is None) != (b.elems is None) and not (a.mask & b.mask & SEQUENCES):
        return a.elems if a.elems is not None else b.elems
    return None


def _join_fields(a: dict[str, Abs] | None, b: dict[str, Abs] | None) -> dict[str, Abs] | None:
    if a is None or b is None:
        return b if a is None else a
    fields = dict(a)
    for key, value in b.items():
        known = fields.get(key)
        if known is not value:
            fields[key] = value if known is None else join(known, value)
    return fields


def _backend_of_generators(a: Abs, b: Abs) -> str | None:
    """Return whose tensors the generators draw that are among two values; ``None`` where that is not one library."""
    backends = {value.backend for value in (a, b) if value.mask & RANDOM and not value.mask & TENSOR}
    return backends.pop() if len(backends) == 1 else None


def _covers(a: Abs, b: Abs) -> bool:
    """True where joining ``b`` to ``a`` would change nothing (cheaply: ``False`` where it takes a closer look)."""
    if b.mask & TENSOR and (
        a.ev != together(a.ev, b.ev)
        or (a.rank is not None and a.rank != b.rank)
        or (a.backend is not None and a.backend != b.backend)
        or (a.dtype is not None and a.dtype != b.dtype)
        or (a.deps and a.deps | b.deps != (a.deps if b.deps else 0))
    ):
        return False
    if b.deps and not b.mask & TENSOR and a.deps | b.deps != a.deps:
        return False
    if b.mask & RANDOM and not a.mask & TENSOR and a.backend is not None and a.backend != b.backend:
        return False
    if is_result(b) and not a.mask & TENSOR and not is_result(a):
        return False
    if may_be_object(b) and not a.mask & TENSOR and not may_be_object(a):
        return False
    if a.dtype is not None and not a.mask & TENSOR and a.dtype != b.dtype:
        return False
    if b.refs and b.refs != a.refs and not set(b.refs) <= set(a.refs):
        return len(a.refs) >= MAX_REFS
    if b.elem is None and b.elems is None and b.fields is None:
        return a.elems is None or not b.mask & SEQUENCES
    return False


_FAMILIES: Final = (STR | BYTES, LIST | TUPLE, DICT, SET, INSTANCE, FUNCTION | CLASS | MODULE, OTHER, DTYPE)


MAX_FAMILIES: Final = 3


def widen(value: Abs) -> Abs:
    """``value``, or nothing known where it may be too many things: what a decoder or a registry returns."""
    mask = value.mask
    if mask & TENSOR and sum(1 for f in _FAMILIES if mask & f) >= MAX_FAMILIES:
        return ANY
    return value
