"""The interpreter's own values: a set of possible kinds as a bit mask, with what is known beside it.

The interpreter evaluates every expression of a project, so its values are light: one object per fact, shared
wherever the fact flows.  :func:`to_public` turns one into the :class:`~purity_lint.semantics.values.Value`
that rules see, and only for the expressions that a rule asks about.
"""

from __future__ import annotations

from typing import Final

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.semantics.values import UNKNOWN as PUBLIC_UNKNOWN
from purity_lint.semantics.values import Kind, Value

TENSOR: Final = 1 << 0
SCALAR: Final = 1 << 1  # a NumPy scalar, or a Python number of unknown type
INT: Final = 1 << 2
FLOAT: Final = 1 << 3
COMPLEX: Final = 1 << 4
BOOL: Final = 1 << 5
DIM: Final = 1 << 6
SHAPE: Final = 1 << 7
STR: Final = 1 << 8
BYTES: Final = 1 << 9
LIST: Final = 1 << 10
TUPLE: Final = 1 << 11
DICT: Final = 1 << 12
SET: Final = 1 << 13
ITERATOR: Final = 1 << 14
DTYPE: Final = 1 << 15
DEVICE: Final = 1 << 16
RANDOM: Final = 1 << 17
MODULE: Final = 1 << 18
FUNCTION: Final = 1 << 19
CLASS: Final = 1 << 20
INSTANCE: Final = 1 << 21
NONE: Final = 1 << 22
OTHER: Final = 1 << 23
UNKNOWN: Final = 1 << 24

NUMBERS: Final = INT | FLOAT | COMPLEX | BOOL | DIM
"""Plain Python numbers."""
NUMERIC: Final = NUMBERS | SCALAR
SEQUENCES: Final = LIST | TUPLE | SHAPE
CONTAINERS: Final = LIST | TUPLE | SHAPE | DICT | SET | ITERATOR

_KINDS: Final = {
    TENSOR: Kind.TENSOR,
    SCALAR: Kind.SCALAR,
    INT: Kind.INT,
    FLOAT: Kind.FLOAT,
    COMPLEX: Kind.COMPLEX,
    BOOL: Kind.BOOL,
    DIM: Kind.DIM,
    SHAPE: Kind.SHAPE,
    STR: Kind.STR,
    BYTES: Kind.BYTES,
    LIST: Kind.LIST,
    TUPLE: Kind.TUPLE,
    DICT: Kind.DICT,
    SET: Kind.SET,
    ITERATOR: Kind.OTHER,
    DTYPE: Kind.DTYPE,
    DEVICE: Kind.DEVICE,
    RANDOM: Kind.RANDOM,
    MODULE: Kind.MODULE,
    FUNCTION: Kind.FUNCTION,
    CLASS: Kind.CLASS,
    INSTANCE: Kind.INSTANCE,
    NONE: Kind.NONE,
    OTHER: Kind.OTHER,
}

SUSPECTED: Final = 1
INFERRED: Final = 2
DECLARED: Final = 3
PROVEN: Final = 4

MAX_REFS: Final = 6
MAX_ELEMENTS: Final = 16
MAX_NESTING: Final = 4
"""How deep containers of containers are told apart."""
MAX_REASONS: Final = 8


class Why:
    """Why a value is a tensor: one place, and the reason for what stands there."""

    __slots__ = ("col", "line", "parent", "path", "text")

    def __init__(self, text: str, line: int, col: int, path: str | None, parent: Why | None = None) -> None:
        self.text = text
        self.line = line
        self.col = col
        self.path = path
        self.parent = parent


