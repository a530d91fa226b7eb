"""How files looked when they were last read: one that looks the same is not read again to know what it holds.

A file looks the same if its size, its number, and the times of its last change are the same.  A change within the
precision of those times would not show, so a file that was read soon after it was written is read once more.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time

from purity_lint.run.cache.facts import NoCache

_NAME = "seen"
_PRECISION = 2_000_000_000
"""Nanoseconds by which the time of a change may be wrong, on any file system."""

Look = list[int]


class Seen:
    """Hashes of what files hold, kept with how the files looked."""

    def __init__(self, cache: NoCache) -> None:
        self._cache = cache
        self._known = cache.recall(_NAME, "")
        self._now = time.time_ns()
        self._news: dict[str, object] = {}

    def look(self, path: str) -> Look | None:
        """Return how the file at ``path`` looks; ``None`` where there is no regular file, or nothing is kept."""
        if not self._cache.keeps:
            return None
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(status.st_mode):
            return None
        return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev]

    def digest(self, path: str, look: Look | None) -> str | None:
        """Return the hash of what the file holds, if it looks as it did when that was read."""
        match self._known.get(path):
            case [[*before], str(digest)] if look is not None and before == look:
                return digest
        return None

    def note(self, path: str, look: Look | None, digest: str) -> None:
        """Note what a file holds that looked so just before it was read."""
        if look is not None and max(look[1], look[2]) < self._now - _PRECISION:
            self._news[path] = [look, digest]

    def remember(self) -> None:
        """Keep what is new."""
        if self._news:
            kept = {name: entry for name, entry in self._known.items() if os.path.exists(name)}
            self._cache.remember(_NAME, "", kept | self._news)


def digest_of(data: bytes) -> str:
    """Return a hash of what a file holds."""
    return hashlib.sha256(data).hexdigest()
