"""Findings in a file that was formatted: the same syntax, at other places."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from purity_lint.findings.diagnostics import Diagnostic, DiagnosticFix, Reason
from purity_lint.records import dataclass
from purity_lint.source.compare import tree_of
from purity_lint.source.positions import Span, span_of
from purity_lint.source.walk import children


def relocated(found: Iterable[Diagnostic], before: str, after: str) -> list[Diagnostic]:
    """Return what was found in ``before`` with the places that it has in ``after``, the same code in another layout.

    What a place is not known of, a comment say, stays where it was.
    """
    found = list(found)
    if not found or before == after:
        return found
    try:
        places = _Places.of(before, after, frozenset(_lines_of(found)))
    except (SyntaxError, ValueError, RecursionError):
        return found
    return [_moved(diagnostic, places) for diagnostic in found]


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the nodes of one text are in the other."""

    spans: Mapping[Span, Span]
    starts: Mapping[tuple[int, int], Span]
    lines: Mapping[int, int]
    """Of the first and the last lines of statements."""
    text: Sequence[str]
    """Lines of the other text."""

    @classmethod
    def of(cls, before: str, after: str, wanted: frozenset[int]) -> _Places:
        """Compare two texts, of which what begins or ends on the lines ``wanted`` of the first is to be known."""
        old, new = before.split("\n"), after.split("\n")
        spans: dict[Span, Span] = {}
        starts: dict[tuple[int, int], Span] = {}
        lines: dict[int, int] = {}
        for one, other in _pairs(tree_of(before), tree_of(after), sorted(wanted)):
            if getattr(one, "lineno", None) not in wanted and getattr(one, "end_lineno", None) not in wanted:
                continue
            here, there = span_of(one, old), span_of(other, new)
            spans.setdefault(here, there)
            starts.setdefault((here.line, here.col), there)
            if isinstance(one, ast.stmt):
                lines.setdefault(here.end_line, there.end_line)
                lines.setdefault(here.line, there.line)
        return cls(spans, starts, lines, new)

    def span(self, span: Span) -> Span | None:
        """Return the new place of a node, or of what starts where one does, such as the head of a loop."""
        known = self.spans.get(span)
        if known is not None:
            return known
        start = self.starts.get((span.line, span.col))
        if start is None or span.line < span.end_line:
            return start
        end = min(start.col + span.end_col - span.col, len(self.text[start.line - 1]))
        return Span(start.line, start.col, start.line, end)


def _pairs(one: ast.AST, other: ast.AST, wanted: Sequence[int]) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the nodes of two trees side by side, but for statements that hold none of the ``wanted`` lines.

    Raises :class:`ValueError` where they are not the same code.
    """
    waiting = [(one, other)]
    while waiting:
        one, other = waiting.pop()
        if type(one) is not type(other):
            raise ValueError("not the same code")
        if isinstance(one, ast.stmt):
            first = min([one.lineno, *(node.lineno for node in getattr(one, "decorator_list", ()))])
            place = bisect_left(wanted, first)
            if place == len(wanted) or wanted[place] > (one.end_lineno or first):
                continue
        yield one, other
        below = list(zip(children(one), children(other), strict=True))
        below.reverse()
        waiting += below


def _lines_of(found: Iterable[Diagnostic]) -> Iterator[int]:
    """Yield the lines on which something of them stands."""
    for diagnostic in found:
        yield diagnostic.span.line
        yield diagnostic.noqa_line
        yield from (reason.line for reason in diagnostic.reasons)
        if diagnostic.fix is not None:
            yield from (edit.span.line for edit in diagnostic.fix.edits)


def _moved(diagnostic: Diagnostic, places: _Places) -> Diagnostic:
    span = places.span(diagnostic.span)
    if span is None:
        return diagnostic
    return replace(
        diagnostic,
        span=span,
        reasons=tuple(_of_reason(reason, places) for reason in diagnostic.reasons),
        fix=_of_fix(diagnostic.fix, places),
        noqa_line=places.lines.get(diagnostic.noqa_line, diagnostic.noqa_line),
    )


def _of_reason(reason: Reason, places: _Places) -> Reason:
    there = places.starts.get((reason.line, reason.col)) if reason.path is None else None
    return reason if there is None else replace(reason, line=there.line, col=there.col)


def _of_fix(fix: DiagnosticFix | None, places: _Places) -> DiagnosticFix | None:
    """Return the fix with its edits where they are now; without them where one has no place."""
    if fix is None:
        return None
    spans = [places.spans.get(edit.span) for edit in fix.edits]
    edits = [
        replace(edit, span=span) for edit, span in zip(fix.edits, spans, strict=True) if span is not None
    ]
    return replace(fix, edits=tuple(edits) if len(edits) == len(spans) else ())
