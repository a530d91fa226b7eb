"""Files that a ``check`` or ``fix`` is about: those under its paths, or standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from purity_lint.cli import report_error, warn
from purity_lint.cli.output import emit_bytes
from purity_lint.cli.request import Request
from purity_lint.configuration.discovery import discover, is_excluded
from purity_lint.configuration.files import SettingsResolver
from purity_lint.errors import InvalidSource, UnreadableSource
from purity_lint.records import dataclass
from purity_lint.run.context import context_of
from purity_lint.run.read import Task
from purity_lint.source.content import MAX_NOTEBOOK, MAX_SOURCE, check_lines
from purity_lint.source.decode import decode


@dataclass(frozen=True)
class Run:
    """Files to check, and how."""

    files: list[Task]
    resolver: SettingsResolver
    context: list[Path] = field(default_factory=list)
    overrides: dict[Path, bytes] = field(default_factory=dict)
    """Standard input, under the name that it goes by."""
    shard: list[Path] | None = None
    """Files among them that are looked at; all, if it does not say."""
    failed: bool = False
    """True if some path could not even be looked at."""

    @property
    def wanted(self) -> list[Path]:
        """Return the files that are looked at."""
        return [path for path, _ in self.files] if self.shard is None else self.shard

    def texts(self) -> dict[Path, str]:
        """Texts that are not on disk."""
        return decoded_texts(self.overrides)


def find(request: Request, resolver: SettingsResolver) -> Run:
    """Find the files under the paths of the request; what cannot be looked at is said and left out."""
    paths = request.paths or (Path(),)
    found = discover(paths, resolver)
    for error in found.errors:
        report_error(str(error))
    for path in () if request.quiet else found.left:
        warn(f"{path} is a link to a file outside the paths given; it is left out (name it to include it)")
    context = [] if request.show_files else context_of([p for p, _ in found.files], paths, resolver)
    shard = None if request.shard is None else request.shard.of([path for path, _ in found.files])
    return Run(found.files, resolver, context, shard=shard, failed=bool(found.errors))


def from_stdin(request: Request, resolver: SettingsResolver) -> Run:
    """Standard input as the one file of a run; excluded input is passed on as it is."""
    path = request.stdin_filename or Path("-")
    settings = resolver.for_file(path if request.stdin_filename else Path.cwd() / "stdin.py")
    data = _read_stdin(path)
    if request.stdin_filename and settings.force_exclude and is_excluded(path, settings):
        if request.fix and not request.diff:
            emit_bytes(data)
        return Run([], resolver)
    context = context_of([path], [], resolver) if request.stdin_filename else []
    return Run([(path, settings)], resolver, [p for p in context if not same_file(p, path)], {path: data})


def _read_stdin(path: Path) -> bytes:
    if sys.stdin is None:
        raise UnreadableSource(path, "standard input is closed")
    limit = MAX_NOTEBOOK if path.suffix == ".ipynb" else MAX_SOURCE
    data = sys.stdin.buffer.read(limit + 1)
    if len(data) > limit:
        raise UnreadableSource(path, f"standard input has more than {limit:,} bytes")
    if path.suffix != ".ipynb":
        check_lines(data, path)
    return data


def same_file(one: Path, other: Path) -> bool:
    """True if two paths name one file, which need not exist."""
    return os.path.realpath(one) == os.path.realpath(other)


def decoded_texts(contents: Mapping[Path, bytes]) -> dict[Path, str]:
    """Texts that are not on disk, for showing findings in them."""
    texts = {}
    for path, data in contents.items():
        try:
            texts[path] = decode(data, path).text
        except InvalidSource:
            texts[path] = ""
    return texts
