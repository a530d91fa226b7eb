"""Arrays that one file takes from objects and keeps, while methods of other files may change them in place.

`u = grid.u`, then `grid.step()`, then `u`; `self.h = mesh.h`; `Probe(state.q)`; `Stepper(u)`, and then `u`.  Who keeps
one sees what is stored into it on NumPy, PyTorch and MLX, and not on JAX.  Names alone tell what is meant: `.u` is any
attribute of that name, `get()` what functions and methods of that name give, `Probe@0` what they are handed by somebody
who keeps it, and `Probe#0` what they keep of that themselves.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from purity_lint.knowledge.array_members import ARRAY_MEMBERS
from purity_lint.knowledge.memory import ADDING_METHODS, PARTS, PERHAPS_VIEWS, VIEWS
from purity_lint.knowledge.python import AT, MEMBERS_OF_CONTAINERS
from purity_lint.semantics.symbols.dropped_results import Place, whole_file
from purity_lint.semantics.symbols.left_behind import Called, parameter_places, root_of
from purity_lint.semantics.symbols.scripted import CALLS
from purity_lint.source.constructs import DEFINITIONS, LOOPS
from purity_lint.source.file import SourceFile
from purity_lint.source.names import dotted, last_name
from purity_lint.source.targets import paired

FILE: Final = "!"
"""Before the name of a file that keeps something."""
KEPT: Final = "#"
RESULT: Final = "()"
LIKE: Final = "<"
"""Between the names of a class without a constructor of its own and of its base."""
_MANY: Final = 2
"""So many files that keep an array are told apart: one of them is another than the one that is asked about."""
_VIEWS: Final = VIEWS | PERHAPS_VIEWS | {"view", "getitem"}
_RUNS_NOTHING: Final = (ARRAY_MEMBERS | MEMBERS_OF_CONTAINERS) - {"update"}
"""Methods that change no attribute of an object of the project; simulations have an `update` of their own."""
_HOLDING: Final = frozenset(
    {
        ast.Attribute,
        ast.Subscript,
        ast.Call,
        ast.List,
        ast.Tuple,
        ast.Dict,
        ast.ListComp,
        ast.IfExp,
        ast.Starred,
    }
)
"""Types of expressions, besides names, that may hold arrays of objects."""
_HOLDING_OR_NAME: Final = _HOLDING | {ast.Name}
_BASIC: Final = frozenset({ast.Attribute, ast.Call, ast.Name})
"""Types of expressions that may hold one array; the others hold others."""
_SINGLE: Final = frozenset({ast.Name, ast.Attribute, ast.Subscript})
"""Types of targets that are one."""
_SCOPES: Final = frozenset({*DEFINITIONS, ast.Module})
_Held = tuple[str, str | None]
_PROPERTIES: Final = frozenset({"property", "cached_property"})
_RECORDS: Final = frozenset({"dataclass", "define", "attrs", "s"})


def taken(told: Iterable[str]) -> frozenset[str]:
    """Return what files keep, as `main>.u`: attributes, and what functions keep of what they are handed.

    ``told`` is what :func:`arrays_taken` says of all of them.
    """
    along: defaultdict[str, list[str]] = defaultdict(list)
    by_file: defaultdict[str, set[str]] = defaultdict(set)
    bases: defaultdict[str, list[str]] = defaultdict(list)
    for each in told:
        kept, _, other = each.partition(CALLS)
        if not other:
            name, _, base = kept.partition(LIKE)
            bases[name].append(base)
        elif kept.startswith(FILE):
            by_file[other].add(kept[1:])
        else:
            along[kept].append(other)
    _inherit(along, by_file, bases)
    kept_by: defaultdict[str, list[str]] = defaultdict(list)
    for place, files in by_file.items():
        for file in files:
            kept_by[file].append(place)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in sorted(
        kept_by
    ):  # of many files the first: others, and what is told when, must change nothing
        left = kept_by[file]
        while left:
            place = left.pop()
            known = found[place]
            if file not in known and len(known) < _MANY:
                known.add(file)
                left += along.get(place, ())
    return frozenset(
        f"{file}{CALLS}{place}"
        for place, files in found.items()
        if KEPT in place or (place.startswith(".") and AT not in place)
        for file in files
    )


def _inherit(
    along: defaultdict[str, list[str]], by_file: Mapping[str, set[str]], bases: Mapping[str, list[str]]
) -> None:
    """Add that what a class without a constructor is handed goes to that of its base, and what this keeps is kept."""
    left = [place for place in {*along, *by_file} if AT in place or KEPT in place]
    while left:
        place = left.pop()
        mark = AT if AT in place else KEPT
        name, _, slot = place.partition(mark)
        for base in bases.get(name, ()):
            handed, kept = (f"{one}{AT}{slot}" for one in (name, base))
            if kept not in along[handed]:
                along[handed].append(kept)
                along[f"{base}{KEPT}{slot}"].append(f"{name}{KEPT}{slot}")
                left.append(kept)


def arrays_taken(source: SourceFile, called: Called, left: Iterable[str]) -> Iterator[str]:
    """Yield what a file keeps of the arrays of objects; ``left`` are the arguments that it reads after their calls."""
    file = f"{FILE}{source.path.stem}{CALLS}"
    yield from (place if CALLS in place else f"{file}{place}" for place in left)
    yield from _Reading(source, called, file).all()


class _Reading:
    """One file."""

    def __init__(self, source: SourceFile, called: Called, file: str) -> None:
        self._source = source
        self._file = file
        self._called = called
        self._places: dict[ast.AST, Place] = {}
        self._functions: dict[ast.AST, ast.AST] = {}
        self._of_names: dict[tuple[ast.AST, str], list[str]] = {}
        """What variables hold, by their function."""

    def all(self) -> Iterator[str]:
        """Yield all that it says."""
        for node in self._source.of(ast.Assign):
            kind = node.value.__class__
            if kind not in _HOLDING_OR_NAME or _is_exchange(node):
                continue
            for target in node.targets:
                if target.__class__ in _SINGLE:
                    yield from self._bound(target, node.value, node)
                else:
                    for part, value in paired(target, node.value):
                        yield from self._bound(part, value, node)
        for declared in self._source.of(ast.AnnAssign):
            if declared.value is not None:
                yield from self._bound(declared.target, declared.value, declared)
        for returned in self._source.of(ast.Return):
            if returned.value is not None:
                yield from self._given(returned, returned.value)
        for call in self._source.of(ast.Call):
            if call.args or call.keywords:
                yield from self._handed(call)
        for owner in self._source.of(ast.ClassDef):
            yield from self._of_class(owner)

    def _bound(self, target: ast.expr, value: ast.expr, node: ast.stmt) -> Iterator[str]:
        """Yield what an attribute or a variable comes to hold."""
        if isinstance(target, ast.Attribute):
            own, held = dotted(target), f".{target.attr}"
            for place, path in self._held(value, node):
                if path != own or path is None:
                    yield from self._holding(held, place)
        elif isinstance(target, ast.Name) and not isinstance(value, ast.Name):
            places = [place for place, _ in self._held(value, node) if AT not in place]
            if places:
                self._of_names[self._function(node), target.id] = places
            if places and self._is_read_later(target.id, node):
                yield from (f"{self._file}{place}" for place in places)

    def _holding(self, holder: str, place: str) -> Iterator[str]:
        """Yield that ``holder`` holds what stands for an array, a parameter or a result among them."""
        yield self._kept(place)
        if AT in place:
            yield f"{place}{CALLS}{holder}"
        elif place.endswith(RESULT):
            yield f"{place}{AT}{CALLS}{holder}"
        else:
            yield f"{self._file}{holder}"

    def _kept(self, place: str) -> str:
        return f"{self._file}{place.replace(AT, KEPT)}"

    def _given(self, node: ast.Return, value: ast.expr) -> Iterator[str]:
        function = self._function(node)
        if not isinstance(function, DEFINITIONS):
            return
        places = [place for place, _ in self._held(value, node) if AT not in place]
        if isinstance(value, ast.Name):
            places += self._of_names.get((function, value.id), [])
        is_property = any(last_name(made) in _PROPERTIES for made in function.decorator_list)
        result = f"{function.name}{RESULT}"
        for place in places:
            yield f"{result}{CALLS}{place}"
            yield f"{place}{AT}{CALLS}{result}{AT}" if place.endswith(RESULT) else f"{self._file}{result}{AT}"
            if is_property:
                yield f".{function.name}{CALLS}{place}"

    def _handed(self, call: ast.Call) -> Iterator[str]:
        """Yield what the functions that a call may mean are handed."""
        attribute = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if attribute in ADDING_METHODS:
            for argument in call.args:
                yield from (self._kept(place) for place, _ in self._held(argument, call))
        constructs = attribute == "__init__"
        kinds = _HOLDING_OR_NAME if constructs else _HOLDING
        given: list[tuple[int | str | None, ast.expr]] = [
            (where, argument) for where, argument in enumerate(call.args) if argument.__class__ in kinds
        ]
        if call.keywords:
            given += [(k.arg, k.value) for k in call.keywords if k.value.__class__ in kinds]
        if not given:
            return
        names = self._constructors(call) if constructs else self._called.names.get(call, ())
        if not names:
            return
        holding = [(where, held) for where, each in given if (held := self._held(each, call))]
        for name, first in names:
            for where, held in holding:
                slot = where - first if isinstance(where, int) else where
                for place, _ in held:
                    if AT not in place:
                        yield f"{name}{KEPT}{slot}{CALLS}{place}"
                        yield f"{self._file}{name}{AT}{slot}"
                    elif constructs:
                        yield f"{place}{CALLS}{name}{AT}{slot}"
                        yield f"{name}{KEPT}{slot}{CALLS}{place.replace(AT, KEPT)}"

    def _constructors(self, call: ast.Call) -> Sequence[tuple[str, int]]:
        """Return the classes whose constructors `super().__init__(u)` and `Base.__init__(self, u)` may run."""
        around = self._class(call)
        first = int(not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call)))
        return [] if around is None else [(last_name(base), first) for base in around.bases]

    def _of_class(self, owner: ast.ClassDef) -> Iterator[str]:
        """Yield what objects keep of what a constructor is handed that is not written: of a record, or of a base."""
        if any(isinstance(m, DEFINITIONS) and m.name == "__init__" for m in owner.body):
            return
        fields = [
            m.target.id for m in owner.body if isinstance(m, ast.AnnAssign) and isinstance(m.target, ast.Name)
        ]
        made = (d.func if isinstance(d, ast.Call) else d for d in owner.decorator_list)
        bases = [last_name(base) for base in owner.bases]
        if fields and (any(last_name(d) in _RECORDS for d in made) or "NamedTuple" in bases):
            for position, name in enumerate(fields):
                for slot in (position, name):
                    yield f"{owner.name}{AT}{slot}{CALLS}.{name}"
                    yield f"{self._file}{owner.name}{KEPT}{slot}"
            return
        yield from (f"{owner.name}{LIKE}{base}" for base in bases if base)

    # expressions -----------------------------------------------------------------------------------------------------

    def _held(self, value: ast.expr, node: ast.AST) -> list[_Held]:
        """Return what stands for the arrays that ``value`` holds or is a view of, and the paths of attributes."""
        while value.__class__ not in _BASIC:
            match value:
                case ast.Subscript(value=whole, slice=index) if _is_sliced(index):
                    value = whole
                case ast.ListComp(elt=item) | ast.DictComp(value=item) | ast.Starred(value=item):
                    value = item
                case (
                    ast.List(elts=parts)
                    | ast.Tuple(elts=parts)
                    | ast.Set(elts=parts)
                    | ast.Dict(values=parts)
                ):
                    return [held for part in parts for held in self._held(part, node)]
                case ast.IfExp(body=first, orelse=second):
                    return self._held(first, node) + self._held(second, node)
                case _:
                    return []
        if isinstance(value, ast.Call):
            return self._given_by(value, node)
        if isinstance(value, ast.Name):
            return [(place, None) for place in self._parameter(value.id, node)]
        assert isinstance(value, ast.Attribute)
        if value.attr in PARTS:
            return self._held(value.value, node)
        return [] if self._called.is_of_library(value) else [(f".{value.attr}", dotted(value))]

    def _given_by(self, call: ast.Call, node: ast.AST) -> list[_Held]:
        """Return the same of what a call gives."""
        function = call.func
        name = last_name(function)
        if name in _VIEWS:
            is_method = isinstance(function, ast.Attribute) and not self._called.is_of_library(function)
            whole = function.value if is_method else next(iter(call.args), None)  # type: ignore[attr-defined]  # of a method
            return [] if whole is None else self._held(whole, node)
        # a method of arrays by its name is one of the project's where the project has one
        return [
            (f"{name}{RESULT}", None)
            for name in {name.removeprefix(".") for name, _ in self._called.names.get(call, ())}
        ]

    def _parameter(self, name: str, node: ast.AST) -> list[str]:
        """Return what stands for a parameter of the function around."""
        function = self._function(node)
        return parameter_places(name, function, self._source.parents.get(function))

    # places ----------------------------------------------------------------------------------------------------------

    def _function(self, node: ast.AST) -> ast.AST:
        holder = self._functions.get(node)
        if holder is None:
            parents, climbed = self._source.parents, [node]
            holder = parents.get(node, node)
            while holder.__class__ not in _SCOPES and holder in parents:
                if holder in self._functions:
                    holder = self._functions[holder]
                    break
                climbed.append(holder)
                holder = parents[holder]
            self._functions.update(dict.fromkeys(climbed, holder))
        return holder

    def _class(self, node: ast.AST) -> ast.ClassDef | None:
        holder = self._source.parents.get(self._function(node))
        return holder if isinstance(holder, ast.ClassDef) else None

    def _is_read_later(self, name: str, node: ast.stmt) -> bool:
        """Whether a variable is read when something has run that may change what objects hold."""
        function = self._function(node)
        place = self._places.get(function)
        if place is None:
            place = self._places[function] = self._file_place.within(function)
        lines = self._running
        after = bisect_right(lines, (node.end_lineno or node.lineno, "\uffff"))
        ran = next((lines[i][0] for i in range(after, len(lines)) if lines[i][1] != name), None)
        if ran is not None and ran <= place.end and place.has_word(name, ran, place.end):
            return True
        loop = self._loop(node, function)
        if loop is None or not place.has_word(name, loop - 1, node.lineno - 1):
            return False
        within = range(bisect_left(lines, (loop, "")), bisect_right(lines, (place.end, "\uffff")))
        return any(lines[i][1] != name for i in within)

    def _loop(self, node: ast.AST, function: ast.AST) -> int | None:
        parents, found = self._source.parents, None
        while node is not function:
            if isinstance(node, LOOPS):
                found = node.lineno
            node = parents[node]
        return found

    @cached_property
    def _file_place(self) -> Place:
        return whole_file(self._source.text)

    @cached_property
    def _running(self) -> list[tuple[int, str]]:
        """Return where calls end that may change what objects hold, and the first names of the objects."""
        found = []
        for call in self._source.of(ast.Call):
            name = last_name(call.func)
            if name in _RUNS_NOTHING or name[:1].isupper():
                continue
            root = root_of(call.func)
            if not self._called.is_root_of_library(root, is_alone=isinstance(call.func, ast.Name)):
                found.append((call.end_lineno or call.lineno, root or ""))
        return sorted(found)


def _is_sliced(index: ast.expr) -> bool:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(
        isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value is ...)
        for part in parts
    )


def _is_exchange(node: ast.Assign) -> bool:
    """True for `self.u, self.v = self.v, self.u`, after which each array has one name, as before."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            paths = sorted(str(dotted(name)) for name in names)
            return paths == sorted(str(dotted(value)) for value in values)
    return False
