"""The findings of a fixed file against those of the old one: what was fixed is gone, and nothing new came."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from purity_lint.fixes.attempt import Attempt, RejectedError
from purity_lint.fixes.select import Item
from purity_lint.fixes.sourcemap import SourceMap
from purity_lint.source.file import SourceFile

Place = tuple[str, int]
"""A rewritten stretch of the old text by its start, or a line of the old text."""


class Recheck:
    """Compares findings place by place: a rewritten expression is one place, any other line is one.

    Within a place they are counted, whatever their rule: where an operator stays, another rule may now speak for it.
    """

    def __init__(self, source: SourceFile, check: Callable[[SourceFile], Sequence[Item]]) -> None:
        self.source = source
        self.check = check
        self.before = list(check(source))

    def __call__(self, attempt: Attempt) -> None:
        """Raise :class:`RejectedError` where ``attempt`` leaves a finding that it fixed, or brings a new one."""
        if not attempt.applied:
            return
        if attempt.text == self.source.text:
            raise RejectedError("the fix would change nothing")
        places = _Places(SourceMap(self.source), attempt)
        allowed = Counter(places.of_old(finding.node) for _, finding in self.before)
        allowed.subtract(places.of_old(finding.node) for _, finding in attempt.applied)
        after = replace(self.source, text=attempt.text, tree=attempt.tree)
        found: dict[Place, list[Item]] = {}
        for item in self.check(after):
            found.setdefault(places.of_new(item[1].node), []).append(item)
        for place, items in found.items():
            if len(items) > allowed[place]:
                rule, finding = items[-1]
                raise RejectedError(f"{rule.code} would still be there, or be new: {finding.message}")


class _Places:
    def __init__(self, old: SourceMap, attempt: Attempt) -> None:
        self.old = old
        self.new = SourceMap(replace(old.source, text=attempt.text, tree=attempt.tree))
        self.pieces = attempt.replacements
        self.starts = [piece.start for piece in self.pieces]
        growth = [len(p.text) - (p.end - p.start) for p in self.pieces]
        self.shifts = [0, *accumulate(growth)]
        self.new_starts = [p.start + shift for p, shift in zip(self.pieces, self.shifts, strict=False)]

    def of_old(self, node: ast.AST) -> Place:
        offset = self._offset(self.old, node)
        i = bisect_right(self.starts, offset) - 1
        return self._piece(i) if i >= 0 and offset < self.pieces[i].end else self._line(offset)

    def of_new(self, node: ast.AST) -> Place:
        offset = self._offset(self.new, node)
        i = bisect_right(self.new_starts, offset) - 1
        while i >= 0 and not self.pieces[i].text:
            i -= 1
        if i >= 0 and offset < self.new_starts[i] + len(self.pieces[i].text):
            return self._piece(i)
        shift = self.shifts[bisect_right(self.new_starts, offset)]
        return self._line(offset - shift)

    def _piece(self, i: int) -> Place:
        return "piece", self.pieces[i].start

    def _line(self, offset: int) -> Place:
        return "line", self.old.position(offset)[0]

    def _offset(self, source: SourceMap, node: ast.AST) -> int:
        return source.extent(node).start if hasattr(node, "lineno") else 0
