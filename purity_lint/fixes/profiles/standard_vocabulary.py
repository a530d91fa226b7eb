"""Fixes in the words of the array API standard, on the namespace of the arrays that a function is given."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import AddImport, BindNamespace, Edit, Fix, Hole, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message, problem_of
from purity_lint.fixes.profiles import called_dtypes
from purity_lint.fixes.profiles.builtins import as_operator
from purity_lint.fixes.profiles.called_operations import operations, with_names, written_out
from purity_lint.fixes.profiles.chained_products import multiplied
from purity_lint.fixes.profiles.complex_numbers import asked_of_all
from purity_lint.fixes.profiles.devices import Devices
from purity_lint.fixes.profiles.drawn_numbers import drawn
from purity_lint.fixes.profiles.extra_functions import EXTRA_NAME, as_it_stands, extra_functions
from purity_lint.fixes.profiles.functions_of_package import FunctionsOfPackage
from purity_lint.fixes.profiles.half_ported import left_whole, replaced_calls
from purity_lint.fixes.profiles.host_numbers import host_function, is_limit, refused_argument
from purity_lint.fixes.profiles.host_trips import HostTrips
from purity_lint.fixes.profiles.idioms import Questions
from purity_lint.fixes.profiles.joined_numbers import joined_with_numbers, joins_in_brackets
from purity_lint.fixes.profiles.kept_callers import called
from purity_lint.fixes.profiles.lacking import LackingError, NoHelperError, NoNamespaceError
from purity_lint.fixes.profiles.listed_arrays import stacked
from purity_lint.fixes.profiles.namespaces import Namespaces
from purity_lint.fixes.profiles.numbers_of_numpy import asked_of_number
from purity_lint.fixes.profiles.package_helpers import Helper, Helpers
from purity_lint.fixes.profiles.scalar_arguments import refused_scalar, scalars
from purity_lint.fixes.profiles.special_functions import special_function
from purity_lint.fixes.profiles.spelling import BOUNDS, CHECKED, PREFERRED, is_plain_number, respelled
from purity_lint.fixes.profiles.standard_arguments import (
    absolutes,
    dtypes,
    flags,
    indices,
    limits,
    refused_dtype,
    refused_limit,
    shapes,
    truths,
)
from purity_lint.fixes.profiles.staying import Staying
from purity_lint.fixes.profiles.vocabulary import Vocabulary
from purity_lint.knowledge.vocabularies.array_api import IS_ARRAY
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.host.accepted_matrices import accepted_matrix
from purity_lint.rewrites.host.host_data import computes_on_host, is_made_by_a_library, is_made_on_host
from purity_lint.rewrites.indexing.masked_lengths import are_selected_by
from purity_lint.rewrites.namespaces.brought_over import given_another
from purity_lint.rewrites.operators.boolean_arrays import holds_truth
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import may_import
from purity_lint.rewrites.second_axes import has_second_axis
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.rewrites.stores.written_later import is_stored_into
from purity_lint.semantics.model import SemanticModel

_AnyRewrite = Rewrite | RewriteStatement


class StandardVocabulary(Vocabulary):
    """Puts the fixes of one file into the words of the standard."""

    _namespaces: Namespaces

    def __init__(self, settings: Settings, model: SemanticModel) -> None:
        super().__init__(settings, model)
        self._helpers = Helpers(model)
        self._namespaces = Namespaces(model, settings.ops_alias)
        self._of_package = FunctionsOfPackage(self._helpers, model)
        self._devices = Devices(model, self._namespaces, self._helpers)
        self._trips = HostTrips(model, self._namespaces, self._devices, self._helpers)
        self._ask = Questions(
            model.value,
            lambda node: rank_of(node, model),
            lambda node: holds_truth(node, model),
            lambda node: is_made_by_a_library(node, model),
            lambda mask, values: are_selected_by(mask, values, model),
            lambda array: sharing(array, model.statement(array), model) is Sharing.PRIVATE,
            extra_functions(model),
            lambda node: has_second_axis(node, model),
            lambda node: is_limit(node, model),
        )

    def translated(self, finding: Finding) -> Finding | None:
        """``finding`` in the words of the standard, with the arguments that array_api_extra knows and no operation."""
        special = special_function(finding.node, self._model) if _crosses(finding) else None
        preferred = self._by_package(finding, special or self._of_package.preferred(finding.node))
        if preferred is not None:
            return preferred
        kept = as_it_stands(finding.node, self._model)
        if kept is not None:
            advice = Message(problem_of(finding.message), f"use {kept.message.rpartition(' ')[2]}", ":")
            finding = replace(finding, fix=kept, message=advice, hint=None)
        translated = super().translated(finding)
        if translated is None or translated.fix is not None:
            return translated
        return self._by_package(translated, self._of_package.instead_of(finding.node)) or translated

    def _by_package(self, finding: Finding, found: tuple[_AnyRewrite, Helper] | None) -> Finding | None:
        """Return ``finding`` with the call of a function of the package for its fix; ``None`` where there is none."""
        if found is None:
            return None
        edit, helper = found
        try:
            bind = self._binding(edit.node)
        except LackingError:
            return None
        edits: list[Edit] = [replace(edit, template=edit.template.replace("{ops}", bind.name))]
        edits += [self._import_of(edit.node, helper)] if helper.imported else []
        if "{ops}" in edit.template:
            edits += dtypes(edit, bind.name, self._model)
            edits += [bind] if bind.statement or not bind.sure else []
        fix = Fix(tuple(edits), Applicability.UNSAFE, f"Call `{helper.name}`")
        advice = Message(problem_of(finding.message), f"use `{helper.name}`", ":")
        return replace(finding, fix=fix, message=advice, hint=None)

    def whole(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings without the fixes of what stays an argument of a library's function, or stands beside it.

        `np.median(xp.abs(x))` hands arrays of any library to one that takes its own.
        """
        found, trips = self._trips.taken(findings)
        while True:
            rewritten = {f.node for f in found if _is_written(f)} | replaced_calls(found)
            written = (f for f in found if f.fix is not None and f.node not in trips)
            staying = [f for f in written if self._stays(f.node, rewritten)]
            if not staying:
                return left_whole(found, Staying(rewritten, self._model), self._model)
            found = [replace(f, fix=None) if f in staying else f for f in found]

    def _stays(self, node: ast.AST, rewritten: set[ast.AST]) -> bool:
        on_host = isinstance(node, ast.Call) and (
            computes_on_host(node, self._model) or any(is_made_on_host(a, self._model) for a in node.args)
        )
        staying = Staying(rewritten, self._model)
        return on_host or self._is_given(node, rewritten) or staying.is_computed_of(node)

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
            if joins_in_brackets(parent) and rewritten.isdisjoint({parent, parent.value}):
                return parent.value is not node
            parent = self._model.parent(parent)
        return False

    def _written(self, edit: _AnyRewrite) -> tuple[list[Edit], list[BindNamespace]]:
        """Return an edit in the words of the standard, the edits of its arguments, and what binds the names in it."""
        on_host = host_function(edit, self._model)
        if on_host is not None:
            return on_host, []
        translated, helpers = self._spelled(edit)
        if self._namespaces.prefers_none:
            translated = replace(translated, template=translated.template.replace("{ops}.newaxis", "None"))
        imports = self._imports(translated)
        binds = [self._import_of(edit.node, helper) for helper in helpers if helper.imported]
        binds += self._extra(translated)
        bind: BindNamespace | None
        if "{ops}" not in translated.template:
            there = self._namespaces.binding(edit.node)
            bind, space = there, there.name if there is not None else None
        else:
            bind = self._binding(edit.node)
            binds += [bind] if bind.statement or not bind.sure else []
            translated, placed = self._devices.given(translated, bind) or (translated, [])
            binds += placed
            translated = replace(translated, template=translated.template.replace("{ops}", bind.name))
            space = bind.name
        given = self._of_arguments(edit, space)
        if bind is not None:
            given, placed = self._devices.of_given(given, edit.node, bind)
            binds += placed
        return [*imports, translated, *given], binds

    def _of_arguments(self, edit: _AnyRewrite, space: str | None) -> list[Edit]:
        """Return the edits of what a call is given, as functions of the standard take it."""
        return [
            *dtypes(edit, space, self._model),
            *indices(edit, space, self._model),
            *shapes(edit, self._model),
            *limits(edit, self._model),
            *flags(edit, self._model),
            *absolutes(edit, space, self._model),
            *truths(edit, space, self._model),
            *scalars(edit, space, self._model),
            *stacked(edit, space, self._model),
        ]

    def _imports(self, translated: _AnyRewrite) -> list[Edit]:
        """Return the import of :mod:`math`, where an idiom has to have it."""
        if "math.prod(" not in translated.template:
            return []
        if not may_import("math", translated.node, self._model):
            raise LackingError(f"{self._wording.module} has no `size`")
        return [AddImport("math")]

    def _binding(self, node: ast.AST) -> BindNamespace:
        found = self._namespaces.binding(node)
        if found is None:
            raise NoNamespaceError
        return found

    def _extra(self, translated: _AnyRewrite) -> list[BindNamespace]:
        """Return the import of :mod:`array_api_extra`, where an idiom has to have it."""
        if f"{EXTRA_NAME}." not in translated.template:
            return []
        self._binding(translated.node)  # without a namespace, what it makes is NumPy's all the same
        extra = self._namespaces.extra(self._definition(translated.node))
        return [extra] if extra.imported else []

    def _import_of(self, node: ast.AST, helper: Helper) -> BindNamespace:
        return BindNamespace(self._definition(node), helper.name, "", helper.imported)

    def _definition(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef:
        function = self._model.function(node)
        while isinstance(function, ast.Lambda):
            function = self._model.function(function)
        if function is None:
            raise NoNamespaceError
        return function

    def _spelled(self, edit: _AnyRewrite) -> tuple[_AnyRewrite, list[Helper]]:
        """Return an edit in the words of the standard, and the package's own functions in it."""
        whole = joined_with_numbers(edit, self._model) or asked_of_all(edit, self._model)
        whole = whole or multiplied(edit, self._model) or drawn(edit, self._model)
        whole = whole or called_dtypes.called(edit, self._model)
        if whole is not None:
            return whole, []
        edit = as_operator(edit, self._model)
        template, holes = written_out(edit)
        self._check_arguments(template, edit)
        if called(edit.node, self._model) == CHECKED:
            checked = template.replace("{ops}.asarray", f"{{ops}}.{CHECKED}")
            helped = self._respelled(edit, checked, holes)
            if helped is not None:
                return helped
        if not PREFERRED.isdisjoint(operations(template)):
            preferred = self._respelled(edit, template, holes, preferred=True)
            if preferred is not None:
                return preferred
        try:
            self._check(template, edit)
        except LackingError:
            spelled = self._respelled(edit, template, holes)
            if spelled is None and not self._has_signatures(template):
                raise NoHelperError from None
            if spelled is None:
                raise
            return spelled
        return replace(edit, template=with_names(template, self._text), holes=holes), []

    def _respelled(
        self, edit: _AnyRewrite, template: str, holes: dict[str, Hole], *, preferred: bool = False
    ) -> tuple[_AnyRewrite, list[Helper]] | None:
        """Return the edit by an idiom of the standard: of the whole call, where only its function is rewritten."""
        whole = self._whole_call(replace(edit, template=template, holes=holes))
        if whole is None:
            return None
        spelled = respelled(
            whole.template,
            whole.holes,
            self._ask,
            self._helpers,
            stored_into=is_stored_into(whole.node, self._model),
            nested=not isinstance(self._model.parent(whole.node), ast.stmt),
            preferred=preferred,
            unsure=isinstance(whole.node, ast.Call) and isinstance(whole.node.func, ast.Attribute | ast.Name),
        )
        return None if spelled is None else (replace(whole, template=spelled[0]), spelled[1])

    def _check_arguments(self, template: str, edit: _AnyRewrite) -> None:
        """Raise :class:`LackingError` if a call is given what is no array, or what is no dtype of the standard."""
        number = asked_of_number(edit, self._model)
        if number is not None:
            raise LackingError(
                f"`{number}` may be a number of NumPy's, which is no `ndarray` but an array for `{IS_ARRAY}`"
            )
        matrix = accepted_matrix(edit.node, self._model)
        if matrix is not None:
            raise LackingError(f"`{matrix}` may be a sparse matrix, which is for the host")
        dtype = refused_dtype(edit, self._model)
        if dtype is not None:
            raise LackingError(f"{self._wording.module} has no dtype `{dtype}`")
        limit = refused_limit(edit, self._model)
        if limit is not None:
            raise LackingError(f"{self._wording.module} has no limit `{limit}`")
        repeated = refused_scalar(replace(edit, template=template), self._model)
        if repeated is not None:
            raise LackingError(
                f"{self._wording.module} takes no `{repeated}` there, but an array with the same axes"
            )
        brings = "{ops}.asarray" in template
        other = None if brings else given_another(edit.node, self._model)
        if other is not None:
            raise LackingError(f"`{other}` is none of the arrays whose namespace is asked for")
        refused = refused_argument(edit, self._model)
        if refused is None:
            return
        lacking = sorted(operation for operation in operations(template) if self._word(operation) is None)
        takes = f"{self._wording.module} takes no `{refused}` there, but an array"
        raise LackingError(self._wording.lacks(lacking[0]) if lacking else takes)

    def _check_call(self, operation: str, call: ast.Call | None) -> None:
        """Raise :class:`LackingError` for what no namespace has, and for a number that few of them take."""
        arguments = call.args if call is not None and operation in BOUNDS and self._word(operation) else []
        if any(is_plain_number(a, self._model.value(a)) or is_limit(a, self._model) for a in arguments):
            raise LackingError(f"`{operation}` takes a number in no more than some libraries")
        super()._check_call(operation, call)


def _crosses(finding: Finding) -> bool:
    """True unless a fix does something else than to take arrays to NumPy and back: `float(norm.ppf(a))`."""
    edits = finding.fix.edits if finding.fix is not None else ()
    return all("{ops}" in getattr(edit, "template", "{ops}") for edit in edits)


def _is_written(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.applicability is not Applicability.DISPLAY
