"""Bugs of the linter itself, which are reported and do not end the run."""

from __future__ import annotations

from pathlib import Path

from purity_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class InternalError:
    """A rule (or the analysis) that crashed on a file."""

    path: Path
    where: str
    """Code of the rule, or ``semantics``."""
    line: int
    error: str
    trace: str = ""

    def __str__(self) -> str:
        return f"internal error in {self.where} at {self.path}:{self.line}: {self.error}"


def crash(path: Path, where: str, error: Exception, line: int = 1) -> InternalError:
    """Describe ``error``, which is being handled."""
    import traceback

    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return InternalError(path, where, line, text, traceback.format_exc())
