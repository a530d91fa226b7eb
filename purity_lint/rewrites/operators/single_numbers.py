"""Numbers that a program computes one by one: elements read by their place, and what is made of such and of numbers.

Python's operators mean the same of them on every backend, for no axes meet and no shape is to be found; and a program
that computes number by number takes a multiple of its time where each of its operators is a call.  What a reduction
or another function of whole arrays gives is none of them: it stands in formulas of arrays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.knowledge.libraries import ARRAY_PACKAGES, OWN_TENSORS, group
from purity_lint.rewrites.operands import COUNTS, OPS, builtin, is_certain
from purity_lint.rewrites.scopes import SCOPES, bindings, enclosing, own_nodes, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.conditions import questions
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import names_in

_MOST = 60
"""So many steps are made from a number to what it is computed of."""
_STORES = frozenset(f"{OPS}{name}" for name in ("assign", *UPDATING_OPERATIONS))
"""What stores of elements become."""
_GETITEM = f"{OPS}getitem"
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def is_single_number(node: ast.expr, model: SemanticModel) -> bool:
    """True for a number, an element read by its place, and what operators and elementwise functions make of them."""
    return _Formula(model).is_number(node)


class _Formula:
    """What one number is computed of, followed through the names of its function."""

    def __init__(self, model: SemanticModel) -> None:
        self._model = model
        self._seen: set[ast.AST] = set()

    def is_number(self, node: ast.expr) -> bool:
        value = self._model.value(node)
        if value.kind in PLAIN_NUMBERS or node in self._seen:
            return True  # a sum that starts as a number, and is added to, stays one
        if value.foreign or value.textual or value.listed or value.rank or len(self._seen) > _MOST:
            return False
        if value.kind not in (Kind.SCALAR, Kind.UNKNOWN) and not value.is_tensor:
            return False
        self._seen.add(node)
        return self._is_read_or_computed(node)

    def _is_read_or_computed(self, node: ast.expr) -> bool:
        read = _read(node, self._model)
        if read is not None:
            return _may_be_array(read[0], self._model) and self._is_seen_to_be_one(node)
        match node:
            case ast.Attribute():
                return self._is_seen_to_be_one(node)
            case ast.Name(id=name):
                scope = enclosing(node, self._model)
                made = bindings(scope).get(name, [])
                if (not made or name in _from_elsewhere(scope)) and not self._is_seen_to_be_one(node):
                    return False
                return self._are_all(made)
            case ast.BinOp(left=left, right=right):
                return self._are_all((left, right))
            case ast.UnaryOp(operand=operand):
                return self.is_number(operand)
            case ast.IfExp(body=body, orelse=orelse):
                return self._are_all((body, orelse))
            case ast.Call(args=[_, *_] as arguments, keywords=[]):
                return _computes_numbers(node, self._model) and self._are_all(arguments)
        return False

    def _is_seen_to_be_one(self, node: ast.expr) -> bool:
        """True without axes, if that is NumPy's: those of the others are tensors that may be traced."""
        value = self._model.value(node)
        of_the_host = value.backend is None or value.backend == "numpy"
        if value.rank == 0 and (
            of_the_host or (value.backend not in OWN_TENSORS and _is_walked(node, self._model))
        ):
            return True
        return _is_used_as_number(node, self._model)

    def _are_all(self, nodes: Iterable[ast.expr]) -> bool:
        return all(map(self.is_number, nodes))


@lru_cache(maxsize=SCOPES)
def _from_elsewhere(scope: ast.AST) -> frozenset[str]:
    """Return the parameters, and what loops and `with` bind: assignments do not tell what these are."""
    found = set(parameters(scope))
    for node in own_nodes(scope):
        match node:
            case ast.For(target=target) | ast.AsyncFor(target=target):
                found |= names_in(target)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                found.update(*(names_in(item.optional_vars) for item in items if item.optional_vars))
    return frozenset(found)


def _computes_numbers(call: ast.Call, model: SemanticModel) -> bool:
    """True for functions that make a number of numbers, and those of the project that give what has no axes.

    A method may make anything: `scores.unsqueeze(1)` has an axis more.
    """
    library, _, function = (model.qualified_name(call.func) or "").rpartition(".")
    if library.partition(".")[0] in ARRAY_PACKAGES:
        return group(function) == "elementwise"
    if library == "math" or builtin(model, call) == "abs":
        return True
    return isinstance(call.func, ast.Name) and model.value(call).rank == 0


def _is_walked(node: ast.expr, model: SemanticModel) -> bool:
    """True in a function that goes through the elements of arrays one by one, as PUR902 says of it, or stores so."""
    scope = enclosing(node, model)
    known: dict[ast.AST, bool] = model.memo(_is_walked, dict)
    if scope not in known:
        nodes = own_nodes(scope)
        known[scope] = any(
            _walks(node, model) if isinstance(node, ast.For) else bool(_stored_numbers(node, model))
            for node in nodes
        )
    return known[scope]


