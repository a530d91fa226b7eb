"""Arrays of what is no number: of `None`, which holds the place of numbers, and of attributes whatever they are."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.call_rewrites import Rewritten
from purity_lint.rewrites.operands import builtin, dotted
from purity_lint.rewrites.scopes import enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind

_ANYTHING = frozenset({Kind.UNKNOWN, Kind.LIST, Kind.OTHER})
_NUMERIC = PLAIN_NUMBERS | {Kind.SCALAR, Kind.TENSOR}
_VIEWS = frozenset({"T", "reshape", "transpose", "copy"})


def rewrite_placeholder(call: ast.Call, model: SemanticModel) -> Rewritten | None:
    """The call as one of `ops.full`, where it makes an array of `None` that is nowhere seen to hold objects.

    NaN is what `np.array(..., dtype=float)` makes of `None`; never safe, for `x[i] is None` would hold no more.
    """
    if len(call.args) != 1 or call.keywords:
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


def rewrite_attribute_values(call: ast.Call, model: SemanticModel) -> Rewritten | None:
    """`vars(self)[name] = np.array(values)`: where any attribute may be meant, the values may be anything."""
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred | ast.List | ast.Tuple):
        return None
    value = model.value(call.args[0])
    if value.kind not in _ANYTHING or not _goes_to_any_attribute(call, model):
        return None
    edit = Rewrite(call, "{ops}.array({x}, strict=False)", {"x": call.args[0]})
    return Rewritten(edit, "array", safe=False)


def _goes_to_any_attribute(call: ast.Call, model: SemanticModel) -> bool:
    match model.parent(call):
        case ast.Assign(targets=[ast.Subscript(value=holder, slice=key)]):
            match holder:
                case ast.Attribute(attr="__dict__"):
                    return not isinstance(key, ast.Constant)
                case ast.Call() if builtin(model, holder) == "vars":
                    return not isinstance(key, ast.Constant)
        case ast.Call(args=[_, name, value]) as parent if value is call:
            return builtin(model, parent) == "setattr" and not isinstance(name, ast.Constant)
    return False


def _shape(node: ast.expr) -> list[int | ast.expr] | None:
    """The shape of a display of `None`: `[[None] * n]` is of shape `(1, n)`."""
    match node:
        case ast.BinOp(left=ast.List(elts=[only]), op=ast.Mult(), right=count):
            inner = _inner([only])
            return None if inner is None else [_size(count), *inner]
        case ast.List(elts=[_, *_] as elements):
            inner = _inner(elements)
            return None if inner is None else [len(elements), *inner]
    return None


def _inner(elements: list[ast.expr]) -> list[int | ast.expr] | None:
    if all(isinstance(element, ast.Constant) and element.value is None for element in elements):
        return []
    shapes = [_shape(element) for element in elements]
    return shapes[0] if len(shapes) == 1 else None


def _size(count: ast.expr) -> int | ast.expr:
    return count.value if isinstance(count, ast.Constant) and type(count.value) is int else count


def _bound_to(call: ast.Call, model: SemanticModel) -> str | None:
    """The name or attribute that the array, or a view of it, is bound to."""
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
    """Whether elements of what is called ``name`` are compared with `None`, gone through, or set to what is no number.

    A name is looked for in its function, which must not return it either; an attribute in the whole file.
    """
    scope = model.source.tree if "." in name else enclosing(call, model)
    return any(_uses_objects(node, name, model) for node in ast.walk(scope))


def _uses_objects(node: ast.AST, name: str, model: SemanticModel) -> bool:
    match node:
        case ast.Compare(
            left=ast.Subscript(value=array), ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]
        ):
            return dotted(array) == name and _is_none(node.comparators[0])
        case ast.Compare(left=array, ops=[ast.Eq() | ast.NotEq()], comparators=[other]):
            return dotted(array) == name and _is_none(other)
        case ast.For(iter=array) | ast.comprehension(iter=array):
            return dotted(array) == name
        case ast.Assign(targets=targets, value=value):
            stored = [t for t in targets if isinstance(t, ast.Subscript) and dotted(t.value) == name]
            return bool(stored) and model.value(value).kind not in _NUMERIC
        case ast.Return(value=ast.expr() as value):
            return any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(value))
    return False


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
