"""Write down what ``fix --verify`` is trying, so that the next run can undo it where this one is killed.

The journal lies in the user's own folder, never in the project: what a repository brings must not make this tool write
files.  It holds the content that each file had, and a hash of all that was tried in its place, so that a file that
somebody has changed since is known and left alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from purity_lint.errors import PurityError, UnreadableSource, WriteError
from purity_lint.records import dataclass
from purity_lint.source.content import read_content
from purity_lint.source.replace import is_abandoned, lock, remove_litter
from purity_lint.source.write import write_atomically

_SUFFIX = ".journal"
_MAX_JOURNAL = 1_000_000_000
_BEGUN_SECONDS = 60.0


class JournalError(PurityError):
    """There is no place to write down what is tried."""


class Journal:
    """Record of one verification, as long as it lasts."""

    def __init__(self, originals: Mapping[Path, bytes]) -> None:
        import tempfile

        with _explained():
            descriptor, name = tempfile.mkstemp(suffix=_SUFFIX, dir=_folder())
        while not lock(descriptor):  # a run that looks for abandoned ones holds it for a moment
            time.sleep(0.01)
        self._descriptor = descriptor
        self._path = Path(name)
        try:
            self._add([{"root": os.getcwd()}])
            self._add(
                {"path": os.path.realpath(path), "original": base64.b85encode(content).decode("ascii")}
                for path, content in originals.items()
            )
        except BaseException:
            self.forget()
            raise

    def trying(self, contents: Mapping[Path, bytes]) -> None:
        """Note what the files are about to hold."""
        self._add(
            {"path": os.path.realpath(path), "tried": _hash(content)} for path, content in contents.items()
        )

    def forget(self) -> None:
        """End it, and nothing is left: the files are as they should be."""
        with suppress(FileNotFoundError):
            os.unlink(self._path)
        os.close(self._descriptor)

    def leave(self) -> None:
        """End it, and leave it to the next run to put the files back."""
        os.close(self._descriptor)

    def _add(self, entries: Iterable[Mapping[str, str]]) -> None:
        with _explained():
            for entry in entries:
                rest = memoryview(json.dumps(entry).encode("ascii") + b"\n")
                while (
                    rest
                ):  # what a buffer holds back would be tried again, and fail again, when it is closed
                    rest = rest[os.write(self._descriptor, rest) :]
            os.fsync(self._descriptor)


@contextmanager
def _explained() -> Iterator[None]:
    """Say what a journal is for where it cannot be written.  Raises :class:`JournalError`."""
    try:
        yield
    except OSError as error:
        raise JournalError(
            f"cannot write down what --verify tries: {error}; set XDG_STATE_HOME to a folder of yours"
        ) from None


@dataclass
class Repaired:
    """Outcome of :func:`repair`."""

    restored: list[Path] = field(default_factory=list)
    """Files that hold again what they held before."""
    left: list[Path] = field(default_factory=list)
    """Files that somebody has changed since, or removed."""
    unwritable: list[WriteError] = field(default_factory=list)
    """Why files could not be written; the journal is kept for them."""


def repair(here: Path) -> Repaired:
    """Undo what killed verifications were trying in the project that ``here`` is in, or in one below it."""
    repaired = Repaired()
    for path in _abandoned():
        entries = list(_entries(path))
        root = entries[0].get("root") if entries else None
        if not isinstance(root, str):  # killed before anything was tried, or only just begun
            if path.lstat().st_mtime < time.time() - _BEGUN_SECONDS:
                os.unlink(path)
        elif here.is_relative_to(root) or Path(root).is_relative_to(here):
            failed = len(repaired.unwritable)
            _undo(entries, repaired)
            if len(repaired.unwritable) == failed:
                os.unlink(path)
    return repaired


def _undo(entries: list[dict[str, Any]], repaired: Repaired) -> None:
    tried: dict[str, set[str]] = {}
    for entry in entries:
        if "tried" in entry:
            tried.setdefault(entry["path"], set()).add(entry["tried"])
    remove_litter({Path(path).parent for path in tried})  # of which some may be second names of the files
    for entry in entries:
        if "original" not in entry:
            continue
        path, original = Path(entry["path"]), base64.b85decode(entry["original"])
        try:
            found = read_content(path, _MAX_JOURNAL, follow=False)
            if found == original:
                continue
            if _hash(found) not in tried.get(entry["path"], ()):
                repaired.left.append(path)
                continue
            write_atomically(path, original, expected=found)
            repaired.restored.append(path)
        except UnreadableSource:
            repaired.left.append(path)
        except WriteError as error:
            repaired.unwritable.append(error)


def _entries(path: Path) -> Iterator[dict[str, Any]]:
    """Return the entries of a journal; a last line that was never finished is none."""
    with suppress(UnreadableSource, ValueError):
        for line in read_content(path, _MAX_JOURNAL, follow=False).splitlines():
            yield json.loads(line)


def _abandoned() -> Iterator[Path]:
    try:
        folder = _folder(create=False)
    except OSError:
        return
    if folder.is_dir():
        yield from (path for path in sorted(folder.glob(f"*{_SUFFIX}")) if is_abandoned(path))


def _folder(*, create: bool = True) -> Path:
    """Return the user's folder for journals, which nobody else can write."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser(os.path.join("~", ".local", "state"))
    folder = Path(home, "purity-lint")
    if not create:
        return folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
        raise OSError(f"{folder} is not a folder of yours")
    return folder


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
