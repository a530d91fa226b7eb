"""Files of a project as they were at a revision, in a folder that is gone afterwards."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from purity_lint.configuration.discovery import SUFFIXES
from purity_lint.run.revisions.git import Git
from purity_lint.source.content import MAX_SOURCE

_REGULAR = (b"100644", b"100755")


@contextmanager
def files_at(revision: str, folder: Path, asking: str) -> Iterator[Path]:
    """A temporary folder with the sources of the repository of ``folder``; the folder that is ``folder`` in it.

    Their bytes are those of git, which no filter has changed; links are left out.  Raises :class:`PurityError` where
    there is no such revision.
    """
    git = Git(folder, asking)
    commit, top = git.commit(revision), Path(os.path.realpath(git.top()))
    with tempfile.TemporaryDirectory(prefix="purity-lint-") as temporary:
        for name, data in _blobs(Git(top, asking), commit):
            path = Path(temporary, *name.parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        Path(temporary, ".git").mkdir()  # which marks a project, and is not read
        inner = Path(temporary) / Path(os.path.realpath(folder)).relative_to(top)
        inner.mkdir(parents=True, exist_ok=True)
        yield inner


def _blobs(git: Git, commit: str) -> Iterator[tuple[PurePosixPath, bytes]]:
    names: list[PurePosixPath] = []
    wanted: list[bytes] = []
    for entry in git.output("ls-tree", "-r", "-l", "-z", commit).split(b"\0"):
        head, _, raw = entry.partition(b"\t")
        fields = head.split()
        name = PurePosixPath(os.fsdecode(raw))
        is_source = len(fields) == 4 and fields[0] in _REGULAR and name.suffix in SUFFIXES
        if is_source and _is_plain(name) and int(fields[3]) <= MAX_SOURCE:
            names.append(name)
            wanted.append(fields[2])
    data = git.output("cat-file", "--batch", given=b"".join(blob + b"\n" for blob in wanted))
    place = 0
    for name in names:
        end = data.index(b"\n", place)
        size = int(data[place:end].rsplit(b" ", 1)[1])
        yield name, data[end + 1 : end + 1 + size]
        place = end + size + 2


def _is_plain(name: PurePosixPath) -> bool:
    """True for a name that stays in the folder it is put into, on any system."""
    return not name.is_absolute() and not any(
        part in ("..", "") or "\\" in part or ":" in part or part.lower() == ".git" for part in name.parts
    )
