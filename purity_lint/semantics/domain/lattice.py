"""Abstract values and their joins.

A value is immutable, and its facts are *interned*: what is known of it is held once, in :attr:`Abs.core`, so that two
values say the same if and only if their cores are one object, and the join of two cores is worked out once.
Reasons take no part in that: a value with a reason is a core with its own :attr:`Abs.why`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from purity_lint.knowledge.numpy.roles import MATRIX
from purity_lint.semantics.domain.kinds import (
    BOOL,
    BYTES,
    CLASS,
    COMPLEX,
    DEVICE,
    DICT,
    DIM,
    DTYPE,
    FLOAT,
    FUNCTION,
    INSTANCE,
    INT,
    LIST,
    MAX_NESTING,
    MAX_REFS,
    MAX_SIZE,
    MODULE,
    NONE,
    NUMERIC,
    OTHER,
    PROVEN,
    RANDOM,
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
    without which this would be no tensor.  Nothing of this changes after a value is made.
    """

    __slots__ = (
        "backend",
        "core",
        "deps",
        "depth",
        "dtype",
        "elem",
        "elems",
        "ev",
        "fields",
        "mask",
        "rank",
        "refs",
        "size",
        "why",
    )
    mask: int
    ev: int
    backend: str | None
    dtype: str | None
    rank: int | None
    refs: tuple[object, ...]
    elems: tuple[Abs, ...] | None
    elem: Abs | None
    fields: dict[str, Abs] | None
    deps: int
    why: Why | None
    core: Abs
    """Value that says the same without reasons, one for all that do."""
    size: int
    """How many values it is made of."""
    depth: int
    """How many containers stand inside each other, and 1."""

    def __new__(  # noqa: PLR0913 - one argument per fact
        cls,
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
    ) -> Abs:
        if elem is None and elems is None and fields is None and not (refs and _has_transform(refs)):
            key = (mask, ev, backend, dtype, rank, refs, deps)
            core = _INTERNED.get(key)
            if core is None:
                core = _INTERNED[key] = object.__new__(cls)
                core._fill(mask, ev, backend, dtype, rank, refs, deps)
                core.core = core
            if why is None:
                return core
            made = object.__new__(cls)
            made._fill(mask, ev, backend, dtype, rank, refs, deps)
            made.core, made.why = core, why
            return made
        return _composite(mask, ev, backend, dtype, rank, refs, elems, elem, fields, deps, why)

    def _fill(
        self,
        mask: int,
        ev: int,
        backend: str | None,
        dtype: str | None,
        rank: int | None,
        refs: tuple[object, ...],
        deps: int,
    ) -> None:
        self.mask = mask
        self.ev = ev
        self.backend = backend
        self.dtype = dtype
        self.rank = rank
        self.refs = refs
        self.elems = self.elem = self.fields = self.why = None
        self.deps = deps
        self.size = self.depth = 1

    def __repr__(self) -> str:
        return f"<mask={self.mask:b} ev={self.ev} rank={self.rank} deps={self.deps:b} {self.refs or ''}>"

    def but(self, **facts: object) -> Abs:
        """Return the value with other ``facts``, and the same in all else."""
        given: dict[str, object] = {
            "mask": self.mask,
            "ev": self.ev,
            "backend": self.backend,
            "dtype": self.dtype,
            "rank": self.rank,
            "refs": self.refs,
            "elems": self.elems,
            "elem": self.elem,
            "fields": self.fields,
            "deps": self.deps,
            "why": self.why,
            **facts,
        }
        return Abs(**given)  # type: ignore[arg-type]  # the facts are those that `Abs` takes

    def only(self, bits: int) -> Abs:
        """Return the value where it is known to be of one of the kinds in ``bits``."""
        mask = self.mask & bits
        return self if mask == self.mask else self._copied(mask, self.deps)

    def without(self, bits: int) -> Abs:
        """Return the value where it is known to be of none of the kinds in ``bits``."""
        return self._copied(self.mask & ~bits, self.deps) if self.mask & bits else self

    def free(self) -> Abs:
        """Return the value seen from another function: its dependence on parameters means nothing there."""
        return self.dependent(0) if self.deps else self

    def dependent(self, deps: int) -> Abs:
        """Return the value as one that depends on the parameters ``deps``."""
        return self if deps == self.deps else self._copied(self.mask, deps)

    def explained(self, why: Why) -> Abs:
        """Return the value with a reason of its own."""
        made = object.__new__(Abs)
        made._fill(self.mask, self.ev, self.backend, self.dtype, self.rank, self.refs, self.deps)
        made.elems, made.elem, made.fields = self.elems, self.elem, self.fields
        made.size, made.depth = self.size, self.depth
        made.core, made.why = self.core, why
        return made

    def bare(self, mask: int, ev: int, rank: int | None, deps: int) -> Abs:
        """A value of the same library and dtype, and for the same reason, that holds nothing else."""
        return Abs(mask, ev, backend=self.backend, dtype=self.dtype, rank=rank, deps=deps, why=self.why)

    def _copied(self, mask: int, deps: int) -> Abs:
        if self.core is self:
            key = self, mask, deps
            made = _COPIED.get(key)
            if made is None:
                made = _COPIED[key] = self._copy(mask, deps)
            return made
        return self._copy(mask, deps)

    def _copy(self, mask: int, deps: int) -> Abs:
        return Abs(
            mask,
            self.ev,
            backend=self.backend,
            dtype=self.dtype,
            rank=self.rank,
            refs=self.refs,
            elems=self.elems,
            elem=self.elem,
            fields=self.fields,
            deps=deps,
            why=self.why,
        )


