"""Files that are understood together: what one calls another with is evidence in both."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from purity_lint.configuration import SettingsResolver
from purity_lint.discovery import discover
from purity_lint.engine import InternalError
from purity_lint.errors import InvalidSource
from purity_lint.recorded import is_recorded, with_records
from purity_lint.semantics.model import SemanticModel
from purity_lint.settings import Settings
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_bytes

CONTEXT_LIMIT = 2_000_000
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


def link(contents: Mapping[Path, bytes], settings: Mapping[Path, Settings]) -> Linked:
    """Parse every file and infer what it handles, across all of them."""
    linked = Linked()
    for path, data in contents.items():
        target = settings[path].target_version if path in settings else None
        try:
            linked.sources[path] = source_from_bytes(data, path, target)
        except InvalidSource as error:
            linked.invalid[path] = error
    recorded = any(map(is_recorded, {s.root: s for s in settings.values()}.values()))
    for sources, own in _by_vocabulary(linked.sources, settings):
        if len(sources) > 1 or recorded:
            _analyze(sources, own, linked)
    if recorded:
        linked.models = with_records(linked.models, contents, settings)
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
    found = [path for path, _ in discover(sorted(places), resolver).files if path.resolve() not in seen]
    size = sum(path.stat().st_size for path in found if path.is_file())
    return found if size <= CONTEXT_LIMIT else []


def top_package(path: Path) -> Path | None:
    """The folder of the outermost package that holds ``path``."""
    top = None
    for folder in path.resolve().parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return top


def _by_vocabulary(
    sources: Mapping[Path, SourceFile], settings: Mapping[Path, Settings]
) -> list[tuple[list[SourceFile], Settings]]:
    """The files that share an ops module, with settings that name it; context goes with the first one."""
    by_module = {s.ops_module: s for s in settings.values()}
    groups: dict[str, list[SourceFile]] = {module: [] for module in by_module}
    for path, source in sources.items():
        module = settings[path].ops_module if path in settings else next(iter(by_module))
        groups[module].append(source)
    return [(members, by_module[module]) for module, members in groups.items()]


def _analyze(sources: list[SourceFile], settings: Settings, linked: Linked) -> None:
    from purity_lint.semantics import analyze_project

    try:
        linked.models.update(analyze_project(sources, settings))
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        linked.error = InternalError(sources[0].path, "semantics (linking)", 1, text, traceback.format_exc())
