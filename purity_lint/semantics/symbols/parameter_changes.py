"""Which parameters the functions of a file change in place, by themselves or through functions of it that they call."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from purity_lint.knowledge.memory import SAME_ARRAY
from purity_lint.semantics.symbols.written_parameters import (
    Writes,
    lines_that_write,
    writes_into_parameters,
    written_into,
)
from purity_lint.source.blocks import statements
from purity_lint.source.constructs import DEFINITIONS, Definition
from purity_lint.source.exchanged_parameters import passing_exchanges
from purity_lint.source.file import SourceFile
from purity_lint.source.names import last_name
from purity_lint.source.optional_outputs import names_of_outputs
from purity_lint.source.parameters import (
    OBJECTS,
    argument_for,
    is_given_its_object,
    parameter_names,
    positional,
)
from purity_lint.source.targets import targets
from purity_lint.source.walk import walk


class ParameterChanges:
    """What the functions of one file do to the arrays that they are given."""

    def __init__(self, source: SourceFile) -> None:
        """Read the functions and methods of a file that return parameters or nothing, and call each other by name."""
        body = source.tree.body
        names = Counter(node.name for node in body if isinstance(node, (*DEFINITIONS, ast.ClassDef)))
        self._by_name = {
            node.name: node for node in body if isinstance(node, DEFINITIONS) and names[node.name] == 1
        }
        self._methods: defaultdict[str, list[Definition]] = defaultdict(list)
        for method in methods_of(source.tree):
            self._methods[method.name].append(method)
        self._writing = lines_that_write(source)
        self._telling = self._writing
        """These lines, and those that call what may give back what it changes."""
        self._returned: dict[Definition, tuple[str, ...] | None] = {}
        self._changed: dict[Definition, frozenset[str]] = {}
        functions = [*self._by_name.values(), *(m for several in self._methods.values() for m in several)]
        if any(map(self._writes, functions)):
            may_give_back = [f for f in functions if self._names_returned(f) is not None]
            reaching = self._reaching(may_give_back, source)
            self._follow_calls({f: writes_into_parameters(f, self._telling) for f in reaching})

    def _reaching(self, functions: list[Definition], source: SourceFile) -> list[Definition]:
        """Return those of some functions that write into something, or call what has the name of one that does."""
        functions = sorted(functions, key=lambda function: function.lineno)
        starts = [function.lineno for function in functions]
        names = {function.name for function in functions}
        calls = [
            (name, call.lineno) for call in source.of(ast.Call) if (name := last_name(call.func)) in names
        ]
        self._telling = sorted([*self._writing, *(line for _, line in calls)])
        callers: dict[str, set[Definition]] = {}
        for name, line in calls:
            place = bisect_right(starts, line) - 1
            if place >= 0:
                callers.setdefault(name, set()).add(functions[place])
        found: set[Definition] = set()
        left = [function for function in functions if self._writes(function)]
        while left:
            function = left.pop()
            if function not in found:
                found.add(function)
                left += callers.get(function.name, ())
        return [function for function in functions if function in found]

    def may_change(self, function: Definition) -> bool:
        """Return False for a function that changes no parameter, which is quicker to tell than what one changes."""
        return bool(self._changed[function]) if function in self._changed else self._writes(function)

    def _writes(self, function: Definition) -> bool:
        """True where something stands in a function that may write into an array."""
        first = bisect_left(self._writing, function.lineno)
        return first < len(self._writing) and self._writing[first] <= (function.end_lineno or 0)

    def of(self, function: Definition) -> frozenset[str]:
        """Return the parameters that a function changes in place, but for the object of a method."""
        if not self.may_change(function):
            return frozenset()
        found = self._changed.get(function)
        if found is None:
            found = self._changed[function] = writes_into_parameters(function, self._telling).names
        return found - OBJECTS if found else found

    def given_back(self, function: Definition) -> tuple[str, ...]:
        """Return the parameters that a function changes in place, if they are what each `return` of it gives."""
        names = self._names_returned(function) if self.may_change(function) else ()
        return names if names and self.of(function).issuperset(names) else ()

    def is_for_change(self, function: Definition) -> bool:
        """Return True for a function that changes parameters, and returns them or nothing."""
        if not self.may_change(function):
            return False
        names = self._names_returned(function)
        return names is not None and bool(self.given_back(function) if names else self.of(function))

    def giving_back(self) -> dict[str, tuple[Definition, tuple[str, ...]]]:
        """Return by name the functions at the top of the file that give back what they change, and which parameters."""
        given = ((name, function, self.given_back(function)) for name, function in self._by_name.items())
        return {name: (function, parameters) for name, function, parameters in given if parameters}

    def places_of(self, method: Definition) -> str:
        """Return the arguments that a method changes, `[0:u, 2:v]`, or those that it returns: `(0:u, 2:v)`.

        Empty for a method that does anything else, or gives the name of one to another array.
        """
        returned = self._names_returned(method)
        if returned is None or isinstance(method, ast.AsyncFunctionDef):
            return ""
        changed = self.of(method)
        names = returned or tuple(name for name in parameter_names(method) if name in changed)
        own = int(is_given_its_object(method))
        positions = {a.arg: i - own for i, a in enumerate(positional(method.args))}
        if not names or not positions.keys() >= {*names} or not _is_plain(method):
            return ""
        if any(not _stays(name, method, self._methods.keys()) for name in names):
            return ""
        given = ", ".join(f"{positions[name]}:{name}" for name in names)
        return f"({given})" if returned else f"[{given}]"

    def arguments_given_back(self) -> Iterator[str]:
        """Yield the functions at the top of the file with the arguments that they change and give back: `f(0:u, 2:v)`.

        None that another decorates, and none that gives the name of one to another array.
        """
        giving = self.giving_back()
        for name, (function, parameters) in giving.items():
            positions = {a.arg: i for i, a in enumerate(positional(function.args))}
            told = not function.decorator_list and positions.keys() >= {*parameters}
            if told and all(_stays(parameter, function, giving.keys()) for parameter in parameters):
                yield f"{name}({', '.join(f'{positions[parameter]}:{parameter}' for parameter in parameters)})"

    def _names_returned(self, function: Definition) -> tuple[str, ...] | None:
        if function not in self._returned:
            self._returned[function] = _names_returned(function)
        return self._returned[function]

    def _follow_calls(self, written: Mapping[Definition, Writes]) -> None:
        """Add what a function hands to another one that changes it, until there is nothing to add."""
        self._changed = {function: writes.names for function, writes in written.items()}
        callers = [function for function, writes in written.items() if writes.calls]
        growing = any(self._changed.values())
        while growing:
            growing = False
            for function in callers:
                more = frozenset().union(
                    *(self._changed_by(call, aliases) for call, aliases in written[function].calls)
                )
                if not more <= self._changed[function]:
                    self._changed[function] |= more
                    growing = True

    def _changed_by(self, call: ast.Call, aliases: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """Return the parameters that a call changes, as ``aliases`` has it of the names that it hands over."""
        given = (
            argument_for(parameter, called, call)
            for called in self._called(call)
            for parameter in self._changed.get(called, ())
        )
        return frozenset().union(*(aliases.get(a.id, ()) for a in given if isinstance(a, ast.Name)))

    def _called(self, call: ast.Call) -> list[Definition]:
        """Return what a call may run: the function of that name, or any method of it."""
        if isinstance(call.func, ast.Attribute):
            return self._methods.get(call.func.attr, [])
        named = self._by_name.get(call.func.id) if isinstance(call.func, ast.Name) else None
        return [] if named is None else [named]


_OF_CLASSES: Final = frozenset({"staticmethod", "classmethod"})


def methods_of(tree: ast.Module) -> Iterator[Definition]:
    """Yield the methods of the classes of a file, but for those within functions."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner in classes:
        for node in owner.body:
            if isinstance(node, DEFINITIONS):
                yield node
            elif isinstance(node, ast.ClassDef):
                classes.append(node)