class Transform(NamedTuple):
    """Function that ``jax.grad(f)``, ``functools.partial(f, a)`` and their like make of ``f``."""

    kind: str
    target: Abs
    positional: tuple[Abs, ...] = ()
    keywords: tuple[tuple[str, Abs], ...] = ()

    def values(self) -> list[Abs]:
        """Every value that it holds."""
        return [self.target, *self.positional, *(value for _, value in self.keywords)]

    def core(self) -> Transform:
        """Return the value without its reasons."""
        if all(value.core is value for value in self.values()):
            return self
        return Transform(
            self.kind,
            self.target.core,
            tuple(value.core for value in self.positional),
            tuple((name, value.core) for name, value in self.keywords),
        )


_INTERNED: Final[dict[object, Abs]] = {}
_JOINED: Final[dict[tuple[Abs, Abs], Abs]] = {}
_COPIED: Final[dict[tuple[Abs, int, int], Abs]] = {}
_PERMANENT: Final[dict[object, Abs]] = {}
"""Cores that modules of the linter refer to: these stay when a project is forgotten."""
_forgotten = 0


def forgotten() -> int:
    """How often something was forgotten of a value because it grew too large."""
    return _forgotten


def release() -> None:
    """Let go of the values of projects that were analysed before.

    Values that are still in use stay as they are; new ones are merely found unlike them.
    """
    if not _PERMANENT:
        _PERMANENT.update(_INTERNED)
    _INTERNED.clear()
    _INTERNED.update(_PERMANENT)
    _JOINED.clear()
    _COPIED.clear()


def _has_transform(refs: tuple[object, ...]) -> bool:
    return Transform in map(type, refs)


