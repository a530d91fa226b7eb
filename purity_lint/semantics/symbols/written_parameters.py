"""What a function writes into the arrays that it is given, and hands on to other functions."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from purity_lint.semantics.symbols.structure import root_name, view_sources
from purity_lint.source.blocks import blocks
from purity_lint.source.file import SourceFile
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import stored_items
from purity_lint.source.walk import children

_WRITING: Final = frozenset({"fill", "sort", "partition", "put", "itemset", "resize", "setfield"})
"""Methods that write into their object, besides those of which the name ends in `_`."""
_BOUND_ALONE: Final = frozenset({ast.Name, ast.Attribute})
"""Types of targets that are no items, and hold none."""
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_Aliases = dict[str, frozenset[str]]
"""Names, and the parameters whose memory each may share."""


def lines_that_write(source: SourceFile) -> list[int]:
    """Return the lines of a file that may write into an array: no other one changes what a function is given."""
    found = [node.lineno for node in source.of(ast.AugAssign)]
    found += [
        node.lineno
        for node in source.of(ast.Assign)
        if any(target.__class__ not in _BOUND_ALONE for target in node.targets)
    ]
    for call in source.of(ast.Call):
        function = call.func
        if (function.__class__ is ast.Attribute and _is_writing(function.attr)) or (
            call.keywords and any(keyword.arg == "out" for keyword in call.keywords)
        ):
            found.append(call.lineno)
    return sorted(found)


class Writes(NamedTuple):
    """What a function does to the arrays that it is given, before their names are bound to others."""

    names: frozenset[str]
    """Parameters that it writes into: ``x[i] = v``, ``x += v``, ``x.fill(v)``, ``out=x``."""
    calls: list[tuple[ast.Call, Mapping[str, frozenset[str]]]]
    """Calls by name to which it hands parameters, and which of them the names of the arguments mean."""


def writes_into_parameters(
    function: ast.FunctionDef | ast.AsyncFunctionDef, telling: Sequence[int]
) -> Writes:
    """Read off a function what it writes into its parameters, and what it hands on.

    That is looked for in the lines ``telling``, in order; of the others it matters which names they bind.
    """
    reading = _Reading(telling)
    last = bisect_right(telling, function.end_lineno or function.lineno) - 1
    body = [statement for statement in function.body if last >= 0 and statement.lineno <= telling[last]]
    reading.block(body, {name: frozenset((name,)) for name in parameter_names(function)})
    return Writes(frozenset(reading.mutated), reading.calls)


class _Reading:
    """Statements of a function, one after the other."""

    def __init__(self, telling: Sequence[int]) -> None:
        self._telling = telling
        self.mutated: set[str] = set()
        self.calls: list[tuple[ast.Call, Mapping[str, frozenset[str]]]] = []

    def block(self, body: list[ast.stmt], aliases: _Aliases) -> None:
        """Read a block, in which names come to mean other arrays."""
        for statement in body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            if self._tells(statement):
                self._written(statement, aliases)
            if isinstance(statement, ast.Assign):
                _rebind(statement, aliases)
            inner = [*blocks(statement)]
            if not inner:
                continue
            joined = dict(aliases)
            for block in inner:
                branch = dict(aliases)
                self.block(block, branch)
                _join(joined, branch)
            if isinstance(statement, _LOOPS) and joined != aliases:  # names mean others in the next turn
                branch = dict(joined)
                self.block(statement.body, branch)
                _join(joined, branch)
            aliases.update(joined)

    def _tells(self, statement: ast.stmt) -> bool:
        first = bisect_left(self._telling, statement.lineno)
        last = statement.end_lineno or statement.lineno
        return first < len(self._telling) and self._telling[first] <= last

    def _written(self, statement: ast.stmt, aliases: _Aliases) -> None:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = [store for target in statement.targets for store in stored_items(target)]
        elif isinstance(statement, ast.AugAssign):
            targets = [statement.target]
        for target in targets:
            root = root_name(target)
            if root is not None:
                self.mutated |= aliases.get(root, frozenset())
        left = [node for node in children(statement) if not isinstance(node, ast.stmt)]
        while left:
            node = left.pop()
            if isinstance(node, (ast.Name, ast.Constant)):
                continue
            if isinstance(node, ast.Call):
                self._called(node, aliases)
            left += children(node)

    def _called(self, call: ast.Call, aliases: _Aliases) -> None:
        for name in _written_by_call(call):
            self.mutated |= aliases.get(name, frozenset())
        if call.func.__class__ is ast.Name or call.func.__class__ is ast.Attribute:
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            handed = {a.id: aliases[a.id] for a in given if isinstance(a, ast.Name) and aliases.get(a.id)}
            if handed:
                self.calls.append((call, handed))


def _join(aliases: _Aliases, branch: Mapping[str, frozenset[str]]) -> None:
    for name, sources in branch.items():
        aliases[name] = aliases.get(name, frozenset()) | sources


def _rebind(statement: ast.Assign, aliases: _Aliases) -> None:
    bound = [pair for target in statement.targets for pair in _pairs(target, statement.value)]
    aliases |= {name: _sources(value, aliases) for name, value in bound}


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """Return the names that an assignment binds, and each one's value; none that are taken out of one value."""
    match target, value:
        case ast.Name(id=name), _:
            return [(name, value)]
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            return [(t.id, v) for t, v in zip(targets, values, strict=True) if isinstance(t, ast.Name)]
    return []


def _sources(value: ast.expr, aliases: _Aliases) -> frozenset[str]:
    return frozenset().union(*(aliases.get(name, ()) for name in view_sources(value)))


def written_into(value: ast.expr) -> ast.expr | None:
    """Return what a call of a library's function, `np.add(x, y, out=z)`, writes into and gives back."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return next((keyword.value for keyword in value.keywords if keyword.arg == "out"), None)
    return None


def _written_by_call(call: ast.Call) -> Iterator[str]:
    """Yield the names of what a call writes into: `out=x`, `x.fill(v)`, `x.add_(y)`."""
    for keyword in call.keywords:
        if keyword.arg == "out":
            yield from view_sources(keyword.value)
    function = call.func
    if isinstance(function, ast.Attribute) and _is_writing(function.attr):
        root = root_name(function.value)
        if root is not None:
            yield root


def _is_writing(method: str) -> bool:
    return method in _WRITING or (method.endswith("_") and not method.endswith("__"))
