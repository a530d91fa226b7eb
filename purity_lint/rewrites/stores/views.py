"""Views that are written through: ``c = w[1:-1]`` and then ``c += e``, which changes ``w`` as well.

On JAX and MLX ``w[1:-1]`` is an array of its own.  What the store makes of it is put back into the array that it was
taken from, ``w = ops.assign(w, slice(1, -1), c)``: on NumPy and PyTorch that copies the view onto itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from purity_lint.findings.edits import Rewrite, RewriteStatement
from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes, parameters
from purity_lint.rewrites.stores.item_stores import Template, is_basic_index
from purity_lint.rewrites.stores.loop_items import loop_source
from purity_lint.rewrites.uses_of_names import Bound, bindings, end, is_passed, loops_around, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name, names_in

_UPDATES = UPDATING_OPERATIONS | {"assign"}


@dataclass(frozen=True, slots=True)
class View:
    """A local name of a part of ``whole``, which has a name of its own."""

    name: str
    whole: ast.Name
    index: ast.expr | str
    """A basic index, or the name that a loop gives the number of each row."""
    edits: tuple[Rewrite, ...] = ()
    """By which the loop counts."""


def view_of(array: ast.expr, change: ast.stmt, model: SemanticModel) -> View | None:
    """Return the view that ``array`` is a name of at the statement ``change``, which stores into it.

    ``None`` where that is not certain, or where the array or the index may be others at the store than they were when
    the view was taken: an element is a number, which no store changes.
    """
    if not isinstance(array, ast.Name):
        return None
    scope = enclosing(change, model)
    bound = bound_before(array.id, change, scope, model)
    if bound is None:
        return None
    made, value = bound
    view = _taken(array, value, _is_item_store(change, array.id), model)
    if view is None or view.whole.id == array.id or not _is_array(view.whole, model):
        return None
    if isinstance(scope, FUNCTIONS) and view.whole.id not in bound_names(scope):
        return None
    return view if _is_settled(view, made, change, scope, model) else None


def apart_from(view: View, scope: ast.AST) -> frozenset[str]:
    """Return the names of ``scope`` that are no views of what ``view`` is a view of, and the view itself."""
    found = {view.name}
    for name, made in bindings(scope).items():
        parts = [value for _, value in made]
        if parts and all(
            isinstance(part, ast.Subscript)
            and isinstance(part.value, ast.Name)
            and part.value.id == view.whole.id
            and isinstance(view.index, ast.expr)
            and _are_apart(part.slice, view.index)
            for part in parts
        ):
            found.add(name)
    return frozenset(found)


def put_back(edit: RewriteStatement, views: Iterable[View]) -> RewriteStatement:
    """Return ``edit`` with statements behind it that store ``views`` into their arrays."""
    template = Template(dict(edit.holes), prefix="view")
    lines = [edit.template]
    for view in views:
        whole = view.whole.id  # by name: where a loop counts, `enumerate(w)` takes the place of the node
        index = view.index if isinstance(view.index, str) else template.index(view.index)
        lines.append(f"{whole} = {{ops}}.assign({whole}, {index}, {view.name})")
    return replace(edit, template="\n".join(lines), holes=template.holes)


def bound_before(name: str, change: ast.stmt, scope: ast.AST, model: SemanticModel) -> Bound | None:
    """Return the one statement that binds ``name`` for ``change``; updates leave the name its array."""
    every = [(node, value) for node, value in bindings(scope).get(name, ()) if not _is_update(node, name)]
    made = [(model.statement(node), value) for node, value in every]
    before = [number for number, (node, _) in enumerate(made) if start(node) < start(change)]
    if not before or name in parameters(scope):
        return None
    last, value = made[before[-1]]
    again = loops_around(change, model) - loops_around(last, model)
    if any(again & loops_around(node, model) for node, _ in made[before[-1] + 1 :]):
        return None
    return (last, value) if len(made) == 1 or is_passed(last, change, scope, model) else None


def _taken(name: ast.Name, value: ast.AST, stored_into: bool, model: SemanticModel) -> View | None:
    match value:
        case ast.Subscript(value=ast.Name() as whole, slice=index) if is_simple(index):
            if is_basic_index(index, model) and (stored_into or _has_axes(value, index, model)):
                return View(name.id, whole, index)
        case ast.For():
            source = loop_source(name.id, value, model)
            if source is not None and isinstance(source.whole, ast.Name):
                rank = model.value(name).rank
                if stored_into or (rank is not None and rank > 0):
                    return View(name.id, source.whole, source.key, source.edits)
    return None


def _has_axes(part: ast.expr, index: ast.expr, model: SemanticModel) -> bool:
    """True where a part is no element: a slice chooses it, or as much is known."""
    rank = model.value(part).rank
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return bool(rank) or any(isinstance(one, ast.Slice) for one in parts)


def _is_array(whole: ast.Name, model: SemanticModel) -> bool:
    value = model.value(whole)
    return value.is_tensor and not value.maybe and not value.foreign


def _is_item_store(change: ast.stmt, name: str) -> bool:
    """True for `name[i] = v`, which only an array takes."""
    targets = change.targets if isinstance(change, ast.Assign) else [getattr(change, "target", None)]
    return any(
        isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == name
        for target in targets
    )


def _is_update(node: ast.AST, name: str) -> bool:
    """True for `x = ops.assign(x, ...)`, after which the name stands for the same array."""
    match node:
        case ast.Assign(value=ast.Call(func=function, args=[ast.Name(id=array), *_])):
            return array == name and last_name(function) in _UPDATES
    return False


def _is_settled(view: View, made: ast.stmt, change: ast.stmt, scope: ast.AST, model: SemanticModel) -> bool:
    """True where nothing between the view and the store binds or changes what the view was taken from."""
    index = names_in(view.index) if isinstance(view.index, ast.expr) else {view.index}
    again = loops_around(change, model) - loops_around(made, model) - {made}
    for node, name in names_bound(scope):
        statement = model.statement(node)
        if name != view.whole.id and name not in index:
            continue
        between = end(made) <= start(statement) < start(change) or (
            isinstance(made, ast.For) and start(made.body[0]) <= start(statement) < end(made)
        )
        if not between and not again & loops_around(statement, model):
            continue
        if name in index or not (_puts_back(statement, view) or _stores_apart(node, view)):
            return False
    return True


def names_bound(scope: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield the names of ``scope`` that are bound or stored into, and where."""
    for node in own_nodes(scope):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield node, name
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                yield node, name


