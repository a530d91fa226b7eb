"""Answer what rules and fixes ask about one file.  The only door from ``rules`` and ``fixes`` into semantics."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from purity_lint.records import dataclass
from purity_lint.semantics.values import Value
from purity_lint.source.file import SourceFile

T = TypeVar("T")


Signature = list[Any]


class Implementation(NamedTuple):
    """Operations of one class or module that is named after a library, as plain data (JSON)."""

    family: str
    """Name without that of the library: equal for all implementations of one thing."""
    library: str
    """Of a module for all libraries the empty string."""
    name: str
    """Of the class; of a module the empty string."""
    path: str
    operations: dict[str, Signature | None]
    """Public functions or methods, with what a caller sees of their signatures; ``None`` where a decorator decides."""
    bound: list[str]
    """Other public names that it has."""
    bases: list[str]
    used_here: list[str]
    """Operations that the class or module uses itself: one that no other has may be a helper."""
    is_open: bool
    """It may have more than can be seen: by a star import, ``setattr``, a base class of its family."""


@dataclass(frozen=True, slots=True)
class ImportBinding:
    """One name bound by an import: ``import numpy as np`` binds ``np`` to ``numpy``."""

    local: str
    qualified: str
    node: ast.stmt | ast.Call
    """``Import``/``ImportFrom`` statement, or the call of ``__import__``/``importlib.import_module``."""
    star: bool = False
    type_checking: bool = False
    """It stands in an ``if TYPE_CHECKING:`` block."""
    used: bool = True
    """Some name in this file refers to it (as far as names tell)."""


class Accepted(NamedTuple):
    """A parameter of a function of the project."""

    name: str
    kind: str
    """``positional``, ``keyword``, ``args`` or ``kwargs``."""
    optional: bool


class SemanticModel(Protocol):
    """Answers of the abstract interpreter for one file."""

    @property
    def source(self) -> SourceFile:
        """Return the file that this is about."""

    @property
    def package(self) -> str:
        """Return the top-level package, or module, that this file is a part of."""

    @property
    def holds_tests(self) -> bool:
        """True for a file of tests."""

    @property
    def gave_up(self) -> list[int]:
        """Lines of functions that are nested too deeply to be understood: what they hold counts as unknown."""

    def fingerprint(self) -> str:
        """A digest of every answer that other files have a part in."""

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` gave when ``key`` was first asked for: what rules work out once for a file."""

    def shared_memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` gave when ``key`` was first asked for by any file that is analysed with this one."""

    def forget(self) -> None:
        """Forget the file, of which nobody asks anything again, but for what other files are told of it."""

    @property
    def imports(self) -> list[ImportBinding]:
        """Every name that an import binds, anywhere in the file."""

    def value(self, node: ast.expr) -> Value:
        """Return the abstract value of ``node`` where it stands (the join over loop iterations and call sites)."""

    def qualified_name(self, node: ast.expr) -> str | None:
        """Return what ``node`` names, through aliases and attributes: ``np.linalg.norm`` -> ``numpy.linalg.norm``.

        ``None`` for a name bound to something else here (a local that shadows the import, say).
        Names of the configured ops module come back as ``emberops.ops.<op>`` whatever its local alias.
        """

    def accepted(self, function: ast.expr) -> Sequence[Accepted] | None:
        """Return the parameters of a function of the project that ``function`` names, whichever file has it.

        ``None`` for methods, and for what may be something else.
        """

    @property
    def qualified_names(self) -> Mapping[ast.expr, str]:
        """Return the names and attributes for which :meth:`qualified_name` has an answer, with it."""

    @property
    def has_tensors(self) -> bool:
        """True where something in the file is a tensor, or may be taken for one by its name."""

    @property
    def packages(self) -> frozenset[str]:
        """Return the top-level packages in which stands what values of the file are, or are instances of."""

    @property
    def conversions(self) -> frozenset[tuple[int, int]]:
        """Return where calls end (line, UTF-8 column) that made NumPy arrays of tensors in a recorded run."""

    def modules(self, name: str) -> frozenset[ast.AST]:
        """Return the expressions of the file that are the module ``name``."""

    def may_be_module(self, node: ast.expr, name: str) -> bool:
        """True if ``node`` is a module, and ``name`` is one of those that it may be."""

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node that holds ``node``."""

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement that holds ``node``."""

    def has_other_members(self, node: ast.expr) -> bool:
        """Return True for a name of which its function reads what no array has: it is of another class."""

    def handed_element(self, node: ast.expr) -> Value | None:
        """Return what calls hand to a parameter that is documented as a whole number, if it is an array's element."""

    def function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
        """Return the innermost function that holds ``node``."""

    def loop(self, node: ast.AST) -> ast.For | ast.AsyncFor | ast.While | None:
        """Return the innermost loop of the same function that holds ``node`` in its body."""

    def given_back(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, ...]:
        """Return the parameters that a function changes in place, if they are what each ``return`` of it gives."""

    def given_back_elsewhere(self, function: ast.expr) -> dict[str, int] | None:
        """Return the parameters, and their positions, that a function of another file changes and gives back."""

    def given_back_by_method(self, method: ast.Attribute) -> dict[str, int] | None:
        """Return the same of a method of the project, of which all definitions change and give back the same."""

    def changed_by_methods(self, name: str) -> dict[str, int] | None:
        """Return the parameters that all methods of a name change in the project, if some of them return nothing."""

    def changed_by_method(self, method: ast.Attribute) -> dict[str, int] | None:
        """Return the parameters, and their positions, that all definitions of a method change; some return nothing."""

    def changed_parameters(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
        """Return the parameters that a function changes in place."""

    def returns_something(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """True for a function with a ``return`` of a value."""

    def result_is_dropped(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """True where some file calls a function that changes a parameter, and takes nothing of what it returns.

        Whoever is handed the function, as a callback or an item of a list, may do so.
        """

    def is_left_behind(self, parameter: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """True where a call of a method, or from another file, reads its argument for a parameter when it is done."""

    def is_taken_elsewhere(self, attribute: str) -> bool:
        """True where another file keeps what an attribute of that name holds, while it may be changed in place."""

    def is_kept_elsewhere(self, call: ast.Call, argument: ast.expr) -> bool:
        """True where a function, a method or a class of another file that may be called keeps an argument."""

    def extends_tensor(self, node: ast.AST) -> bool:
        """Return True where ``node`` stands in a class that is a subclass of a library's tensors."""

    def gives_number(self, function: ast.AST) -> bool:
        """True for a function that is declared to take and give numbers, and that no call is seen to hand an array."""

    def may_alias(self, target: ast.expr) -> bool:
        """True where the array that ``target`` holds may be reachable by another name when it is changed in place."""

    def is_assignable(self, attribute: ast.Attribute) -> bool:
        """False for a property of a class that the owner may be of, unless its setter, here, only stores."""

    def is_of_project(self, node: ast.expr) -> bool:
        """True for an instance of classes of the project, and of no others."""

    def is_code_of_project(self, function: ast.expr) -> bool:
        """True for a function, a method or a class of the project, whichever file has it, and for nothing else."""

    def names_class_with(self, names: frozenset[str]) -> bool:
        """True where the file defines or imports a class with a method or an attribute of one of these names."""

    def asked_about(self, demand: str) -> frozenset[str]:
        """Names of which a file of the project demands something.

        Variables and attributes are to be instances of the class ``demand`` (`ufunc`); functions are handed to the
        compiler ``demand`` (`numba`).
        """

    @property
    def patched(self) -> frozenset[str]:
        """Names of this file, as its code writes them (`np.dot`) or whole (`numpy.dot`), that a test replaces."""

    @property
    def implementations(self) -> list[list[Implementation]]:
        """Return the families of implementations for several libraries that this file has a member of."""

    def library_bases(self, node: ast.ClassDef) -> frozenset[str]:
        """Return the qualified names of the libraries' classes from which a class is derived, through others too."""

    def inherited(self, node: ast.ClassDef) -> frozenset[str] | None:
        """Return the methods that a class has from its bases and that return; ``None`` where a base is not known."""

    def names_in_scope(self, node: ast.AST) -> frozenset[str]:
        """Every name visible at ``node``, to choose a fresh one."""
