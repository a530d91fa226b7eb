"""Lines that a branch has added, asked of git."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.run.revisions.git import Git

_HUNK = re.compile(rb"@@ -\d+(?:,(?P<removed>\d+))? \+(?P<start>\d+)(?:,(?P<added>\d+))? @@")
_WHOLE = range(1, 1 << 62)

Added = Mapping[str, list[range]]
"""Lines that are new, by the real path of their file."""


def added_since(revision: str, folder: Path) -> Added:
    """Return the lines of the working tree that are not in ``revision``, or where the branch left it.

    Files that git does not track count as new.  ``folder`` is one of the repository.  Raises :class:`PurityError` where
    there is no repository, no git, or no such revision.
    """
    git = Git(folder, "--diff-base")
    top, commit = git.top(), git.commit(revision)
    base = git.found("merge-base", commit, "HEAD")
    whole = Git(top, "--diff-base")
    difference = whole.output(
        "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
        "--src-prefix=a/", "--dst-prefix=b/", commit if base is None else os.fsdecode(base), "--",
    )  # fmt: skip
    added = {os.path.realpath(top / os.fsdecode(name)): lines for name, lines in _added(difference)}
    untracked = whole.output("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
    added |= {os.path.realpath(top / os.fsdecode(name)): [_WHOLE] for name in untracked if name}
    return added


def in_added(diagnostics: Iterable[Diagnostic], added: Added) -> list[Diagnostic]:
    """Return the findings that touch an added line; of a notebook that has changed, all of them."""
    return [d for d in diagnostics if _touches(d, added.get(os.path.realpath(d.path), []))]


def _touches(diagnostic: Diagnostic, lines: list[range]) -> bool:
    if diagnostic.cell is not None:
        return bool(lines)
    first, last = diagnostic.span.line, diagnostic.span.end_line
    return any(added.start <= last and first < added.stop for added in lines)


def _added(difference: bytes) -> Iterator[tuple[bytes, list[range]]]:
    """Yield each file of a patch without context, and the lines that it adds."""
    name: bytes | None = None
    lines: list[range] = []
    left = 0
    for line in difference.split(b"\n"):
        if left:  # a line of the hunk, whatever it looks like
            left -= not line.startswith(b"\\")  # but for "\ No newline at end of file"
        elif line.startswith(b"diff --git "):
            if name is not None:
                yield name, lines
            name, lines = None, []
        elif line.startswith(b"+++ ") and line != b"+++ /dev/null":
            name = _unquoted(line[4:].rstrip(b"\t")).removeprefix(b"b/")
        elif hunk := _HUNK.match(line):
            start, count = int(hunk["start"]), int(hunk["added"] or 1)
            lines.append(range(start, start + count))
            left = count + int(hunk["removed"] or 1)
    if name is not None:
        yield name, lines


def _unquoted(name: bytes) -> bytes:
    """Return a name as it is on disk: git puts those with quotes or control characters into quotes, as C does."""
    if not name.startswith(b'"'):
        return name
    plain = ast.literal_eval(f"b{name.decode('latin-1')}")
    assert isinstance(plain, bytes)
    return plain
