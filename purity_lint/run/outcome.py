"""Outcome of checking files."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.records import dataclass

if TYPE_CHECKING:
    from purity_lint.engine.crashes import InternalError


@dataclass(slots=True)
class FileOutcome:
    """Outcome of checking one file."""

    path: Path
    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[PurityError | InternalError] = field(default_factory=list)
    gave_up: list[int] = field(default_factory=list)
    """Lines of functions that are nested too deeply to be understood."""


@dataclass
class Outcome:
    """Outcomes of all of them, in the order in which they were given."""

    files: list[FileOutcome] = field(default_factory=list)
    error: InternalError | None = None
    """Something that went wrong with no one file in particular."""
    forgotten: int = 0
    """How often something was forgotten of a value that had become too large."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Every finding."""
        return [d for file in self.files for d in file.diagnostics]

    @property
    def errors(self) -> list[PurityError | InternalError]:
        """Everything that makes the run end with exit code 2."""
        found: list[PurityError | InternalError] = [self.error] if self.error is not None else []
        return found + [error for file in self.files for error in file.errors]