def _composite(  # noqa: PLR0913, PLR0917 - one argument per fact
    mask: int,
    ev: int,
    backend: str | None,
    dtype: str | None,
    rank: int | None,
    refs: tuple[object, ...],
    elems: tuple[Abs, ...] | None,
    elem: Abs | None,
    fields: dict[str, Abs] | None,
    deps: int,
    why: Why | None,
) -> Abs:
    """A value that is made of others; what would make it too large or too deep is forgotten."""
    if not refs:
        made = None
        if fields is not None:
            if elems is None:
                made = _record(mask, ev, fields, elem, deps, why, (backend, dtype, rank))
        elif elem is None and elems is not None:
            made = _sequence(mask, ev, elems, deps, why, (backend, dtype, rank))
        elif elem is not None and elems is None and elem.depth <= MAX_NESTING and elem.size < MAX_SIZE:
            made = _holding(mask, ev, elem, deps, why, (backend, dtype, rank))
        if made is not None:
            return made
    if elem is not None and elem.depth > MAX_NESTING:
        elem = _shallow(elem)
    if elems is not None and max([e.depth for e in elems], default=0) > MAX_NESTING:
        elems = tuple([_shallow(e) for e in elems])
    if fields is not None and max([e.depth for e in fields.values()], default=0) > MAX_NESTING:
        fields = {name: _shallow(e) for name, e in fields.items()}
    parts = [] if elem is None else [elem]
    if elems is not None:
        parts += elems
    if fields is not None:
        parts += fields.values()
    depth = 1 + max([part.depth for part in parts], default=0)
    core_refs = refs
    if refs and _has_transform(refs):
        parts += [value for ref in refs if isinstance(ref, Transform) for value in ref.values()]
        core_refs = tuple([ref.core() if isinstance(ref, Transform) else ref for ref in refs])
    size = 1 + sum([part.size for part in parts])
    if size > MAX_SIZE:
        return _smaller(
            Abs(mask, ev, backend=backend, dtype=dtype, rank=rank, deps=deps, why=why), parts, refs
        )
    key = (
        (mask, ev, backend, dtype, rank, core_refs, deps),
        None if elems is None else tuple([e.core for e in elems]),
        None if elem is None else elem.core,
        None if fields is None else tuple([(name, e.core) for name, e in fields.items()]),
    )
    core = _INTERNED.get(key)
    if core is None:
        core = _INTERNED[key] = object.__new__(Abs)
        core._fill(mask, ev, backend, dtype, rank, core_refs, deps)
        core.elems, core.elem = key[1], key[2]
        core.fields = None if key[3] is None else dict(key[3])
        core.size, core.depth = size, depth
        core.core = core
    if why is None and core_refs is refs and [part.core for part in parts] == parts:
        return core
    made = object.__new__(Abs)
    made._fill(mask, ev, backend, dtype, rank, refs, deps)
    made.elems, made.elem, made.fields = elems, elem, fields
    made.size, made.depth = size, depth
    made.core, made.why = core, why
    return made


def _holding(
    mask: int, ev: int, elem: Abs, deps: int, why: Why | None, rest: tuple[str | None, str | None, int | None]
) -> Abs:
    """Return a container all of whose elements are described by one value: the most frequent composite."""
    held = elem.core
    key = (mask, ev, held, deps, rest)
    core = _INTERNED.get(key)
    if core is None:
        core = _INTERNED[key] = object.__new__(Abs)
        core._fill(mask, ev, *rest, (), deps)
        core.elem = held
        core.size, core.depth = elem.size + 1, elem.depth + 1
        core.core = core
    if why is None and held is elem:
        return core
    made = object.__new__(Abs)
    made._fill(mask, ev, *rest, (), deps)
    made.elem = elem
    made.size, made.depth = elem.size + 1, elem.depth + 1
    made.core, made.why = core, why
    return made


def _sequence(
    mask: int,
    ev: int,
    elems: tuple[Abs, ...],
    deps: int,
    why: Why | None,
    rest: tuple[str | None, str | None, int | None],
) -> Abs | None:
    """Return a sequence whose elements are known one by one; ``None`` where that is too much to know."""
    depth, size, bare = 0, 1, why is None
    cores = []
    for e in elems:
        size += e.size
        depth = max(depth, e.depth)
        held = e.core
        if held is not e:
            bare = False
        cores.append(held)
    if depth > MAX_NESTING or size > MAX_SIZE:
        return None
    known = tuple(cores)
    key = (mask, ev, known, deps, rest)
    core = _INTERNED.get(key)
    if core is None:
        core = _INTERNED[key] = object.__new__(Abs)
        core._fill(mask, ev, *rest, (), deps)
        core.elems = known
        core.size, core.depth = size, depth + 1
        core.core = core
    if bare:
        return core
    made = object.__new__(Abs)
    made._fill(mask, ev, *rest, (), deps)
    made.elems = elems
    made.size, made.depth = size, depth + 1
    made.core, made.why = core, why
    return made