class Abs:
    """An abstract value: ``mask`` says which kinds are possible, the rest what is known of them.

    An unknown value with a ``rank`` is a slice: whatever it is, it is no number.

    ``refs`` are what a module, function, class or instance may be: a qualified library name or a symbol of the
    project.  ``elems`` are a tuple's values by position, ``fields`` a dict's by constant key, ``elem`` the join
    of all that a container holds.  ``deps`` are the parameters (bit by bit) of the function being evaluated
    without which this would be no tensor.
    """

    __slots__ = ("backend", "deps", "dtype", "elem", "elems", "ev", "fields", "mask", "rank", "refs", "why")

    def __init__(  # noqa: PLR0913 - one argument per fact
        self,
        mask: int,
        ev: int = PROVEN,
        *,
        backend: str | None = None,
        dtype: str | None = None,
        rank: int | None = None,
        refs: tuple[object, ...] = (),
        elems: tuple[Abs, ...] | None = None,
        elem: Abs | None = None,
        fields: dict[str, Abs] | None = None,
        deps: int = 0,
        why: Why | None = None,
    ) -> None:
        self.mask = mask
        self.ev = ev
        self.backend = backend
        self.dtype = dtype
        self.rank = rank
        self.refs = refs
        self.elems = elems
        self.elem = elem
        self.fields = fields
        self.deps = deps
        self.why = why

    def __repr__(self) -> str:
        names = [kind.value for bit, kind in _KINDS.items() if self.mask & bit]
        if self.mask & UNKNOWN:
            names.append("unknown")
        return f"<{'|'.join(names) or 'never'} ev={self.ev} rank={self.rank} deps={self.deps:b} {self.refs or ''}>"

    def copy(self) -> Abs:
        """A new object with the same facts, to be changed by its maker before anybody else sees it."""
        return Abs(
            self.mask,
            self.ev,
            backend=self.backend,
            dtype=self.dtype,
            rank=self.rank,
            refs=self.refs,
            elems=self.elems,
            elem=self.elem,
            fields=self.fields,
            deps=self.deps,
            why=self.why,
        )

    def only(self, bits: int) -> Abs:
        """The value where it is known to be of one of the kinds in ``bits``."""
        mask = self.mask & bits
        if mask == self.mask:
            return self
        out = self.copy()
        out.mask = mask
        return out

    def without(self, bits: int) -> Abs:
        """The value where it is known to be of none of the kinds in ``bits``."""
        if not self.mask & bits:
            return self
        out = self.copy()
        out.mask = self.mask & ~bits
        return out

    def free(self) -> Abs:
        """The value seen from another function: its dependence on parameters means nothing there."""
        if not self.deps:
            return self
        out = self.copy()
        out.deps = 0
        return out


NEVER: Final = Abs(0)
ANY: Final = Abs(UNKNOWN, SUSPECTED)
NONE_VALUE: Final = Abs(NONE)
INT_VALUE: Final = Abs(INT)
FLOAT_VALUE: Final = Abs(FLOAT)
COMPLEX_VALUE: Final = Abs(COMPLEX)
BOOL_VALUE: Final = Abs(BOOL)
SCALAR_VALUE: Final = Abs(SCALAR)
STR_VALUE: Final = Abs(STR)
BYTES_VALUE: Final = Abs(BYTES)
DIM_VALUE: Final = Abs(DIM)
SHAPE_VALUE: Final = Abs(SHAPE, elem=DIM_VALUE)
DTYPE_VALUE: Final = Abs(DTYPE)
DEVICE_VALUE: Final = Abs(DEVICE)
RANDOM_VALUE: Final = Abs(RANDOM)
OTHER_VALUE: Final = Abs(OTHER)
FUNCTION_VALUE: Final = Abs(FUNCTION)
MATRIX_VALUE: Final = Abs(INSTANCE, refs=("numpy.matrix",))
"""NumPy's matrices: `*` and `**` of them are not those of tensors."""
LIST_OF_STR: Final = Abs(LIST, elem=STR_VALUE)

ATOMS: Final = {
    INT: INT_VALUE,
    FLOAT: FLOAT_VALUE,
    COMPLEX: COMPLEX_VALUE,
    BOOL: BOOL_VALUE,
    SCALAR: SCALAR_VALUE,
    STR: STR_VALUE,
    BYTES: BYTES_VALUE,
    DIM: DIM_VALUE,
    NONE: NONE_VALUE,
    UNKNOWN: ANY,
    OTHER: OTHER_VALUE,
    0: NEVER,
}


def plain(mask: int) -> Abs:
    """The shared value of a mask of which nothing more is known."""
    value = ATOMS.get(mask)
    if value is None:
        value = ATOMS[mask] = Abs(mask)
    return value


def tensor(
    ev: int = PROVEN,
    *,
    backend: str | None = None,
    rank: int | None = None,
    dtype: str | None = None,
    deps: int = 0,
    why: Why | None = None,
) -> Abs:
    """A tensor."""
    return Abs(TENSOR, ev, backend=backend, rank=rank, dtype=dtype, deps=deps, why=why)


