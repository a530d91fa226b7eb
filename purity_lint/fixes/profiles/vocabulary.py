"""Fixes in the words of a module of operations: ``keras.ops``, or a project's own ops module.

Rules write their templates in the operations of ``emberops.ops``.  Here each becomes what the configured module calls
it; a fix goes where the module has nothing of that meaning, or takes other arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from purity_lint.configuration.own_module import defines_operations, is_class, offered
from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import BindNamespace, Edit, Fix, Hole, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message, problem_of
from purity_lint.fixes.profiles.arrays_left_to_numpy import without_mixed_arrays
from purity_lint.fixes.profiles.builtins import mapped
from purity_lint.fixes.profiles.called_operations import (
    calls_in,
    is_left_empty,
    operations,
    takes,
    with_names,
    written_out,
)
from purity_lint.fixes.profiles.devices import written_whole
from purity_lint.fixes.profiles.kept_callers import keeps_callers
from purity_lint.fixes.profiles.lacking import LackingError, NoHelperError, NoNamespaceError, saying
from purity_lint.fixes.profiles.namespaces import Namespaces
from purity_lint.fixes.profiles.one_bound import at_one_bound
from purity_lint.fixes.profiles.spelling import by_position, with_keywords
from purity_lint.fixes.profiles.wording import Wording
from purity_lint.knowledge.libraries import HOST_PACKAGES
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.vocabularies.keras import PARTS
from purity_lint.knowledge.vocabularies.words import Word, is_unknown_to_numpy, word
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.references import Category, reference, references
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.stores.written_later import has_items_stored
from purity_lint.semantics.model import SemanticModel

_IS_TENSOR = "is_tensor"


class Vocabulary:
    """Puts the fixes of one file into the words of its configuration."""

    _namespaces: Namespaces | None = None
    """Where functions take their namespace from; ``None`` where the words are those of one module."""

    def __init__(self, settings: Settings, model: SemanticModel) -> None:
        self._settings = settings
        self._model = model
        self._wording = Wording(settings)
        self._offered = offered(settings)
        self._of_object = is_class(settings)
        self._is_the_module = defines_operations(model.source, settings)

    def translated(self, finding: Finding) -> Finding | None:
        """``finding`` with its fix in the configured words; ``None`` where these words are there already.

        Where the vocabulary lacks a word, the finding says so in the place of its advice, and has no fix.
        """
        if finding.fix is None:
            return finding
        finding = self._clipped_at_one_end(finding)
        assert finding.fix is not None
        try:
            edits = self._edits(finding.fix)
        except NoHelperError:
            return replace(finding, fix=None)
        except NoNamespaceError as lacking:
            if _is_lone_number(finding.node, self._model):
                return None
            return saying(lacking, finding)
        except LackingError as lacking:
            return saying(lacking, finding)
        if any(_says_so_already(edit) for edit in edits):
            return None
        fix = replace(finding.fix, edits=edits)
        guessed = self._offered is not None  # of its functions the names are known, and not what they take
        if fix.applicability is Applicability.SAFE and (
            guessed or not keeps_callers(fix, self._settings.profile, self._namespaces, self._model)
        ):
            fix = replace(fix, applicability=Applicability.UNSAFE)
        return replace(finding, fix=fix)

    def whole(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings of a file without the fixes that would leave half of something to a library."""
        return list(findings) if self._offered is None else without_mixed_arrays(findings, self._model)

    def _edits(self, fix: Fix) -> tuple[Edit, ...]:
        edits: list[Edit] = []
        binds: list[BindNamespace] = []
        for edit in fix.edits:
            if isinstance(edit, Rewrite | RewriteStatement) and "{ops}" in edit.template:
                written, bound = self._written(edit)
                edits += map(self._taken_by_place, written)
                binds += [bind for bind in bound if bind not in binds]
            else:
                edits.append(edit)
        return (*edits, *binds)

    def _written(self, edit: Rewrite | RewriteStatement) -> tuple[list[Edit], list[BindNamespace]]:
        """Return an edit that names operations in the words of the vocabulary, and what binds the names in it."""
        if self._is_the_module:
            raise NoHelperError  # it cannot import itself
        if self._settings.laws.compiled and has_items_stored(edit.node, self._model):
            raise LackingError(f"tensors of {self._wording.module} are not stored into")
        template, holes = written_out(edit)
        self._check_given(template, edit)
        try:
            self._check(template, edit)
        except LackingError:
            spelled = self._by_position(edit, template, holes)
            if spelled is None and not self._has_signatures(template):
                raise NoHelperError from None
            if spelled is None:
                raise
            return [self._of_function(spelled)], []
        translated = with_names(template, self._text)
        named = operations(template)
        if self._settings.profile == "keras" and len(set(named)) == 1:
            target = self._word(named[0])
            theirs = target.signature if target is not None else None
            translated = with_keywords(translated, edit.node, holes, theirs)
        return [self._of_function(replace(edit, template=translated, holes=holes))], []

    def _taken_by_place(self, edit: Edit) -> Edit:
        """Return ``ops.top_k(x, k)[1]`` for `tf.math.top_k(x, k).indices`: what Keras gives has places alone."""
        if self._settings.profile != "keras" or not isinstance(edit, Rewrite):
            return edit
        name = edit.template.partition("(")[0].removeprefix("{ops}.")
        whole = self._whole_call(edit) if name in PARTS else None
        taken = self._model.parent(whole.node) if isinstance(whole, Rewrite) else None
        if (
            not isinstance(whole, Rewrite)
            or not isinstance(taken, ast.Attribute)
            or taken.attr not in PARTS[name]
        ):
            return edit
        return replace(whole, node=taken, template=f"{whole.template}[{PARTS[name].index(taken.attr)}]")

    def _clipped_at_one_end(self, finding: Finding) -> Finding:
        """Return a finding with ``ops.maximum(x, 0)`` for a call that clips at one end: `clip` of Keras wants both."""
        match finding.fix:
            case Fix(edits=(Rewrite() as edit, *others)) if self._settings.profile == "keras":
                whole = self._whole_call(edit) if edit.template.startswith("{ops}.clip") else None
                bound = at_one_bound(whole) if isinstance(whole, Rewrite) else None
                if bound is not None:
                    advice = Message(
                        problem_of(finding.message), f"use `ops.{operations(bound.template)[0]}`", ":"
                    )
                    # Of an integer of 64 bits and a number Keras makes one of 32, so that someone has to look.
                    edits: tuple[Edit, ...] = (bound, *others)
                    fix = replace(finding.fix, edits=edits, applicability=Applicability.UNSAFE)
                    return replace(finding, message=advice, fix=fix)
        return finding

    def _by_position(
        self, edit: Rewrite | RewriteStatement, template: str, holes: dict[str, Hole]
    ) -> Rewrite | RewriteStatement | None:
        """Return the edit with arguments by position that the vocabulary knows by another name."""
        if self._offered is not None:
            return None  # it lacks a word, and what its functions call their arguments is not known
        whole = self._whole_call(replace(edit, template=template, holes=holes))
        if whole is None or not isinstance(whole.node, ast.Call):
            return None
        text = by_position(whole.template, self._settings.profile, self._settings.ops_names)
        return None if text is None else replace(whole, template=text)

    def _whole_call(self, edit: Rewrite | RewriteStatement) -> Rewrite | RewriteStatement | None:
        """Return an edit of a function as one of its call; ``None`` where that unpacks arguments."""
        parent = self._model.parent(edit.node)
        if not isinstance(edit, Rewrite) or not isinstance(parent, ast.Call):
            return edit
        if parent.func is edit.node:
            return written_whole(edit, parent)
        return mapped(edit, parent, self._model) or edit

    def _of_function(self, edit: Rewrite | RewriteStatement) -> Rewrite | RewriteStatement:
        """Return an edit with the object that the function around calls, where a class has the operations."""
        if not self._of_object:
            return edit
        found = namespace_at(edit.node, self._model)
        if found is None:
            raise NoNamespaceError
        return replace(edit, template=edit.template.replace("{ops}", found))

    def _word(self, operation: str) -> Word | None:
        return word(self._settings.profile, self._settings.ops_names, operation, self._offered)

    def _text(self, operation: str) -> str:
        target = self._word(operation)
        return target.text if target is not None else f"{{ops}}.{operation}"

    def _check(self, template: str, edit: Rewrite | RewriteStatement) -> None:
        """Raise :class:`LackingError` if a template calls what the vocabulary has no word for."""
        for operation, call in calls_in(template, edit, self._model):
            self._check_call(operation, call)

    def _check_given(self, template: str, edit: Rewrite | RewriteStatement) -> None:
        """Raise :class:`LackingError` if a template gives `None` for what the vocabulary wants to be given."""
        for operation, call in calls_in(template, edit, self._model):
            target = self._word(operation)
            theirs = None if target is None else target.signature
            if (
                target is not None
                and theirs is not None
                and call is not None
                and is_left_empty(call, theirs, edit.holes)
            ):
                raise LackingError(f"`{_name(target)}` of {self._wording.module} takes no `None` there")

    def _check_call(self, operation: str, call: ast.Call | None) -> None:
        target = self._word(operation)
        if target is None and operation == _IS_TENSOR and self._offered is not None:
            raise NoHelperError  # a fix would ask for it, and the message does not
        if target is None:
            raise LackingError(self._wording.lacks(operation))
        if call is None:
            return
        if self._offered is not None and call.keywords and is_unknown_to_numpy(operation):
            raise LackingError(f"`{_name(target)}` of {self._wording.module} may take other arguments")
        if target.signature is None:
            return
        if not takes(call, target.signature, signature(operation)):
            raise LackingError(f"`{_name(target)}` of {self._wording.module} takes other arguments")

    @staticmethod
    def _has_signatures(template: str) -> bool:
        """True if all that a template names are operations, which have signatures."""
        return all(signature(operation) is not None for operation in operations(template))


def _name(target: Word) -> str:
    return target.text.removeprefix("{ops}.")


def _is_lone_number(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.inf`, a number of Python's, in a function that has nothing else but numbers of that library."""
    found = reference(node, model)
    if found is None or found.category is not Category.CONSTANT or found.library not in HOST_PACKAGES:
        return False
    scope = enclosing(found.node, model)
    beside = (other for other in references(model).values() if other.library == found.library)
    return all(
        other.category is Category.CONSTANT for other in beside if enclosing(other.node, model) is scope
    )


def _says_so_already(edit: Edit) -> bool:
    """True if an edit would change nothing: a dtype is a string where the vocabulary wants one."""
    if not isinstance(edit, Rewrite) or not isinstance(edit.node, ast.Constant):
        return False
    return isinstance(edit.node.value, str) and edit.template == f'"{edit.node.value}"'
