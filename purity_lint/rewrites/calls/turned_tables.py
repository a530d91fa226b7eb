"""Tables that are made of others by turning these around: `NAMES = {v: k for k, v in TYPES.items()}`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def made_by_turning(names: frozenset[str], model: SemanticModel) -> frozenset[str]:
    """Return the names of dicts whose keys are the values of a dict that has one of ``names``."""
    turned = model.memo(made_by_turning, lambda: frozenset(_turned(model)))
    return frozenset(table for table, of in turned if of in names)


def _turned(model: SemanticModel) -> Iterator[tuple[str, str]]:
    """Yield the name of each such dict with the name of the one that it is made of."""
    for made, key, loops in _made(model):
        for loop in loops:
            if of := _whose_values_are(key, loop.target, loop.iter):
                yield from ((table, of) for table in names_given(made, model))
    for each in model.source.of(ast.For):
        for store in (node for statement in each.body for node in ast.walk(statement)):
            if not isinstance(store, ast.Subscript) or not isinstance(store.ctx, ast.Store):
                continue
            if of := _whose_values_are(store.slice, each.target, each.iter):
                yield last_name(store.value), of


def _made(model: SemanticModel) -> Iterator[tuple[ast.expr, ast.expr, list[ast.comprehension]]]:
    """Yield dicts made in one go, `{v: k for ...}`, `dict((v, k) for ...)`, what becomes their keys, the loops."""
    for made in model.source.of(ast.DictComp):
        yield made, made.key, made.generators
    for pairs in model.source.of(ast.GeneratorExp):
        call = model.parent(pairs)
        if isinstance(call, ast.Call) and isinstance(pairs.elt, ast.Tuple) and len(pairs.elt.elts) == 2:
            yield call, pairs.elt.elts[0], pairs.generators


def _whose_values_are(key: ast.expr, target: ast.expr, items: ast.expr) -> str:
    """Return the name of the dict of whose values ``key`` is one in turn: `TYPES`, for `k, v in TYPES.items()`."""
    match (target, items):
        case (
            ast.Tuple(elts=[_, ast.Name(id=value)]),
            ast.Call(func=ast.Attribute(value=table, attr="items"), args=[]),
        ) if isinstance(key, ast.Name) and key.id == value:
            return last_name(table)
    return ""
