"""Record that every format is given: the findings, and the little that is needed to show them."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Applicability, Diagnostic
from purity_lint.formats.style import visible
from purity_lint.records import dataclass

_BY_HAND: Final = ", by hand: it may mean something else here, and `fix` leaves it"
"""What is said of a fix that is only shown."""


@dataclass
class Report:
    """Outcome of a run."""

    diagnostics: list[Diagnostic]
    color: bool = False
    unsafe_fixes: bool = False
    """True if ``--fix`` would apply unsafe fixes too: decides what ``[*]`` marks."""
    fixed: Counter[str] = field(default_factory=Counter)
    """How many findings of each rule were fixed in this run."""
    texts: dict[Path, str] = field(default_factory=dict)
    """Texts that are not on disk (standard input)."""
    failed: bool = False
    """True if something could not be checked, so that no findings does not mean that all is well."""
    after_fix: tuple[int, int, int] | None = None
    """How many findings a fix would mend, how many it would leave, and how many of both it would bring to light."""
    accepted: int = 0
    """How many findings the baseline has taken out."""

    def is_fixable(self, diagnostic: Diagnostic) -> bool:
        """True if ``--fix``, with the options of this run, would mend it."""
        if diagnostic.fix is None:
            return False
        wanted = diagnostic.fix.applicability
        return wanted is Applicability.SAFE or (self.unsafe_fixes and wanted is Applicability.UNSAFE)

    @cached_property
    def fixable(self) -> int:
        """How many findings ``--fix`` would mend."""
        return sum(map(self.is_fixable, self.diagnostics))

    @cached_property
    def hidden(self) -> int:
        """How many findings only ``--unsafe-fixes`` would mend."""
        if self.unsafe_fixes:
            return 0
        return sum(
            d.fix is not None and d.fix.applicability is Applicability.UNSAFE for d in self.diagnostics
        )

    def lines(self, diagnostic: Diagnostic) -> list[str]:
        """Return the lines of the file (or notebook cell) of a finding; none where it can no longer be read."""
        return self._source_lines(diagnostic.path, diagnostic.cell)

    def _source_lines(self, path: Path, cell: int | None) -> list[str]:
        if (path, cell) not in self._lines:
            self._lines.clear()  # findings come file by file: there is no need to hold all files of a project
            self._lines.update({(path, number): code.split("\n") for number, code in self._read(path, cell)})
        return self._lines.setdefault((path, cell), [])

    @cached_property
    def _lines(self) -> dict[tuple[Path, int | None], list[str]]:
        return {}

    def _read(self, path: Path, cell: int | None) -> list[tuple[int | None, str]]:
        """Return the text of a file; that of each cell, at once, where one of a notebook is asked for."""
        from purity_lint.source.decode import decode
        from purity_lint.source.notebook import cell_codes
        from purity_lint.source.read import read_bytes

        try:
            text = self.texts[path] if path in self.texts else decode(read_bytes(path), path).text
            if path.suffix == ".ipynb" and cell is not None:
                return [*enumerate(cell_codes(text), 1)]
        except PurityError:  # gone or broken since it was checked: findings are shown without code then
            return []
        return [(cell, text)]


def relative(path: Path) -> str:
    """``path`` as a reader wants it: relative to the working directory when it is below it."""
    return _relative(path, os.getcwd())


@lru_cache(maxsize=16)
def _relative(path: Path, here: str) -> str:
    """Return ``path`` as seen from ``here``, remembered: findings come file by file, so few answers suffice."""
    absolute = os.path.abspath(path)
    if absolute.startswith(here.rstrip(os.sep) + os.sep):
        return os.path.relpath(absolute, here)
    return os.fspath(path)


def location(diagnostic: Diagnostic) -> str:
    """``path:line:column``, columns counted from 1; notebooks say the cell: ``nb.ipynb:cell 2:1:5``.

    A file may have any name, so that it is shown, not emitted.
    """
    return f"{place(diagnostic)}:{diagnostic.span.line}:{diagnostic.span.col + 1}"


def place(diagnostic: Diagnostic) -> str:
    """Return the same without the position: the file, or the cell of a notebook."""
    cell = f":cell {diagnostic.cell}" if diagnostic.cell is not None else ""
    return f"{visible(relative(diagnostic.path))}{cell}"


def help_text(diagnostic: Diagnostic) -> str | None:
    """Return the way out: what the fix does, or the rule's hint."""
    fix = diagnostic.fix
    if fix is None:
        return diagnostic.hint
    return f"{fix.message}{_BY_HAND}" if fix.applicability is Applicability.DISPLAY else fix.message
