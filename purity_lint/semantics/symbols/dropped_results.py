"""Calls after which what they were given is read, and not what they gave back: `step(u, v)`, and then `v`.

Such a call is made for what it changes in its arguments.  So is `w = step(u, v)`, and then `v`, in the file of `step`.
What is read afterwards is read off the text, which may say so of a comment: nobody is harmed by one call too many.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from purity_lint.semantics.symbols.parameter_changes import ParameterChanges
from purity_lint.source.blocks import statements
from purity_lint.source.constructs import DEFINITIONS, LOOPS, Definition
from purity_lint.source.file import SourceFile
from purity_lint.source.names import called_name, last_name
from purity_lint.source.parameters import OBJECTS, argument_for, parameter_names
from purity_lint.source.targets import targets

_EXPECTING: Final = re.compile(r"raises|warns", re.IGNORECASE)
"""Names of what expects an error of the calls within: `pytest.raises`, `self.assertRaises`, `assert_raises`."""
_FORM: Final = re.compile(r"\.(?:shape|ndim|size|dtype)\b(?!\s*=[^=])")
_ASKING_FOR_FORM: Final = (
    "isinstance(", "len(", ".shape(", ".ndim(", ".size(", ".is_tensor(", ".isscalar(", ".zeros_like(", ".ones_like("
)  # fmt: skip
"""What a call begins with that asks for no elements of its first argument."""
_Giving = tuple[Definition, tuple[str, ...]]
"""A function, and the parameters that it changes and gives back."""


def dropped_results(source: SourceFile, modules: frozenset[str], changes: ParameterChanges) -> Iterator[str]:
    """Yield the names of what is called so, those of methods behind a dot; ``modules`` are names of modules."""
    for call in _calls(source, changes.giving_back()):
        match call.func:
            case ast.Name(id=name):
                yield name
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in modules:
                yield name
            case ast.Attribute(attr=name):
                yield called_name(name, is_method=True)


def functions_that_give_back(
    defined: Iterable[tuple[Definition, bool]], changes: ParameterChanges
) -> Iterator[str]:
    """Yield the names of functions that change a parameter and return it, or nothing; of methods behind a dot.

    ``defined`` are functions, each with whether it is a method.
    """
    for function, is_method in defined:
        if changes.is_for_change(function):
            yield called_name(function.name, is_method=is_method)


def returns_something(function: Definition) -> bool:
    """Return True for a function with a ``return`` of a value."""
    return any(s.__class__ is ast.Return and s.value is not None for s in statements(function.body))


class Place(NamedTuple):
    """Where a statement stands."""

    text: str
    """All of the file."""
    lengths: list[int]
    """How many letters stand before each line, and before what would come after the last one, but for line ends."""
    loop: int
    """The line on which the outermost loop around it begins; beyond the end where there is none."""
    end: int
    """The last line of its function."""
    parameters: frozenset[str]
    """Of its function: who called it may read what it was given."""

    def start_of(self, line: int) -> int:
        """Return where a line begins in the text; of the one behind the last, where the text ends."""
        return min(self.lengths[line - 1] + line - 1, len(self.text))

    def within(self, node: ast.AST) -> Place:
        """Return the place of the statements of a function."""
        if not isinstance(node, DEFINITIONS):
            return self
        end = node.end_lineno or node.lineno
        given_names = frozenset(parameter_names(node)) - OBJECTS
        return self._replace(loop=end + 1, end=end, parameters=given_names)

    def reads(self, name: str, call: ast.stmt) -> bool:
        """Whether ``name`` is read when ``call`` is done."""
        return name in self.parameters or self.reads_here(name, call)

    def reads_here(self, name: str, call: ast.stmt | ast.expr) -> bool:
        """Whether the function of ``call`` itself reads ``name`` when it is done."""
        end = call.end_lineno or call.lineno
        return self.has_word(name, end, self.end) or self.has_word(name, self.loop - 1, call.lineno - 1)

    def has_word(self, word: str, first: int, last: int) -> bool:
        """Whether a variable stands in some lines; to compile a pattern for each would take most of the time."""
        if first >= last:
            return False
        text, stop = self.text, self.lengths[last] + last
        at = text.find(word, self.lengths[first] + first, stop)
        while at >= 0:
            end = at + len(word)
            before = text[max(at - 1, 0) : at]
            is_whole = before != "." and not _is_of_a_name(before) and not _is_of_a_name(text[end : end + 1])
            if is_whole and not _is_asked_for_its_form(text, at, end):
                return True
            at = text.find(word, end, stop)
        return False


def _is_asked_for_its_form(text: str, first: int, end: int) -> bool:
    """Return True for `u.shape`, `len(u)` and `isinstance(u, T)`, which a change of elements leaves as they are."""
    if _FORM.match(text, end):
        return True
    return text[end : end + 1] in (")", ",") and text.endswith(_ASKING_FOR_FORM, 0, first)


@lru_cache(maxsize=1)
def whole_file(text: str) -> Place:
    """Return the place of the statements at the top of a file."""
    lengths = [*accumulate(map(len, text.split("\n")), initial=0)]
    return Place(text, lengths, len(lengths), len(lengths) - 1, frozenset())


def _calls(source: SourceFile, own: Mapping[str, _Giving]) -> Iterator[ast.Call]:
    """Yield the calls; ``own`` are the functions of the file that give back what they change."""
    places = _Places(source)
    for node in source.of(ast.Expr):
        call = node.value
        if not isinstance(call, ast.Call) or not call.args:
            continue
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        arrays = [array for array in map(whole_array, given) if array is not None]
        place = places.of(node) if arrays else None
        if place is not None and any(_is_read(array, node, place) for array in arrays):
            yield call
    for bound in source.of(ast.Assign) if own else ():
        made = bound.value
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in own:
            place = places.of(bound)
            if place is not None and _is_left_behind(bound, made, place, own[made.func.id]):
                yield made


class _Places:
    """Where the statements of a file stand."""

    def __init__(self, source: SourceFile) -> None:
        self._parents = source.parents
        self._file = whole_file(source.text)
        self._of_functions: dict[ast.AST, Place] = {}

    def of(self, statement: ast.stmt) -> Place | None:
        """Return the place of a statement; none of one in what expects an error."""
        function, loop = None, None
        node: ast.AST = statement
        while node.__class__ is not ast.Module:
            node = self._parents[node]
            if isinstance(node, (ast.With, ast.AsyncWith)):
                if expects_an_error(node):
                    return None
            elif function is None:
                if isinstance(node, LOOPS):
                    loop = node.lineno
                elif isinstance(node, DEFINITIONS):
                    function = node
        place = self._file if function is None else self._within(function)
        return place if loop is None else place._replace(loop=loop)

    def _within(self, function: Definition) -> Place:
        place = self._of_functions.get(function)
        if place is None:
            place = self._of_functions[function] = self._file.within(function)
        return place


def expects_an_error(node: ast.With | ast.AsyncWith) -> bool:
    """True for `with pytest.raises(ValueError)`: what is called within is not called for what it does."""
    return any(_EXPECTING.search(last_name(_called(item.context_expr))) for item in node.items)


def _is_of_a_name(character: str) -> bool:
    return character.isalnum() or character == "_"


def _called(expression: ast.expr) -> ast.expr:
    return expression.func if isinstance(expression, ast.Call) else expression


def whole_array(argument: ast.expr) -> ast.Name | ast.Attribute | None:
    """Return the name or attribute of which an argument is all or a part: `u` of `u[1:]`."""
    if argument.__class__ is ast.Constant:
        return None
    while isinstance(argument, (ast.Subscript, ast.Starred)):
        argument = argument.value
    return argument if isinstance(argument, (ast.Name, ast.Attribute)) else None


def _is_read(array: ast.Name | ast.Attribute, call: ast.stmt, place: Place) -> bool:
    """Whether an array is read afterwards; what an attribute holds always may be."""
    return isinstance(array, ast.Attribute) or place.reads(array.id, call)


def _is_left_behind(node: ast.Assign, call: ast.Call, place: Place, called: _Giving) -> bool:
    """Whether an array that a function of the file changes is read after `w = step(u, v)`, which binds another."""
    function, parameters = called
    bound = {t.id for target in node.targets for t in targets(target) if isinstance(t, ast.Name)}
    return any(
        isinstance(array, ast.Name) and array.id not in bound and place.reads_here(array.id, node)
        for array in (argument_for(parameter, function, call) for parameter in parameters)
    )
