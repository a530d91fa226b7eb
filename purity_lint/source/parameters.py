"""Parameters of functions: their defaults, and which argument of a call is handed over for one."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from purity_lint.source.constructs import Definition


def defaults(arguments: ast.arguments) -> Mapping[str, ast.expr]:
    """Return the default of each parameter that has one."""
    positional = [*arguments.posonlyargs, *arguments.args]
    found = {a.arg: d for a, d in zip(reversed(positional), reversed(arguments.defaults), strict=False)}
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found | {a.arg: default for a, default in only if default is not None}


def argument_for(parameter: str, function: Definition, call: ast.Call) -> ast.expr | None:
    """Return the argument that ``call`` of ``function`` hands over for ``parameter``, where that can be told."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value
    in_order = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return dict(zip(in_order, call.args, strict=False)).get(parameter)
