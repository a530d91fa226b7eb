"""Select fixes that go together: every edit must lie outside the others, or in a hole that they keep."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import (
    AddImport,
    BindNamespace,
    RemoveImport,
    Rewrite,
    RewriteStatement,
)
from purity_lint.findings.finding import Finding
from purity_lint.fixes.composition.compose import NodeEdit
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import node_holes
from purity_lint.rules.base import Item

OVERLAP = "another fix rewrites the same code"


def is_applicable(finding: Finding, *, unsafe: bool) -> bool:
    """True if the fix of ``finding`` may be applied without a look."""
    if finding.fix is None or finding.fix.applicability is Applicability.DISPLAY:
        return False
    return unsafe or finding.fix.applicability is Applicability.SAFE


def rewrites(finding: Finding) -> Iterator[NodeEdit]:
    """Yield the edits of a finding that change code."""
    for edit in finding.fix.edits if finding.fix is not None else ():
        if isinstance(edit, Rewrite | RewriteStatement):
            yield edit


def removals(finding: Finding) -> Iterator[RemoveImport]:
    """Yield the imports that a finding wants to drop."""
    for edit in finding.fix.edits if finding.fix is not None else ():
        if isinstance(edit, RemoveImport):
            yield edit


def bindings(finding: Finding) -> Iterator[BindNamespace]:
    """Yield the namespaces that the edits of a finding rely on."""
    for edit in finding.fix.edits if finding.fix is not None else ():
        if isinstance(edit, BindNamespace):
            yield edit


def modules(finding: Finding) -> Iterator[AddImport]:
    """Yield the modules that the edits of a finding rely on."""
    for edit in finding.fix.edits if finding.fix is not None else ():
        if isinstance(edit, AddImport):
            yield edit


class EditTree:
    """Edits of several findings over one file, by node, the outermost of each node first."""

    def __init__(self, source: SourceMap) -> None:
        self.source = source
        self.edits: dict[ast.AST, list[NodeEdit]] = {}
        self._holders: Counter[ast.AST] = Counter()  # node -> how many edited nodes are below it

    def add(self, finding: Finding) -> bool:
        """Add the edits of ``finding``, all or none; false where they clash with those that are here."""
        added: list[NodeEdit] = []
        for edit in rewrites(finding):
            if edit in self.edits.get(edit.node, ()):
                continue  # two rules ask for the same thing
            if not self._fits(edit):
                for other in added:
                    self._remove(other)
                return False
            self._insert(edit)
            added.append(edit)
        return True

    def roots(self) -> list[ast.AST]:
        """Return the edited nodes that are in no other one, in source order."""
        tops = [n for n in self.edits if not any(p in self.edits for p in self.source.ancestors(n))]
        return sorted(tops, key=self.source.extent)

    def first_line(self) -> int:
        """Return the line of the first edited node; 1 where there is none."""
        positioned: Iterable[Any] = self.edits  # expressions and statements, which have lines
        return min((node.lineno for node in positioned), default=1)

    def below(self, node: ast.AST) -> Iterator[ast.AST]:
        """``node`` and the edited nodes inside it."""
        yield node
        for inner in self._outermost_below(node):
            yield from self.below(inner)

    def _outermost_below(self, node: ast.AST) -> Iterator[ast.AST]:
        if not self._holders[node]:
            return
        for child in ast.iter_child_nodes(node):
            if child in self.edits:
                yield child
            else:
                yield from self._outermost_below(child)

    def _fits(self, edit: NodeEdit) -> bool:
        """True if ``edit`` leaves what is inside it, and what is around it leaves ``edit``, in a hole.

        Only its neighbours have to be asked: they fit with theirs.
        """
        node = edit.node
        here = self.edits.get(node, [])
        if here and not (_keeps(edit, {node}) or all(_keeps(other, {node}) for other in here)):
            return False
        path: set[ast.AST] = {node}
        for parent in self.source.ancestors(node):
            path.add(parent)
            if parent in self.edits:
                if not all(_keeps(other, path) for other in self.edits[parent]):
                    return False
                break
        return all(_keeps(edit, self._path(inner, node)) for inner in self._outermost_below(node))

    def _path(self, inner: ast.AST, outer: ast.AST) -> set[ast.AST]:
        path = {inner, outer}
        for parent in self.source.ancestors(inner):
            if parent is outer:
                break
            path.add(parent)
        return path

    def _insert(self, edit: NodeEdit) -> None:
        here = self.edits.setdefault(edit.node, [])
        if not here:
            self._holders.update(self.source.ancestors(edit.node))
        if here and not all(_keeps(other, {edit.node}) for other in here):
            here.insert(0, edit)
        else:
            here.append(edit)

    def _remove(self, edit: NodeEdit) -> None:
        self.edits[edit.node].remove(edit)
        if not self.edits[edit.node]:
            del self.edits[edit.node]
            self._holders.subtract(self.source.ancestors(edit.node))


def _keeps(edit: NodeEdit, path: set[ast.AST]) -> bool:
    """True if something on ``path`` fills a hole of ``edit``, so that what is at its end survives."""
    return any(hole in path for hole in node_holes(edit).values())


def select(source: SourceMap, items: Sequence[Item]) -> tuple[list[Item], list[tuple[Finding, str]]]:
    """Return the fixes that can be applied together, the rules' priorities deciding, and those that have to wait."""
    tree = EditTree(source)
    accepted: list[int] = []
    skipped: list[tuple[Finding, str]] = []
    by_priority = sorted(range(len(items)), key=lambda i: -items[i][0].priority)
    for i in by_priority:
        if tree.add(items[i][1]):
            accepted.append(i)
        else:
            skipped.append((items[i][1], OVERLAP))
    return [items[i] for i in sorted(accepted)], skipped
