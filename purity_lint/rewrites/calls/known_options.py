"""What ``**options`` brings to a call, where the function that calls has written it down."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.scopes import (
    bindings,
    declared_names,
    enclosing,
    means_builtin,
    own_nodes,
    parameters,
)
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.walk import walk

_WORDS_OF_LIBRARIES = frozenset({"dtype", "device"})
"""Arguments whose values are rewritten where they are given, and not in a dict that is made before."""


def spelled_out(call: ast.Call, model: SemanticModel) -> ast.Call | None:
    """Return ``call`` with the arguments that it unpacks by name, ``None`` where it unpacks none, or unknown ones.

    `f(x, axis=0, keepdims=True)` of `options = dict(axis=0, keepdims=True); f(x, **options)`. It is to be read: no
    edit may be of it.
    """
    if all(keyword.arg is not None for keyword in call.keywords):
        return None
    keywords: list[ast.keyword] = []
    for keyword in call.keywords:
        if keyword.arg is not None:
            keywords.append(keyword)
            continue
        brought = _brought(keyword.value, model)
        if brought is None:
            return None
        keywords += brought
    names = {keyword.arg for keyword in keywords}
    if len(names) < len(keywords) or not _WORDS_OF_LIBRARIES.isdisjoint(names):
        return None  # it raises, or another library has other words for the value
    return ast.copy_location(ast.Call(call.func, call.args, keywords), call)


def _brought(options: ast.expr, model: SemanticModel) -> list[ast.keyword] | None:
    if not isinstance(options, ast.Name):
        return _written(options, model)
    around = enclosing(options, model)
    made = _made_once(options.id, around, model)
    if made is None or not all(_is_unpacked(use, model) for use in _uses(options.id, around)):
        return None
    return _written(made, model)


def _made_once(name: str, around: ast.AST, model: SemanticModel) -> ast.expr | None:
    """Return the only value that a name of a function ever has, wherever it is bound; ``None``: it may have others."""
    if not isinstance(around, DEFINITIONS) or name in parameters(around) | declared_names(around):
        return None
    if any(name in inner.names for inner in model.source.of(ast.Nonlocal)):
        return None
    stores = [n for n in own_nodes(around) if isinstance(n, ast.Name) and n.id == name and _is_bound(n)]
    values = bindings(around).get(name, ())
    return values[0] if len(stores) == len(values) == 1 else None


def _is_bound(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _written(options: ast.expr, model: SemanticModel) -> list[ast.keyword] | None:
    """Return the arguments that a dict holds which is written out; ``None`` for one that is made otherwise."""
    match options:
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords) if all(k.arg for k in keywords):
            return keywords if means_builtin("dict", options, model) else None
        case ast.Dict(keys=keys, values=values):
            names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
            if all(isinstance(name, str) for name in names):
                return [ast.keyword(str(name), value) for name, value in zip(names, values, strict=True)]
    return None


def _uses(name: str, around: ast.AST) -> Iterator[ast.Name]:
    """Yield where a name is read, in inner functions as well."""
    for node in walk(around):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node


def _is_unpacked(use: ast.Name, model: SemanticModel) -> bool:
    """True for `**options`, which changes nothing of the dict."""
    holder = model.parent(use)
    return isinstance(holder, ast.keyword) and holder.arg is None
