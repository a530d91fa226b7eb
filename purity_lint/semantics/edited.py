"""Files that are being edited, understood against their project as it was before.

Only the edited file is analysed; nothing changes in the others.  What these tell of it stays as it was: the arguments
of their calls, the attributes that they assign, their subclasses.  Which of that is theirs comes out when the file as
it was is analysed alone: they told what was known beyond that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path

from purity_lint.records import dataclass
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.symbols.naming import Names
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol, Parameter
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
        before = self._modules.get(source.path)
        if before is None:  # others tell nothing of a file that none of them imports
            return self._analyze(source, _Told())
        told = self._told.get(source.path)
        if told is None:
            alone, _ = self._analyze(before.source, _Told())
            told = self._told[source.path] = _told(before, alone)
        return self._analyze(source, told)

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