def _puts_back(statement: ast.stmt, view: View) -> bool:
    match statement:
        case ast.Assign(value=ast.Call(args=[ast.Name(id=whole), _, ast.Name(id=name)])):
            return name == view.name and _is_update(statement, whole)
    return False


def _stores_apart(node: ast.expr, view: View) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and isinstance(view.index, ast.expr)
        and _are_apart(node.slice, view.index)
    )


def _are_apart(one: ast.expr, other: ast.expr) -> bool:
    """True for indices that have no element in common: `:n` and `n:`, `0` and `1`."""
    firsts = one.elts if isinstance(one, ast.Tuple) else [one]
    seconds = other.elts if isinstance(other, ast.Tuple) else [other]
    for first, second in zip(firsts, seconds, strict=False):
        if _parts_apart(first, second) or _parts_apart(second, first):
            return True
        if ast.dump(first) != ast.dump(second) and not (_is_of_one_axis(first) and _is_of_one_axis(second)):
            return False  # what follows need not be of one axis
    return False


def _is_of_one_axis(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and type(part.value) is int)


def _parts_apart(one: ast.expr, other: ast.expr) -> bool:
    match one, other:
        case ast.Constant(value=int() as first), ast.Constant(value=int() as second):
            return first != second
        case ast.Slice(upper=ast.expr() as upper), ast.Slice(lower=ast.expr() as lower):
            steps = one.step, other.step
            return steps == (None, None) and is_simple(upper) and ast.dump(upper) == ast.dump(lower)
    return False
