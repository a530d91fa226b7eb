"""Files that are understood together: what one calls another with is evidence in both."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.errors import InvalidSource
from purity_lint.run.components import components, imported_names
from purity_lint.run.taken import mark_taken
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import Facts
from purity_lint.source.read import source_from_bytes
from purity_lint.trace.recorded import is_recorded, with_records

if TYPE_CHECKING:
    from purity_lint.semantics.stages import Stages

CONTEXT_LIMIT = 8_000_000
"""Bytes of source that are read besides the files to check; of a larger package only these files are linked."""
_TESTS = ("tests", "test")
_SOURCE_FOLDERS = frozenset({"src", "lib", "python"})


@dataclass
class Linked:
    """The outcome of reading and analysing some files together."""

    sources: dict[Path, SourceFile] = field(default_factory=dict)
    models: dict[Path, SemanticModel] = field(default_factory=dict)
    invalid: dict[Path, InvalidSource] = field(default_factory=dict)
    """Files that are not Python."""
    error: InternalError | None = None
    """A crash of the analysis; files are then analysed one by one, so that only those that cause it suffer."""

    @contextmanager
    def crashes(self, path: Path) -> Iterator[None]:
        """Put down a crash of the analysis of ``path`` and its like, and go on without its models."""
        try:
            yield
        except Exception as error:
            self.error = crash(path, "semantics (linking)", error)

    def add(self, other: Linked) -> None:
        """Take in the outcome of reading and analysing other files."""
        self.sources |= other.sources
        self.models |= other.models
        self.invalid |= other.invalid
        self.error = self.error or other.error


class Sources:
    """The parsed files of a run, each parsed when it is first asked for."""

    def __init__(self, contents: Mapping[Path, bytes], settings: Mapping[Path, Settings]) -> None:
        self.contents = contents
        self.settings = settings
        self.invalid: dict[Path, InvalidSource] = {}
        self.recorded = any(map(is_recorded, {s.root: s for s in settings.values()}.values()))
        """Whether ``purity-lint trace`` has told something about these files."""
        self._first = next(iter(settings.values()), None)
        self._parsed: dict[Path, SourceFile] = {}

    def get(self, path: Path) -> SourceFile | None:
        """The parsed file; ``None`` where it is not Python, and ``invalid`` says why."""
        if path not in self._parsed and path not in self.invalid:
            own = self.settings_of(path)
            target = own.target_version if own is not None else None
            try:
                self._parsed[path] = source_from_bytes(self.contents[path], path, target)
            except InvalidSource as error:
                self.invalid[path] = error
        return self._parsed.get(path)

    def parsed(self, path: Path) -> SourceFile:
        """The parsed file, which is known to be Python."""
        source = self.get(path)
        if source is None:
            raise self.invalid[path]
        return source

    def settings_of(self, path: Path) -> Settings | None:
        """The settings of a file; context goes with the first file that is checked."""
        return self.settings.get(path, self._first)

    def facts(self, path: Path) -> Facts | None:
        """What decides with which other files a file is analysed; ``None`` where it is not Python."""
        from purity_lint.semantics.symbols.naming import facts_of

        source = self.get(path)
        return facts_of(source) if source is not None else None

    def imports(self, path: Path) -> list[str]:
        """The names that a file imports, as :mod:`purity_lint.run.components` wants them."""
        source = self.get(path)
        return imported_names(source.tree) if source is not None else []

    def vocabularies(self) -> list[list[Path]]:
        """The files that share an ops module."""
        groups: dict[str | None, list[Path]] = {}
        for path in self.contents:
            own = self.settings_of(path)
            groups.setdefault(own.ops_module if own is not None else None, []).append(path)
        return list(groups.values())


def link(
    contents: Mapping[Path, bytes],
    settings: Mapping[Path, Settings],
    *,
    first: Mapping[Path, SourceFile] | None = None,
) -> Linked:
    """Parse every file and infer what it handles, across all of them.

    ``first`` are the files before anything was fixed, where something was.
    """
    sources = Sources(contents, settings)
    parts = [
        part
        for group in sources.vocabularies()
        for part in components({path: sources.imports(path) for path in group})
    ]
    linked = link_parts(sources, parts)
    mark_taken(linked.sources, first)
    return linked


def link_parts(sources: Sources, parts: Iterable[Collection[Path]]) -> Linked:
    """Infer what the files of each part handle, across that part; files of other parts are not looked at.

    A part of one file has no model, unless something was recorded: it is understood by itself when it is checked.
    """
    settings = sources.settings
    linked = Linked(invalid=sources.invalid)
    for part in parts:
        found = {
            p: source for p in sorted(part, key=os.path.abspath) if (source := sources.get(p)) is not None
        }
        linked.sources.update(found)
        if len(found) > 1 or (found and sources.recorded):
            own = sources.settings_of(next(iter(found)))
            if own is not None:
                _analyze(list(found.values()), own, linked)
    if sources.recorded:
        linked.models = with_records(linked.models, sources.contents, settings)
    return linked


def context_of(files: Iterable[Path], given: Iterable[Path], resolver: SettingsResolver) -> list[Path]:
    """Files that tell something about ``files``: the rest of their packages, and the tests beside these.

    ``given`` are the paths that were asked for; what lies below a folder among them is in ``files`` already.
    """
    run = set(files)
    folders = {path.resolve() for path in given if path.is_dir()}
    places: set[Path] = set()
    for top in {top for path in run if (top := top_package(path)) is not None}:
        home = top.parent.parent if top.parent.name in _SOURCE_FOLDERS else top.parent
        candidates = [top, *(home / name for name in _TESTS)]
        places.update(p for p in candidates if p.is_dir() and not any(p.is_relative_to(f) for f in folders))
    seen = {path.resolve() for path in run}
    found = [
        _as_seen_from_here(path)
        for path, _ in discover(sorted(places), resolver).files
        if path.resolve() not in seen
    ]
    size = sum(path.stat().st_size for path in found if path.is_file())
    return found if size <= CONTEXT_LIMIT else []


def _as_seen_from_here(path: Path) -> Path:
    """``path`` as a run on the current folder names it, so that both runs share what they cache."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def top_package(path: Path) -> Path | None:
    """The folder of the outermost package that holds ``path``."""
    top = None
    for folder in path.resolve().parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return top


def link_stages(sources: Sources, wanted: Iterable[tuple[Stages, Collection[Path]]], linked: Linked) -> None:
    """Infer what some of the files handle, with what is kept of the others."""
    from purity_lint.semantics import FileModel

    for stages, paths in wanted:
        found = {path: source for path in paths if (source := sources.get(path)) is not None}
        linked.sources |= found
        for path in found:
            with linked.crashes(path):
                linked.models[path] = FileModel(*stages.module(path))
    linked.invalid |= sources.invalid


def _analyze(sources: list[SourceFile], settings: Settings, linked: Linked) -> None:
    from purity_lint.semantics import analyze_project

    with linked.crashes(sources[0].path):
        linked.models.update(analyze_project(sources, settings.ops_module))
