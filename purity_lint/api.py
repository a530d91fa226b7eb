"""The linter as functions: what ``check`` and ``fix`` do, for programs that are written in Python.

>>> import purity_lint
>>> [d.code for d in purity_lint.check_source("import numpy as np").diagnostics]
['PUR101']

Names in ``purity_lint`` itself are public and stable; those of its modules are not.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from purity_lint.configuration import baseline
from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver, from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError
from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.report import Report
from purity_lint.records import dataclass
from purity_lint.run.cache.facts import Cache, NoCache
from purity_lint.run.check import check_project
from purity_lint.run.context import context_of
from purity_lint.source.decode import bytes_of, decode, text_of

__all__ = ["CheckResult", "FixResult", "check_paths", "check_source", "fix_source"]

StrPath = str | os.PathLike[str]


@dataclass(frozen=True)
class CheckResult:
    """What was found."""

    diagnostics: tuple[Diagnostic, ...]
    """Findings, file by file and in the order of the source, without those that comments, settings or the baseline
    accept."""
    errors: tuple[PurityError | InternalError, ...] = ()
    """What could not be read or checked; findings are complete where there is none.  ``str`` of each is a message."""


@dataclass(frozen=True)
class FixResult:
    """A source with its fixes applied."""

    source: str
    """The fixed text; the text that was given where nothing could be fixed."""
    diagnostics: tuple[Diagnostic, ...]
    """Findings in it that are left."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """How many findings of each rule were fixed."""
    errors: tuple[PurityError | InternalError, ...] = ()


def check_paths(
    paths: Iterable[StrPath],
    *,
    settings: Mapping[str, Any] | None = None,
    config: StrPath | None = None,
    isolated: bool = False,
    cache: bool = True,
    jobs: int | None = None,
) -> CheckResult:
    """Check files and folders, as ``purity-lint check`` does.

    ``settings`` are keys of a configuration file (``{"select": ["PUR1"], "confidence": "proven"}``), which count for
    more than the files that are found; ``config`` names one file instead of those, ``isolated`` leaves them out.
    ``jobs`` is the number of processes, by default one for each processor.  Code is read, never run.

    Raises :class:`PurityError` for settings that are wrong.  Paths that cannot be read are among the errors of the
    result.
    """
    resolver = _resolver(settings, config, isolated)
    named = [Path(path) for path in paths]
    found = discover(named, resolver)
    here = resolver.for_folder(Path.cwd())
    outcome = check_project(
        found.files,
        context=context_of([path for path, _ in found.files], named, resolver),
        edits=True,
        cache=Cache(here.root / here.cache_dir) if cache else NoCache(),
        jobs=jobs,
    )
    kept = baseline.filtered(outcome.diagnostics, here, Report(outcome.diagnostics).lines)
    return CheckResult(tuple(kept), (*found.errors, *outcome.errors))


def check_source(
    source: str | bytes,
    filename: StrPath | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    config: StrPath | None = None,
    isolated: bool = False,
) -> CheckResult:
    """Check one source, which need not be on disk.

    With a ``filename`` it stands for that file: its project is read for what it tells, and its configuration holds.
    ``settings``, ``config`` and ``isolated`` are those of :func:`check_paths`.  A source that is not Python has one
    finding, PUR001.
    """
    data, path, found, context = _one(source, filename, _resolver(settings, config, isolated))
    outcome = check_project([(path, found)], context=context, overrides={path: data}, edits=True, jobs=1)
    return CheckResult(tuple(outcome.diagnostics), tuple(outcome.errors))


def fix_source(
    source: str | bytes,
    filename: StrPath | None = None,
    *,
    unsafe_fixes: bool | None = None,
    settings: Mapping[str, Any] | None = None,
    config: StrPath | None = None,
    isolated: bool = False,
) -> FixResult:
    """Fix one source in memory; nothing is written.

    ``unsafe_fixes`` also applies fixes that might change what the code does; by default the settings say.  The other
    arguments are those of :func:`check_source`.
    """
    from purity_lint.run.fix import fix_project

    data, path, found, context = _one(source, filename, _resolver(settings, config, isolated))
    if unsafe_fixes is not None:
        found = replace(found, unsafe_fixes=unsafe_fixes)
    fixed = fix_project([(path, found)], write=False, context=context, overrides={path: data}, jobs=1)
    content = fixed.files[0].content
    if isinstance(source, str):
        text = source if content is None else text_of(content)
    else:
        text = decode(data if content is None else content, path).text
    counts: Counter[str] = fixed.counts
    return FixResult(
        text,
        tuple(fixed.remaining),
        dict(sorted(counts.items())),
        tuple(fixed.errors),
    )


def _resolver(settings: Mapping[str, Any] | None, config: StrPath | None, isolated: bool) -> SettingsResolver:
    def override(found: Settings) -> Settings:
        return found if settings is None else from_table(settings, found, "settings")

    return SettingsResolver(override, config=None if config is None else Path(config), isolated=isolated)


def _one(
    source: str | bytes, filename: StrPath | None, resolver: SettingsResolver
) -> tuple[bytes, Path, Settings, list[Path]]:
    """Return a source as bytes, its path and settings, and the files that tell something about it."""
    data = bytes_of(source) if isinstance(source, str) else source
    if filename is None:
        return data, Path("<source>.py"), resolver.for_folder(Path.cwd()), []
    path = Path(filename)
    real = os.path.realpath(path)
    context = [other for other in context_of([path], [], resolver) if os.path.realpath(other) != real]
    return data, path, resolver.for_file(path), context
