"""Elements that are kept while the array that they were read from changes.

``x[i]`` is a number on NumPy and stays what it was; PyTorch gives a tensor that shares the memory of ``x``, and
changes with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from purity_lint.knowledge.memory import ADDING_METHODS
from purity_lint.rewrites.local_calls import callee
from purity_lint.rewrites.operands import builtin, operation
from purity_lint.rewrites.scopes import enclosing, own_nodes
from purity_lint.rewrites.uses_of_names import base_of
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.constructs import COMPREHENSIONS, DEFINITIONS, FUNCTIONS, LOOPS
from purity_lint.source.names import dotted

_HOLDING = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.IfExp)
_CONTAINERS = frozenset({"list", "tuple", "set", "dict", "zip", "enumerate"})
_KEEPING = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.Call, ast.Yield, ast.Return, ast.Tuple, ast.List)
"""What may hold on to an expression right below it."""


def outlives_a_store(read: ast.Subscript, model: SemanticModel) -> bool:
    """True where the element ``read`` is kept, by a name, a container or a caller, and its array is stored to."""
    base = base_of(read.value)
    path = None if base is None else dotted(base)
    if path is None:
        return False
    holder = _holder(read, model)
    if not isinstance(model.parent(holder), _KEEPING) or not _is_element(read, model):
        return False
    return _is_overwritten_at_once(read, path, model) or _is_kept(holder, path, model)


def kept_items(node: ast.AST, model: SemanticModel) -> ast.expr | None:
    """Return the array of one axis whose elements ``node`` takes out, if one of them outlives a store to it.

    That is `q` of `a, b = q`, of `list(q)` and of `[v for v in q]`.
    """
    match node:
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=array):
            holder = array
        case ast.Call(args=[array], keywords=[]) if builtin(model, node) in {"list", "tuple"}:
            holder = _holder(node, model)
        case ast.ListComp(
            elt=ast.Name(id=name), generators=[ast.comprehension(target=ast.Name(id=taken)) as each]
        ):
            array, holder = each.iter, _holder(node, model)
            if name != taken:
                return None
        case _:
            return None
    path, value = dotted(array), model.value(array)
    if path is None or not value.is_tensor or value.maybe or value.rank != 1:
        return None
    return array if _is_kept(holder, path, model) else None


def _is_element(read: ast.Subscript, model: SemanticModel) -> bool:
    """True where the index gives one position for each axis of the array, as far as its axes are known."""
    value = model.value(read.value)
    places = _places(read.slice, model)
    if not value.is_tensor or value.maybe or (value.rank is not None and value.rank != len(places)):
        return False
    return all(_is_position(place) for place in places)


def _places(index: ast.expr, model: SemanticModel) -> Sequence[Value | None]:
    """Return the values of an index, axis by axis, of a name of a tuple as well; ``None`` for what is no position."""
    if not isinstance(index, ast.Tuple):
        whole = model.value(index)
        if whole.kind is Kind.TUPLE and whole.elements is not None:
            return whole.elements
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return [None if _is_slice(part) else model.value(part) for part in parts]


def _is_slice(part: ast.expr) -> bool:
    if isinstance(part, ast.Constant):
        return type(part.value) is not int
    return isinstance(part, ast.Slice | ast.List | ast.ListComp | ast.Starred)


def _is_position(value: Value | None) -> bool:
    if value is None:
        return False
    if value.is_tensor:
        return value.rank == 0
    return value.kind not in (Kind.LIST, Kind.TUPLE, Kind.STR, Kind.NONE, Kind.OTHER)


def _holder(node: ast.expr, model: SemanticModel) -> ast.expr:
    """Return the outermost container that holds ``node`` as it is: `{"a": (x[0], 1)}` for `x[0]`.

    The parts of `a, b = x[0], x[1]` have no container: a name takes each.
    """
    while True:
        parent = model.parent(node)
        while isinstance(parent, ast.keyword | ast.Starred):
            parent = model.parent(parent)
        if isinstance(parent, ast.Call):
            held = node is not parent.func and _makes_container(parent, model)
        elif isinstance(parent, ast.IfExp):
            held = node is not parent.test
        elif isinstance(parent, ast.Tuple):
            held = not _is_taken_apart(parent, model)
        else:
            held = isinstance(parent, (*_HOLDING, *COMPREHENSIONS))
        if not held or not isinstance(parent, ast.expr):
            return node
        node = parent


def _is_taken_apart(display: ast.Tuple, model: SemanticModel) -> bool:
    statement = model.parent(display)
    return isinstance(statement, ast.Assign) and all(
        isinstance(target, ast.Tuple | ast.List) and len(target.elts) == len(display.elts)
        for target in statement.targets
    )


def _makes_container(call: ast.Call, model: SemanticModel) -> bool:
    """True for `dict(lo=x[0])`, and for the class of a project: an instance keeps what it is made of."""
    if builtin(model, call) in _CONTAINERS:
        return True
    return (
        isinstance(call.func, ast.Name)
        and model.value(call.func).kind is Kind.CLASS
        and builtin(model, call) is None
    )


def _is_overwritten_at_once(read: ast.Subscript, path: str, model: SemanticModel) -> bool:
    """True for the last of `x[i], x[j] = x[j], x[i]`, which is stored after another element was."""
    parent = model.parent(read)
    statement = model.parent(parent) if isinstance(parent, ast.Tuple) else None
    if (
        not isinstance(statement, ast.Assign)
        or not isinstance(parent, ast.Tuple)
        or statement.value is not parent
    ):
        return False
    before = parent.elts.index(read)
    return any(
        path in _stored(stored, model)
        for target in statement.targets
        if isinstance(target, ast.Tuple | ast.List)
        for stored in target.elts[:before]
    )


def _is_kept(holder: ast.expr, path: str, model: SemanticModel) -> bool:
    """True where what keeps ``holder`` is read after a store to the array at ``path``."""
    scope = enclosing(holder, model)
    parent = model.parent(holder)
    if isinstance(parent, ast.Return):
        return _is_stored_by_another_method(path, scope, model)
    keepers = list(_keepers(holder, model))
    if not keepers:
        return False
    stores = _stores_in(scope, model).get(path, ())
    if any(_is_used_later(name, holder, store, scope, model) for name in keepers for store in stores):
        return True
    if None in keepers:
        return _is_stored_by_another_method(path, scope, model)
    handed_on = [
        use
        for name in keepers
        for use in _uses(name, scope, model)
        if None in _keepers(_holder(use, model), model)
    ]
    return any(_is_used_later(None, use, store, scope, model) for use in handed_on for store in stores)


def _keepers(holder: ast.expr, model: SemanticModel) -> Iterator[str | None]:
    """Yield the names that ``holder`` is bound to; ``None`` for anything else, which anybody may read."""
    parent = model.parent(holder)
    match parent:
        case ast.Tuple() if _is_taken_apart(parent, model):
            statement = model.parent(parent)
            assert isinstance(statement, ast.Assign)
            position = parent.elts.index(holder)
            for target in statement.targets:
                assert isinstance(target, ast.Tuple | ast.List)
                yield from _held_by(target.elts[position], model)
        case ast.Assign(targets=targets):
            for target in targets:
                elements = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                for element in elements:
                    yield from _held_by(element, model)
        case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            yield from _held_by(target, model)
        case ast.Call(func=ast.Attribute(attr=method) as function) if method in ADDING_METHODS:
            if holder is not function and model.qualified_name(function) is None:  # not `ops.add`
                yield None
        case ast.Yield():
            yield None


def _held_by(target: ast.expr, model: SemanticModel) -> Iterator[str | None]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Starred(value=inner):
            yield from _held_by(inner, model)
        case ast.Attribute():
            yield None
        case ast.Subscript(value=container) if not model.value(container).is_tensor:
            yield None


def _stores_in(scope: ast.AST, model: SemanticModel) -> Mapping[str, Sequence[ast.AST]]:
    """Return the nodes of a scope that store to an array, by its name or attribute."""

    def collect() -> dict[str, list[ast.AST]]:
        found: dict[str, list[ast.AST]] = {}
        for node in own_nodes(scope):
            for path in _stored(node, model):
                if path is not None:
                    found.setdefault(path, []).append(node)
        return found

    return model.memo((_stores_in, scope), collect)


def _stored(node: ast.AST, model: SemanticModel) -> Sequence[str | None]:
    """Return the arrays that ``node`` itself, not what stands in it, stores to."""
    match node:
        case ast.Subscript(ctx=ast.Store(), value=value):
            base = base_of(value)
            return () if base is None else (dotted(base),)
        case ast.AugAssign(target=ast.Name() | ast.Attribute() as target) if model.value(target).is_tensor:
            return (dotted(target),)
        case ast.Call(args=[ast.expr() as first, *_]):
            if (operation(model, node) or "").startswith("assign"):
                return (dotted(first),)
            return _changed_by(node, model)
    return ()


def _changed_by(call: ast.Call, model: SemanticModel) -> Sequence[str | None]:
    """Return the arguments that a function of this file stores into."""
    function = callee(call, model)
    if function is None:
        return ()
    changed = model.changed_parameters(function)
    given = zip((argument.arg for argument in function.args.args), call.args, strict=False)
    return tuple(dotted(argument) for name, argument in given if name in changed)


def _is_stored_by_another_method(path: str, scope: ast.AST, model: SemanticModel) -> bool:
    """True where a method of the class around stores to the attribute at ``path``, at whatever time."""
    owner = enclosing(scope, model) if isinstance(scope, DEFINITIONS) else None
    if "." not in path or not isinstance(owner, ast.ClassDef):
        return False
    return any(
        path in _stores_in(method, model)
        for method in owner.body
        if isinstance(method, DEFINITIONS) and method.name != "__init__"
    )


def _uses(name: str | None, scope: ast.AST, model: SemanticModel) -> Sequence[ast.Name]:
    """Return the places in a scope, and not in the functions in it, that read a name."""

    def collect() -> dict[str, list[ast.Name]]:
        found: dict[str, list[ast.Name]] = {}
        for node in own_nodes(scope):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.setdefault(node.id, []).append(node)
        return found

    return () if name is None else model.memo((_uses, scope), collect).get(name, ())


def _is_used_later(
    name: str | None, kept: ast.expr, store: ast.AST, scope: ast.AST, model: SemanticModel
) -> bool:
    """True where ``name`` is read after the store: below it, or in the next pass of a loop around both of them."""
    kept_at, stored_at = _end(model.statement(kept)), _end(model.statement(store))
    again = bool(_loops(kept, model) & _loops(store, model))
    after = stored_at > kept_at
    if name is None or not (after or again):
        return after or again
    before, around = _start(model.statement(kept)), _loops(store, model)

    def passes(use: ast.Name) -> bool:
        """True where the store, and then the use in the next pass of a loop, come without another element between."""
        loops = around & _loops(use, model)
        return bool(loops - _loops(kept, model) if _follows(use, kept, model) else loops)

    return any(
        (after and (_start(use) > stored_at or passes(use))) or (again and _start(use) < before)
        for use in _uses(name, scope, model)
    )


def _follows(use: ast.expr, kept: ast.expr, model: SemanticModel) -> bool:
    """True where the statement that keeps the element has always run when ``use`` is reached: it stands above."""
    statement = model.statement(kept)
    if _start(use) < _end(statement):
        return False
    block = next((b for b in _blocks(model.parent(statement)) if statement in b), [])
    inner: ast.AST | None = use
    while inner is not None and inner not in block:
        inner = model.parent(inner)
    return inner is not None


def _blocks(holder: ast.AST | None) -> Iterator[list[ast.AST]]:
    for part in ("body", "orelse", "finalbody"):
        found = getattr(holder, part, None)
        if isinstance(found, list):
            yield found


def _loops(node: ast.AST, model: SemanticModel) -> set[ast.AST]:
    found: set[ast.AST] = set()
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, LOOPS):
            found.add(parent)
        parent = model.parent(parent)
    return found


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno, node.end_col_offset  # type: ignore[return-value]  # what was parsed has an end
