"""What the target of an assignment binds and stores into."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def targets(target: ast.expr) -> Iterator[ast.expr]:
    """Yield the names, attributes and items that an assignment changes: `x` and `y[0]` of `(x, *y[0]) = ...`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from targets(element)
    elif isinstance(target, ast.Starred):
        yield from targets(target.value)
    else:
        yield target


def paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each part of ``target`` with what it is given: a part of ``value`` where that is told, or all of it."""
    if isinstance(target, ast.Starred):
        yield from paired(target.value, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        is_told = len(values) == len(target.elts) and not any(
            isinstance(element, ast.Starred) for element in (*target.elts, *values)
        )
        for element, given in zip(
            target.elts, values if is_told else [value] * len(target.elts), strict=True
        ):
            yield from paired(element, given)
    else:
        yield target, value


def paired_whole(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each part of ``target`` with the part of ``value`` that it is given whole: none of `s, i = rows`."""
    if isinstance(target, (ast.Tuple, ast.List)):
        values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        starred = any(isinstance(element, ast.Starred) for element in (*target.elts, *values))
        if len(values) == len(target.elts) and not starred:
            for element, given in zip(target.elts, values, strict=True):
                yield from paired_whole(element, given)
    elif not isinstance(target, ast.Starred):
        yield target, value


def stored_items(target: ast.expr) -> list[ast.Subscript]:
    """Return the items that an assignment to ``target`` stores into: two of `x[i], y[0] = ...`."""
    return [item for item in targets(target) if isinstance(item, ast.Subscript)]
