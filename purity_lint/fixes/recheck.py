"""Findings of a fixed file against those of the old one: what was fixed is gone, and no fix brought a new one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import problem_of
from purity_lint.fixes.attempt import Attempt, RejectedError
from purity_lint.fixes.select import rewrites
from purity_lint.rules.base import Item, Rule
from purity_lint.source.file import SourceFile


class Recheck:
    """Compares findings construct by construct: every node of the new tree is an old one or was made by a fix.

    A finding on what a fix made is that fix's fault, and so is the old finding where it is still there, but not what
    is said of it in any library (``so_before``): a transfer in a loop was one before it was rewritten.  Where code
    that no fix touched is flagged only now, because the analysis knows more of the new code than of the old, that is
    no fault: the next pass fixes it, or the user is told.  Only rules about the use of ops itself (``after_fixes``)
    count there as well: the fix that made what is called there, or what stands around it, is at fault; where none did,
    it is not known which is.
    """

    def __init__(self, source: SourceFile, check: Callable[[SourceFile], Sequence[Item]]) -> None:
        self.source = source
        self.check = check
        self.before = {(rule.code, finding.node) for rule, finding in check(source) if rule.after_fixes}

    def __call__(self, attempt: Attempt) -> None:
        """Raise :class:`RejectedError` where ``attempt`` leaves a finding that it fixed, or brings a new one."""
        if not attempt.applied:
            return
        if attempt.text == self.source.text:
            reason = "the fix would change nothing"
            raise RejectedError(reason, [(finding, reason) for _, finding in attempt.applied])
        fixed = {(rule.code, finding.node): finding for rule, finding in attempt.applied}
        makers = {id(edit): finding for _, finding in attempt.applied for edit in rewrites(finding)}
        culprits: dict[int, tuple[Finding, str]] = {}
        fixed_source = replace(self.source, text=attempt.text, tree=attempt.tree)
        for rule, finding in self.check(fixed_source):
            origin = attempt.origins.get(finding.node)
            reason = f"{rule.code} would still be there, or be new: {problem_of(finding.message)}"
            culprit = None
            if isinstance(origin, Rewrite | RewriteStatement):
                culprit = None if is_as_good(rule, finding) else makers.get(id(origin))
            elif origin is not None:
                culprit = None if is_in_turn(rule, finding) else fixed.get((rule.code, origin))
                if culprit is None and rule.after_fixes and (rule.code, origin) not in self.before:
                    culprit = _maker_around(finding.node, fixed_source, attempt, makers)
                    if culprit is None:
                        raise RejectedError(reason)
            if culprit is not None:
                culprits[id(culprit)] = (culprit, reason)
        if culprits:
            raise RejectedError("a fix does not hold", list(culprits.values()))


def is_in_turn(rule: Rule, finding: Finding) -> bool:
    """Return True for a finding that may stand where one of its rule was fixed: more is known, and it is fixed too."""
    return rule.fixes_in_turn and finding.fix is not None


def is_as_good(rule: Rule, finding: Finding) -> bool:
    """Return True for a finding that may stand on what a fix made: it was so before, or is fixed next."""
    return rule.so_before or is_in_turn(rule, finding)


def _maker_around(
    node: ast.AST, fixed: SourceFile, attempt: Attempt, makers: Mapping[int, Finding]
) -> Finding | None:
    """Return the fix that made what ``node`` calls, or else the innermost expression around it that a fix made."""
    around: list[ast.AST] = [node.func] if isinstance(node, ast.Call) else []
    while not isinstance(node, ast.stmt) and node in fixed.parents:
        node = fixed.parents[node]
        around.append(node)
    origins = (attempt.origins.get(one) for one in around)
    made = (makers.get(id(o)) for o in origins if isinstance(o, Rewrite | RewriteStatement))
    return next(made, None)
