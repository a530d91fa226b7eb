"""Edits of single findings, as editors and json show them: composed, and not yet checked.

:func:`purity_lint.fixes.fix_source` checks what it applies by parsing the whole file again, which is too slow to do for
each of a thousand findings that are only shown.
"""

from __future__ import annotations

from functools import cached_property

from purity_lint.configuration.own_module import module_for
from purity_lint.configuration.settings import Settings
from purity_lint.findings.finding import Finding
from purity_lint.fixes.composition.alignment import settle
from purity_lint.fixes.composition.compose import Composer
from purity_lint.fixes.composition.layout import Extent
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import UnfixableError
from purity_lint.fixes.function_parts import parts_of
from purity_lint.fixes.imports.joined import without_names
from purity_lint.fixes.imports.needs import Needs
from purity_lint.fixes.imports.plan import (
    add_import,
    bind_namespaces,
    import_modules,
    in_one_block,
    ops_name,
    other_bindings,
)
from purity_lint.fixes.imports.removal import cut
from purity_lint.fixes.select import EditTree, bindings, modules, removals
from purity_lint.source.edits import TextEdit
from purity_lint.source.file import SourceFile


class Previews:
    """Composes the edits of the findings of one file, one finding at a time."""

    def __init__(self, source: SourceFile, settings: Settings) -> None:
        self._places = SourceMap(source)
        self._settings = settings
        self._bound = other_bindings(source, module_for(source, settings))

    @cached_property
    def _needs(self) -> Needs:
        return Needs(self._places.source, self._places.source.tree)

    def edits(self, finding: Finding) -> tuple[TextEdit, ...]:
        """Compose the edits of ``finding``, its import included; none where it cannot be fixed as it stands."""
        source = self._places.source
        tree = EditTree(self._places)
        if not tree.add(finding):
            return ()
        name = ops_name(source, self._settings, self._bound, tree.first_line())
        composer = Composer(self._places, tree.edits, name.expression)
        try:
            changes = list(settle(self._places, [composer.replacement(root) for root in tree.roots()]))
            parts = parts_of([finding])
            changes += parts.replacements(self._places, name.expression)
        except UnfixableError:
            return ()
        templates = (edit.template for edits in tree.edits.values() for edit in edits)
        needs_ops = bool(parts.decorated) or any("{ops}" in template for template in templates)
        if name.statement is not None and needs_ops:
            changes.append(add_import(self._places, name.statement, module_for(source, self._settings)))
        unneeded = [edit for edit in removals(finding) if self._needs.reason(edit) is None]
        try:
            changes += bind_namespaces(self._places, list(bindings(finding)))
        except UnfixableError:
            return ()
        changes += import_modules(self._places, modules(finding))
        changes = without_names(self._places, unneeded, in_one_block(self._places, changes))
        changes += cut(self._places, unneeded, tuple(changes))
        return tuple(
            TextEdit(self._places.span(Extent(start, end)), text) for start, end, text in sorted(changes)
        )
