"""Recorded evidence as a file: what is written, merged, read, and when it is stale.

The file is JSON, small enough to commit: for every source file its path from the folder of the data file, the
SHA-256 of the text that ran, and the expressions that ran with what they were.  A file whose text has changed
since is *stale*: its record is left unused, and said to be.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from purity_lint.errors import PurityError, UnreadableSource
from purity_lint.records import dataclass
from purity_lint.source.content import MAX_NOTEBOOK, MAX_RECORD, read_content
from purity_lint.source.replace import replace_file

FORMAT = 1
DEFAULT = Path(".purity-trace.json")

TENSOR, SCALAR, PLAIN, CONVERTED = 1, 2, 4, 8

_WAY_OUT = "record it again with `purity-lint trace`"

Span = tuple[int, int, int, int]
"""Line, UTF-8 column, end line, end column, as ``ast`` has them."""


class TraceError(PurityError):
    """A trace file that cannot be read."""


@dataclass
class FileTrace:
    """Record of one file: the bits of every expression that ran."""

    sha256: str
    sites: dict[Span, int] = field(default_factory=dict)


@dataclass
class Trace:
    """All that was recorded, by path relative to the data file's folder."""

    files: dict[str, FileTrace] = field(default_factory=dict)

    def merge(self, path: str, sha256: str, sites: Iterable[tuple[Span, int]]) -> None:
        """Add one process's record of a file; a record of another text replaces what was there."""
        record = self.files.get(path)
        if record is None or record.sha256 != sha256:
            record = self.files[path] = FileTrace(sha256)
        for span, bits in sites:
            record.sites[span] = record.sites.get(span, 0) | bits

    def update(self, other: Trace) -> None:
        """Merge a later run into this one."""
        for path, record in other.files.items():
            self.merge(path, record.sha256, record.sites.items())


def collect(folder: Path, base: Path) -> Trace:
    """Merge what the processes of one run left in ``folder``; paths become relative to ``base``."""
    trace = Trace()
    for part in sorted(folder.glob("*.json")):
        for path, record in json.loads(part.read_text(encoding="utf-8")).items():
            relative = os.path.relpath(path, base).replace(os.sep, "/")
            trace.merge(
                relative, record["sha256"], (((a, b, c, d), bits) for a, b, c, d, bits in record["sites"])
            )
    return trace


def save(trace: Trace, path: Path) -> None:
    """Write the data file in one step, sorted, a file of the project per line, so that it diffs well."""
    lines = [
        f"    {json.dumps(name)}: "
        + json.dumps(
            {
                "sha256": record.sha256,
                "sites": [[*span, bits] for span, bits in sorted(record.sites.items())],
            },
            separators=(",", ":"),
        )
        for name, record in sorted(trace.files.items())
    ]
    text = f'{{\n  "format": {FORMAT},\n  "files": {{\n' + ",\n".join(lines) + "\n  }\n}\n"
    replace_file(path, text.encode("utf-8"))


def load(path: Path) -> Trace:
    """Read a data file.

    Raises
    ------
    TraceError
        If it cannot be read, or was written by another format.
    """
    try:
        data = json.loads(read_content(path, MAX_RECORD).decode("utf-8"))
        found = data["format"]
        if found != FORMAT:
            raise TraceError(f"{path}: not of format {FORMAT}, which this version reads; {_WAY_OUT}")
        trace = Trace()
        for name, record in data["files"].items():
            trace.merge(_text(name), _text(record["sha256"]), map(_site, record["sites"]))
    except UnreadableSource as error:
        raise TraceError(f"{error}; {_WAY_OUT}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TraceError(f"{path}: not a trace file ({type(error).__name__}); {_WAY_OUT}") from error
    return trace


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, got {type(value).__name__}")
    return value


def _site(value: list[int]) -> tuple[Span, int]:
    line, col, end_line, end_col, bits = value
    if not all(type(number) is int for number in value):
        raise TypeError("expected whole numbers")
    return (line, col, end_line, end_col), bits


def for_file(trace: Trace, base: Path, source: Path, data: bytes) -> Mapping[Span, int] | None:
    """Return the sites of one source file, ``None`` if it was not recorded or has changed since."""
    record = trace.files.get(os.path.relpath(source.resolve(), base.resolve()).replace(os.sep, "/"))
    if record is None or record.sha256 != hashlib.sha256(data).hexdigest():
        return None
    return record.sites


def stale(trace: Trace, base: Path) -> list[str]:
    """Recorded files that have changed since, or are gone."""
    found = []
    for name, record in sorted(trace.files.items()):
        try:
            data = read_content(base / name, MAX_NOTEBOOK)
        except UnreadableSource:
            found.append(name)
            continue
        if hashlib.sha256(data).hexdigest() != record.sha256:
            found.append(name)
    return found
