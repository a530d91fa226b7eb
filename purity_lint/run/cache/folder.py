"""Folder of the cache: what is written there, and how it is known to be ours before anything is.

A repository that somebody else wrote may bring a folder, or a link, of the name that the cache would take.  Nothing is
written into a folder that this tool has not made, through a link, or over a file that is there; and only files of the
kind that is written here are ever removed.
"""

from __future__ import annotations

import os
import re
import stat
import time
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from purity_lint.errors import ConfigError, UnreadableSource
from purity_lint.records import dataclass
from purity_lint.source.content import read_content

MAX_ENTRY = 100_000_000
"""Bytes of one entry."""

_TAG = b"Signature: 8a477f597d28d172789f06886806bc55\n# Cache of purity-lint; safe to delete.\n"
_OURS = {"CACHEDIR.TAG": _TAG, ".gitignore": b"# Written by purity-lint.\n*\n"}
_VERSION = re.compile(r"\d[\w.+!-]{0,63}")
_ENTRY = re.compile(r"[a-z0-9-]{1,80}\.json")
_TEMPORARY = re.compile(r"[a-z0-9-]{1,80}\.\d{1,10}\.tmp")
_BEGINNING = b'{"key":'
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_STALE_SECONDS = 3600.0
"""A temporary file of this age belongs to a run that was killed."""


class CacheFolder:
    """Entries of one version of this tool, in a folder of the cache.

    Raises :class:`ConfigError` for a folder that is there and is not a cache of ours.
    """

    def __init__(self, top: Path, version: str) -> None:
        self._top = top
        self._folder = top / version
        self._prepared = False
        _check(top)
        self._readable = _is_folder(self._folder)

    def read(self, name: str) -> bytes | None:
        """Return the content of an entry; ``None`` where there is none."""
        if not self._readable:
            return None
        try:
            return read_content(self._folder / name, MAX_ENTRY, follow=False)
        except UnreadableSource:
            return None

    def write(self, name: str, content: bytes) -> None:
        """Put an entry there, all of it or nothing.  Raises :class:`OSError` where that cannot be done."""
        self._prepare()
        temporary = self._folder / f"{name.removesuffix('.json')}.{os.getpid()}.tmp"
        with suppress(FileNotFoundError):
            os.unlink(temporary)  # of a killed process whose number this one was given
        _create(temporary, content)
        os.replace(temporary, self._folder / name)

    def _prepare(self) -> None:
        if self._prepared:
            return
        if not os.path.lexists(self._top):
            os.makedirs(self._top.parent, exist_ok=True)
            os.mkdir(self._top)
        _check(self._top)
        for name, content in _OURS.items():
            with suppress(FileExistsError):
                _create(self._top / name, content)
        with suppress(FileExistsError):
            os.mkdir(self._folder)
        if not _is_folder(self._folder):
            raise NotADirectoryError(f"{self._folder} is not a folder")
        _remove_stale(self._folder)
        self._readable = self._prepared = True


@dataclass
class Cleared:
    """Outcome of :func:`clear`."""

    found: bool = False
    """There was a cache."""
    left: list[Path] = field(default_factory=list)
    """Files in the folder that this tool did not write."""


def clear(top: Path) -> Cleared:
    """Remove from a cache folder what this tool wrote, and the folder if nothing else is in it.

    Raises :class:`ConfigError` for a folder that is not a cache of ours; nothing is removed then.
    """
    if not os.path.lexists(top):
        return Cleared()
    _check(top)
    if not os.listdir(top):
        return Cleared()
    cleared = Cleared(found=True)
    for item in sorted(os.scandir(top), key=lambda item: item.name):
        path = Path(item.path)
        if _VERSION.fullmatch(item.name) and item.is_dir(follow_symlinks=False):
            cleared.left += _clear_version(path)
        elif item.name not in _OURS:
            cleared.left.append(path)
    if not cleared.left:
        cleared.left += [top / name for name in _OURS if not _remove_if_ours(top / name, _OURS[name])]
    if not cleared.left:
        os.rmdir(top)
    return cleared


def _clear_version(folder: Path) -> list[Path]:
    """Remove the entries in ``folder``, and it when it is empty; what is left."""
    left = []
    for item in sorted(os.scandir(folder), key=lambda item: item.name):
        path = Path(item.path)
        if _TEMPORARY.fullmatch(item.name) and item.is_file(follow_symlinks=False):
            os.unlink(path)
        elif not (_ENTRY.fullmatch(item.name) and _remove_if_ours(path, _BEGINNING)):
            left.append(path)
    if not left:
        os.rmdir(folder)
    return left


def _remove_if_ours(path: Path, beginning: bytes) -> bool:
    """Remove a regular file that begins as ours do; whether it is gone."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with open(path, "rb") as stream:
            if stream.read(len(beginning)) != beginning:
                return False
    except FileNotFoundError:
        return True
    except OSError:
        return False
    os.unlink(path)
    return True


def _check(top: Path) -> None:
    """Raise :class:`ConfigError` where there is something at ``top`` that is neither a cache of ours nor empty."""
    if "\0" in str(top):
        raise ConfigError(f"the cache folder cannot be called {str(top)!r}")
    if not os.path.lexists(top):
        return
    way_out = "move it away, or name another folder with --cache-dir"
    if not _is_folder(top):
        kind = "a link" if top.is_symlink() else "not a folder"
        raise ConfigError(f"the cache folder {top} is {kind}; {way_out}")
    try:
        if read_content(top / "CACHEDIR.TAG", len(_TAG), follow=False) == _TAG or not os.listdir(top):
            return
    except UnreadableSource:
        if not os.listdir(top):
            return
    raise ConfigError(f"the cache folder {top} was not made by purity-lint and holds other files; {way_out}")


def _is_folder(path: Path) -> bool:
    """True if ``path`` is a folder, and no link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def _create(path: Path, content: bytes) -> None:
    descriptor = os.open(path, _NEW, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
    except BaseException:
        os.unlink(path)
        raise


def _remove_stale(folder: Path) -> None:
    """Remove what killed runs left half written."""
    oldest = time.time() - _STALE_SECONDS
    with suppress(OSError):
        for item in os.scandir(folder):
            if _TEMPORARY.fullmatch(item.name) and item.stat(follow_symlinks=False).st_mtime < oldest:
                os.unlink(item.path)
