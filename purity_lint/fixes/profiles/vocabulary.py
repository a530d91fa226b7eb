"""Fixes in the words of a profile: ``keras.ops``, the array API standard, or a project's own ops module.

Rules write their templates in the operations of ``emberops.ops``.  Here each becomes what the configured module calls
it; a fix goes where the module has nothing of that meaning, or takes other arguments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from purity_lint.configuration.own_module import is_class, offered
from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import AddImport, BindNamespace, Edit, Fix, Hole, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import problem_of
from purity_lint.fixes.profiles.builtins import as_operator, mapped
from purity_lint.fixes.profiles.devices import Devices, written_whole
from purity_lint.fixes.profiles.host_numbers import host_function, refused_argument
from purity_lint.fixes.profiles.idioms import EXTRA_NAME, Questions
from purity_lint.fixes.profiles.kept_callers import called, keeps_callers
from purity_lint.fixes.profiles.namespaces import Namespaces
from purity_lint.fixes.profiles.package_helpers import Helper, Helpers
from purity_lint.fixes.profiles.spelling import (
    BOUNDS,
    CHECKED,
    PREFERRED,
    by_position,
    is_plain_number,
    respelled,
    with_keywords,
)
from purity_lint.fixes.profiles.standard_arguments import (
    absolutes,
    dtypes,
    indices,
    limits,
    refused_dtype,
    shapes,
)
from purity_lint.fixes.profiles.wording import Wording
from purity_lint.knowledge.libraries import HOST_PACKAGES
from purity_lint.knowledge.signatures import Signature, signature
from purity_lint.knowledge.vocabularies.words import Word, word
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.host.host_data import computes_on_host, is_made_by_a_library, is_made_on_host
from purity_lint.rewrites.indexing.masked_lengths import are_selected_by
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.operators.boolean_arrays import holds_truth
from purity_lint.rewrites.references import Category, reference, references
from purity_lint.rewrites.scopes import enclosing, may_import
from purity_lint.rewrites.stores.written_later import is_stored_into
from purity_lint.semantics.model import SemanticModel

_OPERATION = re.compile(r"\{ops\}\.(?P<operation>\w+(?:\.\w+)*)")
_IS_TENSOR = "is_tensor"
_HOLE = re.compile(r"\{(\w+)\}")


class _LackingError(Exception):
    """Something has no word; the text says what."""


class _NoNamespaceError(_LackingError):
    """Nothing says which namespace a function should use."""

    def __init__(self) -> None:
        super().__init__("no argument of a function here has a namespace to take it from")


class _NoHelperError(_LackingError):
    """The package has no function for what is no operation."""


class Vocabulary:
    """Puts the fixes of one file into the words of its configuration."""

    def __init__(self, settings: Settings, model: SemanticModel) -> None:
        self._settings = settings
        self._model = model
        self._wording = Wording(settings)
        self._offered = offered(settings)
        self._of_object = is_class(settings)
        self._helpers = Helpers(model)
        self._ask = Questions(
            model.value,
            lambda node: rank_of(node, model),
            lambda node: holds_truth(node, model),
            lambda node: is_made_by_a_library(node, model),
            lambda mask, values: are_selected_by(mask, values, model),
        )
        self._namespaces = Namespaces(model, settings.ops_alias) if settings.profile == "array-api" else None
        self._devices = Devices(model, self._namespaces, self._helpers) if self._namespaces else None

    @staticmethod
    def differs(settings: Settings) -> bool:
        """True if there is anything to translate."""
        return settings.profile != "emberops" or bool(settings.ops_names) or offered(settings) is not None

    def translated(self, finding: Finding) -> Finding | None:
        """``finding`` with its fix in the configured words; ``None`` where these words are there already.

        Where the vocabulary lacks a word, the finding says so in the place of its advice, and has no fix.
        """
        if finding.fix is None:
            return finding
        try:
            edits = self._edits(finding.fix)
        except _NoHelperError:
            return replace(finding, fix=None)
        except _NoNamespaceError as lacking:
            if _is_lone_number(finding.node, self._model):
                return None
            return _saying(lacking, finding)
        except _LackingError as lacking:
            return _saying(lacking, finding)
        if any(_says_so_already(edit) for edit in edits):
            return None
        fix = replace(finding.fix, edits=edits)
        guessed = self._offered is not None  # of its functions the names are known, and not what they take
        if fix.applicability is Applicability.SAFE and (
            guessed or not keeps_callers(fix, self._settings.profile, self._namespaces, self._model)
        ):
            fix = replace(fix, applicability=Applicability.UNSAFE)
        return replace(finding, fix=fix)

    def without_halves(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings without the fixes of what stays an argument of a library's function.

        `np.median(xp.abs(x))` hands arrays of any library to one that takes its own.
        """
        if self._namespaces is None:
            return list(findings)
        rewritten = {f.node for f in findings if f.fix is not None}
        return [
            replace(f, fix=None) if f.fix is not None and self._stays(f.node, rewritten) else f
            for f in findings
        ]

    def _stays(self, node: ast.AST, rewritten: set[ast.AST]) -> bool:
        on_host = isinstance(node, ast.Call) and (
            computes_on_host(node, self._model) or any(is_made_on_host(a, self._model) for a in node.args)
        )
        return on_host or self._is_given(node, rewritten) or self._is_of_what_stays(node, rewritten)

    def _is_of_what_stays(self, node: ast.AST, rewritten: set[ast.AST]) -> bool:
        """True for a method of what NumPy gives, where its function stays: `np.isnan(limits).any()`."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call() as made)) if made not in rewritten:
                found = reference(made, self._model)
                return found is not None and found.category is Category.FUNCTION and found.library == "numpy"
        return False

    def _is_given(self, node: ast.AST, rewritten: set[ast.AST]) -> bool:
        """True in an argument of a library's function that stays."""
        parent = self._model.parent(node)
        while isinstance(parent, ast.expr | ast.keyword):
            if isinstance(parent, ast.Call) and (
                parent not in rewritten or computes_on_host(parent, self._model)
            ):
                found = reference(parent, self._model)
                if found is not None and found.category is Category.FUNCTION and parent.func is not node:
                    return True
            parent = self._model.parent(parent)
        return False

    def _edits(self, fix: Fix) -> tuple[Edit, ...]:
        edits: list[Edit] = []
        binds: list[BindNamespace] = []
        for edit in fix.edits:
            if not isinstance(edit, Rewrite | RewriteStatement) or "{ops}" not in edit.template:
                edits.append(edit)
                continue
            on_host = host_function(edit, self._model) if self._namespaces is not None else None
            if on_host is not None:
                edits += on_host
                continue
            translated, helpers = self._edit(edit)
            if self._namespaces is not None and self._namespaces.prefers_none:
                translated = replace(
                    translated, template=translated.template.replace("{ops}.newaxis", "None")
                )
            binds += [self._import_of(edit.node, helper) for helper in helpers if helper.imported]
            if self._namespaces is not None and "math.prod(" in translated.template:
                if not may_import("math", edit.node, self._model):
                    raise _LackingError(f"{self._wording.module} has no `size`")
                edits.append(AddImport("math"))
            if self._namespaces is not None and f"{EXTRA_NAME}." in translated.template:
                if self._namespaces.binding(edit.node) is None:
                    raise _NoNamespaceError  # what it makes is NumPy's all the same
                extra = self._extra(edit.node)
                binds += [extra] if extra.imported and extra not in binds else []
            if self._namespaces is not None and "{ops}" in translated.template:
                bind = self._namespaces.binding(edit.node)
                if bind is None:
                    raise _NoNamespaceError
                binds += [bind] if (bind.statement or not bind.sure) and bind not in binds else []
                placed = self._devices.given(translated, bind) if self._devices is not None else None
                if placed is not None:
                    translated = placed[0]
                    binds += placed[1]
                translated = replace(translated, template=translated.template.replace("{ops}", bind.name))
            if self._of_object:
                translated = replace(translated, template=self._of_function(translated))
            edits.append(translated)
            if self._namespaces is not None:
                space = self._space(edit.node, binds)
                edits += [*dtypes(edit, space, self._model), *indices(edit, space, self._model)]
                edits += [*shapes(edit, self._model), *limits(edit, self._model)]
                edits += absolutes(edit, space, self._model)
        return (*edits, *binds)

    def _of_function(self, edit: Rewrite | RewriteStatement) -> str:
        """Return a template with the object that the function around calls, whose class has the operations."""
        found = namespace_at(edit.node, self._model)
        if found is None:
            raise _NoNamespaceError
        return edit.template.replace("{ops}", found)

    def _space(self, node: ast.AST, binds: Sequence[BindNamespace]) -> str | None:
        """Return how code at ``node`` calls the namespace that a fix binds, or that is there."""
        if self._namespaces is None:
            return None
        planned = next((bind.name for bind in binds if not bind.name.startswith(EXTRA_NAME)), None)
        there = self._namespaces.binding(node) if planned is None else None
        return there.name if there is not None else planned

    def _edit(self, edit: Rewrite | RewriteStatement) -> tuple[Rewrite | RewriteStatement, list[Helper]]:
        """Return an edit in the words of the vocabulary, and the package's own functions in it."""
        if self._namespaces is not None:
            edit = as_operator(edit, self._model)
        template, holes = _written_out(edit)
        operations = {m["operation"] for m in _OPERATION.finditer(template)}
        refused = refused_argument(edit, self._model) if self._namespaces is not None else None
        dtype = refused_dtype(edit, self._model) if self._namespaces is not None else None
        if dtype is not None:
            raise _LackingError(f"{self._wording.module} has no dtype `{dtype}`")
        if refused is not None:
            lacking = sorted(operation for operation in operations if self._word(operation) is None)
            takes = f"{self._wording.module} takes no `{refused}` there, but an array"
            raise _LackingError(self._wording.lacks(lacking[0]) if lacking else takes)
        if self._namespaces is not None and called(edit.node, self._model) == CHECKED:
            checked = template.replace("{ops}.asarray", f"{{ops}}.{CHECKED}")
            helped = self._respelled(edit, checked, holes)
            if helped is not None:
                return helped
        if self._namespaces is not None and operations & PREFERRED:
            preferred = self._respelled(edit, template, holes, preferred=True)
            if preferred is not None:
                return preferred
        try:
            for operation, call in self._calls(edit, template):
                self._check(operation, call)
        except _LackingError:
            spelled = self._respelled(edit, template, holes)
            if spelled is None and any(signature(operation) is None for operation in operations):
                raise _NoHelperError from None
            if spelled is None:
                raise
            return spelled
        translated = _OPERATION.sub(lambda m: self._text(m["operation"]), template)
        if self._settings.profile == "keras" and len(operations) == 1:
            translated = with_keywords(translated, edit.node, holes, self._words_of(*operations))
        return replace(edit, template=translated, holes=holes), []

    def _word(self, operation: str) -> Word | None:
        return word(self._settings.profile, self._settings.ops_names, operation, self._offered)

    def _words_of(self, operation: str) -> Signature | None:
        target = self._word(operation)
        return target.signature if target is not None else None

    def _respelled(
        self,
        edit: Rewrite | RewriteStatement,
        template: str,
        holes: dict[str, Hole],
        *,
        preferred: bool = False,
    ) -> tuple[Rewrite | RewriteStatement, list[Helper]] | None:
        """Return the edit by an idiom of the standard: of the whole call, where only its function is rewritten."""
        parent = self._model.parent(edit.node)
        if isinstance(edit, Rewrite) and isinstance(parent, ast.Call):
            written = replace(edit, template=template, holes=holes)
            is_callee = parent.func is edit.node
            whole = written_whole(written, parent) if is_callee else mapped(written, parent, self._model)
            if whole is None and is_callee:
                return None
            if whole is not None:
                edit, template, holes = whole, whole.template, dict(whole.holes)
        if self._settings.profile == "array-api":
            spelled = respelled(
                template,
                holes,
                self._ask,
                self._helpers,
                stored_into=is_stored_into(edit.node, self._model),
                nested=not isinstance(self._model.parent(edit.node), ast.stmt),
                preferred=preferred,
            )
            return None if spelled is None else (replace(edit, template=spelled[0], holes=holes), spelled[1])
        if not isinstance(edit.node, ast.Call):
            return None
        text = by_position(template, self._settings.profile, self._settings.ops_names)
        return None if text is None else (replace(edit, template=text, holes=holes), [])

    def _extra(self, node: ast.AST) -> BindNamespace:
        function = self._definition(node)
        if self._namespaces is None:
            raise _NoNamespaceError
        return self._namespaces.extra(function)

    def _import_of(self, node: ast.AST, helper: Helper) -> BindNamespace:
        return BindNamespace(self._definition(node), helper.name, "", helper.imported)

    def _definition(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef:
        function = self._model.function(node)
        while isinstance(function, ast.Lambda):
            function = self._model.function(function)
        if function is None:
            raise _NoNamespaceError
        return function

    def _calls(self, edit: Rewrite | RewriteStatement, template: str) -> list[tuple[str, ast.Call | None]]:
        """Return the operations that a template names, and how it calls them."""
        # Holes are numbered in some templates, and a number cannot be assigned to.
        tree = ast.parse(_HOLE.sub(r"_\1", template).replace("{{", "{").replace("}}", "}"))
        calls = {ast.unparse(n.func): n for n in ast.walk(tree) if isinstance(n, ast.Call)}
        found: list[tuple[str, ast.Call | None]] = []
        for match in _OPERATION.finditer(template):
            call = calls.get(f"_ops.{match['operation']}")
            parent = self._model.parent(edit.node)
            if call is None and isinstance(parent, ast.Call) and parent.func is edit.node:
                call = parent  # only the callee is rewritten
            found.append((match["operation"], call))
        return found

    def _check(self, operation: str, call: ast.Call | None) -> None:
        target = self._word(operation)
        if target is None and operation == _IS_TENSOR and self._offered is not None:
            raise _NoHelperError  # a fix would ask for it, and the message does not
        if target is None:
            raise _LackingError(self._wording.lacks(operation))
        arguments = call.args if call is not None and operation in BOUNDS and self._namespaces else []
        if any(is_plain_number(a, self._model.value(a)) for a in arguments):
            raise _LackingError(f"`{operation}` takes a number in no more than some libraries")
        if call is None or target.signature is None:
            return
        if not _takes(call, target.signature, signature(operation)):
            name = target.text.removeprefix("{ops}.")
            raise _LackingError(f"`{name}` of {self._wording.module} takes other arguments")

    def _text(self, operation: str) -> str:
        target = self._word(operation)
        return target.text if target is not None else f"{{ops}}.{operation}"


def _saying(lacking: _LackingError, finding: Finding) -> Finding:
    """Return a finding that says what is lacking, and has no fix."""
    message = f"{problem_of(finding.message)}, and {lacking}"
    return replace(finding, message=message, hint=str(lacking), fix=None)


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


def _written_out(edit: Rewrite | RewriteStatement) -> tuple[str, dict[str, Hole]]:
    """Return the template with its strings put in, and the holes that are left."""
    template = edit.template
    holes: dict[str, Hole] = {}
    for name, hole in edit.holes.items():
        if isinstance(hole, str):
            template = template.replace(f"{{{name}}}", hole.replace("{", "{{").replace("}", "}}"))
        else:
            holes[name] = hole
    return template, holes


def _takes(call: ast.Call, theirs: Signature, ours: Signature | None) -> bool:
    """True if a function with the signature ``theirs`` understands ``call`` as ours does."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return theirs.variadic
    if theirs.variadic:
        return all(theirs.takes_keyword(k.arg or "") for k in call.keywords)
    if len(call.args) > len(theirs.order):
        return False
    for index, name in enumerate(theirs.order[: len(call.args)]):
        leading = name in theirs.required and (
            ours is None or (index < len(ours.order) and ours.order[index] in ours.required)
        )
        same = ours is not None and index < len(ours.order) and ours.order[index] == name
        if not leading and not same:
            return False
    given = {*theirs.order[: len(call.args)], *(k.arg or "" for k in call.keywords)}
    return all(theirs.takes_keyword(k.arg or "") for k in call.keywords) and theirs.required <= given
