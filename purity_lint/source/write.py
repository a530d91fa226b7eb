"""Writing a changed file: all of it or nothing, and as little changed as possible."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from purity_lint.errors import WriteError
from purity_lint.source.decode import Decoded, encode
from purity_lint.source.file import SourceFile
from purity_lint.source.replace import exchange, temporary_beside


def rendered(text: str, original: SourceFile) -> bytes:
    """Return the bytes of the file with its text (or the code of its cells) replaced by ``text``.

    Encoding, byte order mark and line ends are those of ``original``.
    """
    notebook = original.notebook
    whole = text if notebook is None else notebook.replace(text)
    old = Decoded(
        original.text,
        original.encoding,
        original.newline,
        original.has_bom,
        original.line_ends if notebook is None else None,
    )
    return encode(whole, old)


def write_atomically(path: Path, content: bytes, expected: bytes) -> None:
    """Replace the content of ``path`` by way of a temporary file in the same folder.

    A symbolic link stays one: its target is written.  Mode and, where allowed, owner are kept.  Raises
    :class:`WriteError` where the file no longer holds ``expected``, has a second name or cannot be written; it stays
    untouched then.
    """
    target = Path(os.path.realpath(path))
    try:
        status = target.stat()
        if not stat.S_ISREG(status.st_mode):
            raise WriteError(f"cannot write {path}: not a regular file")
        if not os.access(target, os.W_OK):
            raise WriteError(f"cannot write {path}: it is read-only")
        if status.st_nlink > 1:
            raise WriteError(
                f"{path} has another name (a hard link), under which it would stay as it was; it was left alone: "
                "give it a copy of its own"
            )
        with temporary_beside(target, content) as temporary:
            with suppress(PermissionError):  # only the superuser may give files away
                os.chown(temporary, status.st_uid, status.st_gid)
            os.chmod(temporary, stat.S_IMODE(status.st_mode))
            if not exchange(temporary, target, expected):
                raise WriteError(
                    f"{path} was changed by someone else while it was being fixed; it was left alone"
                )
    except OSError as error:
        raise WriteError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
