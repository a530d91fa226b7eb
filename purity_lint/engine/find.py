"""Run rules over one file: findings in source order, one per construct."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError, crash
from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.numba import is_compiled_by_numba
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.file import SourceFile
from purity_lint.source.positions import Span
from purity_lint.source.walk import walk


class Located(NamedTuple):
    """A finding, who made it, and the construct that it is about."""

    rule: Rule
    finding: Finding
    span: Span


def find(
    rules: Iterable[Rule], model: SemanticModel, settings: Settings, errors: list[InternalError]
) -> list[Located]:
    """Return what ``rules`` find in the file of ``model``, before comments and settings silence any of it.

    A rule that crashes is put down in ``errors``, and the others go on.
    """
    source = model.source
    context = RuleContext(model, settings)
    table = _by_node(rules)
    found: list[Located] = []
    for node in walk(source.tree):
        for rule in table.get(type(node), ()):
            try:
                found.extend(
                    Located(rule, _fixable(rule, finding, model), _span(source, finding))
                    for finding in rule.check(node, context)
                )
            except Exception as error:
                errors.append(crash(source.path, rule.code, error, getattr(node, "lineno", 1)))
    found.sort(key=lambda item: item.span)
    return _most_specific(found, settings.confidence)


def _by_node(rules: Iterable[Rule]) -> dict[type[ast.AST], list[Rule]]:
    table: dict[type[ast.AST], list[Rule]] = {}
    for rule in rules:
        for kind in rule.nodes:
            table.setdefault(kind, []).append(rule)
    return table


def _fixable(rule: Rule, finding: Finding, model: SemanticModel) -> Finding:
    """Drop the fix where code works on one library's memory: in a subclass of its tensors, or under Numba."""
    if finding.fix is None:
        return finding
    if model.extends_tensor(finding.node):
        return replace(finding, fix=None, hint="a subclass of one library's tensors: hold a tensor instead")
    if not rule.fixes_compiled and is_compiled_by_numba(finding.node, model):
        return replace(finding, fix=None, hint="Numba compiles this, and knows NumPy's functions alone")
    return finding


def _span(source: SourceFile, finding: Finding) -> Span:
    if isinstance(finding.node, ast.Module):
        return Span(1, 0, 1, 0)
    return source.span(finding.node)


def _most_specific(found: list[Located], confidence: Evidence) -> list[Located]:
    """Of several rules that flag one construct keep the most specific one.

    A finding that will be reported beats one that is too uncertain to be; then the rule's ``priority``
    decides, then the higher code.  A finding also speaks for the nodes that it ``covers``.
    """

    def rank(item: Located) -> tuple[bool, int, str]:
        evidence = item.finding.evidence
        return evidence is None or evidence >= confidence, item.rule.priority, item.rule.code

    best: dict[object, tuple[bool, int, str]] = {}
    for item in found:
        for key in (item.span, *map(id, item.finding.covers)):
            best[key] = max(best.get(key, rank(item)), rank(item))
    return [
        item
        for item in found
        if rank(item) >= best[item.span] and rank(item) >= best.get(id(item.finding.node), rank(item))
    ]