def _walks(loop: ast.For, model: SemanticModel) -> bool:
    """True where a loop has the elements of an array for its variable, or reads those at its places."""
    walked = model.value(loop.iter)
    if walked.is_tensor and walked.rank == 1:
        return True
    places = names_in(loop.target)
    return any(
        isinstance(node, ast.Subscript)
        and model.value(node).is_tensor
        and model.value(node).rank == 0
        and _key(node, model) is not None
        and any(isinstance(part, ast.Name) and part.id in places for part in ast.walk(node.slice))
        for node in own_nodes(loop)
    )


def _is_used_as_number(node: ast.expr, model: SemanticModel) -> bool:
    """True where the function hands it, or its like, to `math`, or asks for the truth of a comparison of it.

    So it is where what is made of it is stored into one element after the other.  A name that is known to be an array
    says the contrary.
    """
    if _read(node, model) is None and is_certain(model.value(node)):
        return False
    key = _key(node, model)
    if key is None:
        return False
    scope = enclosing(node, model)
    known: dict[ast.AST, frozenset[str]] = model.memo(_is_used_as_number, dict)
    if scope not in known:
        known[scope] = frozenset(_used_as_numbers(scope, model))
    return key in known[scope]


def _key(node: ast.expr, model: SemanticModel) -> str | None:
    """What names one number, or all elements of an array alike; none where slices or arrays stand in the index."""
    read = _read(node, model)
    if read is None:
        return ast.unparse(node)
    places = _places(read[1], model)
    return None if places is None else f"{ast.unparse(read[0])}[{len(places)}]"


def _read(node: ast.expr, model: SemanticModel) -> tuple[ast.expr, ast.expr] | None:
    """The array and the index of `x[i]` and of `ops.getitem(x, i)`."""
    match node:
        case ast.Subscript(value=array, slice=index):
            return array, index
        case ast.Call(func=function, args=[array, index], keywords=[]) if (
            model.qualified_name(function) == _GETITEM
        ):
            return array, index
    return None


def _places(index: ast.expr, model: SemanticModel) -> list[ast.expr] | None:
    """The numbers that an index is made of; ``None`` where slices or arrays stand in it."""
    places = index.elts if isinstance(index, ast.Tuple) else [index]
    return places if all(model.value(place).kind in COUNTS for place in places) else None


def _used_as_numbers(scope: ast.AST, model: SemanticModel) -> Iterator[str]:
    made = bindings(scope)
    waiting = [part for node in own_nodes(scope) for part in _numbers_in(node, model)]
    seen: set[ast.AST] = set()
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        match part:
            case ast.BinOp(left=left, right=right) if not isinstance(part.op, ast.MatMult):
                waiting += [left, right]
            case ast.UnaryOp(operand=operand):
                waiting.append(operand)
            case ast.IfExp(body=body, orelse=orelse):
                waiting += [body, orelse]
            case ast.Call(args=arguments) if _is_elementwise(part, model):
                waiting += arguments
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() if (
                not isinstance(part, ast.Call) or _read(part, model) is not None
            ):
                key = _key(part, model)
                if key is not None:
                    yield key
                if isinstance(part, ast.Name):
                    waiting += made.get(part.id, ())


def _is_elementwise(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function whose result has axes where an argument has."""
    library, _, function = (model.qualified_name(call.func) or "").rpartition(".")
    of_arrays = library.partition(".")[0] in ARRAY_PACKAGES and group(function) == "elementwise"
    return of_arrays or builtin(model, call) in {"abs", "min", "max"}


def _numbers_in(node: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return what a statement or an expression takes for single numbers."""
    match node:
        case ast.Call(func=function, args=arguments) if (model.qualified_name(function) or "").startswith(
            "math."
        ):
            return arguments
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            return list(_compared(test))
    return _stored_numbers(node, model)


def _stored_numbers(node: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return what a statement stores, or a call of `ops.assign`, into one element after the other."""
    match node:
        case ast.Assign(targets=[*_, ast.Subscript(value=array, slice=index)], value=value):
            return [value] if _is_stored_one_by_one(array, index, model) else []
        case ast.AugAssign(target=ast.Subscript(value=array, slice=index), value=value):
            return [value] if _is_stored_one_by_one(array, index, model) else []
        case ast.Call(func=function, args=[array, index, value], keywords=[]) if (
            model.qualified_name(function) in _STORES
        ):
            return [value] if _is_stored_one_by_one(array, index, model) else []
    return []


def _may_be_array(node: ast.expr, model: SemanticModel) -> bool:
    value = model.value(node)
    return value.is_tensor or value.kind is Kind.UNKNOWN


def _is_stored_one_by_one(array: ast.expr, index: ast.expr, model: SemanticModel) -> bool:
    """True for an element of an array in a loop, `x[i, j] = ...`: it takes a number, and no array."""
    value = model.value(array)
    own_axes = value.is_tensor and not value.maybe and value.backend not in OWN_TENSORS
    places = _places(index, model)
    return own_axes and places is not None and value.rank == len(places) and _is_in_loop(array, model)


def _is_in_loop(node: ast.AST, model: SemanticModel) -> bool:
    parent = model.parent(node)
    while parent is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.For | ast.While):
            return True
        parent = model.parent(parent)
    return False


def _compared(test: ast.expr) -> Iterator[ast.expr]:
    for question in questions(test):
        match question:
            case ast.Compare(left=left, ops=operators, comparators=others) if isinstance(
                operators[0], _ORDERED
            ):
                yield left
                yield from others
