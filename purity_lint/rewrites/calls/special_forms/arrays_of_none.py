"""``np.array([None] * n)``, used as placeholders: an array whose elements are assigned numbers later."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import is_none
from purity_lint.source.names import dotted
from purity_lint.source.walk import walk

_NUMERIC = PLAIN_NUMBERS | {Kind.SCALAR, Kind.TENSOR}
_VIEWS = frozenset({"T", "reshape", "transpose", "copy"})


def rewrite_array_of_none(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write ``np.array([None] * n)`` as ``ops.full(n, ops.nan)``, where nothing shows that it is to hold objects.

    NaN is what ``np.array(..., dtype=float)`` makes of ``None``; never safe, for ``x[i] is None`` would hold no more.
    """
    call = found.call
    if call is None or len(call.args) != 1 or call.keywords:
        return None
    shape = _shape(call.args[0])
    name = _bound_to(call, model)
    if shape is None or name is None or _holds_objects(name, call, model):
        return None
    holes: dict[str, Hole] = {}
    parts = []
    for size in shape:
        if isinstance(size, int):
            parts.append(str(size))
        else:
            parts.append(f"{{n{len(holes)}}}")
            holes[f"n{len(holes)}"] = size
    text = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
    return Rewritten(Rewrite(call, f"{{ops}}.full({text}, {{ops}}.nan)", holes), "full", safe=False)


def _shape(node: ast.expr) -> list[int | ast.expr] | None:
    """Return the shape of lists of ``None``: ``[[None] * n]`` is of shape ``(1, n)``."""
    match node:
        case ast.BinOp(left=ast.List(elts=[only]), op=ast.Mult(), right=count):
            inner = _inner([only])
            return None if inner is None else [_size(count), *inner]
        case ast.List(elts=[_, *_] as elements):
            inner = _inner(elements)
            return None if inner is None else [len(elements), *inner]
    return None


def _inner(elements: list[ast.expr]) -> list[int | ast.expr] | None:
    if all(map(is_none, elements)):
        return []
    shapes = [_shape(element) for element in elements]
    return shapes[0] if len(shapes) == 1 else None


def _size(count: ast.expr) -> int | ast.expr:
    return count.value if isinstance(count, ast.Constant) and type(count.value) is int else count


def _bound_to(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the name or attribute that the array, or a view of it, is bound to: ``self.x = np.array(...).T``."""
    node: ast.AST = call
    parent = model.parent(node)
    while (isinstance(parent, ast.Attribute) and parent.attr in _VIEWS) or (
        isinstance(parent, ast.Call) and parent.func is node
    ):
        node, parent = parent, model.parent(parent)
    match parent:
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as target]):
            return dotted(target)
    return None


def _holds_objects(name: str, call: ast.Call, model: SemanticModel) -> bool:
    """True where the array's elements are compared with ``None``, looped over, or assigned what is no number.

    The uses of a name are looked for in its function, which must not return it either; those of an attribute in the
    whole file.
    """
    nodes = model.source.nodes if "." in name else walk(enclosing(call, model))
    return any(_uses_objects(node, name, model) for node in nodes if isinstance(node, _USING))


_USING = (ast.Compare, ast.For, ast.comprehension, ast.Assign, ast.Return)


def _uses_objects(node: ast.AST, name: str, model: SemanticModel) -> bool:
    match node:
        case ast.Compare(
            left=ast.Subscript(value=array), ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]
        ):
            return dotted(array) == name and is_none(node.comparators[0])
        case ast.Compare(left=array, ops=[ast.Eq() | ast.NotEq()], comparators=[other]):
            return dotted(array) == name and is_none(other)
        case ast.For(iter=array) | ast.comprehension(iter=array):
            return dotted(array) == name
        case ast.Assign(targets=targets, value=value):
            stored = [t for t in targets if isinstance(t, ast.Subscript) and dotted(t.value) == name]
            return bool(stored) and model.value(value).kind not in _NUMERIC
        case ast.Return(value=ast.expr() as value):
            return any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(value))
    return False
