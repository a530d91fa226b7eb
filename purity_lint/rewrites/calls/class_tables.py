"""Names of classes among which the class of a value is looked up: a tensor's own is there, and is no `ops.Tensor`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from purity_lint.rewrites.calls.turned_tables import made_by_turning
from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_DISPLAYS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.BinOp)
_READ_BY = frozenset({"get", "pop", "setdefault", "index", "count"})
"""Methods of dicts and lists that look something up."""


def is_class_looked_up(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.ndarray` in `KINDS = (np.ndarray, list)` where the file asks `type(x) in KINDS`.

    Likewise for a key of a dict, `NAMES = {np.float64: "f8"}`, of which it reads `NAMES[type(x)]`, or `NAMES[x.dtype]`,
    and for a value of a dict that another such is made of, `NAMES = {v: k for k, v in TYPES.items()}`.
    """
    display: ast.expr = node
    hashed = False
    while isinstance(holder := model.parent(display), _DISPLAYS):
        hashed = hashed or isinstance(holder, ast.Dict | ast.Set)
        display = holder
    if display is not node and _is_read_in_place(display, model):
        return True
    names = frozenset(names_given(display, model))
    turned = made_by_turning(names, model) if hashed else frozenset()
    table = _asked_table(node, model)
    return any(
        (name in names and (by_class or hashed)) or name in turned or (name == table and name)
        for name, by_class in _looked_up_in(model)
    )


def _asked_table(node: ast.expr, model: SemanticModel) -> str:
    """Return the name of what ``node`` is itself looked up in: `NAMES[np.float64]`, `np.float64 in NAMES`."""
    match model.parent(node):
        case ast.Subscript(value=table, slice=key) if key is node:
            return last_name(table)
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[table]) if left is node:
            return last_name(table)
        case ast.Call(func=ast.Attribute(value=table, attr=attr), args=[first, *_]) if first is node:
            return last_name(table) if attr in _READ_BY else ""
    return ""


def is_dispatched_on(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.floating` in `@area.register(np.floating)`: functions are chosen there by the class of a value."""
    match model.parent(node):
        case ast.Call(func=ast.Attribute(attr="register"), args=[first, *_]):
            return first is node
    return False


def _is_read_in_place(display: ast.expr, model: SemanticModel) -> bool:
    """True for a display that a class of a value is looked up in where it stands: `{np.float64: 1}[type(x)]`."""
    holder = model.parent(display)
    match holder:
        case ast.Subscript(value=held, slice=key) if held is display:
            return _is_key(key, model)
        case ast.Attribute(attr=attr) if attr in _READ_BY:
            call = model.parent(holder)
            return isinstance(call, ast.Call) and any(_is_key(argument, model) for argument in call.args)
    return False


def _looked_up_in(model: SemanticModel) -> frozenset[tuple[str, bool]]:
    """Return the names of what a file looks the class or the dtype of a value up in, and whether it is the class."""
    return model.memo(_looked_up_in, lambda: frozenset(_read(model)))


def _read(model: SemanticModel) -> Iterator[tuple[str, bool]]:
    for comparison in model.source.of(ast.Compare):
        sides = (comparison.left, *comparison.comparators)
        asked = [side for side in sides if _is_key(side, model)]
        for side in sides if asked else ():
            yield last_name(side.value if isinstance(side, ast.Subscript) else side), _any_class(asked, model)
    for subscript in model.source.of(ast.Subscript):
        if _is_key(subscript.slice, model):
            yield last_name(subscript.value), _any_class([subscript.slice], model)
    for call in model.source.of(ast.Call):
        asked = [argument for argument in call.args if _is_key(argument, model)]
        if asked and isinstance(call.func, ast.Attribute) and call.func.attr in _READ_BY:
            yield last_name(call.func.value), _any_class(asked, model)


def _any_class(nodes: list[ast.expr], model: SemanticModel) -> bool:
    return any(_is_class_of_value(node, model) for node in nodes)


def _is_key(node: ast.expr, model: SemanticModel) -> bool:
    """True for the class of a value, and for its dtype, which has another hash than a portable one."""
    return _is_class_of_value(node, model) or _is_dtype_of_value(node, model)


def _is_dtype_of_value(node: ast.expr, model: SemanticModel) -> bool:
    """True for `x.dtype`, the class of its numbers, `x.dtype.type`, and a name for one that nobody wrote out."""
    if isinstance(node, ast.Name):
        value = model.value(node)
        return (value.kind is Kind.DTYPE and value.name is None) or node.id in _names_of_dtypes(model)
    if isinstance(node, ast.Attribute) and node.attr == "type":
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == "dtype"


def _is_class_of_value(node: ast.expr, model: SemanticModel) -> bool:
    """True for `type(x)`, `x.__class__` and a name that the file gives one."""
    if isinstance(node, ast.Name):
        return node.id in _names_of_classes(model)
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return False


def _names_of_classes(model: SemanticModel) -> frozenset[str]:
    return model.memo(_names_of_classes, lambda: _names_of(_is_class_of_value, model))


def _names_of_dtypes(model: SemanticModel) -> frozenset[str]:
    return model.memo(_names_of_dtypes, lambda: _names_of(_is_dtype_of_value, model))


def _names_of(asked: Callable[[ast.expr, SemanticModel], bool], model: SemanticModel) -> frozenset[str]:
    """Return the names that the file gives a value of which ``asked`` is true."""
    made = [a.value for a in model.source.of(ast.Assign) if not isinstance(a.value, ast.Name)]
    return frozenset(name for value in made if asked(value, model) for name in names_given(value, model))
