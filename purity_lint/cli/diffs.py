"""What ``--diff`` prints: unified diffs that can be applied, of notebooks cell by cell."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from purity_lint.engine.fix import FixOutcome
from purity_lint.formats.report import relative
from purity_lint.formats.style import Style, visible


def diffs(outcomes: Iterable[FixOutcome], color: bool) -> Iterator[str]:
    """Yield the lines of the diffs of all files that were changed, painted where ``color`` is wanted."""
    style = Style(color)
    paint = {"+": style.added, "-": style.removed, "@": style.accent}
    for outcome in outcomes:
        if outcome.content is None:
            continue
        for name, before, after in _shown(outcome):
            for line in difflib.unified_diff(
                _shown_lines(before), _shown_lines(after), name, name, lineterm=""
            ):
                yield paint.get(line[:1], str)(line)


def _shown(outcome: FixOutcome) -> Iterator[tuple[str, str, str]]:
    """Yield what is shown in a diff: its name, and the text before and after; of a notebook, cell by cell."""
    name = visible(relative(outcome.path))
    if not outcome.cells_before:
        yield name, outcome.before, outcome.after
    for number, before in outcome.cells_before.items():
        yield f"{name}:cell {number}", before, outcome.cells_after.get(number, before)


def _shown_lines(text: str) -> list[str]:
    """Return the lines of a diff: tabs and form feeds, which Python allows, stay, so that the diff can be applied."""
    kept = ("\t", "\f")
    return [
        "".join(c if c in kept else visible(c) for c in line) if not line.isprintable() else line
        for line in text.removesuffix("\n").split("\n")
    ]
