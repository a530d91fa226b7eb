"""Analysis of a project in stages, so that a file that nothing imports can be analysed again by itself.

1. The *base*, all files that others import, is analysed together.
2. Each *leaf*, a file that nothing imports (tests are leaves), is analysed with a summary of the base: what it calls
   the base's functions with is what it offers.
3. The base takes up all offers.
4. Each leaf is analysed with a summary of what came out.

Every step is a function of files and of summaries, and all of these can be kept: after a change in a leaf that offers
what it offered before, steps 2 and 4 of that one file are all there is to do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import INFERRED, TENSOR
from purity_lint.semantics.domain.tables import forgot, forgotten
from purity_lint.semantics.edited import EditedFiles
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.model import Implementation
from purity_lint.semantics.symbols.naming import Names
from purity_lint.semantics.symbols.offers import Offers, Reads
from purity_lint.semantics.symbols.summaries import Reader, Symbols, Writer, restore, summarize
from purity_lint.semantics.symbols.table import ModuleSymbol
from purity_lint.semantics.turns import MAX_VISITS
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import Facts

Data = dict[str, Any]


class Store(Protocol):
    """Store of summaries: facts by name, valid under a key."""

    @property
    def keeps(self) -> bool:
        """Return True where anything is kept."""

    def recall(self, name: str, key: str) -> dict[str, Any]:
        """Return the facts kept as ``name`` under ``key``; none, if there are none."""

    def remember(self, name: str, key: str, facts: Mapping[str, object]) -> None:
        """Keep facts, in place of those that were there."""


class Nowhere:
    """Keeps nothing."""

    keeps: Final = False

    def recall(self, name: str, key: str) -> dict[str, Any]:
        """Nothing."""
        return {}

    def remember(self, name: str, key: str, facts: Mapping[str, object]) -> None:
        """Forget it."""


class Shared(NamedTuple):
    """Record of what is the same for all files of an analysis."""

    ops_module: str | None
    longer: Mapping[str, str]
    """See :attr:`Names.longer`."""
    facades: frozenset[str]
    asked: Mapping[str, frozenset[str]]
    implementations: Mapping[str, list[Implementation]]
    imported_names: frozenset[str]
    """Private names that files import, and modules of the analysis."""

    def project(self) -> Project:
        """A project with nothing in it yet."""
        project = Project(self.ops_module)
        project.facades, project.asked = self.facades, self.asked
        project.implementations, project.longer = self.implementations, self.longer
        project.imported_names = self.imported_names
        return project


class Files(NamedTuple):
    """Files of an analysis; they are parsed when they are asked for."""

    facts: Mapping[Path, Facts]
    digests: Mapping[Path, str]
    """A hash of what each file holds."""
    source: Callable[[Path], SourceFile]
    modules: Mapping[Path, str | None]
    """Names of those that are known to belong to a package."""


class Offered(NamedTuple):
    """Outcome of the first turn of one leaf."""

    digest: str
    offer: Data
    symbols: int
    """How many symbols of the base have numbers by which it may name them."""
    forgotten: int
    """How often something was forgotten of a value meanwhile."""


EachLeaf = Callable[[Callable[[Path], Offered | None], list[Path]], Iterable[Offered | None]]
"""Calls a function with each of some leaves: in processes of their own, where there is ``None`` for one that failed."""


class Stages:
    """Stages of one analysis, each run when something asks for what it finds, and not when that is kept.

    ``each_leaf`` takes the first turns of leaves; without, they are taken one after another.
    """

    def __init__(
        self,
        files: Files,
        ops_module: str | None,
        name: str = "",
        store: Store | None = None,
        each_leaf: EachLeaf = map,
    ) -> None:
        self._files = files
        self._names = Names(files.facts, files.modules)
        names = self._names
        self._shared = Shared(
            ops_module,
            names.longer,
            names.facades(files.facts),
            names.asked(files.facts),
            names.implementations(files.facts),
            names.imported(files.facts),
        )
        self._name = name
        self._store: Store = store or Nowhere()
        self._keeps = self._store.keeps
        self._each_leaf = each_leaf
        self._turns: dict[Path, Turn] = {}
        self.leaves = self._names.leaves(files.facts)
        self._apart = frozenset(self.leaves)

    def module(self, path: Path) -> tuple[ModuleSymbol, Project]:
        """A module with the values of all its expressions."""
        if path not in self._apart:
            return self._settled.modules[path], self._settled.project
        first = self._unchanged.get(path)
        if first is not None:
            return first, self._first.project
        return self._last.analyze(self._files.source(path)).module, self._last.project

    def is_leaf(self, path: Path) -> bool:
        """Return True for a file that nothing imports."""
        return path in self._apart

    def prepare(self, paths: Collection[Path]) -> None:
        """Run the stages that :meth:`module` needs for ``paths``, but for the last turn of each leaf."""
        # These are worked out when they are first asked for, which is now.
        if not self._apart.issuperset(paths):
            _ = self._settled
        if any(path not in self._unchanged for path in paths if path in self._apart):
            _ = self._last

    @cached_property
    def edited(self) -> EditedFiles:
        """Other versions of these files, against all of them as they are."""
        return EditedFiles(self._shared.project, self._settled.modules, self._names)

    def fingerprint(self, path: Path) -> str | None:
        """Return what :meth:`remember` was told of ``path`` when all that it depends on was as it is now."""
        match self._known.get(str(path)):
            case [content, str(fingerprint)] if content == self._files.digests[path]:
                return fingerprint
        return None

    def remember(self, fingerprints: Mapping[Path, str]) -> None:
        """Keep what was made of files."""
        news = {
            str(p): [self._files.digests[p], f] for p, f in fingerprints.items() if p in self._files.facts
        }
        if news:
            self._store.remember(f"known-{self._name}", self._settled_key, self._known | news)

    # Keys -------------------------------------------------------------------------------------------

    @cached_property
    def _base_key(self) -> str:
        files = [
            (str(path), self._names.of(path), "" if path in self._apart else self._files.digests[path])
            for path in self._files.facts
        ]
        asked = {name: sorted(names) for name, names in self._shared.asked.items()}
        shared = self._shared
        told = sorted(shared.facades), asked, shared.implementations, sorted(shared.imported_names)
        return _hash([files, shared.ops_module, *told])

    @cached_property
    def _settled_key(self) -> str:
        return _hash([self._base_key, [digest for digest, _ in self._offers]])

    @cached_property
    def _known(self) -> dict[str, Any]:
        return self._store.recall(f"known-{self._name}", self._settled_key)

    # Stages -----------------------------------------------------------------------------------------

    @cached_property
    def _base(self) -> Base:
        paths = [path for path in self._files.facts if path not in self._apart]
        return Base(map(self._files.source, paths), self._names, self._shared, is_kept=self._keeps)

    @cached_property
    def _first(self) -> Leaves:
        known = self._store.recall(f"base-{self._name}", self._base_key)
        if known:
            return Leaves(restore(known), self._names, self._shared)
        if self._keeps:
            self._store.remember(f"base-{self._name}", self._base_key, self._base.told)
        return Leaves(self._base.symbols, self._names, self._shared)

    @cached_property
    def _offers(self) -> list[tuple[str, Data]]:
        if not self.leaves:
            return []
        known = self._store.recall(f"offers-{self._name}", self._base_key)
        offers: dict[str, list[Any]] = {}
        missing = []
        for path in self.leaves:
            match known.get(str(path)):
                case [content, str(digest), dict(offer)] if content == self._files.digests[path]:
                    offers[str(path)] = [content, digest, offer]
                case _:
                    offers[str(path)] = []
                    missing.append(path)
        if missing:
            self._first  # noqa: B018 - processes that are started share what is worked out before
        for path, found in zip(missing, self._each_leaf(self._offered, missing), strict=True):
            offered = self._understood(path, found)
            offers[str(path)] = [self._files.digests[path], offered.digest, offered.offer]
        if self._keeps and offers != known:
            self._store.remember(f"offers-{self._name}", self._base_key, offers)
        return [(digest, offer) for _, digest, offer in offers.values()]

    def _offered(self, path: Path) -> Offered:
        """Take the first turn of a leaf."""
        before = forgotten()
        turn = self._first.analyze(self._files.source(path))
        self._turns[path] = turn
        digest = _hash(turn.offer) if self._keeps else ""
        return Offered(digest, turn.offer, len(self._first.symbols.numbers), forgotten() - before)

    def _understood(self, path: Path, found: Offered | None) -> Offered:
        """Return what a leaf offers, in the numbers of this process: maybe ``found``, the outcome of another one."""
        if path in self._turns and found is not None:
            return found
        if found is None or found.symbols != len(self._first.symbols.numbers):
            return self._offered(path)
        forgot(found.forgotten)
        return found

    @cached_property
    def _settled(self) -> Base:
        self._base.take([offer for _, offer in self._offers])
        if self._keeps:  # even if no leaf of this run asks for it: one that is edited will
            self._store.remember(f"settled-{self._name}", self._settled_key, self._base.summary())
        return self._base

    @cached_property
    def _last(self) -> Leaves:
        known = self._store.recall(f"settled-{self._name}", self._settled_key)
        if known:
            return Leaves(restore(known), self._names, self._shared)
        return Leaves(self._settled.symbols, self._names, self._shared)

    @cached_property
    def _unchanged(self) -> dict[Path, ModuleSymbol]:
        """Return the leaves that would find in their second turn what they found in the first."""
        offers, base = self._offers, self.__dict__.get("_base")
        if not offers or base is None or self._first.symbols is not base.symbols:
            return {}
        settled = self._settled
        return {path: turn.module for path, turn in self._turns.items() if settled and turn.reads.hold()}


class Base:
    """Files that others import, analysed together (steps 1 and 3)."""

    def __init__(self, sources: Iterable[SourceFile], names: Names, shared: Shared, *, is_kept: bool) -> None:
        self.project = shared.project()
        self.project.alone = names.alone
        self.modules = {source.path: names.add(self.project, source) for source in sources}
        self.project.evaluate_all()
        self.symbols = Symbols()
        self.symbols.modules = list(self.modules.values())
        self.symbols.numbers = {module: number for number, module in enumerate(self.symbols.modules)}
        self._freeze(True)
        if not is_kept:
            self.symbols.number_all()
        self.told: Data = self.summary() if is_kept else {}
        """Summary that leaves get of it in their first turn; offers that are kept name symbols by its numbers."""

    def _freeze(self, frozen: bool) -> None:
        for module in self.modules.values():
            module.frozen = frozen

    def summary(self) -> Data:
        """Return what leaves are told of the base as it is now."""
        return summarize(self.symbols)

    def take(self, offers: Iterable[Data]) -> None:
        """Let everything know what the leaves offer, in this order."""
        self._freeze(False)
        functions = [function for module in self.modules.values() for function in module.functions.values()]
        for number, offer in enumerate(offers):
            if number == 0:
                for function in functions:
                    function.visits = min(function.visits, MAX_VISITS - 1)
            _take(self.project, self.symbols, offer)
        self.project.settle()
        self._freeze(True)


class Turn(NamedTuple):
    """Outcome of the analysis of one leaf."""

    module: ModuleSymbol
    offer: Data
    reads: Reads


class Leaves:
    """Files that nothing imports, analysed one by one with what is known of those that they import (steps 2 and 4)."""

    def __init__(self, symbols: Symbols, names: Names, shared: Shared) -> None:
        self._names = names
        self.symbols = symbols
        self.project = shared.project()
        for module in symbols.modules:
            self.project.adopt(module)
        self._roots = set(self.project.roots)

    def analyze(self, source: SourceFile) -> Turn:
        """Analyse one leaf, and return its module and what it offers."""
        project = self.project
        project.offers, project.roots = Offers(), set(self._roots)
        project.reads = reads = Reads()
        module = self._names.add(project, source)
        project.run()
        del project.modules[module.name]
        return Turn(module, _data_of(project.offers, self.symbols, str(source.path)), reads)


def _hash(facts: object) -> str:
    return hashlib.blake2b(json.dumps(facts).encode(), digest_size=16).hexdigest()


def _data_of(offers: Offers, symbols: Symbols, path: str) -> Data:
    writer = Writer(symbols)
    arguments, members = [], []
    for function, parameters in offers.arguments.items():
        for position, p in enumerate(parameters):
            if p.calls.value.mask or p.unknown_calls:
                number = writer.number(function)
                caller = offers.callers.get(function, {}).get(p.name, "")
                arguments.append([number, position, writer.value(p.calls.value), p.unknown_calls, caller])
    for (owner, name), value in offers.members.items():
        number = writer.number(owner)
        if (
            number is not None
        ):  # a class of the leaf itself, whose attribute stands in one that it derives from
            members.append([number, name, writer.value(value)])
    return {"path": path, "arguments": arguments, "members": members, "values": writer.values}


def _take(project: Project, symbols: Symbols, offer: Data) -> None:
    reader = Reader(symbols, offer["values"], [])
    path = offer["path"]
    for number, position, value, unknown, caller in offer["arguments"]:
        function = symbols.functions[number]
        p = function.parameters[position]
        if function.sites is not None:
            function.sites.is_open = True
        why = Why(f"passed as `{p.name}` by {f'`{caller}` in ' if caller else ''}`{path}`", *p.at)
        changed = p.calls.add(_explained(reader.value(value), why))
        if unknown and not p.unknown_calls:
            p.unknown_calls = changed = True
        if changed:
            project.reconsider(function)
    for number, name, value in offer["members"]:
        owner = symbols.classes[number]
        at = getattr(owner.node, "lineno", 1), getattr(owner.node, "col_offset", 0)
        why = Why(f"`{name}` is assigned by `{path}`", *at, project.path_of(owner.module))
        project.assign_member(owner, name, _explained(reader.value(value), why))


def _explained(value: Abs, why: Why) -> Abs:
    """``value`` with a reason wherever a tensor is."""
    if not value.mask & TENSOR and value.elem is None and value.elems is None and value.fields is None:
        return value
    is_tensor = value.mask & TENSOR
    return value.but(
        why=why if is_tensor else value.why,
        ev=min(value.ev, INFERRED) if is_tensor else value.ev,
        elem=None if value.elem is None else _explained(value.elem, why),
        elems=None if value.elems is None else tuple([_explained(e, why) for e in value.elems]),
        fields=None if value.fields is None else {k: _explained(v, why) for k, v in value.fields.items()},
    )
