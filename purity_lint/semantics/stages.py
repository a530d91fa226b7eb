"""Analysis of a project in stages, so that a file that nothing imports can be analysed again by itself.

1. The *base*, all files that others import, is analysed together.
2. Each *leaf*, a file that nothing imports (tests are leaves), is analysed with a summary of the base: what it calls
   the base's functions with is what it offers.
3. The base takes up all offers.
4. Each leaf is analysed with a summary of what came out.

Every step is a function of files and of summaries, and all of these can be kept: after a change in a leaf that offers
what it offered before, steps 2 and 4 of that one file are all there is to do.  After a change in the base, that is
analysed again, and of the leaves those that have read something of its summary that is something else now.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from purity_lint.semantics.base import Base
from purity_lint.semantics.concerned import concerned
from purity_lint.semantics.domain.tables import forgot, forgotten
from purity_lint.semantics.edited import EditedFiles
from purity_lint.semantics.heard import Heard, Nowhere, Store
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.model import Implementation
from purity_lint.semantics.symbols.naming import Names, facts_of
from purity_lint.semantics.symbols.offers import Offers, Reads
from purity_lint.semantics.symbols.summaries import Symbols, offered
from purity_lint.semantics.symbols.table import ModuleSymbol, let_go
from purity_lint.semantics.symbols.told import Reading, Told
from purity_lint.semantics.symbols.uses_of_results import (
    OF_RESULTS,
    Said,
    UsesOfResults,
    kept_said,
    said_of_results,
)
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import Facts

Data = dict[str, Any]


class Shared(NamedTuple):
    """Record of what is the same for all files of an analysis."""

    ops_module: str | None
    longer: Mapping[str, str]
    """See :attr:`Names.longer`."""
    facades: frozenset[str]
    asked: dict[str, frozenset[str]]
    """One and the same for all projects that are made of this: what is said in it of results, rules hear later, too."""
    implementations: Mapping[str, list[Implementation]]
    imported_names: frozenset[str]
    """Private names that files import, and modules of the analysis."""
    uses_of_results: UsesOfResults

    @classmethod
    def by(cls, facts: Mapping[Path, Facts], names: Names, ops_module: str | None) -> Shared:
        """Return what ``facts`` of all files say."""
        asked = names.asked(facts)
        return cls(
            ops_module,
            names.longer,
            names.facades(facts),
            asked,
            names.implementations(facts),
            names.imported(facts),
            UsesOfResults(asked),
        )

    @property
    def of_analysis(self) -> tuple[object, ...]:
        """Return all of this but what is said of results: rules alone ask about that, and of few files."""
        asked = {demand: names for demand, names in self.asked.items() if demand not in OF_RESULTS}
        return self.ops_module, self.longer, self.facades, asked, self.implementations, self.imported_names

    def project(self) -> Project:
        """A project with nothing in it yet."""
        project = Project(self.ops_module)
        project.facades, project.asked = self.facades, self.asked
        project.implementations, project.longer = self.implementations, self.longer
        project.imported_names, project.uses_of_results = self.imported_names, self.uses_of_results
        return project


class Files(NamedTuple):
    """Files of an analysis; they are parsed when they are asked for."""

    facts: Mapping[Path, Facts]
    digests: Mapping[Path, str]
    """A hash of what each file holds."""
    source: Callable[[Path], SourceFile]
    modules: Mapping[Path, str | None]
    """Names of those that are known to belong to a package."""
    data: Callable[[Path], bytes]
    """Gives what a file holds, unparsed."""


class Offered(NamedTuple):
    """Outcome of the first turn of one leaf."""

    digest: str
    offer: Data
    """It names symbols of the base, or their numbers where nothing is kept."""
    symbols: int
    """How many symbols of the base have numbers by which it may name them."""
    forgotten: int
    """How often something was forgotten of a value meanwhile."""
    keys: Sequence[str]
    """Keys of what it has read of the base, where that is kept."""


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
        self._shared = Shared.by(files.facts, self._names, ops_module)
        self._name = name
        self._store: Store = store or Nowhere()
        self._keeps = self._store.keeps
        self._each_leaf = each_leaf
        self._turns: dict[Path, Turn] = {}
        self._made: dict[Path, Turn] = {}
        """Turns that the models of leaves were made of."""
        self._outcome: Data = {}
        """Summary of the base when it has taken up all offers."""
        self.leaves = self._names.leaves(files.facts)
        self._apart = frozenset(self.leaves)
        self._in_base = frozenset(files.facts) - self._apart

    def module(self, path: Path) -> tuple[ModuleSymbol, Project]:
        """A module with the values of all its expressions."""
        if path not in self._apart:
            return self._settled.modules[path], self._settled.project
        turn, stage = self._unchanged.get(path), self._first
        if turn is None:
            stage = self._last
            turn = stage.analyze(self._files.source(path))
        if self._keeps:
            self._made[path] = turn
        return turn.module, stage.project

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

    def is_alike(self, sources: Mapping[Path, SourceFile]) -> bool:
        """Return True where other versions of the files are analysed with all that these are, but for themselves."""
        facts = self._facts_of(sources)
        shared = Shared.by(facts, self._names, self._shared.ops_module)
        return shared.of_analysis == self._shared.of_analysis and self._names.leaves(facts) == self.leaves

    def hear(self, sources: Mapping[Path, SourceFile]) -> frozenset[Path]:
        """Take in what other versions of the files say of results, and return the files that this may concern."""
        before, facts = said_of_results(self._shared.asked), self._facts_of(sources)
        self._shared.asked.update(self._names.asked(facts))
        self._shared.uses_of_results.ask_again()
        after = said_of_results(self._shared.asked)
        found = concerned(map(str, facts), before, after, lambda path: text_of(sources[path]))
        return frozenset(path for path in facts if str(path) in found)

    def holds(self, path: Path) -> bool:
        """Return True for a leaf of which the first turn is held, since it says all: other models are made anew."""
        return path in self._unchanged

    def let_go(self) -> None:
        """Let go of all that was found out: nobody asks again."""
        modules = [turn.module for turn in self._turns.values()]
        if "_base" in self.__dict__:
            modules += self._base.modules.values()
        for module in modules:
            let_go(module)
        self.__dict__.clear()

    def _facts_of(self, sources: Mapping[Path, SourceFile]) -> dict[Path, Facts]:
        return {path: facts_of(sources[path]) for path in self._files.facts}

    def fingerprint(self, path: Path) -> str | None:
        """Return what :meth:`remember` was told of ``path`` when all that it depends on was as it is now."""
        content = self._files.digests[path]
        match self._known.get(str(path)):
            case [before, str(fingerprint)] if content == before:
                return fingerprint
        match self._heard.recall(path):
            case [before, str(fingerprint), str(state)], keys if content == before:
                told = self._last.told
                if told is not None and told.states_with_reasons.of(keys) == state:
                    return fingerprint
        return None

    def keys(self, path: Path) -> Sequence[str] | None:
        """Return the keys of what was read of the base by a leaf whose model this process has just made."""
        turn = self._made.pop(path, None)
        return turn.keys if turn is not None else None

    def remember(self, fingerprints: Mapping[Path, str], keys: Mapping[Path, Sequence[str]]) -> None:
        """Keep what was made of files, and for leaves that were analysed what they have read."""
        mine = {path: f for path, f in fingerprints.items() if path in self._files.facts}
        if not mine:
            return
        news = {str(path): [self._files.digests[path], f] for path, f in mine.items()}
        known = {"said": self._said, "files": self._known | news}
        self._store.remember(f"known-{self._name}", self._settled_key, known)
        told = self._last.told if self._apart.intersection(mine) else None
        if told is None:
            return
        for path, read in keys.items():
            if path in self._apart and path in mine:
                state = told.states_with_reasons.of(read)
                self._heard.note(path, [self._files.digests[path], mine[path], state], read)
        self._heard.remember()

    # Keys -------------------------------------------------------------------------------------------

    @cached_property
    def _shared_key(self) -> str:
        """Stands for what every file is analysed with: which others there are, and what is the same for all.

        What is said of results is not in it: rules alone ask about that, and of few files.
        """
        files = [(str(path), self._names.of(path), path in self._apart) for path in self._files.facts]
        shared = self._shared
        asked = {d: sorted(names) for d, names in shared.asked.items() if d not in OF_RESULTS}
        told = sorted(shared.facades), asked, shared.implementations, sorted(shared.imported_names)
        return _hash([files, shared.ops_module, *told])

    @cached_property
    def _base_key(self) -> str:
        base = [digest for path, digest in self._files.digests.items() if path in self._in_base]
        return _hash([self._shared_key, base])

    @cached_property
    def _settled_key(self) -> str:
        return _hash([self._base_key, [digest for digest, _ in self._offers]])

    @cached_property
    def _said(self) -> dict[str, list[str]]:
        return said_of_results(self._shared.asked)

    @cached_property
    def _known(self) -> dict[str, Any]:
        """What was made of files of which nothing else is said now."""
        match self._store.recall(f"known-{self._name}", self._settled_key):
            case {"said": before, "files": dict(files)}:
                concerned = self._concerned(files, kept_said(before))
                return {path: made for path, made in files.items() if path not in concerned}
        return {}

    def _concerned(self, paths: Iterable[str], before: Said) -> frozenset[str]:
        return concerned(paths, before, self._said, self._files.data)

    # Stages -----------------------------------------------------------------------------------------

    @cached_property
    def _base(self) -> Base:
        paths = [path for path in self._files.facts if path not in self._apart]
        return Base(map(self._files.source, paths), self._names, self._shared.project(), is_kept=self._keeps)

    @cached_property
    def _first(self) -> Leaves:
        if not self._keeps:
            return Leaves(self._base.symbols, self._names, self._shared)
        known = self._store.recall(f"base-{self._name}", self._base_key)
        if not known:
            self._store.remember(f"base-{self._name}", self._base_key, self._base.told)
        return Leaves(Told(known or self._base.told), self._names, self._shared)

    @cached_property
    def _heard(self) -> Heard:
        heard = Heard(self._store, f"heard-{self._name}", self._shared_key)
        if heard.said != self._said:
            heard.hear(self._said, self._concerned(heard.leaves, heard.said))
        return heard

    @cached_property
    def _offers(self) -> list[tuple[str, Data]]:
        if not self.leaves:
            return []
        kept = Heard(self._store, f"offers-{self._name}", self._shared_key)
        found = {path: self._kept_offer(kept, path) for path in self.leaves}
        missing = [path for path, offer in found.items() if offer is None]
        if missing:
            self._first  # noqa: B018 - processes that are started share what is worked out before
        for path, outcome in zip(missing, self._each_leaf(self._offered, missing), strict=True):
            offered = self._understood(path, outcome)
            found[path] = offered.digest, offered.offer
            told = self._first.told
            if told is not None:
                facts = [self._files.digests[path], offered.digest, offered.offer]
                state = told.states.of(offered.keys)
                kept.note(path, [*facts, self._base_key, state], offered.keys)
        kept.remember()
        return [offer for offer in found.values() if offer is not None]

    def _kept_offer(self, kept: Heard, path: Path) -> tuple[str, Data] | None:
        """Return what a leaf offers, and a hash of it, if it would read what it has read."""
        match kept.recall(path):
            case [content, str(digest), dict(offer), base, state], keys:
                if content != self._files.digests[path]:
                    return None
                if base != self._base_key:
                    told = self._first.told
                    if told is None or told.states.of(keys) != state:
                        return None
                    kept.note(path, [content, digest, offer, self._base_key, state], keys)
                return digest, offer
        return None

    def _offered(self, path: Path) -> Offered:
        """Take the first turn of a leaf."""
        before = forgotten()
        turn = self._first.analyze(self._files.source(path))
        self._turns[path] = turn
        told = self._first.told
        offer = turn.offer if told is None else told.names.named(turn.offer)
        digest = "" if told is None else _hash(offer)
        return Offered(digest, offer, self._first.known_symbols, forgotten() - before, turn.keys)

    def _understood(self, path: Path, found: Offered | None) -> Offered:
        """Return what a leaf offers, in the numbers of this process: maybe ``found``, the outcome of another one."""
        if path in self._turns and found is not None:
            return found
        if found is None or found.symbols != self._first.known_symbols:
            return self._offered(path)
        forgot(found.forgotten)
        return found

    @cached_property
    def _settled(self) -> Base:
        self._base.take([offer for _, offer in self._offers])
        if self._keeps:  # even if no leaf of this run asks for it: one that is edited will
            self._outcome = self._base.summary()
            self._store.remember(f"settled-{self._name}", self._settled_key, self._outcome)
        return self._base

    @cached_property
    def _last(self) -> Leaves:
        if not self._keeps:
            return Leaves(self._settled.symbols, self._names, self._shared)
        if not self._outcome:
            self._outcome = self._store.recall(f"settled-{self._name}", self._settled_key)
        if not self._outcome:
            _ = self._settled
        return Leaves(Told(self._outcome), self._names, self._shared)

    @cached_property
    def _unchanged(self) -> dict[Path, Turn]:
        """Return the leaves that would find in their second turn what they found in the first."""
        offers = self._offers
        if not offers or not self._turns:
            return {}
        first, last = self._first, self._last
        return {path: turn for path, turn in self._turns.items() if turn.holds(first, last)}


def text_of(source: SourceFile) -> bytes:
    """Return the text of a file as bytes: of a notebook it is the code."""
    return source.text.encode("utf-8", "surrogatepass")


class Turn(NamedTuple):
    """Outcome of the analysis of one leaf."""

    module: ModuleSymbol
    offer: Data
    reads: Reads | Reading

    @property
    def keys(self) -> Sequence[str]:
        """Return the keys of what it has read of a summary."""
        return tuple(self.reads.keys) if isinstance(self.reads, Reading) else ()

    def holds(self, first: Leaves, last: Leaves) -> bool:
        """Return True where it would read from ``last`` what it has read from ``first``."""
        if isinstance(self.reads, Reads):
            return first.symbols is last.symbols and self.reads.hold()
        if first.told is None or last.told is None:
            return False
        before, after = first.told.states_with_reasons, last.told.states_with_reasons
        return before.of(self.keys) == after.of(self.keys)


class Leaves:
    """Files that nothing imports, analysed one by one with what is known of those that they import (steps 2 and 4).

    That is ``symbols``, or what a summary tells, of which is noted what each file reads.
    """

    def __init__(self, symbols: Symbols | Told, names: Names, shared: Shared) -> None:
        self._names = names
        self.symbols = symbols
        self.told = symbols if isinstance(symbols, Told) else None
        self.project = shared.project()
        for module in symbols.modules:
            self.project.adopt(module)
        self._roots = set(self.project.roots)

    @property
    def known_symbols(self) -> int:
        """Return how many symbols of the base have numbers."""
        return len(self.symbols.numbers) if isinstance(self.symbols, Symbols) else len(self.symbols)

    def analyze(self, source: SourceFile) -> Turn:
        """Analyse one leaf, and return its module and what it offers."""
        project = self.project
        project.offers, project.roots = Offers(), set(self._roots)
        symbols = self.symbols if isinstance(self.symbols, Symbols) else self.symbols.begin()
        reads = symbols if isinstance(symbols, Reading) else Reads()
        project.reads = reads if isinstance(reads, Reads) else None
        module = self._names.add(project, source)
        project.run()
        project.remove(module)
        return Turn(module, offered(project.offers, symbols, str(source.path)), reads)


def _hash(facts: object) -> str:
    return hashlib.blake2b(json.dumps(facts).encode(), digest_size=16).hexdigest()
