"""Bytes of regular files, up to a size: whatever a repository holds, reading it ends."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from purity_lint.errors import UnreadableSource

MAX_SOURCE = 5_000_000
"""Bytes of a source file: the tree of one of this size takes about half a gigabyte of memory."""
MAX_LINE = 1_000_000
"""Bytes of a line of a source file."""
MAX_NOTEBOOK = 100_000_000
"""Bytes of a notebook, most of which are pictures; its code is held to :data:`MAX_SOURCE`."""
MAX_CONFIGURATION = 1_000_000
"""Bytes of a configuration file."""
MAX_PATTERNS = 200_000
"""Bytes of a list of patterns: each is held against each file."""
MAX_RECORD = 100_000_000
"""Bytes of a baseline, or of what ``purity-lint trace`` has recorded."""

# A FIFO opens without a writer and a terminal does not become ours; neither flag changes how regular files are read.
_CAREFUL = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_SPECIAL = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a FIFO, not a regular file"),
    (stat.S_ISSOCK, "it is a socket, not a regular file"),
    (stat.S_ISCHR, "it is a device, not a regular file"),
    (stat.S_ISBLK, "it is a device, not a regular file"),
)


def read_content(path: Path, limit: int = MAX_SOURCE, *, follow: bool = True) -> bytes:
    """Return the content of a regular file of at most ``limit`` bytes; with ``follow``, a link counts as its target.

    Raises :class:`UnreadableSource` with the reason in plain words, for anything else too: folders, FIFOs, devices.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _CAREFUL | (0 if follow else _NO_FOLLOW))
    except FileNotFoundError:
        raise UnreadableSource(path, "no such file (a broken link, or removed since it was found)") from None
    except OSError as error:
        raise UnreadableSource(path, _reason_not_opened(path, error)) from None
    except ValueError:  # a null byte, or half of a surrogate pair
        raise UnreadableSource(path, "the path holds characters that no file name can have") from None
    try:
        status = os.fstat(descriptor)
        for matches, reason in _SPECIAL:
            if matches(status.st_mode):
                raise UnreadableSource(path, reason)
        data = _read(descriptor, status.st_size, limit + 1) if status.st_size <= limit else b""
    except OSError as error:
        raise UnreadableSource(path, (error.strerror or str(error)).lower()) from None
    finally:
        os.close(descriptor)
    if max(status.st_size, len(data)) > limit:
        size = f"more than {_size(limit)}" if len(data) > limit else _size(status.st_size)
        raise UnreadableSource(path, f"it has {size}; at most {_size(limit)} are read")
    return data


def check_lines(data: bytes, path: Path) -> None:
    """Raise :class:`UnreadableSource` where a line of ``data`` is longer than :data:`MAX_LINE`."""
    if len(data) <= MAX_LINE:
        return
    for number, line in enumerate(data.splitlines(), 1):
        if len(line) > MAX_LINE:
            raise UnreadableSource(
                path, f"line {number} has {_size(len(line))}; lines of at most {_size(MAX_LINE)} are read"
            )


def _read(descriptor: int, size: int, most: int) -> bytes:
    """Return what a file of this ``size`` holds: up to ``most`` where it grows or, as in /proc, tells no size."""
    with os.fdopen(descriptor, "rb", closefd=False) as stream:
        data: bytes | None = stream.read(size + 1)  # room is made for as much as is asked for
        if data is not None and len(data) > size:
            data += stream.read(most - len(data)) or b""
    if data is None:  # as files of /proc do that wait for news
        raise BlockingIOError(errno.EAGAIN, "it holds nothing yet and would have to be waited for")
    return data


def _reason_not_opened(path: Path, error: OSError) -> str:
    try:
        mode = path.lstat().st_mode
    except OSError:
        mode = 0
    if stat.S_ISSOCK(mode):
        return "it is a socket, not a regular file"
    return (error.strerror or str(error)).lower()


def _size(count: int) -> str:
    return f"{count / 1_000_000:.4g} MB" if count >= 1_000_000 else f"{count:,} bytes"
