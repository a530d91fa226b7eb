"""Run rules over one file: findings in source order, one per construct."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.engine.dispatch import dispatch_of
from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.host.beside_libraries import may_stay_on_host
from purity_lint.rewrites.numba import is_compiled_by_numba
from purity_lint.rewrites.torchscript import is_scripted, may_be_scripted
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.depth import Depths
from purity_lint.source.file import SourceFile
from purity_lint.source.positions import Span


class Located(NamedTuple):
    """A finding, who made it, and the construct that it is about."""

    rule: Rule
    finding: Finding
    span: Span

    def telling(self, finding: Finding) -> Located:
        """Return the same with another finding; itself for its own, as most steps leave most findings alone."""
        return self if finding is self.finding else self._replace(finding=finding)


def find(
    rules: Iterable[Rule], model: SemanticModel, settings: Settings, errors: list[InternalError]
) -> list[Located]:
    """Return what ``rules`` find in the file of ``model``, before comments and settings silence any of it.

    A rule that crashes is put down in ``errors``, and the others go on.
    """
    source = model.source
    context = RuleContext(model, settings)
    depths = Depths(source.parents)
    found: list[Located] = []
    for node, rules_met in dispatch_of(tuple(rules)).meetings(model):
        for rule in rules_met:
            try:
                for made in rule.check(node, context):
                    finding = _fixable(rule, made, context, depths)
                    found.append(Located(rule, finding, _span(source, finding)))
            except Exception as error:
                errors.append(crash(source.path, rule.code, error, getattr(node, "lineno", 1)))
    found.sort(key=lambda item: item.span)
    return _most_specific(found, settings.confidence)


def _fixable(rule: Rule, finding: Finding, context: RuleContext, depths: Depths) -> Finding:
    """Drop the fix where code is nested beyond reason, or works on one library's memory.

    That is in a subclass of its tensors, and under Numba and TorchScript.  What only may be so leaves an unsafe fix.
    """
    model = context.model
    if finding.fix is None:
        return finding
    if depths.too_deep(finding.node):
        return replace(finding, fix=None, hint="nested too deeply to be rewritten: give its parts names")
    if model.extends_tensor(finding.node):
        return replace(finding, fix=None, hint="a subclass of one library's tensors: hold a tensor instead")
    if not rule.fixes_compiled and is_compiled_by_numba(finding.node, model):
        return replace(finding, fix=None, hint="Numba compiles this, and knows NumPy's functions alone")
    if is_scripted(finding.node, model):
        return replace(
            finding, fix=None, hint="TorchScript compiles this, and knows PyTorch's functions alone"
        )
    fix = finding.fix
    if may_be_scripted(model):
        fix = _assuming(Assumption.NOT_SCRIPTED, fix)
    if context.settings.profile == "emberops" and may_stay_on_host(finding.node, model):
        # a namespace that is asked of the arrays is NumPy for those on the host
        fix = _assuming(Assumption.NOT_ON_HOST, fix)
    return finding if fix is finding.fix else replace(finding, fix=fix)


def _assuming(assumption: Assumption, fix: Fix) -> Fix:
    """Return ``fix`` as one that nobody applies without looking: nothing proves what it assumes."""
    assumes = (*fix.assumes, claim(assumption, proven=False))
    is_safe = fix.applicability is Applicability.SAFE
    return replace(fix, applicability=Applicability.UNSAFE if is_safe else fix.applicability, assumes=assumes)


def _span(source: SourceFile, finding: Finding) -> Span:
    if isinstance(finding.node, ast.Module):
        return Span(1, 0, 1, 0)
    return source.span(finding.node)


def _most_specific(found: list[Located], confidence: Evidence) -> list[Located]:
    """Of several rules that flag one construct keep the most specific one.

    A finding that will be reported beats one that is too uncertain to be; then the rule's ``priority``
    decides, then the higher code.  A finding also speaks for the nodes that it ``covers``.
    """
    ranks = [_rank(item, confidence) for item in found]
    best: dict[object, _Rank] = {}
    for item, rank in zip(found, ranks, strict=True):
        for key in (item.span, *map(id, item.finding.covers)):
            if key not in best or best[key] < rank:
                best[key] = rank
    return [
        item
        for item, rank in zip(found, ranks, strict=True)
        if rank >= best[item.span] and rank >= best.get(id(item.finding.node), rank)
    ]


_Rank = tuple[bool, int, str]


def _rank(item: Located, confidence: Evidence) -> _Rank:
    evidence = item.finding.evidence
    return evidence is None or evidence >= confidence, item.rule.priority, item.rule.code
