"""Functions that give back what another function gives back of their parameters: `v = kick(v)`, `return kick(v)`.

Whoever drops the result of one drops that of the other: on JAX the change is lost.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.semantics.symbols.definitions import functions_around
from purity_lint.semantics.symbols.scripted import CALLS
from purity_lint.source.constructs import Definition
from purity_lint.source.file import SourceFile
from purity_lint.source.names import called_name, last_name
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import targets


def handed_on(source: SourceFile, defined: Iterable[tuple[Definition, bool]]) -> Iterator[str]:
    """Yield `caller>called` of functions and those that they hand parameters on to.

    ``defined`` are functions, each with whether it is a method.
    """
    callers = {function: called_name(function.name, is_method=is_method) for function, is_method in defined}
    giving: list[ast.Return | ast.Assign] = [*source.of(ast.Return), *source.of(ast.Assign)]
    for statement in giving:
        call = statement.value
        if not isinstance(call, ast.Call) or not (call.args or call.keywords):
            continue
        handed = _handed(call)
        bound = statement.targets if isinstance(statement, ast.Assign) else []
        names = {t.id if isinstance(t, ast.Name) else "" for each in bound for t in targets(each)}
        if not handed or not names <= handed:
            continue
        for function in functions_around(statement, source):
            own = handed.intersection(parameter_names(function)) if function in callers else ()
            if own and names.issubset(own):
                yield from (f"{callers[function]}{CALLS}{called}" for called in _called(call))


def _handed(call: ast.Call) -> set[str]:
    arguments = (*call.args, *(keyword.value for keyword in call.keywords))
    return {argument.id for argument in arguments if isinstance(argument, ast.Name)}


def _called(call: ast.Call) -> Iterator[str]:
    name = last_name(call.func)
    yield name
    if isinstance(call.func, ast.Attribute):
        yield called_name(name, is_method=True)
