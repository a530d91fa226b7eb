"""One try at fixing a file with a given set of fixes: the text, and the checks that need no analysis."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from purity_lint.configuration.own_module import module_for
from purity_lint.configuration.settings import Settings
from purity_lint.findings.edits import RemoveImport
from purity_lint.findings.finding import Finding
from purity_lint.fixes.bisect import affordable_checks, largest_passing
from purity_lint.fixes.composition.alignment import settle
from purity_lint.fixes.composition.compose import Composer, Replacement, apply
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import FixError, UnfixableError
from purity_lint.fixes.expected import Expectation, Origins
from purity_lint.fixes.function_parts import parts_of
from purity_lint.fixes.imports.joined import without_names
from purity_lint.fixes.imports.left_over import left_over
from purity_lint.fixes.imports.needs import Needs
from purity_lint.fixes.imports.plan import (
    OpsName,
    add_import,
    bind_namespaces,
    import_modules,
    in_one_block,
    ops_name,
    other_bindings,
)
from purity_lint.fixes.imports.removal import PRAGMA, cut
from purity_lint.fixes.select import (
    EditTree,
    bindings,
    modules,
    removals,
    rewrites,
)
from purity_lint.records import dataclass
from purity_lint.rules.base import Item
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parsed

_IMPORTS = (ast.Import, ast.ImportFrom, ast.Pass)


class RejectedError(FixError):
    """A set of fixes that must not be applied together; the text says what is wrong with the result."""

    def __init__(self, reason: str, culprits: Sequence[tuple[Finding, str]] = ()) -> None:
        super().__init__(reason)
        self.culprits = culprits
        """Findings whose fixes are at fault, where that is known, and why."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A fixed text that passed."""

    text: str
    tree: ast.Module
    replacements: tuple[Replacement, ...]
    """Replacements, in the old text's offsets, in order."""
    applied: list[Item]
    declined: list[tuple[Finding, str]]
    """Imports that stay because something needs them."""
    origins: Origins


