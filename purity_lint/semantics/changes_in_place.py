"""Answers about one file: which arrays functions change for their callers, and who sees that."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from functools import cached_property
from typing import Final

from purity_lint.knowledge.array_members import ARRAY_MEMBERS
from purity_lint.knowledge.python import DROPPED, HANDED_OVER, LEFT_BEHIND, MEMBERS_OF_CONTAINERS
from purity_lint.semantics.domain.kinds import FUNCTION, INSTANCE
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.symbols.arrays_taken import KEPT
from purity_lint.semantics.symbols.dropped_results import returns_something
from purity_lint.semantics.symbols.left_behind import places
from purity_lint.semantics.symbols.parameter_changes import ParameterChanges
from purity_lint.semantics.symbols.table import BoundMethod, ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses_of_results import UsesOfResults
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.file import SourceFile
from purity_lint.source.names import called_name, last_name

_MAY_BE_OF_PROJECT: Final = frozenset({Kind.INSTANCE, Kind.CLASS, Kind.OTHER, Kind.UNKNOWN})
"""Kinds of what may have the methods of a class of the project."""


class ChangesInPlace(ABC):
    """What a model of a file says of arrays that are changed in place."""

    source: SourceFile
    _module: ModuleSymbol
    _project: Project

    @abstractmethod
    def value(self, node: ast.expr) -> Value:
        """Return the abstract value of ``node``."""

    @abstractmethod
    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node around ``node``."""

    @cached_property
    def _changes(self) -> ParameterChanges:
        return ParameterChanges(self.source)

    @property
    def _uses(self) -> UsesOfResults:
        return self._project.uses_of_results

    def given_back(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
        """Return the parameters that a function changes and returns."""
        return self._changes.given_back(function)

    def given_back_elsewhere(self, function: ast.expr) -> dict[str, int] | None:
        """Return the parameters, and their positions, that a function of another file changes and gives back."""
        value = self._module.values.get(function)
        ref = value.refs[0] if value is not None and value.mask == FUNCTION and len(value.refs) == 1 else None
        if not isinstance(ref, FunctionSymbol) or ref.owner is not None or ref.module is self._module:
            return None
        given = self._uses.given_back.get(".".join(ref.qualname.split(".")[-2:]))
        is_its = given is not None and given.items() <= ref.positions.items()
        return given if is_its else None  # and not that of a file of the same name

    def given_back_by_method(self, method: ast.Attribute) -> dict[str, int] | None:
        """Return the parameters, and their positions, that all definitions of a method change and give back."""
        given = self._uses.given_back.get(called_name(method.attr, is_method=True))
        return given if given is not None and self._may_be_of_project(method) else None

    def changed_by_methods(self, name: str) -> dict[str, int] | None:
        """Return the parameters that all methods of a name change in the project, if some of them return nothing."""
        return self._uses.to_give_back.get(called_name(name, is_method=True))

    def changed_by_method(self, method: ast.Attribute) -> dict[str, int] | None:
        """Return the parameters, and their positions, that all definitions of a method change; some return nothing."""
        changed = self.changed_by_methods(method.attr)
        return changed if changed is not None and self._may_be_of_project(method) else None

    def _may_be_of_project(self, method: ast.Attribute) -> bool:
        """True for a method of a class of the project, as far as is known, or where no library has one of its name."""
        value = self._module.values.get(method)
        if value is not None and value.refs:
            return all(map(_is_method, value.refs))
        owner = self._module.values.get(method.value)
        if owner is not None and owner.refs and owner.mask == INSTANCE:
            return all(isinstance(ref, ClassSymbol) for ref in owner.refs)
        of_libraries = method.attr in ARRAY_MEMBERS or method.attr in MEMBERS_OF_CONTAINERS
        return not of_libraries and self.value(method.value).kind in _MAY_BE_OF_PROJECT

    def changed_parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
        """Return the parameters that a function changes."""
        return self._changes.of(function)

    def returns_something(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Return True for a function with a ``return`` of a value."""
        return returns_something(function)

    def result_is_dropped(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Return True where some call takes nothing of what a function gives back, or may do so."""
        name = called_name(function.name, is_method=isinstance(self.parent(function), ast.ClassDef))
        return name in self._project.asked_about(DROPPED) or name in self._project.asked_about(HANDED_OVER)

    def is_left_behind(self, parameter: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Return True where some call may read its argument for a parameter that the function changes."""
        is_method = isinstance(self.parent(function), ast.ClassDef)
        stands_for = places(function, frozenset({parameter}), is_method=is_method)
        return not self._project.asked_about(LEFT_BEHIND).isdisjoint(stands_for)

    def is_taken_elsewhere(self, attribute: str) -> bool:
        """Return True where another file keeps what an attribute of that name holds."""
        return bool(self._uses.taken.get(f".{attribute}", set()) - {self.source.path.stem})

    def is_kept_elsewhere(self, call: ast.Call, argument: ast.expr) -> bool:
        """Return True where a function of another file that may be called keeps an argument."""
        if not self._uses.taken:
            return False
        where = next((n for n, given in enumerate(call.args) if given is argument), None)
        slot = where if where is not None else next(k.arg for k in call.keywords if k.value is argument)
        method = called_name(last_name(call.func), is_method=True)
        names = (f"{name}{KEPT}{slot}" for name in (method, method[1:]))
        return any(self._uses.taken.get(name, set()) - {self.source.path.stem} for name in names)


def _is_method(ref: object) -> bool:
    function = ref.function if isinstance(ref, BoundMethod) else ref
    return isinstance(function, FunctionSymbol) and function.owner is not None
