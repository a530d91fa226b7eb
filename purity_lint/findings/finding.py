"""Finding of a rule at one node, before the engine turns it into a diagnostic."""

from __future__ import annotations

import ast

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.findings.edits import Fix
from purity_lint.findings.message import Message
from purity_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Finding of a rule; the engine turns it into a diagnostic."""

    node: ast.AST
    message: Message | str
    """A plain string is a problem without advice."""
    evidence: Evidence | None = None
    """``None`` where no inference was needed (an import is an import)."""
    reasons: tuple[Reason, ...] = ()
    fix: Fix | None = None
    hint: str | None = None
    """Way out where there is no automatic fix, in the words of emberops, as the advice of a message."""
    covers: tuple[ast.AST, ...] = ()
    """Other nodes that this finding speaks for as well: less specific findings on them are dropped."""