def join(a: Abs, b: Abs, depth: int = 0) -> Abs:
    """The least value that covers both."""
    if a is b or not b.mask:
        return a
    if not a.mask:
        return b
    mask = a.mask | b.mask
    if mask == a.mask and covers(a, b):
        return a
    if mask == b.mask and covers(b, a):
        return b
    if not mask & ~_SIMPLE and not (a.deps or b.deps):
        return plain(mask)
    out = Abs(mask)
    at, bt = a.mask & TENSOR, b.mask & TENSOR
    if at and bt:
        out.ev = max(a.ev, b.ev)
        out.backend = a.backend if a.backend == b.backend else None
        out.dtype = a.dtype if a.dtype == b.dtype else None
        out.rank = a.rank if a.rank == b.rank else None
        out.deps = a.deps | b.deps if a.deps and b.deps else 0
        out.why = a.why if a.ev >= b.ev else b.why
    elif at or bt:
        t = a if at else b
        out.ev, out.backend, out.dtype, out.rank, out.why = t.ev, t.backend, t.dtype, t.rank, t.why
        out.deps = t.deps
    else:
        out.ev = min(a.ev, b.ev)
        out.deps = a.deps | b.deps
    out.refs = _join_refs(a.refs, b.refs)
    if depth < MAX_NESTING:
        _join_contents(out, a, b, depth + 1)
    return out


_SIMPLE: Final = NUMERIC | STR | BYTES | NONE | OTHER | UNKNOWN | DTYPE | DEVICE | RANDOM


def _join_refs(a: tuple[object, ...], b: tuple[object, ...]) -> tuple[object, ...]:
    if a == b or not b:
        return a
    if not a:
        return b
    return (*a, *(r for r in b if r not in a))[:MAX_REFS]


def _join_contents(out: Abs, a: Abs, b: Abs, depth: int) -> None:
    if a.elem is not None or b.elem is not None:
        out.elem = join(a.elem or NEVER, b.elem or NEVER, depth)
    if a.elems is not None and b.elems is not None and len(a.elems) == len(b.elems):
        out.elems = tuple(join(x, y, depth) for x, y in zip(a.elems, b.elems, strict=True))
    elif (a.elems is None) != (b.elems is None) and not (a.mask & b.mask & SEQUENCES):
        out.elems = a.elems if a.elems is not None else b.elems
    if a.fields is not None or b.fields is not None:
        fields = dict(a.fields or ())
        for key, value in (b.fields or {}).items():
            fields[key] = join(fields[key], value, depth) if key in fields else value
        out.fields = fields


def covers(a: Abs, b: Abs) -> bool:
    """Whether joining ``b`` to ``a`` would change nothing (cheaply: ``False`` where it takes a closer look)."""
    if a.mask | b.mask != a.mask:
        return False
    if b.mask & TENSOR and (
        a.ev < b.ev
        or (a.rank is not None and a.rank != b.rank)
        or (a.backend is not None and a.backend != b.backend)
        or (a.dtype is not None and a.dtype != b.dtype)
        or (a.deps and a.deps | b.deps != (a.deps if b.deps else 0))
    ):
        return False
    if b.deps and not b.mask & TENSOR and a.deps | b.deps != a.deps:
        return False
    if b.refs and b.refs != a.refs and not set(b.refs) <= set(a.refs):
        return len(a.refs) >= MAX_REFS
    if b.elem is None and b.elems is None and b.fields is None:
        return a.elems is None or not b.mask & SEQUENCES
    return same(a, b)


def same(a: Abs | None, b: Abs | None, depth: int = 0) -> bool:
    """Whether two values say the same (reasons apart)."""
    if a is b:
        return True
    if a is None or b is None:
        return False
    if a.mask != b.mask or a.ev != b.ev or a.rank != b.rank or a.deps != b.deps or a.refs != b.refs:
        return False
    if a.backend != b.backend or a.dtype != b.dtype:
        return False
    if depth >= MAX_NESTING:
        return True
    if not same(a.elem, b.elem, depth + 1):
        return False
    if (a.elems is None) != (b.elems is None) or (a.fields is None) != (b.fields is None):
        return False
    if a.elems is not None and b.elems is not None:
        if len(a.elems) != len(b.elems):
            return False
        if not all(same(x, y, depth + 1) for x, y in zip(a.elems, b.elems, strict=True)):
            return False
    if a.fields is not None and b.fields is not None:
        if a.fields.keys() != b.fields.keys():
            return False
        return all(same(a.fields[k], b.fields[k], depth + 1) for k in a.fields)
    return True


