"""Imports go where a fix rewrites every use of them; the others are reported without a fix."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RemoveImport, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.fixes.imports.needs import Needs
from purity_lint.rules.base import Item
from purity_lint.semantics.model import SemanticModel

_Covers = dict[ast.AST, list[tuple[frozenset[ast.AST], Applicability]]]
"""Node that is rewritten -> the nodes that the new code keeps, and how safe it is."""


def without_needed_imports(items: Sequence[Item], model: SemanticModel) -> list[Item]:
    """``items`` with the removal of an import only where the other fixes leave no use of it.

    It is as safe as the least safe of the fixes that it depends on.
    """
    removing = [_removals(finding) for _, finding in items]
    if not any(removing):
        return list(items)
    covers = _covers(finding for _, finding in items)
    needs = Needs(model.source, model.source.tree)
    uses = _Uses(model, {edit.local for removals in removing for edit in removals})
    return [
        (rule, _depending(finding, removals, covers, needs, uses, model) if removals else finding)
        for (rule, finding), removals in zip(items, removing, strict=True)
    ]


def _removals(finding: Finding) -> list[RemoveImport]:
    """Return what ``finding`` would remove, if it is about nothing but an import."""
    edits = finding.fix.edits if finding.fix is not None else ()
    removals = [edit for edit in edits if isinstance(edit, RemoveImport)]
    return removals if len(removals) == len(edits) else []


def _covers(findings: Iterable[Finding]) -> _Covers:
    found: _Covers = {}
    for finding in findings:
        if finding.fix is None or finding.fix.applicability is Applicability.DISPLAY:
            continue
        for edit in finding.fix.edits:
            if isinstance(edit, Rewrite | RewriteStatement):
                kept = frozenset(hole for hole in edit.holes.values() if isinstance(hole, ast.AST))
                found.setdefault(edit.node, []).append((kept, finding.fix.applicability))
    return found


class _Uses:
    """Places that read some names of a file, or bind them to something else: :func:`needs.uses` for many names."""

    def __init__(self, model: SemanticModel, wanted: Collection[str]) -> None:
        self._model = model
        self._found: dict[str, list[ast.AST]] = {}
        self._importing: dict[str, set[ast.AST]] = {}
        source = model.source
        named: list[tuple[str | None, ast.AST]] = [(n.id, n) for n in source.of(ast.Name) if n.id in wanted]
        named += [(n.arg, n) for n in source.of(ast.arg) if n.arg in wanted]
        named += [(n.name, n) for n in source.of(ast.ExceptHandler) if n.name in wanted]
        for name, node in named:
            self._found.setdefault(str(name), []).append(node)
        outer: list[ast.Global | ast.Nonlocal] = [*source.of(ast.Global), *source.of(ast.Nonlocal)]
        for statement in outer:
            for name in statement.names:
                self._found.setdefault(name, []).append(statement)
        imports: list[ast.Import | ast.ImportFrom] = [*source.of(ast.Import), *source.of(ast.ImportFrom)]
        for imported in imports:
            self._import(imported)

    def of(self, name: str, scope: ast.AST) -> Iterator[ast.AST]:
        """Return the uses below ``scope``, without those in functions that import the name themselves."""
        importing = self._importing.get(name, set())
        if scope is self._model.source.tree and not importing:
            yield from self._found.get(name, ())
            return
        for use in self._found.get(name, ()):
            holder = self._model.parent(use)
            while holder is not None and holder is not scope and holder not in importing:
                holder = self._model.parent(holder)
            if holder is scope:
                yield use

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        holder: ast.AST | None = node
        while holder is not None:
            if isinstance(holder, ast.FunctionDef | ast.AsyncFunctionDef):
                for alias in node.names:
                    name = (alias.asname or alias.name).partition(".")[0]
                    self._importing.setdefault(name, set()).add(holder)
            holder = self._model.parent(holder)


def _depending(
    finding: Finding,
    removals: list[RemoveImport],
    covers: _Covers,
    needs: Needs,
    uses: _Uses,
    model: SemanticModel,
) -> Finding:
    fate = [_fate(edit, covers, needs, uses, model) for edit in removals]
    going = tuple(edit for edit, how in zip(removals, fate, strict=True) if isinstance(how, Applicability))
    if not going:
        return replace(finding, fix=None, hint=finding.hint or str(fate[0]))
    unsafe = Applicability.UNSAFE in fate
    assert finding.fix is not None
    applicability = Applicability.UNSAFE if unsafe else finding.fix.applicability
    return replace(finding, fix=Fix(going, applicability, finding.fix.message))


def _fate(
    edit: RemoveImport, covers: _Covers, needs: Needs, uses: _Uses, model: SemanticModel
) -> Applicability | str:
    """Return how safely the import goes, or why it stays."""
    needed = needs.reason(edit, used=False)
    if needed is not None:
        return needed
    scope = model.function(edit.node) or model.source.tree
    weakest = Applicability.SAFE
    for use in uses.of(edit.local, scope):
        found = _covering(use, covers, model)
        if found is None:
            return f"the import of `{edit.local}` stays: no fix rewrites `{_dotted(use, model)}`"
        weakest = Applicability.UNSAFE if found is Applicability.UNSAFE else weakest
    return weakest


def _dotted(use: ast.AST, model: SemanticModel) -> str:
    """Return the whole dotted name that begins with ``use``."""
    holder = model.parent(use)
    while isinstance(holder, ast.Attribute):
        use, holder = holder, model.parent(holder)
    return ast.unparse(use) if isinstance(use, ast.Name | ast.Attribute) else getattr(use, "arg", "it")


def _covering(use: ast.AST, covers: _Covers, model: SemanticModel) -> Applicability | None:
    """Return how safe the fix is that rewrites ``use`` away."""
    path: list[ast.AST] = []
    node: ast.AST | None = use
    found = None
    while node is not None:
        path.append(node)
        for kept, how in covers.get(node, ()):
            if kept.isdisjoint(path):
                if how is Applicability.SAFE:
                    return how
                found = Applicability.UNSAFE
        node = model.parent(node)
    return found
