"""Functions that give back what another function gives back of their parameters: `v = kick(v)`, `return kick(v)`.

Whoever drops the result of one drops that of the other: on JAX the change is lost.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from purity_lint.semantics.symbols.scripted import CALLS
from purity_lint.source.blocks import statements
from purity_lint.source.constructs import Definition
from purity_lint.source.names import called_name, last_name
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import targets

_GIVING: Final = frozenset({ast.Return, ast.Assign})


def handed_on(defined: Iterable[tuple[Definition, bool]]) -> Iterator[str]:
    """Yield `caller>called` of functions and those that they hand parameters on to.

    ``defined`` are functions, each with whether it is a method.
    """
    for function, is_method in defined:
        caller = called_name(function.name, is_method=is_method)
        yield from (f"{caller}{CALLS}{called}" for called in _handed_on_by(function))


def _handed_on_by(function: Definition) -> Iterator[str]:
    for statement in statements(function.body):
        if statement.__class__ not in _GIVING or not isinstance(call := statement.value, ast.Call):  # type: ignore[attr-defined]  # both have one
            continue
        bound = statement.targets if isinstance(statement, ast.Assign) else []
        arguments = (*call.args, *(keyword.value for keyword in call.keywords))
        handed = {argument.id for argument in arguments if isinstance(argument, ast.Name)}
        names = {t.id if isinstance(t, ast.Name) else "" for each in bound for t in targets(each)}
        if not handed or not names <= handed:
            continue
        handed &= {*parameter_names(function)}
        if handed and names <= handed:
            name = last_name(call.func)
            yield name
            if isinstance(call.func, ast.Attribute):
                yield called_name(name, is_method=True)
