"""Files that are being edited, understood against their project as it was before.

Only the edited file is analysed; nothing changes in the others.  What these tell of it stays as it was: the arguments
of their calls, the attributes that they assign, their subclasses.  Which of that is theirs comes out when the file as
it was is analysed alone: they told what was known beyond that.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import field
from pathlib import Path

from purity_lint.records import dataclass
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.second_look import may_be_asked
from purity_lint.semantics.symbols import summaries
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.naming import Names
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.turns import MAX_VISITS
from purity_lint.source.file import SourceFile
from purity_lint.source.recursion import deep_recursion

Member = tuple[str, str]
"""Qualified name of a function or class, and the name of one of its parameters or attributes."""


@dataclass
class _Told:
    """What other files tell of one."""

    arguments: dict[Member, Abs] = field(default_factory=dict)
    unknown: set[Member] = field(default_factory=set)
    """Parameters for which they pass things of which nothing is known."""
    attributes: dict[Member, Abs] = field(default_factory=dict)
    subclasses: dict[str, list[ClassSymbol]] = field(default_factory=dict)


class EditedFiles:
    """Versions of the files of a project that differ from those that it was understood with.

    ``empty`` gives a project with nothing in it; ``modules`` are those that others import, by their files.
    """

    def __init__(
        self, empty: Callable[[], Project], modules: Mapping[Path, ModuleSymbol], names: Names
    ) -> None:
        self._empty = empty
        self._modules = modules
        self._names = names
        self._told: dict[Path, _Told] = {}

    def analyze(self, source: SourceFile) -> tuple[ModuleSymbol, Project]:
        """Return the module that ``source`` is, with the values of all its expressions."""
        return self._analyze(source, self._told_of(source.path))

    def unnoticed(
        self, before: SourceFile, after: SourceFile, named: Container[summaries.Place]
    ) -> tuple[ModuleSymbol, Project] | None:
        """Return the module that ``after`` is, if no other file would notice that it takes the place of ``before``.

        Both pass others the same arguments and give them the same attributes; where others import it, all that they
        can ask of it is the same.  ``named`` are the reasons in the file that others have told; these are still there.
        What is known of the others then stays.
        """
        known = [module for path, module in self._modules.items() if path != after.path]
        told = self._told_of(after.path)
        versions = [self._analyze(source, told) for source in (before, after)]
        seen: list[object] = []
        for module, project in versions:
            own, offers = summaries.told(module, project.offers, known)
            seen.append((offers, own, _certain(module, project)) if after.path in self._modules else offers)
        if seen[0] != seen[1]:
            return None
        one, other = (summaries.reasons_of(module) for module, _ in versions)
        return versions[1] if not any(reason in named for reason in one - other) else None

    def _told_of(self, path: Path) -> _Told:
        before = self._modules.get(path)
        if before is None:  # others tell nothing of a file that none of them imports
            return _Told()
        told = self._told.get(path)
        if told is None:
            alone, _ = self._analyze(before.source, _Told())
            told = self._told[path] = _told(before, alone)
        return told

    def forget(self) -> None:
        """Forget what was worked out of the files that were edited."""
        self._told.clear()

    def _analyze(self, source: SourceFile, told: _Told) -> tuple[ModuleSymbol, Project]:
        project = self._empty()
        for module in self._modules.values():
            project.adopt(module)
        module = self._names.add(project, source)
        with deep_recursion():
            project.run_module(module)  # which defines its classes
        for symbol in module.classes.values():
            symbol.subclasses += told.subclasses.get(symbol.qualname, [])
            symbol.hierarchy_changed()
        project.evaluate_all()
        _tell(project, module, told)
        project.settle()
        return module, project


def _certain(module: ModuleSymbol, project: Project) -> list[Abs]:
    """Return what functions give back to callers whose arguments are certain."""
    asked = filter(may_be_asked, module.functions.values())
    return [project.result_if_certain(function).core for function in asked]


def _told(known: ModuleSymbol, alone: ModuleSymbol) -> _Told:
    """Return what was ``known`` of a module and does not come from itself."""
    told = _Told()
    own = {function.qualname: function for function in alone.functions.values()}
    for function in known.functions.values():
        same = own.get(function.qualname)
        closed = function.sites is not None and not function.sites.is_open
        if same is not None and not closed:
            for p, q in _pairs(function, same):
                if p.calls.value.core is not q.calls.value.core:
                    told.arguments[function.qualname, p.name] = p.calls.value
                if p.unknown_calls and not q.unknown_calls:
                    told.unknown.add((function.qualname, p.name))
    classes = {symbol.qualname: symbol for symbol in alone.classes.values()}
    for symbol in known.classes.values():
        twin = classes.get(symbol.qualname)
        for name, cell in symbol.members.items():
            mine = twin.members.get(name) if twin is not None else None
            if mine is None or mine.value.core is not cell.value.core:
                told.attributes[symbol.qualname, name] = cell.value
        told.subclasses[symbol.qualname] = [c for c in symbol.subclasses if c.module is not known]
    return told


def _pairs(one: FunctionSymbol, other: FunctionSymbol) -> Iterable[tuple[Parameter, Parameter]]:
    named = {p.name: p for p in other.parameters}
    return ((p, named[p.name]) for p in one.parameters if p.name in named)


def _tell(project: Project, module: ModuleSymbol, told: _Told) -> None:
    """Let the functions and classes of ``module`` know what other files tell of those of their names."""
    functions = list(module.functions.values())
    for function in functions:
        function.visits = min(function.visits, MAX_VISITS - 1)
    for function in functions:
        changed = False
        for p in function.parameters:
            key = function.qualname, p.name
            if function.sites is not None and (key in told.arguments or key in told.unknown):
                function.sites.is_open = True
            if key in told.arguments:
                changed |= p.calls.add(told.arguments[key])
            if key in told.unknown and not p.unknown_calls:
                p.unknown_calls = changed = True
        if changed:
            project.reconsider(function)
    classes = {symbol.qualname: symbol for symbol in module.classes.values()}
    for (owner, name), value in told.attributes.items():
        if owner in classes:
            project.assign_member(classes[owner], name, value)
