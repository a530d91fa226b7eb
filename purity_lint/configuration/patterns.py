"""Paths against the patterns of a configuration, which are those of ``.gitignore``."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from purity_lint.configuration.globs import Globs
from purity_lint.configuration.settings import Settings


def matches(patterns: tuple[str, ...], path: Path, settings: Settings, base: Path | None = None) -> bool:
    """True if one of ``patterns`` matches ``path``, or the part of it that is below ``base``."""
    return bool(patterns) and _compiled(patterns).matches(_relative(path, base or settings.root))


def is_excluded(path: Path, settings: Settings, base: Path | None = None) -> bool:
    """True if ``exclude`` or ``extend-exclude`` matches ``path``, or the part of it that is below ``base``."""
    return matches((*settings.exclude, *settings.extend_exclude), path, settings, base)


def excluded_in(folder: Path, settings: Settings, base: Path | None = None) -> Callable[[str], bool]:
    """Return what says of a name in ``folder`` whether :func:`is_excluded` is true of it."""
    patterns = (*settings.exclude, *settings.extend_exclude)
    if not patterns:
        return lambda _: False
    globs, inner = _compiled(patterns), _relative(folder, base or settings.root)
    return lambda name: globs.matches(f"{inner}/{name}")


def is_backend(path: Path, settings: Settings) -> bool:
    """True if ``path`` is under ``backend-paths``."""
    return matches(settings.backend_paths, path, settings)


def _relative(path: Path, base: Path) -> str:
    """``path`` as patterns see it: relative to ``base``, with forward slashes."""
    absolute = os.path.abspath(path)
    try:
        return Path(os.path.relpath(absolute, base)).as_posix()
    except ValueError:  # another drive
        return Path(absolute).as_posix()


@lru_cache(maxsize=256)
def _compiled(patterns: tuple[str, ...]) -> Globs:
    return Globs(patterns)
