"""Which files to read besides those to check, for what they tell about them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver

CONTEXT_LIMIT = 8_000_000
"""Bytes of source that are read besides the files to check; of a larger package only these files are linked."""
_TESTS = ("tests", "test")
_SOURCE_FOLDERS = frozenset({"src", "lib", "python"})


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
    """Return the folder of the outermost package that holds ``path``."""
    top = None
    for folder in path.resolve().parents:
        if not (folder / "__init__.py").is_file():
            break
        top = folder
    return top