def _record(
    mask: int,
    ev: int,
    fields: dict[str, Abs],
    elem: Abs | None,
    deps: int,
    why: Why | None,
    rest: tuple[str | None, str | None, int | None],
) -> Abs | None:
    """Return a dict whose constant keys are told apart; ``None`` where that is too much to know."""
    depth, size, bare = 0, 1, why is None
    held = None
    if elem is not None:
        held, depth, size = elem.core, elem.depth, 1 + elem.size
        bare = bare and held is elem
    known: list[object] = [held]
    for name, e in fields.items():
        size += e.size
        if e.depth > depth:
            depth = e.depth
        core = e.core
        if core is not e:
            bare = False
        known += (name, core)
    if depth > MAX_NESTING or size > MAX_SIZE:
        return None
    key = (mask, ev, tuple(known), deps, rest)
    made = _INTERNED.get(key)
    if made is None:
        made = _INTERNED[key] = object.__new__(Abs)
        made._fill(mask, ev, *rest, (), deps)
        made.elem, made.fields = held, {name: e.core for name, e in fields.items()}
        made.size, made.depth = size, depth + 1
        made.core = made
    if bare:
        return made
    core, made = made, object.__new__(Abs)
    made._fill(mask, ev, *rest, (), deps)
    made.elem, made.fields = elem, fields
    made.size, made.depth = size, depth + 1
    made.core, made.why = core, why
    return made


def _shallow(value: Abs) -> Abs:
    global _forgotten  # noqa: PLW0603 - one count for the process, like the tables above
    if value.depth <= MAX_NESTING:
        return value
    _forgotten += 1
    return ANY


def _smaller(value: Abs, parts: list[Abs], refs: tuple[object, ...]) -> Abs:
    """``value`` with the join of its ``parts``, where that is small, in place of the parts."""
    global _forgotten  # noqa: PLW0603 - one count for the process, like the tables above
    _forgotten += 1
    if refs and _has_transform(refs):
        return value
    if refs:
        value = value.but(refs=refs)
    each = NEVER
    for part in parts:
        each = join(each, part)
    return value.but(elem=each) if each.mask and each.size < MAX_SIZE // 4 else value


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
MATRIX_VALUE: Final = Abs(INSTANCE, refs=(MATRIX,))
"""NumPy's matrices: `*` and `**` of them are not those of tensors."""
LIST_OF_STR: Final = Abs(LIST, elem=STR_VALUE)


def plain(mask: int) -> Abs:
    """Return the value of a mask of which nothing more is known."""
    return ANY if mask == UNKNOWN else Abs(mask)


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
    out = _JOINED.get(key)
    if out is None:
        out = _JOINED[key] = _join(left, right).core
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
        return plain(mask)
    at, bt = a.mask & TENSOR, b.mask & TENSOR
    backend = dtype = rank = why = None
    if at and bt:
        ev = max(a.ev, b.ev)
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


def _join_refs(a: tuple[object, ...], b: tuple[object, ...]) -> tuple[object, ...]:
    if a == b or not b:
        return a
    if not a:
        return b
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


def _covers(a: Abs, b: Abs) -> bool:
    """True where joining ``b`` to ``a`` would change nothing (cheaply: ``False`` where it takes a closer look)."""
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
    return False


_FAMILIES: Final = (STR | BYTES, LIST | TUPLE, DICT, SET, INSTANCE, FUNCTION | CLASS | MODULE, OTHER, DTYPE)
MAX_FAMILIES: Final = 3


def widen(value: Abs) -> Abs:
    """``value``, or nothing known where it may be too many things: what a decoder or a registry returns."""
    mask = value.mask
    if mask & TENSOR and sum(1 for f in _FAMILIES if mask & f) >= MAX_FAMILIES:
        return ANY
    return value


def is_matrix(value: Abs) -> bool:
    """Return True where this is one of NumPy's matrices."""
    return value.mask == INSTANCE and value.refs == MATRIX_VALUE.refs
