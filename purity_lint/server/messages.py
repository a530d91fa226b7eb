"""Messages to the process that holds a project, and its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """Ask for the findings of a file; the answer is a list of diagnostics."""

    path: Path
    data: bytes
    """Content of the file as the editor has it."""


@dataclass(frozen=True, slots=True)
class Explain:
    """Ask what is known at a place; the answer is :class:`purity_lint.engine.why.Explained`, or nothing."""

    path: Path
    data: bytes
    cell: int | None
    line: int
    """From 1, in the cell if there is one."""
    col: int
    """From 0, in characters."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Ask what can be done about the findings on some lines; the answer is a list of :class:`Offered`."""

    path: Path
    data: bytes
    cell: int | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be done about a finding."""

    diagnostic: Diagnostic
    fixed: bytes | None
    """Content of the file with this one fixed."""
    silenced: bytes | None
    """Content of the file with a comment that silences it."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Ask for a file with all fixes that the settings allow; the answer is its content, or nothing."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class IsStale:
    """Ask whether files or settings have changed on disk."""


Request = Check | Explain | Offer | Fix | IsStale


@dataclass(frozen=True, slots=True)
class Ready:
    """The project is understood; requests may come."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A request could not be answered, or the project not be understood."""

    message: str


Answer = Any
"""Whatever the request says, or :class:`Failed`."""
