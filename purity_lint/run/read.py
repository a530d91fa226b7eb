"""Files of a run: their bytes, read once, and their trees, parsed when they are asked for."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.settings import Settings
from purity_lint.errors import InvalidSource, UnreadableSource
from purity_lint.run.cache.facts import NoCache
from purity_lint.run.cache.file_stamps import Seen, digest_of
from purity_lint.source.read import module_name, read_bytes, source_from_bytes
from purity_lint.trace.recorded import is_recorded

if TYPE_CHECKING:
    from purity_lint.run.taken import AsFound
    from purity_lint.source.file import SourceFile
    from purity_lint.source.imports import Facts

Task = tuple[Path, Settings]
"""A file to check, and the settings that hold for it."""
_MUCH = 4_000_000
"""Characters of source of which the trees are held as they are; what comes then is packed, which takes time."""


class Contents:
    """Bytes of the files of a run, read once, so that what is fixed is what was analysed.

    With a cache, a file that looks as it did when it was last read is read again only if its bytes are asked for.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        context: Iterable[Path],
        overrides: Mapping[Path, bytes],
        cache: NoCache | None = None,
    ) -> None:
        self.settings = dict(tasks)
        self.digests: dict[Path, str] = {}
        """A hash of what each file holds that can be read."""
        self.unreadable: dict[Path, UnreadableSource] = {}
        self.changed = False
        """True if a file has changed since it was first looked at."""
        self._first = next(iter(self.settings.values()), None)
        self._overrides = overrides
        self._read: dict[Path, bytes] = dict(overrides)
        self._sizes: dict[Path, int] = {}
        self._seen = Seen(cache or NoCache())
        for path in (*self.settings, *context):
            try:
                self.digests[path] = self._digest(path)
            except UnreadableSource as error:
                if path in self.settings:
                    self.unreadable[path] = error
        self._seen.remember()
        self.data: Mapping[Path, bytes] = _Bytes(self)

    def settings_of(self, path: Path) -> Settings | None:
        """Return the settings of a file; context goes with the first file that is checked."""
        return self.settings.get(path, self._first)

    @cached_property
    def listing(self) -> tuple[str, str]:
        """Hashes of which files there are, and of all that they hold and are called."""
        names, everything = hashlib.sha256(), hashlib.sha256()
        for path, digest in sorted(self.digests.items()):
            own = self.settings_of(path)
            vocabulary = (own.ops_module, own.target_version) if own is not None else None
            read = f"{path}\0{digest}\0{module_name(path)}\0{vocabulary}\n"
            names.update(f"{path}\n".encode("utf-8", "backslashreplace"))
            everything.update(read.encode("utf-8", "backslashreplace"))
        return names.hexdigest()[:32], everything.hexdigest()

    def bytes_of(self, path: Path) -> bytes:
        """Return what a file holds."""
        data = self._read.get(path)
        if data is None:
            try:
                data = read_bytes(path)
            except UnreadableSource:  # it was there a moment ago
                data = b""
            self.changed |= digest_of(data) != self.digests[path]
            self._read[path] = data
        return data

    def forget_bytes(self) -> None:
        """Forget what was read of files on disk, which are parsed: who asks for it again is not many files."""
        self._sizes = {path: len(data) for path, data in self._read.items()}
        self._read = dict(self._overrides)

    def largest_first(self, paths: Iterable[Path]) -> list[Path]:
        """Return files by what they hold, which is about what they take, and else in the order in which they came."""
        place = {path: number for number, path in enumerate(self.settings)}
        return sorted(paths, key=lambda path: (-self._size(path) if path in self.digests else 0, place[path]))

    def _size(self, path: Path) -> int:
        known = self._sizes.get(path)
        return len(self.bytes_of(path)) if known is None else known

    def _digest(self, path: Path) -> str:
        if path in self._read:
            return digest_of(self._read[path])
        name = os.path.abspath(path)
        look = self._seen.look(name)
        known = self._seen.digest(name, look)
        if known is None:
            data = self._read[path] = read_bytes(path)
            known = digest_of(data)
            self._seen.note(name, look, known)
        return known


