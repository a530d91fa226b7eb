"""``np.nditer``: a loop over the elements of one array becomes a loop over their indices."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from purity_lint.findings.edits import Edit, Rewrite, RewriteStatement
from purity_lint.rewrites.arithmetic import ARITHMETIC
from purity_lint.rewrites.operands import dotted
from purity_lint.rewrites.scopes import enclosing, fresh
from purity_lint.rewrites.stores import is_rebindable
from purity_lint.semantics.model import SemanticModel

_FLAGS = frozenset({"multi_index", "refs_ok", "zerosize_ok"})
"""Flags of the iterator that change nothing about the elements and their order."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """``for element in iterator``, where ``iterator`` may be the call itself."""

    statement: ast.For
    element: str
    iterator: str | None


def rewrite_iterator(call: ast.Call, model: SemanticModel) -> tuple[Edit, ...]:
    """The edits after which a loop over ``np.nditer(x)`` goes through ``ops.ndindex``; none if it does anything else.

    Elements are read as ``x[index]`` and written by ``ops.assign``. NumPy goes through the memory in order, an index
    through the shape: the same for an array that is no transposed view, so the fix is never safe.
    """
    array = _only_array(call)
    loop = _loop(call, model)
    if array is None or loop is None:
        return ()
    index = fresh("index", loop.statement, model)
    edits: list[Edit] = [
        Rewrite(call, "{ops}.ndindex({ops}.shape({x}))", {"x": array}),
        Rewrite(loop.statement.target, index),
    ]
    for node in _uses(loop, call, model):
        edit = _element(node, loop, array, index, model)
        if edit is None:
            return ()
        edits.append(edit)
    return tuple(edits)


def _only_array(call: ast.Call) -> ast.expr | None:
    """What is gone through, if that is one array with a name and no unusual way of doing it is asked for."""
    options = dict(zip(("flags", "op_flags"), call.args[1:], strict=False))
    options |= {keyword.arg or "**": keyword.value for keyword in call.keywords}
    if not call.args or len(call.args) > 3 or not options.keys() <= {"flags", "op_flags"}:
        return None
    flags = options.get("flags")
    if flags is not None:
        given = flags.elts if isinstance(flags, ast.List | ast.Tuple) else [flags]
        if not all(isinstance(flag, ast.Constant) and flag.value in _FLAGS for flag in given):
            return None
    return call.args[0] if dotted(call.args[0]) is not None else None


def _loop(call: ast.Call, model: SemanticModel) -> _Loop | None:
    """The one loop that goes through the iterator."""
    parent = model.parent(call)
    match parent:
        case ast.For(target=ast.Name(id=element), orelse=[]) if parent.iter is call:
            return _Loop(parent, element, None)
        case ast.Assign(targets=[ast.Name(id=iterator)]):
            scope = enclosing(call, model)
            for node in ast.walk(scope):
                match node:
                    case ast.For(target=ast.Name(id=element), iter=ast.Name(id=name), orelse=[]) if (
                        name == iterator
                    ):
                        return _Loop(node, element, iterator)
    return None


def _uses(loop: _Loop, call: ast.Call, model: SemanticModel) -> list[ast.AST]:
    """Where the function names the element or the iterator, but for the places that bind them and the loop's head.

    An attribute or subscript of them, or a store, counts as one place with them.
    """
    names = {loop.element, loop.iterator}
    bound = {loop.statement.target, loop.statement.iter}
    parent = model.parent(call)
    if isinstance(parent, ast.Assign):
        bound |= set(parent.targets)
    found: list[ast.AST] = []
    body = {inner for statement in loop.statement.body for inner in ast.walk(statement)}
    for node in ast.walk(enclosing(call, model)):
        if not isinstance(node, ast.Name) or node.id not in names or node in bound:
            continue
        place: ast.AST = node
        above = model.parent(node)
        if isinstance(above, ast.Attribute | ast.Subscript) and above.value is node:
            place = above
            beyond = model.parent(above)
            if isinstance(beyond, ast.Assign | ast.AugAssign) and not isinstance(above.ctx, ast.Load):
                place = beyond
        found.append(place if node in body else ast.Pass())
    return found


def _element(node: ast.AST, loop: _Loop, array: ast.expr, index: str, model: SemanticModel) -> Edit | None:
    """What becomes of one use of the element or the iterator, if it is one that is understood."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="multi_index") if name == loop.iterator:
            return Rewrite(node, index)
        case ast.Name(id=name, ctx=ast.Load()) if name == loop.element:
            return Rewrite(node, f"{{x}}[{index}]", {"x": array})
        case ast.Subscript() if _is_whole(node, loop):
            return Rewrite(node, f"{{x}}[{index}]", {"x": array})
        case ast.Assign(targets=[target], value=value) if _is_whole(target, loop):
            new = "{v}"
        case ast.AugAssign(target=target, op=op, value=value) if (
            _is_whole(target, loop) and type(op) in ARITHMETIC
        ):
            new = f"{{ops}}.{ARITHMETIC[type(op)][1]}({{x}}[{index}], {{v}})"
        case _:
            return None
    if not is_rebindable(array, model):
        return None
    assert isinstance(node, ast.stmt)
    return RewriteStatement(node, f"{{x}} = {{ops}}.assign({{x}}, {index}, {new})", {"x": array, "v": value})


def _is_whole(node: ast.expr, loop: _Loop) -> bool:
    """``element[...]``."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=value)):
            return name == loop.element and value is Ellipsis
    return False