_FAMILIES: Final = (STR | BYTES, LIST | TUPLE, DICT, SET, INSTANCE, FUNCTION | CLASS | MODULE, OTHER, DTYPE)
MAX_FAMILIES: Final = 3


def widen(value: Abs) -> Abs:
    """``value``, or nothing known where it may be too many things: what a decoder or a registry returns."""
    mask = value.mask
    if mask & TENSOR and sum(1 for f in _FAMILIES if mask & f) >= MAX_FAMILIES:
        return ANY
    return value


def element_of(value: Abs) -> Abs:
    """What iterating over, or indexing by an unknown integer into, a container gives."""
    if value.elems is not None:
        out = NEVER
        for e in value.elems:
            out = join(out, e)
        return out if value.elem is None else join(out, value.elem)
    return value.elem if value.elem is not None else ANY


def depth_of(value: Abs | None, limit: int = MAX_NESTING + 1) -> int:
    """How many containers stand inside each other."""
    depth = 0
    while value is not None and depth < limit:
        value = value.elem if value.elem is not None else (value.elems[0] if value.elems else None)
        depth += 1
    return depth


def list_of(elem: Abs, mask: int = LIST) -> Abs:
    """A homogeneous container."""
    return Abs(mask, elem=elem if depth_of(elem) <= MAX_NESTING else ANY)


def tuple_of(elems: tuple[Abs, ...], mask: int = TUPLE) -> Abs:
    """A tuple or list display."""
    if len(elems) > MAX_ELEMENTS:
        out = NEVER
        for e in elems:
            out = join(out, e)
        return list_of(out, mask)
    if any(e.mask & CONTAINERS and depth_of(e) > MAX_NESTING for e in elems):
        elems = tuple(ANY if depth_of(e) > MAX_NESTING else e for e in elems)
    return Abs(mask, elems=elems)


def is_matrix(value: Abs) -> bool:
    """Whether this is one of NumPy's matrices."""
    return value.mask == INSTANCE and value.refs == MATRIX_VALUE.refs


def why_chain(why: Why | None) -> tuple[Reason, ...]:
    """The reasons as rules and ``purity-lint why`` print them, the nearest first."""
    out: list[Reason] = []
    while why is not None and len(out) < MAX_REASONS:
        out.append(Reason(why.text, why.line, why.col, why.path))
        why = why.parent
    return tuple(out)


def to_public(value: Abs, depth: int = 0) -> Value:
    """The value that rules see."""
    mask = value.mask
    if mask & TENSOR:
        kind = Kind.TENSOR
    elif mask in _KINDS:
        kind = _KINDS[mask]
    elif mask and not mask & ~NUMERIC:
        kind = Kind.SCALAR
    elif mask and not mask & ~(SHAPE | TUPLE):
        kind = Kind.TUPLE
    else:
        return PUBLIC_UNKNOWN
    elements = element = None
    if depth < MAX_NESTING:
        if value.elems is not None:
            elements = tuple(to_public(e, depth + 1) for e in value.elems)
        if value.elem is not None and mask & (CONTAINERS | TENSOR):
            element = to_public(value.elem, depth + 1)
    return Value(
        kind,
        Evidence(value.ev),
        reasons=why_chain(value.why),
        backend=value.backend,
        dtype=value.dtype,
        rank=value.rank,
        name=name_of(value.refs[0]) if value.refs else None,
        elements=elements,
        element=element,
        maybe=kind is Kind.TENSOR and mask != TENSOR,
        foreign=kind is Kind.TENSOR and _is_foreign(value),
        textual=kind is Kind.TENSOR and bool(mask & (STR | BYTES)),
    )


def _is_foreign(value: Abs) -> bool:
    """Whether this may be an instance that works as an array of its own, or what such an instance gave."""
    if not value.mask & (INSTANCE | UNKNOWN):
        return False
    return any(isinstance(ref, str) or getattr(ref, "is_arraylike", False) for ref in value.refs)


def name_of(ref: object) -> str | None:
    """The qualified name of what a value refers to."""
    if isinstance(ref, str):
        return ref
    name = getattr(ref, "qualname", None)
    return name if isinstance(name, str) else None
