"""Infer what files handle, together: what one calls another with is evidence in both."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.errors import InvalidSource
from purity_lint.records import dataclass
from purity_lint.run.parts import components, no_outcome, own_names
from purity_lint.run.read import Sources
from purity_lint.run.workers import run
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.file import SourceFile
from purity_lint.trace.recorded import with_records

if TYPE_CHECKING:
    from purity_lint.run.taken import AsFound
    from purity_lint.semantics.stages import Stages


_DEAR = 3
"""So many times as long it takes to see that others do not notice what changed in a file as to analyse all at once."""


@dataclass
class Linked:
    """Outcome of reading and analysing some files together."""

    sources: dict[Path, SourceFile] = field(default_factory=dict)
    models: dict[Path, SemanticModel] = field(default_factory=dict)
    to_come: dict[Path, Callable[[], SemanticModel]] = field(default_factory=dict)
    """What makes the models of leaves, each when it is wanted, by :meth:`model`."""
    stages: dict[Path, Stages] = field(default_factory=dict)
    """Stages of the analysis that files had a part in, for other versions of these files."""
    invalid: dict[Path, InvalidSource] = field(default_factory=dict)
    """Files that are not Python."""
    news: frozenset[Path] = frozenset()
    """Files that are as they were, of which other versions of others say something else."""
    recorded: bool = False
    """True where `purity-lint trace` has told something about these files, which versions of them do not know."""
    error: InternalError | None = None
    """A crash of the analysis; files are then analysed one by one, so that only those that cause it suffer."""

    @contextmanager
    def crashes(self, path: Path) -> Iterator[None]:
        """Put down a crash of the analysis of ``path`` and its like, and go on without its models."""
        try:
            yield
        except Exception as error:
            self.error = crash(path, "semantics (linking)", error)

    def model(self, path: Path) -> SemanticModel | None:
        """Return the model of a file; ``None`` for one that has none, which is understood by itself."""
        make = self.to_come.get(path)
        if make is not None and path not in self.models:
            self.models[path] = make()
        return self.models.get(path)

    def keys(self, path: Path) -> Sequence[str] | None:
        """Return the keys of what a file that nothing imports has read of the others, where that is kept."""
        stages = self.stages.get(path)
        return stages.keys(path) if stages is not None else None

    def edited(self, source: SourceFile) -> SemanticModel | None:
        """Return the model of another version of a file, the others being as they are; ``None`` where it has none."""
        stages = self.stages.get(source.path)
        if stages is None:
            return None
        from purity_lint.semantics import FileModel

        return FileModel(*stages.edited.analyze(source))

    def is_dear(self, changed: Iterable[Path]) -> bool:
        """Return True where versions of these files are better linked anew than compared with what they were.

        Their length as they were tells: that of a notebook is of its code, not of the pictures in it.
        """
        length = sum(len(source.text) for source in self.sources.values())
        return self.recorded or _DEAR * sum(len(self.sources[path].text) for path in changed) > length

    def unnoticed(
        self,
        changed: Mapping[Path, SourceFile],
        found: AsFound,
        named: Mapping[Path, Container[tuple[str, int, int]]],
    ) -> Linked | None:
        """Return what is known where some files are other versions, ``changed``; ``None`` if others would notice.

        ``found`` tells of the files before anything was fixed, and ``named`` are the reasons in files that others
        have told.
        """
        sources = self._with(changed, found)
        if sources is None:
            return None
        models, to_come = {**self.models}, {**self.to_come}
        for path in changed:
            stages = self.stages.get(path)
            to_come.pop(path, None)
            if stages is not None:
                from purity_lint.semantics import FileModel

                version = stages.edited.unnoticed(self.sources[path], sources[path], named.get(path, ()))
                if version is None:
                    return None
                models[path] = FileModel(*version)
        news = [stages.hear(sources) for stages in {self.stages[p] for p in changed if p in self.stages}]
        heard = frozenset[Path]().union(*news) - changed.keys()
        return replace(self, sources=sources, models=models, to_come=to_come, news=heard)

    def _with(self, changed: Mapping[Path, SourceFile], found: AsFound) -> dict[Path, SourceFile] | None:
        """Return the sources with other versions of some; ``None`` where others are analysed with something else."""
        from purity_lint.run.taken import names_taken

        sources = {**self.sources, **changed}
        if not self._imports_alike(changed):
            return None
        if not all(s.is_alike(sources) for s in {self.stages[p] for p in changed if p in self.stages}):
            return None
        for path, names in names_taken(sources, found.tests).items():
            if path in changed:
                sources[path] = sources[path].after(found.speaks.get(path, frozenset()), names)
            elif names != sources[path].taken:
                return None
        return sources

    def _imports_alike(self, changed: Mapping[Path, SourceFile]) -> bool:
        """Return True where other versions of files import what these do, as far as it is any of the files."""
        from purity_lint.semantics.symbols.naming import facts_of

        gone_or_new: set[str] = set()
        for path, source in changed.items():
            gone_or_new |= {*facts_of(source).imports} ^ {*facts_of(self.sources[path]).imports}
        return all(gone_or_new.isdisjoint(own_names(path)) for path in self.sources if gone_or_new)

    def known_of(self, path: Path) -> SemanticModel | None:
        """Return the same; ``None``, too, where the analysis of the file crashes, which is put down."""
        with self.crashes(path):
            return self.model(path)
        return None

    def put_aside(self, path: Path) -> None:
        """Let go of what can be worked out again of a file: nobody asks for it soon."""
        from purity_lint.semantics import FileModel

        model = self.models.get(path)
        if path in self.to_come:
            self.models.pop(path, None)
        if isinstance(model, FileModel):
            stages = self.stages.get(path)
            if path not in self.to_come:
                self.models[path] = model.anew()
            elif stages is not None and not stages.holds(path):
                model.let_go()
        if path in self.sources:
            self.sources[path].forget_nodes()

    def forget(self, path: Path) -> None:
        """Forget of a file what no other file needs."""
        self.to_come.pop(path, None)
        model = self.models.pop(path, None)
        if model is not None:
            model.forget()
        source = self.sources.pop(path, None)
        if source is not None:
            source.forget_nodes()

    def let_go(self) -> None:
        """Let go of all that is known, which is of no use any more."""
        self.models.clear()
        for stages in {*self.stages.values()}:
            stages.let_go()

    def add(self, other: Linked) -> None:
        """Take in the outcome of reading and analysing other files."""
        self.sources |= other.sources
        self.models |= other.models
        self.invalid |= other.invalid
        self.error = self.error or other.error


def link(
    contents: Mapping[Path, bytes],
    settings: Mapping[Path, Settings],
    *,
    found: AsFound | None = None,
    parsed: Mapping[Path, SourceFile] | None = None,
    jobs: int | None = 1,
) -> Linked:
    """Parse every file and infer what it handles, across all of them: in ``jobs`` processes where that can be.

    ``found`` tells of the files before anything was fixed, where something was.  Those of which ``parsed`` has the tree
    are not parsed again.
    """
    sources = Sources(contents, settings, parsed)
    sources.tell_what_is_taken(found)
    parts = [
        part
        for group in sources.vocabularies()
        for part in components({path: sources.imports(path) for path in group})
    ]
    return link_parts(sources, parts, jobs)


def link_parts(sources: Sources, parts: Iterable[Collection[Path]], jobs: int | None = 1) -> Linked:
    """Infer what the files of each part handle, across that part; files of other parts are not looked at.

    A part of one file has no model, unless something was recorded: it is understood by itself when it is checked.
    """
    settings = sources.settings
    linked = Linked(invalid=sources.invalid, recorded=sources.recorded)
    for part in parts:
        found = {
            p: source for p in sorted(part, key=os.path.abspath) if (source := sources.get(p)) is not None
        }
        linked.sources.update(found)
        if len(found) > 1 or (found and sources.recorded):
            own = sources.settings_of(next(iter(found)))
            if own is not None:
                _analyze(found, own, linked, jobs, all_now=sources.recorded)
    if sources.recorded:
        linked.models = with_records(linked.models, sources.contents, settings)
    return linked


def link_stages(sources: Sources, wanted: Iterable[tuple[Stages, Collection[Path]]], linked: Linked) -> None:
    """Infer what some of the files handle, with what is kept of the others."""
    for stages, paths in wanted:
        found = {path: source for path in paths if (source := sources.get(path)) is not None}
        linked.sources |= found
        if not found:
            continue
        before = linked.error
        with linked.crashes(next(iter(found))):
            stages.prepare(found)
        if linked.error is not before:
            continue
        _take_models(stages, found, linked)
        linked.stages.update(dict.fromkeys(found, stages))
    linked.invalid |= sources.invalid


def _model(stages: Stages, path: Path) -> SemanticModel:
    from purity_lint.semantics import FileModel

    return FileModel(*stages.module(path))


def _analyze(
    sources: dict[Path, SourceFile], settings: Settings, linked: Linked, jobs: int | None, *, all_now: bool
) -> None:
    from purity_lint.semantics.analysis import stages_of

    each_leaf = partial(run, jobs=jobs, failed=no_outcome)
    with linked.crashes(next(iter(sources))):
        stages = stages_of(sources, settings.ops_module, each_leaf)
        stages.prepare(sources)
        _take_models(stages, sources, linked, all_now=all_now)
        linked.stages.update(dict.fromkeys(sources, stages))


def _take_models(stages: Stages, paths: Iterable[Path], linked: Linked, *, all_now: bool = False) -> None:
    """Put down the models of some files, those of leaves to be made when they are wanted unless ``all_now``."""
    for path in paths:
        if stages.is_leaf(path) and not all_now:
            linked.to_come[path] = partial(_model, stages, path)
        else:
            with linked.crashes(path):
                linked.models[path] = _model(stages, path)
