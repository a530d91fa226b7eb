"""Results of earlier runs that still hold.

Findings are kept under the content of their file, its settings and a fingerprint of what was inferred of it.  The
fingerprint takes an analysis to find out, so it is kept in turn, under the content of all files that were looked at:
where none of them has changed, a run reads three entries of the cache and no source at all.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.run.cache.facts import NoCache
from purity_lint.run.cache.serialize import from_data, to_data
from purity_lint.run.outcome import FileOutcome
from purity_lint.run.read import Contents

_RESULTS = 64
"""Entries that results are spread over: of a large project one file needs a small part of what is kept."""
UNUSABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""Errors of data that this tool did not write."""


class Known:
    """Outcomes of the files of a run that are known, at first from earlier runs."""

    def __init__(self, cache: NoCache, contents: Contents, extra: str) -> None:
        self.cache = cache
        self.extra = extra
        """What else the findings of all files depend on."""
        self.done = {path: FileOutcome(path, errors=[error]) for path, error in contents.unreadable.items()}
        self._contents = contents
        self._fingerprints: dict[Path, str] = {}
        self._results: dict[str, dict[str, Any]] = {}
        self._news: dict[str, dict[str, object]] = {}
        self._all = AllFiles(contents, extra) if cache.keeps else None
        self._inferred = {} if self._all is None else cache.recall(self._all.name, self._all.digest)

    def recall(self, path: Path, fingerprint: str) -> tuple[str, FileOutcome | None]:
        """Return the outcome for a file of which this was inferred, and the key under which it is kept."""
        settings = self._contents.settings[path]
        key = self.cache.key(path, self._contents.digests[path], settings, f"{fingerprint} {self.extra}")
        found = self._diagnostics(path, key)
        return key, None if found is None else FileOutcome(path, found)

    def unchanged(self, paths: Iterable[Path]) -> list[Path]:
        """Those of ``paths`` that are not done when what no change can have reached is recalled."""
        return self.without(paths, lambda path: self._inferred.get(str(path)))

    def without(self, paths: Iterable[Path], fingerprint_of: Callable[[Path], object]) -> list[Path]:
        """Those of ``paths`` that are not done when all is recalled whose fingerprint is known."""
        missing = []
        for path in paths:
            if path in self.done:
                continue
            fingerprint = fingerprint_of(path) if self.cache.keeps else None
            outcome = self.recall(path, fingerprint)[1] if isinstance(fingerprint, str) else None
            if outcome is None or not isinstance(fingerprint, str):
                missing.append(path)
            else:
                self.done[path] = outcome
                self._fingerprints[path] = fingerprint
        return missing

    def add(self, outcome: FileOutcome, fingerprint: str, key: str | None) -> None:
        """Take in the outcome of a file; without a ``key`` it was kept before."""
        self._fingerprints[outcome.path] = fingerprint
        if key is not None:
            name = _name(outcome.path)
            self._news.setdefault(_entry(name), {})[name] = [key, to_data(outcome.diagnostics)]

    @property
    def fingerprints(self) -> dict[Path, str]:
        """Return what was inferred of each file that is done and needs not be said again, hashed."""
        return self._fingerprints

    def remember(self) -> None:
        """Keep the outcomes, and what was inferred of their files."""
        if self._contents.changed:  # while they were looked at, so that it is not known what belongs to what
            return
        for entry, news in self._news.items():
            kept = {name: found for name, found in self._kept(entry).items() if os.path.exists(name)}
            self.cache.remember(entry, "", kept | news)
        inferred = {str(path): fingerprint for path, fingerprint in self._fingerprints.items()}
        if self._all is not None and not inferred.items() <= self._inferred.items():
            self.cache.remember(self._all.name, self._all.digest, self._inferred | inferred)

    def _diagnostics(self, path: Path, key: str) -> list[Diagnostic] | None:
        name = _name(path)
        try:
            kept, diagnostics = self._kept(_entry(name))[name]
            return from_data(diagnostics, path) if kept == key else None
        except UNUSABLE:
            return None

    def _kept(self, entry: str) -> dict[str, Any]:
        """Return the results that one entry of the cache holds."""
        if entry not in self._results:
            self._results[entry] = self.cache.recall(entry, "")
        return self._results[entry]


class AllFiles:
    """All files of a run, under a name that is the same as long as they are the same files."""

    def __init__(self, contents: Contents, extra: str) -> None:
        names, everything = contents.listing
        self.name = f"all-{names}"
        self.digest = hashlib.sha256(f"{extra}\0{everything}".encode("utf-8", "backslashreplace")).hexdigest()


def _name(path: Path) -> str:
    return os.path.abspath(path)


def _entry(name: str) -> str:
    """Return the name of the entry that holds the results of a file."""
    return f"results-{crc32(name.encode('utf-8', 'backslashreplace')) % _RESULTS}"