def _is_plain(method: Definition) -> bool:
    """True for a method that nothing decorates, or only says whether it is given its object, and no generator."""
    if any(last_name(decorator) not in _OF_CLASSES for decorator in method.decorator_list):
        return False
    return not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for s in method.body for node in walk(s))


def _names_returned(function: Definition) -> tuple[str, ...] | None:
    """Return the parameters that each `return` gives, `x` or `x, y`; none of nothing, ``None`` of anything else."""
    given = {_names(s.value) for s in statements(function.body) if s.__class__ is ast.Return}
    if not given:
        return ()
    names = given.pop()
    if given or names is None:
        return None
    others = names_of_outputs(function)
    names = tuple(others.get(name, name) for name in names)
    return names if {*names} <= {*parameter_names(function)} and len({*names}) == len(names) else None


def _names(value: ast.expr | None) -> tuple[str, ...] | None:
    """Return the names in a name or a tuple of names; ``None`` where anything else is there, or one twice.

    What `np.add(x, y, out=z)` gives is `z`.
    """
    if value is None:
        return ()
    parts = value.elts if isinstance(value, ast.Tuple) else [written_into(value) or value]
    names = tuple(part.id for part in parts if isinstance(part, ast.Name))
    return names if len({*names}) == len(parts) > 0 else None


def _stays(name: str, function: Definition, giving: AbstractSet[str]) -> bool:
    """Whether a function gives a parameter no other array than the one that it was handed.

    It may bind it to what ``np.asarray`` makes of it, and to what a function among ``giving`` gives back of it, and may
    exchange it for a while.
    """
    exchanging = passing_exchanges(function)
    for statement in statements(function.body):
        if statement in exchanging:
            continue
        match statement:
            case ast.Assign(targets=bound, value=value):
                pass
            case ast.AnnAssign(target=target, value=value):
                bound = [target]
            case ast.For(target=target) | ast.AsyncFor(target=target):
                bound, value = [target], None
            case _:
                continue
        if any(isinstance(t, ast.Name) and t.id == name for each in bound for t in targets(each)):
            called = last_name(value.func) if isinstance(value, ast.Call) else ""
            given = (
                [a.id for a in value.args if isinstance(a, ast.Name)] if isinstance(value, ast.Call) else []
            )
            if name not in given or (called not in SAME_ARRAY and called not in giving):
                return False
    return True
