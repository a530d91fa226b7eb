"""Symbols of a project: modules, functions and classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import count, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS
from purity_lint.semantics.symbols.call_sites import Sites
from purity_lint.semantics.symbols.cells import Cell, Parameter
from purity_lint.semantics.symbols.class_operators import ClassOperators
from purity_lint.semantics.symbols.structure import is_given
from purity_lint.semantics.symbols.uses import Use
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import imported_packages

if TYPE_CHECKING:
    from purity_lint.semantics.domain.environment import Environment

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class FunctionSymbol:
    """A function, method or lambda of the project."""

    __slots__ = (
        "abstract",
        "alters_results",
        "captured",
        "closure",
        "closure_values",
        "declared",
        "decorated_elsewhere",
        "decorators",
        "dirty",
        "evaluated",
        "has_inner",
        "held",
        "is_class_method",
        "is_fixture",
        "is_generator",
        "is_property",
        "is_static",
        "joint",
        "module",
        "name",
        "node",
        "order",
        "outer",
        "owner",
        "parameters",
        "positional",
        "positions",
        "qualname",
        "queued",
        "reads_new_tensor",
        "registers",
        "result",
        "results_of",
        "returns_declared",
        "running",
        "sites",
        "used",
        "uses",
        "visits",
        "wrapper",
    )

    def __init__(self, name: str, qualname: str, node: FunctionNode, module: ModuleSymbol) -> None:
        self.name = name
        self.qualname = qualname
        self.node = node
        self.module = module
        self.owner: ClassSymbol | None = None
        self.closure: Environment | None = None
        self.closure_values: dict[str, Abs] = {}
        """What the names of the function around it were where it is defined."""
        self.captured: dict[str, Abs | None] = {}
        """What its body has found in the functions around it, without reasons."""
        self.has_inner = False
        """There are functions within it."""
        self.outer: FunctionSymbol | None = None
        """The function around it."""
        self.held: dict[str, Cell] = {}
        """What functions within it put into its lists and dicts, by their names."""
        self.parameters: list[Parameter] = []
        self.positions: dict[str, int] = {}
        """Positions of the parameters that may be given by name."""
        self.positional = 0
        """How many parameters, the first ones, may be given by position."""
        self.joint: tuple[int, ...] = ()
        """Sets of parameters (bit by bit) that are used together as a tensor: in each, one at least is a tensor."""
        self.uses: dict[str, Use] = {}
        """What names of which nothing is known are used as, as the last evaluation has found."""
        self.used: dict[str, Use] = {}
        """Those of them that count."""
        self.result = Cell()
        self.returns_declared: Abs | None = None
        self.is_static = self.is_class_method = self.is_property = self.is_generator = False
        self.is_fixture = self.alters_results = False
        """Decorated with ``@pytest.fixture``; a decorator whose wrapper gives something else than what it wraps."""
        self.abstract = False
        """Raises NotImplementedError or does nothing: says nothing about its result."""
        self.declared = self.decorated_elsewhere = False
        self.evaluated = self.running = self.queued = False
        self.dirty = True
        self.visits = 0
        self.reads_new_tensor = False
        """Something that its last evaluation has read is a tensor now and was none then."""
        self.order = 0
        """How many functions of the project had been evaluated when this one had: callees come before callers."""
        self.decorators: tuple[Abs, ...] = ()
        self.wrapper: Abs | None = None
        self.results_of: Abs | None = None
        """Functions that its callers get their results from, where a decorator has put them in its place."""
        self.registers = False
        """It puts functions into a table that a method of the protocols reads."""
        self.sites: Sites | None = None
        """Its calls, where all that there are may stand in its file."""

    def __repr__(self) -> str:
        return f"<function {self.qualname}>"

    @property
    def signature(self) -> list[tuple[str, str, bool]]:
        """Return name and kind of each parameter, and whether it may be left out."""
        return [(p.name, p.kind, p.default is not None) for p in self.parameters]

    @property
    def bound(self) -> bool:
        """Return True where a call through an instance fills the first parameter."""
        return self.owner is not None and not self.is_static


class ClassSymbol(ClassOperators):
    """A class of the project."""

    __slots__ = (
        "_above",
        "_below",
        "_below_with",
        "_found",
        "_is_current",
        "_overriding",
        "bases",
        "defined",
        "fields",
        "fixed",
        "library_bases",
        "members",
        "methods",
        "module",
        "name",
        "node",
        "qualname",
        "record",
        "setters",
        "subclasses",
    )

    def __init__(self, name: str, qualname: str, node: ast.ClassDef, module: ModuleSymbol) -> None:
        self.name = name
        self.qualname = qualname
        self.node = node
        self.module = module
        self.bases: list[ClassSymbol] = []
        self.library_bases: list[str] = []
        self.subclasses: list[ClassSymbol] = []
        self.methods: dict[str, FunctionSymbol] = {}
        self.setters: dict[str, FunctionSymbol] = {}
        """Properties -> the methods that are given what is assigned to them."""
        self.members: dict[str, Cell] = {}
        self.fields: list[str] = []
        """Annotated fields in order, which a dataclass's constructor takes."""
        self.defined = False
        self.record = False
        """A dataclass or NamedTuple: its fields are its constructor's parameters."""
        self.fixed = False
        """A frozen dataclass: attributes of its instances are not assigned."""
        self._is_current = False
        """The following is worked out, and holds still."""
        self._above: tuple[ClassSymbol, ...] = ()
        self._below: tuple[ClassSymbol, ...] = ()
        self._found: dict[str, FunctionSymbol | None] = {}
        self._overriding: dict[str, list[FunctionSymbol]] = {}
        self._below_with: dict[str, list[ClassSymbol]] = {}

    def __repr__(self) -> str:
        return f"<class {self.qualname}>"

    def hierarchy_changed(self) -> None:
        """Say that it has got base classes, subclasses or methods: its relatives work out again what follows."""
        for related in (*self._walk(lambda c: c.bases), *self._walk(lambda c: c.subclasses)):
            related._is_current = False

    def _renew(self) -> None:
        """Work out again what follows from base classes, subclasses and methods."""
        self._is_current = True
        self._above = tuple(self._walk(lambda c: c.bases))
        self._below = tuple(self._walk(lambda c: c.subclasses, breadth_first=False))[1:]
        self._found = {}
        self._overriding = {}
        self._below_with = {}

    def _walk(
        self, step: Callable[[ClassSymbol], list[ClassSymbol]], *, breadth_first: bool = True
    ) -> Iterator[ClassSymbol]:
        seen = {self}
        stack = [self]
        while stack:
            c = stack.pop(0 if breadth_first else -1)
            yield c
            for other in step(c):
                if other not in seen:
                    seen.add(other)
                    stack.append(other)

    @property
    def is_property(self) -> bool:
        """Return True where its instances, as members of a class, give what they compute when they are read."""
        return self.method("__get__") is not None and self.method("__call__") is None

    def ancestors(self) -> tuple[ClassSymbol, ...]:
        """Return the class and its bases within the project, nearest first."""
        if not self._is_current:
            self._renew()
        return self._above

    def below_with(self, name: str) -> list[ClassSymbol]:
        """Return its subclasses that have a method or an attribute of that name themselves."""
        if not self._is_current:
            self._renew()
        known = self._below_with.get(name)
        if known is None:
            known = [c for c in self._below if name in c.methods or name in c.members]
            self._below_with[name] = known
        return known

    def method(self, name: str) -> FunctionSymbol | None:
        """Return the method that an instance finds."""
        found = self.methods.get(name)
        if found is not None or not self.bases:
            return found
        if not self._is_current:
            self._renew()
        if name not in self._found:
            self._found[name] = self._inherited(name)
        return self._found[name]

    def _inherited(self, name: str) -> FunctionSymbol | None:
        """Return the nearest base's method; a property gives way to what a class below it is given under its name."""
        owner = next((c for c in self._above if name in c.methods), None)
        if owner is None:
            return None
        below = self._above[: self._above.index(owner)]
        method = owner.methods[name]
        return None if method.is_property and any(is_given(c.node, name) for c in below) else method

    def setter(self, name: str) -> FunctionSymbol | None:
        """Return the method that is given what is assigned to the property ``name`` of an instance."""
        return next((c.setters[name] for c in self.ancestors() if name in c.setters), None)

    def overrides(self, name: str) -> list[FunctionSymbol]:
        """Methods of that name in subclasses."""
        if not self._is_current:
            self._renew()
        known = self._overriding.get(name)
        if known is None:
            known = self._overriding[name] = [c.methods[name] for c in self._below if name in c.methods]
        return known

    def member(self, name: str) -> Cell | None:
        """Return the cell of an attribute, its own or inherited: one that is only read is empty, and hides no other."""
        found = self.members.get(name)
        if not self.bases or (found is not None and found.value.mask):
            return found
        for c in self.ancestors():
            cell = c.members.get(name)
            if cell is not None and cell.value.mask:
                return cell
            found = found or cell
        return found

    def member_here(self, name: str) -> Cell:
        """Return the cell of an attribute that is being assigned: an inherited one if there is one."""
        cell = self.member(name)
        if cell is None or not (cell.value.mask or name in self.members):
            cell = Cell(self.module)
            if not cell.frozen:
                self.members[name] = cell
                for above in self.ancestors():
                    above._below_with.pop(name, None)
        return cell

    def members_to_be(self, name: str) -> Iterator[Cell]:
        """Yield the cells of an attribute that nothing has assigned yet: its own, and those of its bases."""
        for c in self.ancestors():
            if not c.module.frozen:
                yield c.member_here(name)

    def library_ancestors(self) -> Iterator[str]:
        """Qualified names of library classes among its bases."""
        for c in self.ancestors():
            yield from c.library_bases


