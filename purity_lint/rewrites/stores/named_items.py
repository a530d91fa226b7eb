"""Arrays of a list or dict that are given a name and changed by it: where what is made of one is put back.

``q = flows[name]``, then ``q += rain``, changes the array of the dict on NumPy, and nothing on JAX, where `q += rain`
makes a new array that only `q` holds.  `q = flows[name] = ...` hands it to the dict on every backend.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from purity_lint.records import dataclass
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes
from purity_lint.rewrites.stores.heap.new_arrays import is_new_array
from purity_lint.rewrites.stores.shared_results import is_made_anew
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.blocks import after
from purity_lint.source.compare import same_text
from purity_lint.source.names import dotted, names_in
from purity_lint.source.targets import stored_items
from purity_lint.source.walk import walk

_CONTAINERS: Final = frozenset({Kind.LIST, Kind.DICT})
_ASKING: Final = frozenset({"get", "items", "keys", "values", "copy", "index", "count"})
"""Methods of a list or dict that leave it as it is."""
_LOOKING: Final = frozenset(
    {
        "len",
        "list",
        "tuple",
        "dict",
        "set",
        "sorted",
        "reversed",
        "zip",
        "enumerate",
        "iter",
        "print",
        "isinstance",
    }
)
"""Functions that leave a list or dict as it is."""


@dataclass(frozen=True, slots=True)
class NamedItem:
    """The place of an array that a name was given, and the list or dict that has it."""

    place: str
    whole: ast.expr


def item_of_name(array: ast.Name, model: SemanticModel) -> NamedItem | None:
    """Return the item that ``array`` names, where a statement changes it.

    ``None`` where the name may be another array's by then, or another array be at that place.
    """
    scope = enclosing(array, model)
    if isinstance(scope, ast.ClassDef) or array.id not in bound_names(scope):
        return None
    bound = model.memo((item_of_name, scope, array.id), lambda: _binding(array.id, scope, model))
    if bound is None:
        return None
    binding, item = bound
    whole = item.value
    path, value = dotted(whole), model.value(whole)
    if path is None or value.kind not in _CONTAINERS or value.maybe or not _is_plain(item.slice):
        return None
    between = _until(array, binding, model)
    if between is None or is_made_anew(whole, binding, model) or "{" in (place := ast.unparse(item)):
        return None
    stays = all(_keeps(node, array.id, item, path) for statement in between for node in walk(statement))
    return NamedItem(place, whole) if stays else None


def _binding(name: str, scope: ast.AST, model: SemanticModel) -> tuple[ast.Assign, ast.Subscript] | None:
    """Return the assignment of an item to ``name``, and the item; ``None`` where something else binds it as well.

    What binds the name and the item at once, `q = flows[k] = ...`, makes them one, or keeps them so.
    """
    found: tuple[ast.Assign, ast.Subscript] | None = None
    for node in own_nodes(scope):
        if not isinstance(node, ast.Name) or node.id != name or isinstance(node.ctx, ast.Load):
            continue
        match model.parent(node):
            case ast.AugAssign():
                continue
            case ast.Assign(targets=[_], value=ast.Subscript() as item) as binding if found is None:
                found = binding, item
            case (
                ast.Assign(targets=[ast.Name(), ast.Subscript() as item], value=made)
                | ast.Assign(targets=[ast.Subscript() as item, ast.Name()], value=made)
            ) as binding if found is None and is_new_array(made, model):
                found = binding, item
            case ast.Assign(targets=[ast.Name(), ast.Subscript() as place]) if (
                found is not None and same_text(place, found[1])
            ):
                continue
            case _:
                return None
    return found


def _until(array: ast.Name, binding: ast.Assign, model: SemanticModel) -> list[ast.stmt] | None:
    """Return the statements of its block behind ``binding``, to that with ``array``; ``None`` if none has it."""
    behind = after(binding, model.parent(binding))
    around: ast.AST | None = array
    while around is not None and around not in behind:
        around = model.parent(around)
    return behind[: behind.index(around) + 1] if isinstance(around, ast.stmt) else None


def _is_plain(key: ast.expr) -> bool:
    """Return True for a key that may be written twice, and stays what it is as long as its names do."""
    match key:
        case ast.Name() | ast.Constant(value=str() | int()):
            return True
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return True
        case ast.Tuple(elts=parts):
            return all(map(_is_plain, parts))
    return False


def _keeps(node: ast.AST, name: str, item: ast.Subscript, path: str) -> bool:
    """Return True where ``node`` itself leaves the container, the key and what is there as they are."""
    owners = set(accumulate(path.split("."), "{}.{}".format))
    match node:
        case ast.Name(id=bound, ctx=ast.Store() | ast.Del()):
            return bound not in names_in(item)
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            return dotted(node) not in owners
        case ast.Assign(targets=several, value=value):
            stores = [part for one in several for part in stored_items(one) if dotted(part.value) == path]
            is_named = any(isinstance(one, ast.Name) and one.id == name for one in several)
            return all(_is_update(one, value) or (is_named and same_text(one, item)) for one in stores)
        case ast.Delete(targets=several):
            return not any(isinstance(one, ast.Subscript) and dotted(one.value) == path for one in several)
        case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if dotted(owner) in owners:
            return dotted(owner) == path and attr in _ASKING
        case ast.Call(func=called):
            return dotted(called) in _LOOKING or not any(dotted(given) in owners for given in _given(node))
    return True


def _is_update(target: ast.Subscript, value: ast.expr) -> bool:
    """Return True for `d[j] = ops.assign_add(d[j], ..., v)`, which changes what is there as `d[j] += v` does."""
    return isinstance(value, ast.Call) and bool(value.args) and same_text(value.args[0], target)


def _given(call: ast.Call) -> Iterator[ast.expr]:
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        yield argument.value if isinstance(argument, ast.Starred) else argument
