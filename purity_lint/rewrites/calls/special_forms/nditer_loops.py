"""``for element in np.nditer(x)``, ``while not it.finished``: loops over the elements of one array."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import AddImport, Edit, Rewrite, RewriteStatement
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.operators.arithmetic import ARITHMETIC
from purity_lint.rewrites.references import Reference
from purity_lint.rewrites.scopes import enclosing, fresh
from purity_lint.rewrites.stores.item_stores import is_rebindable
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import dotted

_FLAGS = frozenset({"multi_index", "refs_ok", "zerosize_ok"})
"""Flags of the iterator that change nothing about the elements and their order."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """``for element in iterator``, where ``iterator`` may be the call itself, or ``while not iterator.finished``."""

    statement: ast.For | ast.While
    element: str | None
    iterator: str | None
    bound: frozenset[ast.AST]
    """The names of the loop's head."""


def rewrite_iterator(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write a loop over ``np.nditer(x)`` as one over ``ops.ndindex(ops.shape(x))``.

    Elements are read as ``x[index]`` and written by ``ops.assign``. NumPy goes through the memory in order, an index
    through the shape: the same for an array that is no transposed view, so the fix is never safe.  ``None`` where
    somebody else is to see what is written.
    """
    call = found.call
    if call is None:
        return None
    array = _only_array(call)
    loop = _loop(call, model)
    if array is None or loop is None:
        return None
    uses = _uses(loop, call, model)
    if uses is None:
        return None
    if any(_stores(use) and sharing(array, use, model) is Sharing.SEEN for use in uses):
        return None
    index = fresh("index", loop.statement, model)
    edits: list[Edit] = [_head(loop, index)]
    for use in uses:
        edit = _element(use, loop, array, index, model)
        if edit is None:
            return None
        edits.append(edit)
    made = "{ops}.ndindex({ops}.shape({x}))"
    if isinstance(loop.statement, ast.While):
        made = f"iter({made})"
    if isinstance(model.parent(call), ast.withitem):  # at whose end NumPy writes back what it has buffered
        made = f"contextlib.nullcontext({made})"
        edits.append(AddImport("contextlib"))
    indices = Rewrite(call, made, {"x": array})
    return Rewritten(indices, "ndindex", safe=False, further=tuple(edits))


def _head(loop: _Loop, index: str) -> Rewrite:
    """Return the edit that binds the index where the loop begins."""
    if isinstance(loop.statement, ast.For):
        return Rewrite(loop.statement.target, index)
    return Rewrite(loop.statement.test, f"({index} := next({loop.iterator}, None)) is not None")


def _only_array(call: ast.Call) -> ast.expr | None:
    """Return the array that is iterated over, if it is one with a name, and no flag asks for another order."""
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
    """Return the loop over the iterator, which may be bound to a name first."""
    parent = model.parent(call)
    match parent:
        case ast.For(target=ast.Name(id=element), orelse=[]) if parent.iter is call:
            return _Loop(parent, element, None, frozenset({parent.target, parent.iter}))
        case ast.Assign(targets=[ast.Name(id=iterator)]) | ast.withitem(optional_vars=ast.Name(id=iterator)):
            scope = enclosing(call, model)
            for node in ast.walk(scope):
                match node:
                    case ast.For(target=ast.Name(id=element), iter=ast.Name(id=name), orelse=[]) if (
                        name == iterator
                    ):
                        return _Loop(node, element, iterator, frozenset({node.target, node.iter}))
                    case ast.While(
                        test=ast.UnaryOp(
                            op=ast.Not(),
                            operand=ast.Attribute(value=ast.Name(id=name) as asked, attr="finished"),
                        ),
                        body=[_, *_, ast.Expr(value=ast.Call(func=ast.Attribute(attr="iternext")))],
                        orelse=[],
                    ) if name == iterator:
                        return _Loop(node, None, iterator, frozenset({asked}))
    return None


def _uses(loop: _Loop, call: ast.Call, model: SemanticModel) -> list[ast.AST] | None:
    """Return the uses of the element or the iterator in the function: ``v``, ``v[...] = 0``, ``it.multi_index``.

    ``None`` where one stands outside of the loop.
    """
    names = {loop.element, loop.iterator}
    bound = set(loop.bound)
    parent = model.parent(call)
    if isinstance(parent, ast.Assign):
        bound |= set(parent.targets)
    if isinstance(parent, ast.withitem) and parent.optional_vars is not None:
        bound.add(parent.optional_vars)
    found: list[ast.AST] = []
    body = {inner for statement in loop.statement.body for inner in ast.walk(statement)}
    for node in ast.walk(enclosing(call, model)):
        if not isinstance(node, ast.Name) or node.id not in names or node in bound:
            continue
        if node not in body:
            return None
        place: ast.AST = node
        above = model.parent(node)
        if isinstance(above, ast.Attribute | ast.Subscript) and above.value is node:
            place = above
            beyond = model.parent(above)
            last = loop.statement.body[-1]
            if isinstance(beyond, ast.Call) and beyond.func is above and model.parent(beyond) is last:
                place = last
            if isinstance(beyond, ast.Assign | ast.AugAssign) and not isinstance(above.ctx, ast.Load):
                place = beyond
        found.append(place)
    return found


def _element(node: ast.AST, loop: _Loop, array: ast.expr, index: str, model: SemanticModel) -> Edit | None:
    """Return the edit for one use of the element or the iterator; ``None`` for a use that is not understood."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="multi_index") if name == loop.iterator:
            return Rewrite(node, index)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="iternext"), args=[])):
            advances = name == loop.iterator and isinstance(loop.statement, ast.While)
            return RewriteStatement(node, "") if advances else None
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


def _stores(use: ast.AST) -> bool:
    return isinstance(use, ast.Assign | ast.AugAssign)


def _is_whole(node: ast.expr, loop: _Loop) -> bool:
    """True for ``element[...]``, and for ``iterator[0]``, the element of the one array."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=value)):
            if name == loop.element:
                return value is Ellipsis
            return name == loop.iterator and value == 0 and not isinstance(value, bool)
    return False
