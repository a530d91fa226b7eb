"""Diagnostics: the record that every output format prints."""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum, StrEnum
from pathlib import Path

from purity_lint.records import dataclass
from purity_lint.source.edits import TextEdit
from purity_lint.source.positions import Span


class Evidence(IntEnum):
    """How the linter knows that something is a tensor, weakest first."""

    SUSPECTED = 1
    """Names only (``weights``, ``grad``): a guess."""
    INFERRED = 2
    """Use, call sites, results of project functions that are themselves inferred."""
    DECLARED = 3
    """An annotation or a documented parameter type says so."""
    PROVEN = 4
    """It is the result of an operation that returns nothing else."""


class Applicability(StrEnum):
    """May a fix be applied without a look?  The same three words as ruff."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Reason:
    """One link in the chain of evidence: ``x`` is a tensor because of what stands at this place."""

    text: str
    line: int
    col: int = 0
    path: str | None = None
    """``None`` means the file that is being checked."""


@dataclass(frozen=True, slots=True)
class DiagnosticFix:
    """A fix as shown to people and tools (edits of this finding alone)."""

    applicability: Applicability
    message: str
    edits: tuple[TextEdit, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding in one file."""

    path: Path
    code: str
    name: str
    message: str
    span: Span
    evidence: Evidence | None = None
    reasons: tuple[Reason, ...] = ()
    fix: DiagnosticFix | None = None
    hint: str | None = None
    """Way out, when there is no automatic fix: one sentence."""
    cell: int | None = None
    noqa_line: int = field(default=0)
    """Line on which a suppression comment for this finding stands (the statement's last line)."""
    construct: str | None = None
    """Sort of syntax that was flagged: ``BinOp``, ``Method``, ``Truth`` ..., for tools that count by it."""
    operator: str | None = None
    """Operator, builtin or method: ``+``, ``float``, ``item``."""
