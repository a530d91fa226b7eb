"""What a run has told, so that the next one, if nothing has changed, tells it again without looking at any finding.

It is kept under everything that it depends on: what the files of the run hold, the settings of each, and how the
findings are to be shown.  The cache may have come with somebody's repository, so that nothing is shown that a terminal
would act on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from purity_lint.configuration.settings import Settings
from purity_lint.formats.style import is_harmless
from purity_lint.run.cache.facts import NoCache, settings_digest
from purity_lint.run.kept_results import AllFiles
from purity_lint.run.read import Contents
from purity_lint.trace import recorded

_MOST = 30_000_000
"""Characters that are kept of a run; what tells more is told afresh."""


class Telling(NamedTuple):
    """What a run tells."""

    text: str
    found: bool
    """True if it tells of findings."""


class Told:
    """What was told of some files when they were last looked at.

    ``shown`` are the settings by which they are told of, and ``how`` says what else that depends on.
    """

    def __init__(self, cache: NoCache, contents: Contents, shown: Settings, how: object) -> None:
        self._cache = cache
        self._contents = contents
        files = AllFiles(contents, f"{shown!r} {how!r} {recorded.digest(contents.settings.values())}")
        key = hashlib.sha256(files.digest.encode())
        numbers: dict[str, int] = {}
        for path, settings in contents.settings.items():
            digest = settings_digest(settings)
            if digest not in numbers:
                key.update(f"{digest}\0".encode("utf-8", "backslashreplace"))
            number = numbers.setdefault(digest, len(numbers))
            key.update(f"{path}\0{number}\0".encode("utf-8", "backslashreplace"))
        self._name = f"told-{files.name}"
        self._key = key.hexdigest()

    def recall(self) -> Telling | None:
        """Return what was told of the files as they are; ``None`` where nothing was, or nothing that can be shown."""
        match self._cache.recall(self._name, self._key):
            case {"text": str(text), "found": bool(found)} if is_harmless(text):
                return Telling(text, found)
        return None

    def remembering(self, lines: Iterable[str], *, found: bool) -> Iterator[str]:
        """Yield what is told, line by line, and keep it once all of it is."""
        told: list[str] = []
        size = 0
        for line in lines:
            yield line
            size += len(line) + 1
            if size <= _MOST:
                told.append(line)
        if size <= _MOST and not self._contents.changed:
            text = "".join([f"{line}\n" for line in told])
            self._cache.remember(self._name, self._key, {"text": text, "found": found})