_GLOBAL: Final = re.compile(r"^[ \t]+global[ \t]+([\w, \t]+)", re.MULTILINE)


class ModuleSymbol:
    """A module of the project."""

    __slots__ = (
        "_bound_by_functions",
        "_has_descriptors",
        "_has_getattr",
        "_imported",
        "assignments",
        "classes",
        "dynamic",
        "environment",
        "evaluated",
        "foreign_members",
        "frozen",
        "functions",
        "import_names",
        "is_package",
        "is_test",
        "knows_arrays",
        "name",
        "other_members",
        "running",
        "shared",
        "source",
        "values",
    )

    def __init__(self, name: str, source: SourceFile, *, is_package: bool, is_test: bool) -> None:
        self.name = name
        self.source = source
        self.is_package = is_package
        self.is_test = is_test
        self.environment: Environment | None = None
        self.functions: dict[ast.AST, FunctionSymbol] = {}
        self.classes: dict[ast.AST, ClassSymbol] = {}
        self.values: dict[ast.AST, Abs] = {}
        self.assignments: dict[str, ast.expr] = {}
        """Names bound by plain assignments at the top level, and to what: type aliases are found here."""
        self.import_names: dict[str, tuple[str, str]] = {}
        """Names bound by ``from a import b``: ``(a, b)``; of ``from a import *``, ``*0``, ``*1`` in their order."""
        self.shared: dict[str, Cell] = {}
        """What functions put into names of the module, and into the lists and dicts that these hold."""
        self.other_members: dict[tuple[ast.AST, str], bool] = {}
        """What :mod:`purity_lint.semantics.evidence.other_members` has found out of names in functions."""
        self.foreign_members: dict[str, list[ast.Attribute]] | None = None
        """What it has to look at for that: ``None`` until somebody has asked."""
        self.knows_arrays: bool | None = None
        """Its file imports a library of arrays; ``None`` until somebody has asked."""
        self._imported: frozenset[str] | None = None
        self._has_descriptors: bool | None = None
        self._has_getattr: bool | None = None
        self._bound_by_functions: frozenset[str] | None = None
        self.dynamic = False
        """It makes names at run time (``__getattr__``, ``globals()``)."""
        self.evaluated = False
        self.running = False
        self.frozen = False
        """It belongs to another stage than the one that is going on: nothing in it changes."""

    def forget_code(self) -> None:
        """Forget all but what other modules see of it: nobody asks again what stands in its functions."""
        self.values = {}
        self.foreign_members = None
        for node in self.functions:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                node.body = []
        self.source.tree.body = []

    def imports(self, packages: frozenset[str]) -> bool:
        """True where it imports one of these packages, wherever that stands."""
        if self._imported is None:
            self._imported = imported_packages(self.source.tree)
        return not packages.isdisjoint(self._imported)

    def star_imports(self) -> list[str]:
        """Return the modules of which it imports all names, in the order in which they are noted."""
        noted = (self.import_names.get(f"*{number}") for number in count())
        return [origin[0] for origin in takewhile(bool, noted) if origin is not None]

    @property
    def bound_by_functions(self) -> frozenset[str]:
        """Return the names outside functions that functions bind: those after `global`."""
        if self._bound_by_functions is None:
            named = _GLOBAL.findall(self.source.text) if "global " in self.source.text else []
            self._bound_by_functions = frozenset(name.strip() for names in named for name in names.split(","))
        return self._bound_by_functions

    @property
    def has_descriptors(self) -> bool:
        """Return True where a class in it may say what reading its instances gives: `__get__` stands in the file."""
        if self._has_descriptors is None:
            self._has_descriptors = "__get__" in self.source.text
        return self._has_descriptors

    @property
    def has_getattr(self) -> bool:
        """Return True where it may ask for members by their names: `getattr(` stands in the file."""
        if self._has_getattr is None:
            self._has_getattr = "getattr(" in self.source.text
        return self._has_getattr

    def classes_named(self) -> Iterator[ClassSymbol]:
        """Return the project's classes that it defines or imports by name."""
        values = self.environment.values.values() if self.environment is not None else ()
        for value in values:
            if value.mask == CLASS:
                yield from (ref for ref in value.refs if isinstance(ref, ClassSymbol))

    def __repr__(self) -> str:
        return f"<module {self.name}>"

    @property
    def qualname(self) -> str:
        """Its dotted name."""
        return self.name

    @property
    def package(self) -> str:
        """Return the package that relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


def let_go(module: ModuleSymbol) -> None:
    """Empty a module and its symbols, of which nobody asks anything again.

    They hold one another, so that only a collection of garbage would find that, which walks over all trees.
    """
    symbols: list[FunctionSymbol | ClassSymbol | ModuleSymbol]
    symbols = [*module.functions.values(), *module.classes.values(), module]
    for symbol in symbols:
        for name in symbol.__slots__:
            if hasattr(symbol, name):
                delattr(symbol, name)


class BoundMethod(NamedTuple):
    """A method with the class of the instance that it was read from."""

    function: FunctionSymbol
    receiver: ClassSymbol
