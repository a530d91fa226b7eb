"""Abstract values.

A value is immutable, and its facts are *interned*: what is known of it is held once, in :attr:`Abs.core`, so that two
values say the same if and only if their cores are one object, and what is worked out of a core is worked out once.
Reasons take no part in that: a value with a reason is a core with its own :attr:`Abs.why`.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from purity_lint.semantics.domain.kinds import (
    MAX_NESTING,
    MAX_REFS,
    MAX_SIZE,
    PROVEN,
    SUSPECTED,
    TENSOR,
    UNKNOWN,
)
from purity_lint.semantics.domain.tables import COPIED, INTERNED, forgot


class Why:
    """Why a value is a tensor: one place, and the reason for what stands there."""

    __slots__ = ("col", "line", "parent", "path", "text")

    def __init__(self, text: str, line: int, col: int, path: str | None, parent: Why | None = None) -> None:
        self.text = text
        self.line = line
        self.col = col
        self.path = path
        self.parent = parent


class _Kept(Enum):
    KEPT = None


_KEPT: Final = _Kept.KEPT


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
        if elem is None and elems is None and fields is None:
            key = (mask, ev, backend, dtype, rank, refs, deps)
            core = INTERNED.get(key)
            if core is None:
                if refs and _has_transform(refs):
                    return _composite(mask, ev, (backend, dtype, rank), refs, None, None, None, deps, why)
                core = INTERNED[key] = object.__new__(cls)
                core._fill(mask, ev, backend, dtype, rank, refs, deps)
                core.core = core
            if why is None:
                return core
            made = object.__new__(cls)
            made._fill(mask, ev, backend, dtype, rank, refs, deps)
            made.core, made.why = core, why
            return made
        return _composite(mask, ev, (backend, dtype, rank), refs, elems, elem, fields, deps, why)

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

    def but(  # noqa: PLR0913 - one argument per fact
        self,
        *,
        mask: int | None = None,
        ev: int | None = None,
        backend: str | _Kept | None = _KEPT,
        dtype: str | _Kept | None = _KEPT,
        rank: int | _Kept | None = _KEPT,
        refs: tuple[object, ...] | None = None,
        elems: tuple[Abs, ...] | _Kept | None = _KEPT,
        elem: Abs | _Kept | None = _KEPT,
        fields: dict[str, Abs] | _Kept | None = _KEPT,
        deps: int | None = None,
        why: Why | _Kept | None = _KEPT,
    ) -> Abs:
        """Return the value with the facts that are given, and the same in all else."""
        return Abs(
            self.mask if mask is None else mask,
            self.ev if ev is None else ev,
            backend=self.backend if backend is _KEPT else backend,
            dtype=self.dtype if dtype is _KEPT else dtype,
            rank=self.rank if rank is _KEPT else rank,
            refs=self.refs if refs is None else refs,
            elems=self.elems if elems is _KEPT else elems,
            elem=self.elem if elem is _KEPT else elem,
            fields=self.fields if fields is _KEPT else fields,
            deps=self.deps if deps is None else deps,
            why=self.why if why is _KEPT else why,
        )

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

    def explained(self, why: Why | None) -> Abs:
        """Return the value with a reason of its own."""
        made = object.__new__(Abs)
        made.mask, made.ev, made.deps = self.mask, self.ev, self.deps
        made.backend, made.dtype, made.rank = self.backend, self.dtype, self.rank
        made.refs, made.elems, made.elem, made.fields = self.refs, self.elems, self.elem, self.fields
        made.size, made.depth = self.size, self.depth
        made.core, made.why = self.core, why
        return made

    def bare(self, mask: int, ev: int, rank: int | None, deps: int) -> Abs:
        """A value of the same library and dtype, and for the same reason, that holds nothing else."""
        return Abs(mask, ev, backend=self.backend, dtype=self.dtype, rank=rank, deps=deps, why=self.why)

    def _copied(self, mask: int, deps: int) -> Abs:
        if self.core is self:
            key = self, mask, deps
            made = COPIED.get(key)
            if made is None:
                made = COPIED[key] = self._copy(mask, deps)
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


Rest: TypeAlias = tuple[str | None, str | None, int | None]
"""Backend, dtype and rank."""


def _has_transform(refs: tuple[object, ...]) -> bool:
    return Transform in map(type, refs)


def _composite(  # noqa: PLR0913, PLR0917 - one argument per fact
    mask: int,
    ev: int,
    rest: Rest,
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
                made = _record(mask, ev, fields, elem, deps, why, rest)
        elif elem is None and elems is not None:
            made = _sequence(mask, ev, elems, deps, why, rest)
        elif elem is not None and elems is None:
            made = _holding(mask, ev, elem, deps, why, rest)
        if made is not None:
            return made
    if elem is not None:
        elem = _shallow(elem)
    if elems is not None:
        elems = tuple([_shallow(e) for e in elems])
    if fields is not None:
        fields = {name: _shallow(e) for name, e in fields.items()}
    parts = [*([] if elem is None else [elem]), *(elems or ()), *(fields or {}).values()]
    depth = 1 + max([part.depth for part in parts], default=0)
    core_refs = refs
    if refs and _has_transform(refs):
        parts += [value for ref in refs if isinstance(ref, Transform) for value in ref.values()]
        core_refs = tuple([ref.core() if isinstance(ref, Transform) else ref for ref in refs])
    size = 1 + sum([part.size for part in parts])
    if size > MAX_SIZE:
        return _smaller(mask, ev, rest, refs, deps, why, parts)
    known = None if elems is None else tuple([e.core for e in elems])
    named = None if fields is None else tuple([(name, e.core) for name, e in fields.items()])
    held = None if elem is None else elem.core
    key = (mask, ev, rest, core_refs, deps), known, held, named
    core = INTERNED.get(key)
    if core is None:
        core = INTERNED[key] = object.__new__(Abs)
        core._fill(mask, ev, *rest, core_refs, deps)
        core.elems, core.elem = known, held
        core.fields = None if named is None else dict(named)
        core.size, core.depth = size, depth
        core.core = core
    if why is None and core_refs is refs and [part.core for part in parts] == parts:
        return core
    made = core.explained(why)
    made.refs, made.elems, made.elem, made.fields = refs, elems, elem, fields
    return made


def _holding(mask: int, ev: int, elem: Abs, deps: int, why: Why | None, rest: Rest) -> Abs | None:
    """Return a container all of whose elements are described by one value; ``None`` where that is too much to know."""
    if elem.depth > MAX_NESTING or elem.size >= MAX_SIZE:
        return None
    held = elem.core
    key = (mask, ev, held, deps, rest)
    core = INTERNED.get(key)
    if core is None:
        core = INTERNED[key] = object.__new__(Abs)
        core._fill(mask, ev, *rest, (), deps)
        core.elem = held
        core.size, core.depth = elem.size + 1, elem.depth + 1
        core.core = core
    if why is None and held is elem:
        return core
    made = core.explained(why)
    made.elem = elem
    return made


def _sequence(
    mask: int, ev: int, elems: tuple[Abs, ...], deps: int, why: Why | None, rest: Rest
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
    core = INTERNED.get(key)
    if core is None:
        core = INTERNED[key] = object.__new__(Abs)
        core._fill(mask, ev, *rest, (), deps)
        core.elems = known
        core.size, core.depth = size, depth + 1
        core.core = core
    if bare:
        return core
    made = core.explained(why)
    made.elems = elems
    return made


def _record(
    mask: int, ev: int, fields: dict[str, Abs], elem: Abs | None, deps: int, why: Why | None, rest: Rest
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
        depth = max(depth, e.depth)
        core = e.core
        if core is not e:
            bare = False
        known += (name, core)
    if depth > MAX_NESTING or size > MAX_SIZE:
        return None
    key = (mask, ev, tuple(known), deps, rest)
    made = INTERNED.get(key)
    if made is None:
        made = INTERNED[key] = object.__new__(Abs)
        made._fill(mask, ev, *rest, (), deps)
        made.elem, made.fields = held, {name: e.core for name, e in fields.items()}
        made.size, made.depth = size, depth + 1
        made.core = made
    if bare:
        return made
    made = made.explained(why)
    made.elem, made.fields = elem, fields
    return made


def _shallow(value: Abs) -> Abs:
    """Return ``value``, or one of which nothing is known if it is too deep."""
    if value.depth <= MAX_NESTING:
        return value
    forgot(1)
    return Abs(UNKNOWN, SUSPECTED)


def _smaller(
    mask: int,
    ev: int,
    rest: Rest,
    refs: tuple[object, ...],
    deps: int,
    why: Why | None,
    parts: list[Abs],
) -> Abs:
    """Return a value with one that covers all of its ``parts`` in place of them."""
    forgot(1)
    backend, dtype, rank = rest
    if refs and _has_transform(refs):
        refs, parts = (), []
    return Abs(
        mask,
        ev,
        backend=backend,
        dtype=dtype,
        rank=rank,
        refs=refs,
        elem=_cover(parts) if parts else None,
        deps=deps,
        why=why,
    )


def _cover(parts: list[Abs]) -> Abs:
    """Return a value that covers all of ``parts``, which is small: it holds nothing unless they are all the same."""
    first = parts[0]
    if first.size < MAX_SIZE // 4 and all(part.core is first.core for part in parts):
        return first
    mask = 0
    refs: dict[object, None] = {}
    for part in parts:
        mask |= part.mask
        refs.update(dict.fromkeys(part.refs if len(refs) < MAX_REFS else ()))
    tensors = [part for part in parts if part.mask & TENSOR]
    weakest = min(tensors, key=lambda part: part.ev, default=None)  # what stands for all is no surer than any
    return Abs(
        mask,
        PROVEN if weakest is None else weakest.ev,
        refs=tuple(ref for ref in refs if not isinstance(ref, Transform))[:MAX_REFS],
        why=None if weakest is None else weakest.why,
    )
