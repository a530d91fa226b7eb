"""Find the files to check: folders walked, exclusions and ``.gitignore`` respected, order stable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from pathlib import Path

from purity_lint.configuration import patterns
from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.globs import Globs
from purity_lint.configuration.settings import Settings
from purity_lint.errors import UnreadableSource
from purity_lint.records import dataclass
from purity_lint.source.content import MAX_PATTERNS, read_content

SUFFIXES = frozenset({".py", ".pyi", ".ipynb"})
"""Suffixes of the files picked up in a folder; a file named on the command line is read whatever its suffix."""


Candidate = tuple[Path, Settings, str]
"""A file, its settings, and what it is called when every link is followed."""


@dataclass
class Found:
    """Files to check, each with its settings, and what could not be looked at."""

    files: list[tuple[Path, Settings]] = field(default_factory=list)
    errors: list[UnreadableSource] = field(default_factory=list)
    left: list[Path] = field(default_factory=list)
    """Links to files outside the paths that were asked for, which nobody has named."""


def discover(paths: Iterable[Path], resolver: SettingsResolver) -> Found:
    """Every file under ``paths``, in the order of the arguments, then by name; none twice.

    Paths that do not exist are reported in ``errors``, links that lead elsewhere in ``left``.
    """
    found = Found()
    seen: set[str] = set()
    ignores = GitIgnores()
    paths = list(paths)
    tops = [os.path.join(os.path.realpath(path), "") for path in paths if os.path.isdir(path)]
    named = {os.path.realpath(path) for path in paths}
    for path in paths:
        if os.path.isdir(path):
            candidates = _Walk(path, resolver, ignores, found.errors).files(path)
        elif os.path.lexists(path):
            candidates = _single(path, resolver, ignores)
        else:
            found.errors.append(UnreadableSource(path, "no such file or directory"))
            continue
        for file, settings, key in candidates:
            if key in seen:
                continue
            seen.add(key)
            if key in named or any(key.startswith(top) for top in tops):
                found.files.append((file, settings))
            else:
                found.left.append(file)
    return found


def _single(path: Path, resolver: SettingsResolver, ignores: GitIgnores) -> Iterator[Candidate]:
    """A file given by name: exclusions hold only with ``force-exclude``."""
    settings = resolver.for_file(path)
    if settings.force_exclude and is_excluded(path, settings, ignores):
        return
    yield path, settings, os.path.realpath(path)


def is_excluded(path: Path, settings: Settings, ignores: GitIgnores | None = None) -> bool:
    """True if ``path`` or a folder above it is excluded, by the settings or by git."""
    if patterns.is_excluded(path, settings):
        return True
    ignores = ignores or GitIgnores()
    return settings.respect_gitignore and ignores.ignored(Path(os.path.abspath(path)), is_dir=False)


@dataclass
class _Walk:
    """A walk over one folder that was asked for.

    Somebody who names a folder wants to see it: patterns that exclude the folder itself are not held against what
    is below it.
    """

    top: Path
    resolver: SettingsResolver
    ignores: GitIgnores
    errors: list[UnreadableSource]

    def __post_init__(self) -> None:
        settings = self.resolver.for_folder(self.top)
        self.base = self.top if patterns.is_excluded(self.top, settings) else None
        if self.ignores.ignored(Path(os.path.abspath(self.top)), is_dir=True):
            self.ignores = GitIgnores(nothing_above=os.path.abspath(self.top))

    def files(self, folder: Path) -> Iterator[Candidate]:
        """Yield the Python files in ``folder``, then those of the folders in it, by name."""
        settings = self.resolver.for_folder(folder)
        real = os.path.realpath(folder)
        excluded = patterns.excluded_in(folder, settings, self.base)
        ignored = self.ignores.in_folder(folder) if settings.respect_gitignore else None
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self.errors.append(UnreadableSource(folder, (error.strerror or str(error)).lower()))
            return
        folders = []
        for entry in entries:
            is_dir = entry.is_dir(follow_symlinks=False)
            if not is_dir and (_suffix(entry.name) not in SUFFIXES or _leads_to_folder(entry)):
                continue
            if excluded(entry.name) or (ignored is not None and ignored(entry.name, is_dir)):
                continue
            if is_dir:
                folders.append(folder / entry.name)
            elif entry.is_symlink():
                yield folder / entry.name, settings, os.path.realpath(entry.path)
            elif entry.is_file():
                yield folder / entry.name, settings, os.path.join(real, entry.name)
        for inner in folders:
            yield from self.files(inner)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself: whoever reads it says so
        return False


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1]


class GitIgnores:
    """``.gitignore`` files that hold in each folder; the nearest pattern decides, as in git.

    They are read outside git repositories too, as ruff does: an unpacked archive has them as well.
    """

    def __init__(self, nothing_above: str | None = None) -> None:
        self._top = nothing_above
        self._chains: dict[str, tuple[tuple[str, Globs], ...]] = {}

    def ignored(self, path: Path, is_dir: bool) -> bool:
        """True if git ignores ``path`` (absolute) or a folder that holds it."""
        if any(self.ignored_here(folder, is_dir=True) for folder in path.parents):
            return True
        return self.ignored_here(path, is_dir)

    def ignored_here(self, path: Path, is_dir: bool) -> bool:
        """True if some pattern matches ``path`` itself."""
        absolute = os.path.abspath(path)
        return self.in_folder(Path(os.path.dirname(absolute)))(os.path.basename(absolute), is_dir)

    def in_folder(self, folder: Path) -> Callable[[str, bool], bool]:
        """Return what says of a name in ``folder``, of a folder or not, if some pattern matches it."""
        absolute = os.path.abspath(folder)
        chain = [
            ("" if inner == "." else f"{inner.replace(os.sep, '/')}/", spec)
            for inner, spec in ((os.path.relpath(absolute, f), spec) for f, spec in self._chain(absolute))
        ]

        def ignored(name: str, is_dir: bool) -> bool:
            for inner, spec in chain:
                verdict = spec.verdict(f"{inner}{name}", is_dir=is_dir)
                if verdict is not None:
                    return verdict
            return False

        return ignored

    def _chain(self, folder: str) -> tuple[tuple[str, Globs], ...]:
        """Patterns that hold in ``folder``, nearest first."""
        known = self._chains.get(folder)
        if known is None:
            above: tuple[tuple[str, Globs], ...] = ()
            parent = os.path.dirname(folder)
            if os.path.exists(os.path.join(folder, ".git")):
                above = self._read(folder, os.path.join(folder, ".git", "info", "exclude"))
            elif folder not in {parent, self._top}:
                above = self._chain(parent)
            known = self._chains[folder] = self._read(folder, os.path.join(folder, ".gitignore")) + above
        return known

    def _read(self, folder: str, file: str) -> tuple[tuple[str, Globs], ...]:
        try:
            data = read_content(Path(file), MAX_PATTERNS)
        except UnreadableSource:  # there is none, as a rule; one that cannot be read ignores nothing
            return ()
        globs = Globs(data.decode("utf-8", "replace").split("\n"))
        return ((folder, globs),) if globs else ()
