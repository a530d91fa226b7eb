"""Arguments of calls that are read when the call is done: `residual = sweep(u, f)`, and then `u`.

Where the function changes one in place, whoever called it sees that on NumPy, PyTorch and MLX, and not on JAX, where
the function has made another array.  Calls of methods, and of functions of other files, are told by their names alone.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from purity_lint.knowledge.libraries import TAKING_RESULTS
from purity_lint.knowledge.memory import SAME_ARRAY
from purity_lint.knowledge.python import AT
from purity_lint.semantics.symbols.dropped_results import (
    Place,
    expects_an_error,
    whole_array,
    whole_file,
)
from purity_lint.semantics.symbols.parameter_changes import ParameterChanges
from purity_lint.semantics.symbols.scripted import CALLS as SO
from purity_lint.source.constructs import DEFINITIONS, LOOPS, Definition
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import bound_to, telling
from purity_lint.source.names import called_name, dotted, last_name
from purity_lint.source.parameters import OBJECTS, parameter_names, positional
from purity_lint.source.targets import targets
from purity_lint.source.walk import walk

_SCOPES: Final = frozenset({*DEFINITIONS, ast.Module})
_SIMPLE: Final = frozenset({ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr})
_BUILTIN: Final = frozenset(dir(builtins))
_OF_TEXTS: Final = frozenset(dir(str))
_CHANGE: Final = re.compile(
    r"\][ ]*(?:[-+*/%@&|^]|//|\*\*)?=[^=]|[-+*/%@&|^]=[^=]|\.\w+_\(|\.(?:fill|sort|put)\(|out="
)
"""What a line may have that changes an array in place."""


def places_changed(source: SourceFile, changes: ParameterChanges) -> Iterator[str]:
    """Yield the parameters that functions change in place, by position and by name: `sweep@0`, `.sweep@u`."""
    functions = [each for each in _definitions(source.tree) if changes.may_change(each[0])]
    file = whole_file(source.text) if functions else None
    for function, in_class in functions:
        if file is not None and _has_a_change(function, file):
            yield from places(function, changes.of(function), is_method=in_class)


def _has_a_change(function: Definition, file: Place) -> bool:
    """True where something in the lines of a function may change an array in place."""
    first, last = file.start_of(function.lineno), file.start_of((function.end_lineno or function.lineno) + 1)
    return _CHANGE.search(file.text, first, last) is not None


def places(function: Definition, names: Collection[str], *, is_method: bool) -> Iterator[str]:
    """Yield what stands for some parameters of a function where it is called."""
    called = called_name(function.name, is_method=is_method)
    is_static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)
    own = is_method and not is_static
    for position, parameter in enumerate(positional(function.args)):
        if parameter.arg in names:
            yield f"{called}{AT}{position - own}"
    yield from (f"{called}{AT}{name}" for name in names)


def _definitions(tree: ast.Module) -> Iterator[tuple[Definition, bool]]:
    """Yield the functions of a file but for those within others, and whether they are methods."""
    for node in tree.body:
        if isinstance(node, DEFINITIONS):
            yield node, False
        elif isinstance(node, ast.ClassDef):
            yield from ((inner, True) for inner in node.body if isinstance(inner, DEFINITIONS))


def places_left(source: SourceFile, called: Called) -> Iterator[str]:
    """Yield what arguments stand for, as :func:`places` has it, that are read when their call is done.

    Of a function that hands its own parameter on, `step@0>.sweep@0`: who calls it may read that.
    """
    reading = _Left(source, called)
    for call, names in called.names.items():
        reading.look(call, names)
    yield from reading.found


def _given(call: ast.Call) -> list[tuple[int | str, ast.Name | ast.Attribute]]:
    """Return the arguments of a call that are arrays with a name, or parts of such."""
    found: list[tuple[int | str, ast.Name | ast.Attribute]] = []
    for position, argument in enumerate(call.args):
        whole = whole_array(argument)
        if whole is not None:
            found.append((position, whole))
    for keyword in call.keywords:
        whole = whole_array(keyword.value)
        if whole is not None and keyword.arg is not None:
            found.append((keyword.arg, whole))
    return found


class Called:
    """Names of what the calls of one file may mean, but for those of libraries."""

    def __init__(self, source: SourceFile) -> None:
        """Read what the file imports."""
        self._bound = dict(bound_to(telling(source.tree).imports))
        self._libraries = {name for name, whole in self._bound.items() if _is_of_library(whole)}
        self.own = {node.name for node in source.tree.body if isinstance(node, DEFINITIONS)}
        """The functions at its top, of which calls by name in the file are known."""
        self.names = {call: names for call in source.of(ast.Call) if (names := self._of(call.func))}
        """The names of what calls may mean, and how many arguments stand before those that it is given."""

    def _of(self, function: ast.expr) -> list[tuple[str, int]]:
        if isinstance(function, ast.Name):
            return [] if function.id in _BUILTIN or function.id in self._libraries else [(function.id, 0)]
        if not isinstance(function, ast.Attribute) or function.attr in _OF_TEXTS:
            return []
        root = root_of(function)
        method = called_name(function.attr, is_method=True)
        if root is None:
            return [(method, 0)]
        if root in self._libraries:
            return []
        found = [(method, 0)]
        if root in self._bound:
            found.append((function.attr, 0))
        if isinstance(function.value, ast.Name) and root[:1].isupper():
            found.append((method, 1))  # `Base.step(self, u)`
        return found

    def is_of_library(self, function: ast.expr) -> bool:
        """Return True for what a library has, and for what Python has built in."""
        return self.is_root_of_library(root_of(function), is_alone=isinstance(function, ast.Name))

    def is_root_of_library(self, root: str | None, *, is_alone: bool) -> bool:
        """Return the same of what begins with a name, or with none; where nothing follows, that is all of it."""
        return root in self._libraries or (is_alone and root in _BUILTIN)


def root_of(node: ast.expr) -> str | None:
    """Return the name that an attribute, or an attribute of one, is read from; a name is its own."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def parameter_places(name: str, function: ast.AST, owner: ast.AST | None) -> list[str]:
    """Return what stands for a parameter of a function, a method where a class is the ``owner``; none of any other."""
    if not isinstance(function, DEFINITIONS) or name in OBJECTS or name not in parameter_names(function):
        return []
    is_method = isinstance(owner, ast.ClassDef)
    if isinstance(owner, ast.ClassDef) and function.name == "__init__":
        return [
            place.replace(".__init__", owner.name, 1) for place in places(function, {name}, is_method=True)
        ]
    return [*places(function, {name}, is_method=is_method)]


