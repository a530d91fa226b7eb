"""What fixes have promised of a file, to be held against what is found in it when it is looked at the next time.

:class:`purity_lint.fixes.recheck.Recheck` asks the same at once, of an analysis made for that alone.  Where a file is
looked at again in any case, with all that its project tells of it, nearly every promise is seen to hold at no cost.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.fixes.attempt import Attempt
from purity_lint.fixes.recheck import is_as_good, is_in_turn
from purity_lint.records import dataclass
from purity_lint.rules.base import Item

_Place = tuple[str, int, int, int, int]
"""Type of a node, and where it stands: a tree that is parsed again has other nodes at the same places."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What must not be found in a text that fixes made; it says so in few words, which travel between processes."""

    made: frozenset[_Place]
    """Nodes that fixes wrote: no rule finds anything there."""
    gone: frozenset[tuple[str, _Place]]
    """Findings that were fixed, as their rule and their node, where that is still there."""
    before: Mapping[str, int]
    """How many findings there were of each rule on how ops is used: there are no more of them."""

    @classmethod
    def of(cls, attempt: Attempt, found: Iterable[Item]) -> Promise:
        """Return what ``attempt`` promises of its text; ``found`` is what was found in the text before."""
        fixed: dict[ast.AST, list[str]] = {}
        for rule, finding in attempt.applied:
            fixed.setdefault(finding.node, []).append(rule.code)
        made: set[_Place] = set()
        gone: set[tuple[str, _Place]] = set()
        for node, origin in attempt.origins.near_edits.items():
            if isinstance(origin, Rewrite | RewriteStatement):
                made.add(_place(node))
            elif origin in fixed:
                gone.update((code, _place(node)) for code in fixed[origin])
        before = Counter(rule.code for rule, _ in found if rule.after_fixes)
        return cls(frozenset(made), frozenset(gone), before)

    def holds(self, found: Iterable[Item]) -> bool:
        """Return True where nothing in ``found``, the findings of the text, is against it."""
        after: Counter[str] = Counter()
        for rule, finding in found:
            place = _place(finding.node)
            if place in self.made and not is_as_good(rule, finding):
                return False
            if (rule.code, place) in self.gone and not is_in_turn(rule, finding):
                return False
            after[rule.code] += rule.after_fixes
        return all(count <= self.before.get(code, 0) for code, count in after.items())


def _place(node: ast.AST) -> _Place:
    name = node.__class__.__name__
    return (
        name,
        getattr(node, "lineno", 0),
        getattr(node, "col_offset", 0),
        getattr(node, "end_lineno", 0),
        getattr(node, "end_col_offset", 0),
    )
