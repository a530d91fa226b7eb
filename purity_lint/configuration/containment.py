"""How far the configuration of a repository reaches: to its own files.

Whoever checks somebody else's repository has not read its configuration.  What that names (a file to extend, a
baseline, a cache) must lie in the repository, links resolved; what a person names on the command line, or in the
configuration that is theirs alone, may lie anywhere.
"""

from __future__ import annotations

import os
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError

_MARKS = (".git", ".hg", ".svn", ".jj")
_WAYS_OUT = {
    "extend": "name the file with --config",
    "baseline": "name it with --baseline",
    "trace": "name it with `purity-lint trace --output`",
    "cache-dir": "name it with --cache-dir, PURITY_LINT_CACHE_DIR, or in your own configuration",
}


def repository_of(folder: Path) -> Path:
    """Return the folder of the repository that ``folder`` is in.

    Outside version control that is ``folder``, or the current folder where this is above it.
    """
    folder = Path(os.path.abspath(folder))
    here = Path.cwd()
    return marked_repository(folder) or (here if folder.is_relative_to(here) else folder)


def marked_repository(folder: Path) -> Path | None:
    """Return the nearest folder at or above ``folder`` (absolute) that is under version control, if any."""
    for candidate in (folder, *folder.parents):
        if is_marked(candidate):
            return candidate
    return None


def is_marked(folder: Path) -> bool:
    """True if ``folder`` is the top of what is under version control."""
    return any(os.path.lexists(os.path.join(folder, mark)) for mark in _MARKS)


def check_contained(key: str, named: str, path: Path, repository: Path, origin: Path) -> None:
    """Raise :class:`ConfigError` where ``path``, which ``origin`` names by ``key``, is outside ``repository``."""
    top = os.path.realpath(repository)
    try:
        target = os.path.realpath(path)
    except ValueError:  # a null byte
        raise ConfigError(f"{origin}: `{key}`: not a path: {named!r}") from None
    if target != top and not target.startswith(top.rstrip(os.sep) + os.sep):
        raise ConfigError(
            f"{origin}: `{key}`: {named!r} leads out of the repository ({repository}); {_WAYS_OUT[key]}"
        )


def check_paths(settings: Settings, repository: Path, origin: Path) -> None:
    """Raise :class:`ConfigError` where one of the files and folders of ``settings`` is outside ``repository``."""
    named = {"baseline": settings.baseline, "trace": settings.trace, "cache-dir": settings.cache_dir}
    for key, value in named.items():
        if value is not None:
            check_contained(key, value, settings.root / value, repository, origin)


def user_config() -> Path | None:
    """Return the configuration of the user, for files that no other configuration holds for."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser(os.path.join("~", ".config"))
    path = Path(home, "purity-lint", "purity-lint.toml")
    return path if path.is_file() else None
