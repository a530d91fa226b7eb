"""Parameters of functions: their defaults, and which argument of a call is handed over for one."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from purity_lint.source.constructs import Definition

OBJECTS: Final = frozenset({"self", "cls"})
"""Names of the first parameter of a method: what it is called on."""


def positional(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters that a call may give by position, in order."""
    return [*arguments.posonlyargs, *arguments.args]


def single(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters that take one argument each: all but ``*args`` and ``**kwargs``."""
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def parameter_names(function: Definition | ast.Lambda) -> list[str]:
    """Return the names of all parameters of a function; ``*args`` and ``**kwargs`` come last."""
    several = (function.args.vararg, function.args.kwarg)
    return [a.arg for a in (*single(function.args), *several) if a is not None]


def defaults(arguments: ast.arguments) -> Mapping[str, ast.expr]:
    """Return the default of each parameter that has one, in order."""
    ordered = positional(arguments)
    last = zip(ordered[len(ordered) - len(arguments.defaults) :], arguments.defaults, strict=True)
    found = {a.arg: default for a, default in last}
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found | {a.arg: default for a, default in only if default is not None}


def argument_for(parameter: str, function: Definition, call: ast.Call) -> ast.expr | None:
    """Return the argument that ``call`` of ``function`` hands over for ``parameter``, where that can be told."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value
    in_order = [a.arg for a in positional(function.args)]
    if in_order and isinstance(call.func, ast.Attribute) and is_given_its_object(function):
        del in_order[: 0 if _is_given_as_argument(call, function) else 1]
    return dict(zip(in_order, call.args, strict=False)).get(parameter)


def argument_for_constructor(parameter: str, constructor: Definition, call: ast.Call) -> ast.expr | None:
    """Return the argument that the ``call`` of a class, under whatever name, hands over for a parameter of it."""
    with_object = ast.Call(ast.Name("made"), [call.func, *call.args], call.keywords)
    return argument_for(parameter, constructor, with_object)


def is_given_its_object(function: Definition) -> bool:
    """True for a method, of an object or a class, that is called with what it is called on: by its parameter's name."""
    first = next(iter(positional(function.args)), None)
    return first is not None and first.arg in OBJECTS


def _is_given_as_argument(call: ast.Call, function: Definition) -> bool:
    """True for `Base.step(self, u)`, which is a call of the method of a class with its object."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    is_class = isinstance(owner, ast.Name) and owner.id[:1].isupper()
    return is_class and positional(function.args)[0].arg == "self"
