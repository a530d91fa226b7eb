"""Find the files to read besides those to check, for what they tell about them.

What is found in a file must not depend on where one stands nor on what else was asked for: an editor and a pre-commit
hook check one file, CI checks all of them.  So the files of a run are always understood together with the rest of
their project.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from purity_lint.configuration.containment import is_marked
from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver

LOOSE_LIMIT = 8_000_000
"""Bytes of source that are read beside files of no known project: they may lie in anybody's download folder."""
PROJECT_FILES = ("pyproject.toml", "purity-lint.toml", "setup.py", "setup.cfg")
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_TESTS = ("tests", "test")


def context_of(files: Iterable[Path], given: Iterable[Path], resolver: SettingsResolver) -> list[Path]:
    """Return the files that tell something about ``files``: the rest of their project.

    A project is a repository or, where there is none, the folder with the project's configuration.  Of files that
    lie outside of both, it is the packages that they belong to and what lies beside them.  ``given`` are the paths
    that were asked for; what lies below a folder among them is in ``files`` already.
    """
    run = set(_real(files))
    folders = {_followed(path) for path in given if os.path.isdir(path)}
    homes = {path.parent for path in run}
    project_at = _Projects()
    projects = {project for home in homes if (project := project_at(home)) is not None}
    found = _unseen(projects - folders, run, resolver)
    outside = {home for home in homes if not any(home.is_relative_to(p) for p in projects)}
    beside = _unseen({*_beside(outside)} - folders, {*run, *found}, resolver)
    if sum(path.stat().st_size for path in beside if path.is_file()) <= LOOSE_LIMIT:
        found += beside
    here = Path.cwd()
    return [_as_seen_from(here, path) for path in found]


def project_of(path: Path) -> Path | None:
    """Return the folder of the project that ``path`` belongs to; ``None`` where nothing marks one."""
    return _Projects()(_followed(path).parent)


class _Projects:
    """Projects that folders belong to; no folder is looked at twice."""

    def __init__(self) -> None:
        self._repositories: dict[Path, Path | None] = {}
        self._configured: dict[Path, Path | None] = {}

    def __call__(self, folder: Path) -> Path | None:
        """Return the folder of the project that holds what stands in ``folder``."""
        return self._repository(folder) or self._with_configuration(folder)

    def _repository(self, folder: Path) -> Path | None:
        if folder not in self._repositories:
            above = folder.parent if folder.parent != folder else None
            found = folder if is_marked(folder) else above and self._repository(above)
            self._repositories[folder] = found
        return self._repositories[folder]

    def _with_configuration(self, folder: Path) -> Path | None:
        if folder not in self._configured:
            above = folder.parent if folder.parent != folder and folder.name not in _INSTALLED else None
            found = folder if _is_configured(folder) else above and self._with_configuration(above)
            self._configured[folder] = found
        return self._configured[folder]


def _is_configured(folder: Path) -> bool:
    names = () if folder.name in _INSTALLED else PROJECT_FILES
    return any(os.path.isfile(os.path.join(folder, name)) for name in names)


def _unseen(places: Iterable[Path], seen: set[Path], resolver: SettingsResolver) -> list[Path]:
    """Return the source files in ``places`` that are not among ``seen``."""
    found = _real(path for path, _ in discover(sorted(places), resolver).files)
    return [path for path in dict.fromkeys(found) if path not in seen]


def _beside(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield what may tell something about files of no project in ``folders``: packages, tests, scripts beside them."""
    homes: set[Path] = set()
    for folder in folders:
        top = _top_package(folder)
        homes.add(top.parent if top is not None else folder)
        if top is not None:
            yield top
    for home in homes:
        if home.name not in _INSTALLED:
            yield from (entry for entry in home.glob("*.py") if entry.is_file())
            yield from (entry.parent for entry in home.glob("*/__init__.py"))
            yield from (home / name for name in _TESTS if (home / name).is_dir())


def top_package(path: Path) -> Path | None:
    """Return the folder of the outermost package that holds ``path``."""
    return _top_package(_followed(path).parent)


def _top_package(inner: Path) -> Path | None:
    top = None
    for folder in (inner, *inner.parents):
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return top


def _real(files: Iterable[Path]) -> Iterator[Path]:
    """Yield ``files`` with every link followed."""
    folders: dict[Path, Path] = {}
    for path in files:
        folder = folders.get(path.parent)
        if folder is None:
            folder = folders[path.parent] = _followed(path.parent)
        yield _followed(path) if path.is_symlink() else folder / path.name


def _followed(path: Path) -> Path:
    """Return ``path`` with every link followed; one that leads round in a circle is where that ends."""
    return Path(os.path.realpath(path))


def _as_seen_from(here: Path, path: Path) -> Path:
    """Return ``path`` as a run on the current folder names it, so that both runs share what they cache."""
    return path.relative_to(here) if path.is_relative_to(here) else path
