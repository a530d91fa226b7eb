"""Lines that a branch has added, asked of git."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Diagnostic

_HUNK = re.compile(rb"@@ -\d+(?:,(?P<removed>\d+))? \+(?P<start>\d+)(?:,(?P<added>\d+))? @@")
_WHOLE = range(1, 1 << 62)

Added = Mapping[str, list[range]]
"""Lines that are new, by the real path of their file."""


def added_since(revision: str, folder: Path) -> Added:
    """Return the lines of the working tree that are not in ``revision``, or where the branch left it.

    Files that git does not track count as new.  ``folder`` is one of the repository.  Raises :class:`PurityError` where
    there is no repository, no git, or no such revision.
    """
    top = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))
    if not revision or revision.startswith("-"):
        raise PurityError(f"--diff-base: {revision!r} is not a revision")
    commit = _git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    ).strip()
    if not commit:
        raise PurityError(f"--diff-base: git knows no revision {revision!r} here")
    base = _git(folder, "merge-base", os.fsdecode(commit), "HEAD").strip() or commit
    difference = _git(
        top, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
        "--src-prefix=a/", "--dst-prefix=b/", os.fsdecode(base), "--",
    )  # fmt: skip
    added = {os.path.realpath(top / os.fsdecode(name)): lines for name, lines in _added(difference)}
    untracked = _git(top, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
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


def _git(folder: Path, *arguments: str) -> bytes:
    """Return what git prints; nothing where ``rev-parse`` or ``merge-base`` find nothing.

    Nothing that the repository configures is run: no external diff, no text conversion, no file system monitor.
    """
    command = ["git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise PurityError(f"--diff-base: cannot run git: {(error.strerror or str(error)).lower()}") from None
    if done.returncode != 0 and arguments[:2] != ("rev-parse", "--verify") and arguments[0] != "merge-base":
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise PurityError(f"--diff-base: git: {said[0] if said else f'exit code {done.returncode}'}")
    return done.stdout if done.returncode == 0 else b""


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
