"""Outputs that callers may hand in, by another name: ``x = np.empty(n) if out is None else out``.

Or by an `if`, with `x = np.empty(n)` in one branch and `x = out` in the other; or by `x = out`, and
`if x is None: x = np.empty(n)` behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from purity_lint.source.blocks import statements
from purity_lint.source.constructs import Definition, is_none
from purity_lint.source.parameters import parameter_names
from purity_lint.source.targets import targets


@lru_cache(maxsize=512)
def names_of_outputs(function: Definition) -> Mapping[str, str]:
    """Return the names that stand for a parameter of ``function`` wherever a caller hands one over, and for which.

    Nothing else binds such a name or the parameter, but for what is made of the array itself, `x = f(x)`.
    """
    found = {name: (parameter, times) for s in function.body for name, parameter, times in _named(s)}
    found |= {name: (parameter, 2) for name, parameter in _named_and_asked(function.body)}
    parameters = set(parameter_names(function))
    bound = [name for s in statements(function.body) for name in _bound(s)]
    return {
        name: parameter
        for name, (parameter, times) in found.items()
        if parameter in parameters and bound.count(name) == times and parameter not in bound
    }


def _named(statement: ast.stmt) -> Iterator[tuple[str, str, int]]:
    """Yield the name that a statement gives an output, the parameter, and how often it binds the name."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.IfExp(test=test, body=first, orelse=second)):
            times = 1
        case ast.If(
            test=test,
            body=[ast.Assign(targets=[ast.Name(id=name)], value=first)],
            orelse=[ast.Assign(targets=[ast.Name(id=other)], value=second)],
        ) if name == other:
            times = 2
        case _:
            return
    match test:
        case ast.Compare(
            left=ast.Name(id=parameter), ops=[ast.Is() | ast.IsNot() as asked], comparators=[none]
        ):
            given = second if isinstance(asked, ast.Is) else first
            is_output = isinstance(given, ast.Name) and given.id == parameter != name
            if is_output and is_none(none):
                yield name, parameter, times


def _named_and_asked(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yield `x` and `out` of `x = out` with `if x is None: x = np.empty(n)` behind it."""
    for named, asked in pairwise(body):
        match named, asked:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=parameter)),
                ast.If(
                    test=ast.Compare(left=ast.Name(id=tested), ops=[ast.Is()], comparators=[none]),
                    body=[ast.Assign(targets=[ast.Name(id=bound)])],
                ),
            ) if name == tested == bound != parameter and is_none(none):
                yield name, parameter


def _bound(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds, but for `x += v` and `x = f(x, ...)`, which go on with the array."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[ast.Name(id=first), *_])) if (
            first == name
        ):
            return
        case ast.Assign(targets=several):
            pass
        case ast.AnnAssign(target=one) | ast.For(target=one) | ast.AsyncFor(target=one):
            several = [one]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            several = [item.optional_vars for item in items if item.optional_vars is not None]
        case _:
            return
    yield from (part.id for one in several for part in targets(one) if isinstance(part, ast.Name))
