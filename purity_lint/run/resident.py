"""A project that stays in memory: linked once, then asked about one file after the other while these are edited.

A file that is as it was on disk has the findings that ``check`` has.  An edited one is analysed alone, against the
others as they were (:mod:`purity_lint.semantics.edited`); what its edits make of the others shows when the project is
linked anew, which :meth:`ResidentProject.is_stale` asks for.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

from purity_lint.configuration.discovery import discover, is_excluded
from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import FixOutcome, fix
from purity_lint.records import dataclass
from purity_lint.run.cache.file_stamps import digest_of
from purity_lint.run.context import context_of
from purity_lint.run.fix import MAX_ROUNDS, joined
from purity_lint.run.imported import imported_files
from purity_lint.run.parts import components
from purity_lint.run.read import Contents, Sources
from purity_lint.run.style.restyle import styled
from purity_lint.semantics.analysis import stages_of
from purity_lint.semantics.domain.tables import forget_since, grown_since, mark, release
from purity_lint.semantics.file_model import FileModel
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.stages import Stages
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import imported_names, telling
from purity_lint.source.read import source_from_bytes
from purity_lint.source.recursion import allow_deep_recursion
from purity_lint.trace.recorded import with_records

_REMEMBERED = 16
"""Files of which the last answer is kept: those that somebody looks at."""
_MANY = 500_000
"""Values that edits may leave behind before they are forgotten."""


@dataclass(frozen=True, slots=True)
class Understood:
    """One file, and what is known of it."""

    source: SourceFile
    settings: Settings
    model: SemanticModel | None
    """``None`` for a file that stands alone: its content says everything."""


class ResidentProject:
    """Files of a folder and what they are known with, linked.

    ``resolver`` has the settings; the current folder is that of the project.  Raises :class:`PurityError` for a
    configuration that cannot be used.
    """

    def __init__(self, folder: Path, resolver: SettingsResolver) -> None:
        self._folder = folder
        self._resolver = resolver
        self._files = _Files(folder, resolver)
        self._contents = Contents(self._files.tasks, self._files.context, {})
        allow_deep_recursion()
        release()
        self._sources = Sources(self._contents.data, self._contents.settings)
        self._sources.tell_what_is_taken()
        self._paths = {os.path.realpath(path): path for path in self._contents.digests}
        self._stages: dict[Path, Stages] = {}
        self._by_name: dict[str, Stages] = {}
        """Stages of the files that have, or import, a module of a name."""
        for group in self._sources.vocabularies():
            self._link(group)
        self._remembered: OrderedDict[Path, tuple[str, Understood]] = OrderedDict()
        self._mark = mark()

    @property
    def paths(self) -> list[Path]:
        """Return the files of the folder itself."""
        return [path for path, _ in self._files.tasks]

    def data(self, path: Path) -> bytes:
        """Return what a file held when it was linked.

        Raises :class:`UnreadableSource` for one that could not be read.
        """
        if path in self._contents.unreadable:
            raise self._contents.unreadable[path]
        return self._contents.bytes_of(path)

    def imports(self) -> dict[Path, set[Path]]:
        """Return the files of the project that each of its files imports."""
        return imported_files(
            {p: s for p in self._contents.digests if (s := self._sources.get(p)) is not None}
        )

    def is_stale(self, resolver: SettingsResolver) -> bool:
        """Return True where files or settings, as ``resolver`` reads them afresh, are not what was linked."""
        return _Files(self._folder, resolver) != self._files

    def holds(self, path: Path) -> bool:
        """Return True for files that are checked: all but those that settings or git leave out."""
        known = os.path.realpath(path) in self._paths
        return known or not is_excluded(path, self._resolver.for_file(path))

    def understand(self, path: Path, data: bytes) -> Understood:
        """Return what is known of the file at ``path`` if it holds ``data``.

        Raises :class:`InvalidSource` for data that is not Python.
        """
        own = self._paths.get(os.path.realpath(path), path)
        digest = digest_of(data)
        known = self._remembered.get(own)
        if known is not None and known[0] == digest:
            self._remembered.move_to_end(own)
            return known[1]
        self._make_room()
        understood = self._understand(own, data, digest)
        self._remembered[own] = digest, understood
        return understood

    def fixed(self, path: Path, data: bytes) -> FixOutcome:
        """Return what ``fix`` makes of the file at ``path``, if it holds ``data``; nothing is written."""
        content, outcome = data, None
        for _ in range(MAX_ROUNDS):
            now = self.understand(path, content)
            this = fix(now.source, now.settings, now.model)
            outcome = this if outcome is None else joined(outcome, this)
            if this.content is None or this.content == content:
                break
            content = this.content
        assert outcome is not None
        return styled(outcome, data)

    def _understand(self, path: Path, data: bytes, digest: str) -> Understood:
        settings = self._contents.settings.get(path) or self._resolver.for_file(path)
        before = self._sources.get(path) if path in self._contents.digests else None
        stages = self._stages.get(path)
        if before is not None and digest == self._contents.digests[path]:
            model = FileModel(*stages.module(path)) if stages is not None else None
            return self._recorded(Understood(before, settings, model), data)
        source = source_from_bytes(data, path, settings.target_version)
        if before is not None:
            source = source.after(before.speaks, before.taken)
        stages = stages or self._stages_by_imports(source)
        model = FileModel(*stages.edited.analyze(source)) if stages is not None else None
        return self._recorded(Understood(source, settings, model), data)

    def _recorded(self, understood: Understood, data: bytes) -> Understood:
        """Let what ``purity-lint trace`` has recorded speak first."""
        path, model = understood.source.path, understood.model
        if model is None:
            return understood
        models = with_records({path: model}, {path: data}, {path: understood.settings})
        return replace(understood, model=models[path])

    def _link(self, group: list[Path]) -> None:
        """Analyse the files that share a vocabulary, those together that import one another."""
        first = self._sources.settings_of(group[0])
        ops_module = first.ops_module if first is not None else None
        for part in components({path: self._sources.imports(path) for path in group}):
            found = {path: source for path in part if (source := self._sources.get(path)) is not None}
            if len(found) < 2:
                continue
            stages = stages_of(found, ops_module)
            stages.edited  # noqa: B018, what is worked out when it is first asked for is worked out now
            for path, source in found.items():
                self._stages[path] = stages
                names = (
                    path.stem,
                    *(source.module or "").split("."),
                    *imported_names(telling(source.tree).imports),
                )
                self._by_name.update(dict.fromkeys(names, stages))

    def _stages_by_imports(self, source: SourceFile) -> Stages | None:
        """Return the stages of the files that a new one belongs to by what it imports."""
        found = (self._by_name.get(name) for name in imported_names(telling(source.tree).imports))
        return next((stages for stages in found if stages is not None), None)

    def _make_room(self) -> None:
        if grown_since(self._mark) > _MANY:
            self._remembered.clear()
            for stages in self._stages.values():
                stages.edited.forget()
            forget_since(self._mark)
        while len(self._remembered) >= _REMEMBERED:
            _, (_, oldest) = self._remembered.popitem(last=False)
            oldest.source.forget_nodes()


class _Files:
    """Files of a project, with their settings and how they look on disk."""

    def __init__(self, folder: Path, resolver: SettingsResolver) -> None:
        self.tasks = discover([folder], resolver).files
        self.context = context_of([path for path, _ in self.tasks], [folder], resolver)
        kept = {settings.root / settings.trace for _, settings in self.tasks}
        self._looks = {path: _look(path) for path in (*(p for p, _ in self.tasks), *self.context, *kept)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Files) and self.tasks == other.tasks and self._looks == other._looks

    __hash__ = None  # type: ignore[assignment]  # it is compared and never looked up


def _look(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino
