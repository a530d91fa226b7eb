"""Facts that earlier runs have left, as JSON files.

An entry holds facts and the key under which they are valid, with the versions of linter and interpreter.  All of it is
data and nothing else, so a cache that came with somebody's repository cannot run anything; an entry that is not what
this module writes counts as absent.  Findings are kept under a hash of the file's content, the settings, and the
dependencies (a fingerprint of what was inferred of the file, its project considered).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache as memoize
from pathlib import Path
from typing import Any

import purity_lint
from purity_lint.configuration.settings import Settings
from purity_lint.run.cache.folder import CacheFolder

# Settings that do not change what is found in a file.
_IRRELEVANT = frozenset(
    {
        "output_format",
        "unsafe_fixes",
        "baseline",
        "cache_dir",
        "trace",
        "exclude",
        "extend_exclude",
        "force_exclude",
    }
    | {"respect_gitignore"}
)


class NoCache:
    """Cache of ``--no-cache``, which keeps nothing."""

    keeps = False
    """Nothing that it is told is of any use, so nobody need find it out."""

    def key(self, path: Path, content: str, settings: Settings, dependencies: str) -> str:
        """No key."""
        return ""

    def recall(self, name: str, key: str) -> dict[str, Any]:
        """No facts."""
        return {}

    def remember(self, name: str, key: str, facts: Mapping[str, object]) -> None:
        """Forget them."""


class Cache(NoCache):
    """One folder of entries.

    Raises :class:`purity_lint.errors.ConfigError` for a folder that is there and is not a cache.
    """

    keeps = True

    def __init__(self, folder: Path) -> None:
        self._folder = CacheFolder(folder, purity_lint.__version__)
        self._broken = False

    def key(self, path: Path, content: str, settings: Settings, dependencies: str) -> str:
        """Return what the diagnostics of ``path`` depend on, hashed.

        ``content`` is a hash of what it holds, and ``dependencies`` stands for all other files.
        """
        digest = hashlib.sha256(_environment().encode())
        for part in (
            str(path).encode("utf-8", "surrogateescape"),
            content.encode(),
            settings_digest(settings).encode(),
            dependencies.encode(),
        ):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
        return digest.hexdigest()

    def recall(self, name: str, key: str) -> dict[str, Any]:
        """Return the facts that were stored as ``name`` under ``key`` (and by this very linter); none, if none were."""
        try:
            entry = json.loads(self._folder.read(f"{name}.json") or b"{}")
            if entry["key"] != f"{key} {_environment()}" or not isinstance(entry["facts"], dict):
                return {}
            facts: dict[str, Any] = entry["facts"]
            return facts
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError):
            return {}

    def remember(self, name: str, key: str, facts: Mapping[str, object]) -> None:
        """Store what can be said in JSON as ``name``, in place of what was there."""
        self._write(f"{name}.json", {"key": f"{key} {_environment()}", "facts": facts})

    def _write(self, name: str, entry: Mapping[str, object]) -> None:
        if self._broken:
            return
        try:
            self._folder.write(name, json.dumps(entry, separators=(",", ":")).encode("ascii"))
        except OSError:  # a folder that cannot be written, a full disk: go on without
            self._broken = True


@memoize
def _environment() -> str:
    """Return what results depend on besides file and settings: the linter's own code, and the interpreter."""
    digest = hashlib.sha256()
    package = os.path.dirname(purity_lint.__file__)
    for folder in (package, os.path.join(os.path.dirname(package), "emberops", "catalogue")):
        for name, status in _modules(folder):
            digest.update(f"{name}:{status.st_size}:{status.st_mtime_ns}\n".encode())
    return f"{purity_lint.__version__} {sys.version_info[:3]} {digest.hexdigest()}"


def _modules(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the modules in a folder and those in it."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir(follow_symlinks=False):
            yield from _modules(entry.path)
        elif entry.name.endswith(".py"):
            yield entry.name, entry.stat()


_DIGESTS: dict[int, tuple[Settings, str]] = {}


def settings_digest(settings: Settings) -> str:
    """Return what of some settings changes what is found in a file."""
    known = _DIGESTS.get(id(settings))
    if known is None or known[0] is not settings:
        values = [repr(getattr(settings, f.name)) for f in fields(settings) if f.name not in _IRRELEVANT]
        known = _DIGESTS[id(settings)] = settings, "\n".join(values)
    return known[1]
