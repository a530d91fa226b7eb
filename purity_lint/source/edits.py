"""Text edits: replacing spans of a text."""

from __future__ import annotations

from collections.abc import Iterable

from purity_lint.records import dataclass
from purity_lint.source.positions import Span


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace the characters of ``span`` by ``text``: the form in which editors and json take a fix."""

    span: Span
    text: str


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """``text`` with every edit applied; edits that overlap an earlier one are left out."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    end_of_last = len(text) + 1
    parts: list[str] = []
    for edit in sorted(set(edits), key=lambda e: e.span, reverse=True):
        begin = starts[edit.span.line - 1] + edit.span.col
        end = min(starts[edit.span.end_line - 1] + edit.span.end_col, len(text))
        if end > end_of_last:
            continue
        parts.append(text[end:end_of_last])
        parts.append(edit.text)
        end_of_last = begin
    parts.append(text[:end_of_last])
    return "".join(reversed(parts))
