"""Conditions, as the questions that they are made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def questions(test: ast.expr) -> Iterator[ast.expr]:
    """Yield what a condition asks, part by part: of `not x.shape and n`, `x.shape` and `n`."""
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from questions(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from questions(operand)
        case _:
            yield test
