"""What becomes a key of a table in a loop: `for f in FUNCTIONS: HELPERS[f] = g`, `{v: k for k, v in TYPES.items()}`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

REGISTERING = ("add", "register", "setdefault")
"""How methods begin that make a key of what they are given first: `add`, `add_representer`, `register_type`."""


def become_keys(display: ast.expr, model: SemanticModel) -> bool:
    """True for a tuple, list or dict that is written out, and of which what it holds becomes keys of another table."""
    sources = model.memo(become_keys, lambda: frozenset(_sources(model)))
    names = {*names_given(display, model)}
    holder = model.parent(display)
    if isinstance(holder, ast.AugAssign) and holder.value is display:
        names.add(last_name(holder.target))
    return display in sources or not names.isdisjoint(sources)


def _sources(model: SemanticModel) -> Iterator[ast.expr | str]:
    """Yield each expression that a loop goes through to make keys of what it holds, and its name."""
    for source in _expressions(model):
        yield source
        if name := last_name(source):
            yield name


def _expressions(model: SemanticModel) -> Iterator[ast.expr]:
    for key, target, source in _loops(model):
        match (target, source):
            case (ast.Name(id=name), _) if name == key.id:
                yield source
            case (
                ast.Tuple(elts=[_, ast.Name(id=name)]),
                ast.Call(func=ast.Attribute(value=table, attr="items"), args=[]),
            ) if name == key.id:
                yield table


def _loops(model: SemanticModel) -> Iterator[tuple[ast.Name, ast.expr, ast.expr]]:
    """Yield the names that become keys, each with the target and the source of the loops around it."""
    for key in _keys(model):
        loop = model.loop(key)
        while loop is not None:
            if not isinstance(loop, ast.While):
                yield key, loop.target, loop.iter
            loop = model.loop(loop)
    for made, generators in _made(model):
        if isinstance(made, ast.Name):
            yield from ((made, each.target, each.iter) for each in generators)


def _keys(model: SemanticModel) -> Iterator[ast.Name]:
    """Yield the names of statements that store under them: `HELPERS[f] = g`, `KNOWN.add(f)`."""
    for store in model.source.of(ast.Subscript):
        if isinstance(store.slice, ast.Name) and isinstance(store.ctx, ast.Store):
            yield store.slice
    for call in model.source.of(ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(attr=attr), args=[ast.Name() as key, *_]):
                if attr.startswith(REGISTERING):
                    yield key


def _made(model: SemanticModel) -> Iterator[tuple[ast.expr, list[ast.comprehension]]]:
    """Yield what becomes the keys of tables made in one go, `{v: k for ...}`, `dict((v, k) for ...)`, and the loops."""
    for made in model.source.of(ast.DictComp):
        yield made.key, made.generators
    for several in model.source.of(ast.SetComp):
        yield several.elt, several.generators
    for pairs in model.source.of(ast.GeneratorExp):
        match pairs.elt:
            case ast.Tuple(elts=[key, _]) if isinstance(model.parent(pairs), ast.Call):
                yield key, pairs.generators