class _Bytes(Mapping[Path, bytes]):
    """Bytes of the files that can be read."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    def __getitem__(self, path: Path) -> bytes:
        if path not in self._contents.digests:
            raise KeyError(path)
        return self._contents.bytes_of(path)

    def __iter__(self) -> Iterator[Path]:
        return iter(self._contents.digests)

    def __len__(self) -> int:
        return len(self._contents.digests)


class Sources:
    """Parsed files of a run, each parsed when it is first asked for, save those that ``parsed`` holds."""

    def __init__(
        self,
        contents: Mapping[Path, bytes],
        settings: Mapping[Path, Settings],
        parsed: Mapping[Path, SourceFile] | None = None,
    ) -> None:
        self.contents = contents
        self.settings = settings
        self.invalid: dict[Path, InvalidSource] = {}
        self.recorded = any(map(is_recorded, {s.root: s for s in settings.values()}.values()))
        """True if ``purity-lint trace`` has told something about these files."""
        self._first = next(iter(settings.values()), None)
        self._parsed = dict(parsed or {})
        self._held = 0
        """Characters of the files whose trees are held."""

    def get(self, path: Path) -> SourceFile | None:
        """Return the parsed file; ``None`` where it is not Python, and ``invalid`` says why."""
        if path not in self._parsed and path not in self.invalid:
            own = self.settings_of(path)
            target = own.target_version if own is not None else None
            try:
                source = self._parsed[path] = source_from_bytes(self.contents[path], path, target)
                self._hold(source)
            except InvalidSource as error:
                self.invalid[path] = error
        return self._parsed.get(path)

    def _hold(self, source: SourceFile) -> None:
        self._held += len(source.text)
        if self._held > _MUCH:
            from purity_lint.source.pack import pack

            pack(source.tree)

    def tell_what_is_taken(self, found: AsFound | None = None) -> None:
        """Parse every file, and put down in it which of its names the others take.

        ``found`` tells of the files before anything was fixed, where something was.
        """
        from purity_lint.run.taken import NOT_BEFORE, names_taken

        tests, speaks = found or NOT_BEFORE
        sources = {path: source for path in self.contents if (source := self.get(path)) is not None}
        for path, names in names_taken(sources, tests).items():
            source = sources[path]
            spoken = speaks.get(path, frozenset())
            if names != source.taken or not spoken <= source.speaks:
                self._parsed[path] = source.after(spoken, names)

    def parsed(self, path: Path) -> SourceFile:
        """Return the parsed file, which is known to be Python."""
        source = self.get(path)
        if source is None:
            raise self.invalid[path]
        return source

    def settings_of(self, path: Path) -> Settings | None:
        """Return the settings of a file; context goes with the first file that is checked."""
        return self.settings.get(path, self._first)

    def facts(self, path: Path) -> Facts | None:
        """Return what a file imports and mentions, which decides what it is analysed with; ``None``: not Python."""
        from purity_lint.semantics.symbols.naming import facts_of

        source = self.get(path)
        if source is None:
            return None
        found = facts_of(source)
        if self._held > _MUCH:
            source.forget_nodes()
        return found

    def imports(self, path: Path) -> list[str]:
        """Return the names that a file imports, as :mod:`purity_lint.run.parts` wants them."""
        from purity_lint.source.imports import imported_names, telling

        source = self.get(path)
        return imported_names(telling(source.tree).imports) if source is not None else []

    def vocabularies(self) -> list[list[Path]]:
        """Return the files that share an ops module."""
        groups: dict[str | None, list[Path]] = {}
        for path in self.contents:
            own = self.settings_of(path)
            groups.setdefault(own.ops_module if own is not None else None, []).append(path)
        return list(groups.values())