class Attempts:
    """Tries at one file; what one try composed the next one uses again."""

    def __init__(self, source: SourceMap, settings: Settings) -> None:
        self.source = source
        self.settings = settings
        self._bound = other_bindings(source.source, module_for(source.source, settings))
        self._units: dict[tuple[int, frozenset[int], str], Replacement] = {}
        self._made: dict[frozenset[int], Attempt] = {}

    def sound(self, items: Sequence[Item]) -> tuple[list[Item], list[tuple[Finding, UnfixableError]]]:
        """Sort out the fixes that cannot be written where they stand, one outermost expression at a time."""
        tree = self._edit_tree(items)
        name = self._ops(tree)
        owner = {id(edit): item for item in items for edit in rewrites(item[1])}
        broken: dict[int, UnfixableError] = {}
        for root in tree.roots():
            edits = [edit for node in tree.below(root) for edit in tree.edits[node]]
            here = list({id(owner[id(edit)]): owner[id(edit)] for edit in edits}.values())

            def passes(some: list[Item]) -> bool:
                subset = self._edit_tree(some)
                try:
                    for node in subset.roots():
                        self._unit(node, subset, name)
                except UnfixableError as error:
                    broken.update((id(finding), error) for _, finding in some)
                    return False
                return True

            start, end = self.source.extent(root)
            kept, _ = largest_passing(here, passes, affordable_checks(end - start))
            for _, finding in kept:
                broken.pop(id(finding), None)
        fine = [item for item in items if id(item[1]) not in broken]
        return fine, [(finding, broken[id(finding)]) for _, finding in items if id(finding) in broken]

    def make(self, items: Sequence[Item]) -> Attempt:
        """Fix the file with ``items``.  Raises :class:`RejectedError`."""
        key = frozenset(id(finding) for _, finding in items)
        if key not in self._made:
            self._made[key] = self._make(items)
        return self._made[key]

    def _make(self, items: Sequence[Item]) -> Attempt:
        tree = self._edit_tree(items)
        name = self._ops(tree)
        parts = parts_of(finding for _, finding in items)
        try:
            code = settle(self.source, [self._unit(root, tree, name) for root in tree.roots()])
            code = sorted([*code, *parts.replacements(self.source, name.expression)])
        except UnfixableError as error:
            raise RejectedError(str(error)) from error
        body = cache(lambda: self._parse(apply(self.source.text, code)) if code else self.source.source.tree)
        imports: list[Replacement] = []
        if name.statement is not None and (
            parts.decorated or any("{ops}" in e.template for es in tree.edits.values() for e in es)
        ):
            imports.append(
                add_import(self.source, name.statement, module_for(self.source.source, self.settings))
            )
        try:
            imports += bind_namespaces(self.source, [b for _, finding in items for b in bindings(finding)])
        except UnfixableError as error:
            raise RejectedError(str(error)) from error
        imports += import_modules(self.source, (m for _, finding in items for m in modules(finding)))
        imports = in_one_block(self.source, imports)
        needs = cache(lambda: Needs(self.source.source, body()))
        unneeded, declined, applied = _imports(items, needs)
        unneeded += left_over(self.source.source, tree.edits, needs, unsafe=self.settings.unsafe_fixes)
        imports = without_names(self.source, unneeded, imports)
        imports += cut(self.source, unneeded, tuple(imports))
        replacements = tuple(sorted([*code, *imports]))
        text = apply(self.source.text, replacements)
        final = self._parse(text) if imports else body()
        gained: dict[ast.AST, str] = {
            b.node.args: b.name for _, finding in items for b in bindings(finding) if b.parameter
        }
        asked = [*tree.edits, *(finding.node for _, finding in items)]
        expectation = Expectation(
            tree.edits, name.expression, _IMPORTS, parts, gained, self._statements(asked)
        )
        if not expectation.holds(self.source.source.tree, final):
            raise RejectedError("the fixed code would not mean what the fix says")
        self._check_comments(replacements, text, final)
        return Attempt(text, final, replacements, applied, declined, expectation.origins)

    def _edit_tree(self, items: Sequence[Item]) -> EditTree:
        tree = EditTree(self.source)
        for _, finding in sorted(items, key=lambda item: -item[0].priority):
            tree.add(finding)
        return tree

    def _ops(self, tree: EditTree) -> OpsName:
        return ops_name(self.source.source, self.settings, self._bound, tree.first_line())

    def _statements(self, nodes: Iterable[ast.AST]) -> frozenset[ast.AST]:
        """Return the statements that hold some nodes, each of them the innermost."""
        found: set[ast.AST] = set()
        for node in nodes:
            holder: ast.AST | None = node
            while holder is not None and not isinstance(holder, ast.stmt):
                holder = self.source.parents.get(holder)
            if holder is not None:
                found.add(holder)
        return frozenset(found)

    def _unit(self, root: ast.AST, tree: EditTree, name: OpsName) -> Replacement:
        key = (
            id(root),
            frozenset(id(e) for node in tree.below(root) for e in tree.edits[node]),
            name.expression,
        )
        if key not in self._units:
            self._units[key] = Composer(self.source, tree.edits, name.expression).replacement(root)
        return self._units[key]

    def _parse(self, text: str) -> ast.Module:
        try:
            return parsed(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise RejectedError(f"the fixed file would not parse: {error}") from error

    def _check_comments(self, replacements: Sequence[Replacement], text: str, tree: ast.Module) -> None:
        if not any("#" in new or "#" in self.source.text[start:end] for start, end, new in replacements):
            return  # no comment was touched, and none can be swallowed: the tree is the expected one
        after = SourceMap(SourceFile(self.source.source.path, text, tree))
        old, new = _comments(self.source), _comments(after)
        lost = [comment for comment in old - new if not PRAGMA.match(comment)]
        if lost:
            raise RejectedError(f"the comment `{lost[0]}` would be lost")


def _imports(
    items: Sequence[Item], needs: Callable[[], Needs]
) -> tuple[list[RemoveImport], list[tuple[Finding, str]], list[Item]]:
    """Return the imports that go, the findings whose imports stay and why, and the findings that are fixed."""
    unneeded: list[RemoveImport] = []
    declined: list[tuple[Finding, str]] = []
    applied: list[Item] = []
    for item in items:
        reasons = []
        for edit in removals(item[1]):
            reason = needs().reason(edit)
            if reason is None:
                unneeded.append(edit)
            else:
                reasons.append(reason)
        if reasons and not any(rewrites(item[1])) and not parts_of([item[1]]):
            declined.append((item[1], reasons[0]))
        else:
            applied.append(item)
    return unneeded, declined, applied


def _comments(source: SourceMap) -> Counter[str]:
    return Counter(source.text[c.start : c.end] for c in source.comments)
