"""Symbols of a project: modules, functions, classes, and the cells in which facts about them meet."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from purity_lint.semantics.domain.lattice import NEVER, Abs, join, same, widen
from purity_lint.source.constructs import OPERATORS
from purity_lint.source.file import SourceFile

if TYPE_CHECKING:
    from purity_lint.semantics.domain.environment import Environment

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

USE_NONE: Final = 0
USE_ELEMENTWISE: Final = 1
"""It reaches an elementwise array function: a tensor or a number."""
USE_TENSOR: Final = 2
"""It is used as only a tensor can be."""
USE_SCALAR: Final = -1
"""It is used as only a number can be."""

_ARRAY_LIBRARIES: Final = frozenset({"numpy", "scipy", "pandas"})
_ARRAY_METHODS: Final = frozenset(
    {
        "__add__",
        "__mul__",
        "__matmul__",
        "__array__",
        "__array_ufunc__",
        "dot",
        "reshape",
        "transpose",
        "astype",
        "T",
    }
)
"""What makes instances of a class take the place of arrays."""


class Cell:
    """A place where facts from anywhere in the project are joined, and who has read it."""

    __slots__ = ("frozen", "readers", "value")

    def __init__(self, *, frozen: bool = False) -> None:
        self.frozen = frozen
        """It belongs to another stage of the analysis: it is read and never changed."""
        self.value: Abs = NEVER
        self.readers: dict[FunctionSymbol, None] = {}

    def add(self, value: Abs) -> bool:
        """Join ``value``; whether that changed anything."""
        old = self.value
        new = widen(join(old, value))
        if new is old or same(new, old):
            return False
        self.value = new
        return True


class Parameter:
    """What is known of one parameter, by source of evidence."""

    __slots__ = (
        "at",
        "calls",
        "declared",
        "default",
        "kind",
        "like_siblings",
        "name",
        "strict",
        "unknown_calls",
        "use",
        "use_at",
        "value",
    )

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        """``positional``, ``keyword``, ``args`` or ``kwargs``."""
        self.at: tuple[int, int, str | None] = (1, 0, None)
        """Where it stands: line, column and file."""
        self.declared: Abs | None = None
        self.strict = False
        """The declaration is an annotation (a docstring may be loose)."""
        self.default: Abs | None = None
        self.calls = Cell()
        self.unknown_calls = False
        self.use = USE_NONE
        self.use_at: ast.AST | None = None
        self.like_siblings = False
        """Nothing is known of it, and in the functions around this one its name is that of a tensor."""
        self.value: Abs | None = None
        """What the body was last evaluated with."""


class FunctionSymbol:
    """A function, method or lambda of the project."""

    __slots__ = (
        "abstract",
        "closure",
        "declared",
        "decorators",
        "dirty",
        "evaluated",
        "is_fixture",
        "is_generator",
        "is_property",
        "is_static",
        "joint",
        "module",
        "name",
        "node",
        "owner",
        "parameters",
        "qualname",
        "queued",
        "result",
        "returns_declared",
        "running",
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
        self.parameters: list[Parameter] = []
        self.joint: tuple[int, ...] = ()
        """Sets of parameters (bit by bit) that are used together as a tensor: in each, one at least is a tensor."""
        self.result = Cell()
        self.returns_declared: Abs | None = None
        self.is_static = False
        self.is_property = False
        self.is_generator = False
        self.is_fixture = False
        """Decorated with ``@pytest.fixture``."""
        self.abstract = False
        """Raises NotImplementedError or does nothing: says nothing about its result."""
        self.declared = False
        self.evaluated = False
        self.running = False
        self.dirty = True
        self.queued = False
        self.visits = 0
        self.decorators: tuple[Abs, ...] = ()
        self.wrapper: Abs | None = None

    def __repr__(self) -> str:
        return f"<function {self.qualname}>"

    @property
    def bound(self) -> bool:
        """Whether a call through an instance fills the first parameter."""
        return self.owner is not None and not self.is_static


class ClassSymbol:
    """A class of the project."""

    __slots__ = (
        "bases",
        "defined",
        "fields",
        "library_bases",
        "members",
        "methods",
        "module",
        "name",
        "node",
        "qualname",
        "record",
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
        self.members: dict[str, Cell] = {}
        self.fields: list[str] = []
        """Annotated fields in order, which a dataclass's constructor takes."""
        self.defined = False
        self.record = False
        """A dataclass or NamedTuple: its fields are its constructor's parameters."""

    def __repr__(self) -> str:
        return f"<class {self.qualname}>"

    @property
    def is_tuple(self) -> bool:
        """Whether its instances are tuples of its fields: a named tuple."""
        return any(b.rpartition(".")[2] == "NamedTuple" for b in self.library_bases)

    @property
    def is_arraylike(self) -> bool:
        """Whether its instances have operators or methods that arrays have: a matrix class, say."""
        return any(
            any(base.partition(".")[0] in _ARRAY_LIBRARIES for base in owner.library_bases)
            or not _ARRAY_METHODS.isdisjoint(owner.methods)
            for owner in self.ancestors()
        )

    def ancestors(self) -> Iterator[ClassSymbol]:
        """The class and its bases within the project, nearest first."""
        seen: set[int] = set()
        stack = [self]
        while stack:
            c = stack.pop(0)
            if id(c) in seen:
                continue
            seen.add(id(c))
            yield c
            stack.extend(c.bases)

    def descendants(self) -> Iterator[ClassSymbol]:
        """Its subclasses within the project."""
        seen: set[int] = {id(self)}
        stack = list(self.subclasses)
        while stack:
            c = stack.pop()
            if id(c) in seen:
                continue
            seen.add(id(c))
            yield c
            stack.extend(c.subclasses)

    def method(self, name: str) -> FunctionSymbol | None:
        """The method that an instance finds."""
        found = self.methods.get(name)
        if found is not None or not self.bases:
            return found
        for c in self.ancestors():
            if name in c.methods:
                return c.methods[name]
        return None

    def overrides(self, name: str) -> list[FunctionSymbol]:
        """Methods of that name in subclasses."""
        return [c.methods[name] for c in self.descendants() if name in c.methods]

    def member(self, name: str) -> Cell | None:
        """The cell of an attribute, its own or inherited."""
        found = self.members.get(name)
        if found is not None or not self.bases:
            return found
        for c in self.ancestors():
            if name in c.members:
                return c.members[name]
        return None

    def member_here(self, name: str) -> Cell:
        """The cell of an attribute that is being assigned: an inherited one if there is one."""
        cell = self.member(name)
        if cell is None:
            cell = Cell(frozen=self.module.frozen)
            if not cell.frozen:
                self.members[name] = cell
        return cell

    def has_operators(self) -> bool:
        """Whether it says itself what its operators mean: ``q * r`` of quaternions is no product of arrays."""
        return any(
            self.method(f"__{side}{operator.method}__") is not None
            for operator in OPERATORS.values()
            if operator.method is not None
            for side in ("", "r", "i")
        )

    def library_ancestors(self) -> Iterator[str]:
        """Qualified names of library classes among its bases."""
        for c in self.ancestors():
            yield from c.library_bases


class ModuleSymbol:
    """A module of the project."""

    __slots__ = (
        "assignments",
        "classes",
        "dynamic",
        "environment",
        "evaluated",
        "frozen",
        "functions",
        "import_names",
        "is_package",
        "is_test",
        "name",
        "running",
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
        """Names bound by ``from a import b``: ``(a, b)``."""
        self.dynamic = False
        """It makes names at run time (``__getattr__``, ``globals()``)."""
        self.evaluated = False
        self.running = False
        self.frozen = False
        """It was analysed at another stage and is known by its summary: nothing in it changes any more."""

    def __repr__(self) -> str:
        return f"<module {self.name}>"

    @property
    def qualname(self) -> str:
        """Its dotted name."""
        return self.name

    @property
    def package(self) -> str:
        """The package that relative imports start from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


class BoundMethod(NamedTuple):
    """A method with the class of the instance that it was read from."""

    function: FunctionSymbol
    receiver: ClassSymbol
