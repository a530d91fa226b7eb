"""Replacing the content of a file: all of it or nothing, by way of a temporary file in the same folder."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from purity_lint.errors import WriteError
from purity_lint.source.swap import swap

try:
    import fcntl
except ImportError:  # not on Windows, where the age of a file has to do
    fcntl = None  # type: ignore[assignment]  # a module is no optional value to mypy

_TEMPORARY = re.compile(r"\.purity-lint-[0-9a-f]{16}\.tmp")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_STALE_SECONDS = 3600.0


@contextmanager
def temporary_beside(target: Path, content: bytes) -> Iterator[Path]:
    """A new file with ``content`` in the folder of ``target``, which is gone afterwards if it was not moved.

    It is locked as long as this process lives, so that others can tell it from what a killed process has left.
    Raises :class:`OSError` where it cannot be written.
    """
    while True:
        path = _temporary_name(target)
        descriptor = os.open(path, _NEW, 0o666)
        if lock(descriptor) and os.fstat(descriptor).st_nlink:
            break
        os.close(descriptor)  # somebody who tidied up was faster than the lock
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
            yield path
    finally:
        with suppress(FileNotFoundError):
            os.unlink(path)


def exchange(temporary: Path, target: Path, expected: bytes) -> bool:
    """Move ``temporary`` to ``target`` if that holds ``expected``; false, and nothing is changed, where it does not.

    What an editor saves in that very moment is kept.  Raises :class:`OSError` where it cannot be moved.
    """
    if target.read_bytes() != expected:
        return False
    with ExitStack() as locked:
        ours = temporary.read_bytes()
        if swap(temporary, target):
            out = _read_locked(temporary, locked)
            if out == expected:
                return True
            _give_back(temporary, target, out, ours, locked)
            return False
    return _exchange_by_names(temporary, target, expected)


def _give_back(temporary: Path, target: Path, held: bytes, put: bytes, locked: ExitStack) -> None:
    """Put what came out of ``target``, ``held``, back there, or what somebody has saved over what we had ``put``."""
    while True:
        try:
            swap(temporary, target)
        except FileNotFoundError:  # removed meanwhile, as some editors do before they save
            with suppress(FileExistsError):
                os.link(temporary, target)
            return
        before, put = put, held
        held = _read_locked(temporary, locked)
        if held == before:
            return


def _read_locked(path: Path, locked: ExitStack) -> bytes:
    """Return what ``path`` holds, and lock it, or other runs would take it for litter."""
    stream = locked.enter_context(open(path, "rb"))  # noqa: SIM115  # the caller closes it, and the lock with it
    lock(stream.fileno())
    return stream.read()


def _exchange_by_names(temporary: Path, target: Path, expected: bytes) -> bool:
    """:func:`exchange` where names cannot be swapped: by a second name of the old file, under which it is found again.

    An editor that saves by renaming between the two steps is not noticed.
    """
    with open(target, "rb") as stream:
        if stream.read() != expected:
            return False
        lock(stream.fileno())  # or other runs would take its second name for litter
        with _second_name(target) as second:
            os.replace(temporary, target)
            stream.seek(0)
            if second is None or stream.read() == expected:
                return True
            os.replace(second, target)
            return False


@contextmanager
def _second_name(target: Path) -> Iterator[Path | None]:
    """Give ``target`` another name for a while; ``None`` on file systems where a file has but one."""
    path = _temporary_name(target)
    try:
        os.link(target, path)
    except OSError:
        yield None
        return
    try:
        yield path
    finally:
        with suppress(FileNotFoundError):
            os.unlink(path)


def _temporary_name(target: Path) -> Path:
    return target.parent / f".purity-lint-{os.urandom(8).hex()}.tmp"


def replace_file(path: Path, content: bytes) -> None:
    """Give ``path`` new content, and its mode if it is there; a link is replaced, not followed.

    Raises :class:`WriteError` where that cannot be done; what was there stays.
    """
    try:
        with temporary_beside(path, content) as temporary:
            if os.path.lexists(path) and not path.is_symlink():
                if not path.is_file():
                    raise WriteError(f"cannot write {path}: it is not a regular file")
                os.chmod(temporary, stat.S_IMODE(path.stat().st_mode))
            os.replace(temporary, path)
    except OSError as error:
        raise WriteError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError:
        raise WriteError(f"cannot write {str(path)!r}: no file can have this name") from None


def remove_litter(folders: Iterable[Path]) -> None:
    """Remove the temporary files that killed processes have left in ``folders``."""
    for folder in folders:
        with suppress(OSError):  # not ours to tidy, or gone meanwhile
            for item in list(os.scandir(folder)):
                is_ours = _TEMPORARY.fullmatch(item.name) and item.is_file(follow_symlinks=False)
                if is_ours and is_abandoned(Path(item.path)):
                    os.unlink(item.path)


def is_abandoned(path: Path) -> bool:
    """True if the process that has locked ``path`` is gone.  Raises :class:`OSError` where it cannot be opened."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    try:
        if fcntl is None:
            return os.fstat(descriptor).st_mtime < time.time() - _STALE_SECONDS
        return lock(descriptor)
    finally:
        os.close(descriptor)


def lock(descriptor: int) -> bool:
    """Lock an open file for as long as it is open; false where another process has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