class _Left:
    """The arguments of one file that are read after their call."""

    def __init__(self, source: SourceFile, called: Called) -> None:
        self._parents = source.parents
        self._file = whole_file(source.text)
        self._places: dict[ast.AST, Place] = {}
        self._of_statements: dict[ast.stmt, tuple[ast.AST, Place | None]] = {}
        """Functions of statements, and their places."""
        self._called = called
        self.found: set[str] = set()

    def look(self, call: ast.Call, names: Iterable[tuple[str, int]]) -> None:
        """Put down what the arguments of a call stand for, by the ``names`` of what it may mean."""
        for where, argument in _given(call):
            path = dotted(argument)
            if path is None:
                continue
            stand_for = {
                f"{name}{AT}{where - first if isinstance(where, int) else where}" for name, first in names
            }
            if stand_for := stand_for - self.found:
                self._look_at(argument, path, stand_for, call)

    def _look_at(
        self, argument: ast.Name | ast.Attribute, path: str, stand_for: Iterable[str], call: ast.Call
    ) -> None:
        """Put down what an argument stands for if it is read when a call is done, and not bound anew by it."""
        statement, function, place = self._around(call)
        if place is None:
            return
        if path in place.parameters and not _is_bound_before(path, call, function):
            owner = self._parents.get(function)
            handing = parameter_places(path, function, owner)
            self.found.update(f"{own}{SO}{each}" for own in handing for each in stand_for)
        if self._is_own(call) or path in _bound_by(statement):
            return
        is_read = isinstance(argument, ast.Attribute) or (
            not isinstance(statement, ast.Return) and place.reads_here(path, call)
        )
        if is_read or _is_read_beside(path, call, statement):
            self.found.update(stand_for)

    def _is_own(self, call: ast.Call) -> bool:
        return isinstance(call.func, ast.Name) and call.func.id in self._called.own

    def _around(self, call: ast.Call) -> tuple[ast.AST, ast.AST, Place | None]:
        """Return the statement of a call, its function and its place; none in what expects an error or a lambda."""
        node: ast.AST = call
        while not isinstance(node, ast.stmt):
            if node.__class__ is ast.Lambda or node not in self._parents:
                return node, node, None
            node = self._parents[node]
        known = self._of_statements.get(node)
        if known is None:
            known = self._of_statements[node] = self._around_statement(node)
        return node, *known

    def _around_statement(self, statement: ast.stmt) -> tuple[ast.AST, Place | None]:
        node: ast.AST = statement
        loop = None
        while node.__class__ not in _SCOPES or node is statement:
            if isinstance(node, LOOPS):
                loop = node.lineno
            if isinstance(node, (ast.With, ast.AsyncWith)) and expects_an_error(node):
                return node, None
            node = self._parents[node]
        place = self._places.get(node)
        if place is None:
            place = self._places[node] = self._file.within(node)
        return node, place if loop is None else place._replace(loop=loop)


def _is_read_beside(name: str, call: ast.Call, statement: ast.AST) -> bool:
    """True for `v` of `step(v) + v`: what is written behind a call is evaluated behind it."""
    if statement.__class__ not in _SIMPLE or call is getattr(statement, "value", None):
        return False
    last = call.end_lineno, call.end_col_offset
    return any(
        isinstance(node, ast.Name) and node.id == name and (node.lineno, node.col_offset) >= last
        for node in walk(statement)
    )


def _is_bound_before(name: str, call: ast.Call, function: ast.AST) -> bool:
    """True where a function gives a parameter another array before it comes to a call: `x = x.copy()`."""
    for statement in getattr(function, "body", ()):
        if statement.lineno >= call.lineno:
            break
        if isinstance(statement, ast.Assign) and name in _bound_by(statement):
            made = statement.value
            is_same = isinstance(made, ast.Call) and last_name(made.func) in SAME_ARRAY
            handed_on = isinstance(made, ast.Call) and any(
                isinstance(given, ast.Name) and given.id == name for given in made.args
            )
            if not (is_same or handed_on):
                return True
    return False


def _is_of_library(qualified: str) -> bool:
    package = qualified.partition(".")[0]
    return package in TAKING_RESULTS or package in sys.stdlib_module_names


def _bound_by(statement: ast.AST) -> frozenset[str | None]:
    match statement:
        case ast.Assign(targets=several):
            return frozenset(dotted(part) for target in several for part in targets(target))
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return frozenset({dotted(target)})
    return frozenset()
