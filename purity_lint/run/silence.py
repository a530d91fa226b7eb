"""Writing suppression comments into the files of a project: ``check --add-noqa``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import groupby
from pathlib import Path

from purity_lint.engine.silence import NEVER, silenced
from purity_lint.errors import PurityError, WriteError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.records import dataclass
from purity_lint.source.read import read_bytes, source_from_bytes
from purity_lint.source.write import rendered, write_atomically


@dataclass
class Silenced:
    """What became of the findings of a run."""

    count: int = 0
    """Findings that a comment now silences."""
    errors: list[PurityError] = field(default_factory=list)


def silence(diagnostics: Iterable[Diagnostic], reason: str = "") -> Silenced:
    """Give every finding a comment that silences it; ``diagnostics`` are in the order of their files.

    A file that cannot be written, or in which comments are not Python's (a notebook's), is reported and left.
    """
    outcome = Silenced()
    for path, found in groupby(diagnostics, key=lambda d: d.path):
        wanted = [d for d in found if d.code not in NEVER]
        if not wanted:
            continue
        try:
            _write(path, wanted, reason)
        except PurityError as error:
            outcome.errors.append(error)
        else:
            outcome.count += len(wanted)
    return outcome


def _write(path: Path, diagnostics: list[Diagnostic], reason: str) -> None:
    if path.suffix == ".ipynb":
        raise WriteError(f"{path} is a notebook; silence its rules with `per-file-ignores`")
    data = read_bytes(path)
    source = source_from_bytes(data, path, None)
    if not source.is_reversible:
        raise WriteError(
            f"{path}: its encoding would write it with other bytes than it has; it was left alone"
        )
    write_atomically(path, rendered(silenced(source, diagnostics, reason), source), expected=data)
