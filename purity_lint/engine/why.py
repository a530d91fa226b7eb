"""Evidence at a place in a file: what its expressions are taken for, and from where that is known."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from purity_lint.configuration.selection import enabled_rules
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import find_in_scope
from purity_lint.engine.crashes import InternalError
from purity_lint.errors import PurityError
from purity_lint.findings.diagnostics import Reason
from purity_lint.findings.finding import Finding
from purity_lint.fixes.formulas import whole_formulas
from purity_lint.fixes.profiles.wording import Wording
from purity_lint.formats.report import relative
from purity_lint.rules.registry import all_rules
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.file import SourceFile
from purity_lint.source.positions import Span
from purity_lint.source.walk import walk

_WORTH_SAYING = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare)


class Explained(NamedTuple):
    """Expressions and findings at a place, as data (JSON)."""

    expressions: list[dict[str, Any]]
    findings: list[dict[str, Any]]


def explain(
    source: SourceFile,
    model: SemanticModel,
    settings: Settings,
    line: int,
    col: int | None = None,
    *,
    with_fixes: bool = False,
) -> Explained:
    """Explain the expressions on ``line`` (from 1), or the innermost one at ``col`` (from 0), and what is found there.

    Raises :class:`PurityError` where a rule crashes.
    """
    known = [_as_data(source, node, model) for node in _expressions(source, line, col)]
    enabled = enabled_rules(settings)
    rules = [rule for code, rule in all_rules().items() if code in enabled]
    errors: list[InternalError] = []
    wording = Wording(settings)
    found = find_in_scope(rules, model, settings, errors)
    formulas = whole_formulas([one.finding for one in found], model)
    flagged = [
        {
            "code": rule.code,
            "name": rule.name,
            "message": wording.message(finding),
            "help": wording.hint(finding.hint),
            "line": span.line,
            "column": span.col + 1,
            **({"fix": _fix_as_data(finding)} if with_fixes else {}),
        }
        for (rule, _, span), finding in zip(found, formulas, strict=True)
        if _covers(span, line, col)
    ]
    if errors:
        raise PurityError(str(errors[0]))
    return Explained(known, flagged)


def _expressions(source: SourceFile, line: int, col: int | None) -> Iterator[ast.expr]:
    """Yield the expressions at a place, in source order; with a column only the innermost one."""
    found = [
        node
        for node in walk(source.tree)
        if isinstance(node, ast.expr) and _covers(source.span(node), line, col)
    ]
    if col is not None:
        if found:
            yield min(found, key=lambda node: _size(source.span(node)))
        return
    seen: set[str] = set()
    for node in sorted(found, key=lambda n: (source.span(n).col, _size(source.span(n)))):
        text = source.segment(node)
        if isinstance(node, _WORTH_SAYING) and source.span(node).line == line and text not in seen:
            seen.add(text)
            yield node


def _covers(span: Span, line: int, col: int | None) -> bool:
    if col is None:
        return span.line <= line <= span.end_line
    return (span.line, span.col) <= (line, col) < (span.end_line, span.end_col)


def _size(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_col - span.col


def _as_data(source: SourceFile, node: ast.expr, model: SemanticModel) -> dict[str, Any]:
    value = model.value(node)
    span = source.span(node)
    return {
        "expression": source.segment(node),
        "line": span.line,
        "column": span.col + 1,
        "kind": value.kind.value,
        "description": _describe(value),
        "evidence": value.evidence.name.lower() if value.kind is not Kind.UNKNOWN else None,
        "qualified_name": model.qualified_name(node),
        "reasons": [_reason(source, reason) for reason in value.reasons],
    }


def _fix_as_data(finding: Finding) -> dict[str, Any] | None:
    """Return what fixing would do, how far that may be trusted, and on what it stands."""
    fix = finding.fix
    if fix is None:
        return None
    assumes = [{"assumption": str(one.assumption), "holds": one.holds.value} for one in fix.assumes]
    return {"message": fix.message, "applicability": fix.applicability.value, "assumes": assumes}


def _reason(source: SourceFile, reason: Reason) -> dict[str, Any]:
    path = source.path if reason.path is None else Path(reason.path)
    return {"message": reason.text, "filename": relative(path), "row": reason.line, "column": reason.col + 1}


def _describe(value: Value) -> str:
    """``a tensor (numpy, float32, rank 2)`` and the like."""
    if value.kind is Kind.UNKNOWN:
        return "not known"
    facts = [fact for fact in (value.backend, value.dtype, value.name) if fact]
    if value.rank is not None:
        facts.append(f"rank {value.rank}")
    article = "an" if value.kind.value[0] in "aeiou" else "a"
    noun = value.kind.value if value.kind in {Kind.NONE, Kind.OTHER} else f"{article} {value.kind.value}"
    paths = " on some paths" if value.maybe else ""
    return noun + (f" ({', '.join(facts)})" if facts else "") + paths
