"""Arrays of a list or dict that a loop changes in place: where what is made of one is put back.

``for k, p in params.items(): p -= step`` changes the arrays of the dict on NumPy, and nothing on JAX, where `p -= step`
makes a new array that only `p` holds.  `p = params[k] = ...` hands it to the dict on every backend.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.findings.edits import Rewrite
from purity_lint.records import dataclass
from purity_lint.rewrites.scopes import fresh
from purity_lint.rewrites.stores.item_stores import attribute_bound_with
from purity_lint.rewrites.stores.named_items import item_of_name
from purity_lint.rewrites.stores.shared_results import is_made_anew
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import dotted, names_in
from purity_lint.source.targets import targets
from purity_lint.source.walk import walk


@dataclass(frozen=True, slots=True)
class LoopItem:
    """The place that an array came from, and the edits by which its loop counts."""

    place: str
    whole: ast.expr
    """The list or dict."""
    edits: tuple[Rewrite, ...] = ()


def bound_with(array: ast.expr, model: SemanticModel) -> str | None:
    """Return what to rebind along with the local name ``array``: the attribute or item that holds the same array."""
    item = item_of(array, model)
    return attribute_bound_with(array, model) if item is None else item.place


def item_of(array: ast.expr, model: SemanticModel) -> LoopItem | None:
    """Return the item that ``array`` is: the loop around it took it from there, or an assignment named it."""
    item = item_of_loop(array, model)
    if item is not None or not isinstance(array, ast.Name) or not _is_array(array, model):
        return item
    named = item_of_name(array, model)
    return None if named is None else LoopItem(named.place, named.whole)


def loop_edits(arrays: Iterable[ast.expr], model: SemanticModel) -> tuple[Rewrite, ...]:
    """Return the edits by which the loops that ``arrays`` are items of count."""
    items = (item_of_loop(array, model) for array in arrays)
    edits = {edit.node: edit for item in items if item is not None for edit in item.edits}
    return tuple(edits.values())


def item_of_loop(array: ast.expr, model: SemanticModel) -> LoopItem | None:
    """Return the item that the loop around it took ``array`` from; ``None`` where it is not known, or not an array.

    A number is left alone: `p -= 1` of a loop's number changes no item.
    """
    if not isinstance(array, ast.Name) or not _is_array(array, model):
        return None
    loop = _loop_that_binds(array, model)
    if loop is None:
        return None
    found = _place(array.id, loop, model)
    return found if found is not None and _stays(array.id, found.place, loop) else None


def _is_array(array: ast.Name, model: SemanticModel) -> bool:
    value = model.value(array)
    return value.is_tensor and not value.maybe and value.rank != 0


def _loop_that_binds(array: ast.Name, model: SemanticModel) -> ast.For | None:
    """Return the innermost loop around ``array`` that binds its name."""
    node = model.parent(array)
    while node is not None and not isinstance(node, FUNCTIONS):
        if isinstance(node, ast.For) and array.id in names_in(node.target):
            return node
        node = model.parent(node)
    return None


@dataclass(frozen=True, slots=True)
class LoopSource:
    """What a loop goes through, the name of the key or number of each item, and the edits by which it counts."""

    whole: ast.expr
    key: str
    kind: Kind
    edits: tuple[Rewrite, ...] = ()


def _place(name: str, loop: ast.For, model: SemanticModel) -> LoopItem | None:
    """Return the item that each turn of ``loop`` binds ``name`` to."""
    source = loop_source(name, loop, model)
    if source is None:
        return None
    path, value = dotted(source.whole), model.value(source.whole)
    if (
        path is None
        or value.kind is not source.kind
        or value.maybe
        or is_made_anew(source.whole, loop, model)
    ):
        return None
    return LoopItem(f"{path}[{source.key}]", source.whole, source.edits)


def loop_source(name: str, loop: ast.For, model: SemanticModel) -> LoopSource | None:
    """Return what each turn of ``loop`` takes the item ``name`` from."""
    match loop.target, loop.iter:
        case (
            ast.Tuple(elts=[ast.Name(id=key), ast.Name(id=bound)]),
            ast.Call(func=ast.Attribute(value=whole, attr="items"), args=[], keywords=[]),
        ) if bound == name:
            return LoopSource(whole, key, Kind.DICT)
        case (
            ast.Tuple(elts=[ast.Name(id=index), element]),
            ast.Call(func=ast.Name(id="enumerate"), args=[among], keywords=[]),
        ):
            source = _source(name, element, among)
            return None if source is None else LoopSource(source, index, Kind.LIST)
    source = _source(name, loop.target, loop.iter)
    if source is None:
        return None
    index = fresh(_counter(loop, model), loop, model)
    target = f"{index}, ({{x}})" if isinstance(loop.target, ast.Tuple) else f"{index}, {{x}}"
    head = (
        Rewrite(loop.target, target, {"x": loop.target}),
        Rewrite(loop.iter, "enumerate({x})", {"x": loop.iter}),
    )
    return LoopSource(source, index, Kind.LIST, head)


def _counter(loop: ast.For, model: SemanticModel) -> str:
    """Return the name for the index of ``loop``: the same for all its items, another than that of a loop around it."""
    depth, node = 1, model.parent(loop)
    while node is not None and not isinstance(node, FUNCTIONS):
        depth += isinstance(node, ast.For)
        node = model.parent(node)
    return "index" if depth == 1 else f"index_{depth}"


def _source(name: str, target: ast.expr, among: ast.expr) -> ast.expr | None:
    """Return what ``name`` is an item of: `params` of `p in params`, and of `p, g in zip(params, grads)`."""
    match target, among:
        case ast.Name(id=bound), _ if bound == name:
            return among
        case ast.Tuple(elts=parts), ast.Call(func=ast.Name(id="zip"), args=sources) if len(parts) == len(
            sources
        ):
            return next(
                (source for part, source in zip(parts, sources, strict=True) if _is(part, name)), None
            )
    return None


def _stays(name: str, place: str, loop: ast.For) -> bool:
    """Return True where no turn of ``loop`` binds the name, the key or the container to something else."""
    container, _, key = place.partition("[")
    settled = {name, key.rstrip("]"), container.partition(".")[0]}
    return not any(
        name in settled and not (isinstance(node, ast.Assign) and place in map(ast.unparse, node.targets))
        for statement in loop.body
        for node in walk(statement)
        for name in _bound(node)
    )


def _bound(node: ast.AST) -> Iterator[str]:
    """Return the names that the statement or `:=` at ``node`` binds itself: `x` of `x, y[i] = ...`."""
    match node:
        case ast.Assign(targets=several) | ast.Delete(targets=several):
            pass
        case ast.AnnAssign(target=one) | ast.NamedExpr(target=one) | ast.For(target=one):
            several = [one]
        case _:
            return
    yield from (part.id for target in several for part in targets(target) if isinstance(part, ast.Name))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
