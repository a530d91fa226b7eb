"""Numbers that are of no array library: extents, counts, and what is made of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.numpy.roles import MAKERS_OF_FUNCTIONS
from purity_lint.rewrites.host.counted_names import is_ranged_over
from purity_lint.rewrites.namespaces.in_use import is_namespace
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import bindings, body_of, enclosing, own_nodes, parameters
from purity_lint.rewrites.uses_of_names import end, start
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.targets import paired

_MAKERS = frozenset({"array", "asarray"})
_OF_NUMBERS = frozenset(
    {"sum", "prod", "cumsum", "cumprod", "max", "min", "diff", "any", "all", "argsort", "sort"}
    | {"delete", "roll", "flip", "unique"}
)
_NO_ARRAYS = PLAIN_NUMBERS | {Kind.SHAPE, Kind.DIM, Kind.TUPLE, Kind.LIST}
_COUNTING = "arange"
_DEPTH = 6
"""How far back names are followed."""


def computes_on_host(call: ast.Call, model: SemanticModel) -> bool:
    """True for a function of a library that is given extents and counts alone: `np.prod(x.shape)`.

    What gets the dtype of an array is one of its library.
    """
    return not _has_dtype_of_an_array(call, model) and _is_of_extents(call, model, _DEPTH)


def is_made_by_a_library(node: ast.expr, model: SemanticModel) -> bool:
    """True for the call of a function of a library or namespace, and for a name for such alone.

    A parameter stands for that below a statement that has made an array of it, `x, y = np.atleast_1d(x), np.abs(y)`.
    """
    if isinstance(node, ast.Name):
        function = enclosing(node, model)
        made = bindings(function).get(node.id, [])
        is_given = node.id in parameters(function) and not _is_made_above(node, function)
        calls = all(isinstance(one, ast.Call) and is_made_by_a_library(one, model) for one in made)
        return bool(made) and not is_given and calls
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and is_namespace(node.func.value, model):
        return model.value(node).is_tensor
    found = reference(node, model)
    if found is None or found.category is not Category.FUNCTION:
        return False
    return model.value(node).kind not in _NO_ARRAYS  # as `np.shape(x)` gives none


def _is_made_above(use: ast.Name, function: ast.AST) -> bool:
    """True where a statement of the function itself, in no block, binds the name above its use, by its own value.

    No loop and no `with` may bind it besides.
    """
    stored = [
        n
        for n in own_nodes(function)
        if isinstance(n, ast.Name) and n.id == use.id and not isinstance(n.ctx, ast.Load)
    ]
    if len(stored) != len(bindings(function).get(use.id, [])):
        return False
    return any(
        isinstance(part, ast.Name) and part.id == use.id and (part is target or value is not statement.value)
        for statement in body_of(function)
        if isinstance(statement, ast.Assign) and end(statement) <= start(use)
        for target in statement.targets
        for part, value in paired(target, statement.value)
    )


def _has_dtype_of_an_array(call: ast.Call, model: SemanticModel) -> bool:
    """True for `np.asarray(n, dtype=x.dtype)`."""
    dtypes = (k.value for k in call.keywords if k.arg == "dtype")
    return any(
        isinstance(d, ast.Attribute) and d.attr == "dtype" and model.value(d.value).is_tensor for d in dtypes
    )


def _is_of_extents(call: ast.Call, model: SemanticModel, depth: int) -> bool:
    found = reference(call, model)
    if found is None or found.category is not Category.FUNCTION or not call.args:
        return False
    name = found.dotted.rpartition(".")[2]
    if name == _COUNTING:
        return _are_numbers_of_axes(call.args)
    return name in _MAKERS | _OF_NUMBERS and _is_extent(call.args[0], model, depth - 1)


def _are_numbers_of_axes(bounds: list[ast.expr]) -> bool:
    """True for the bounds of `np.arange(x.ndim)`, which counts axes: what is made of it is an order of these."""
    counted = [bound for bound in bounds if not isinstance(bound, ast.Constant)]
    return bool(counted) and all(isinstance(b, ast.Attribute) and b.attr == "ndim" for b in counted)


def _is_extent(node: ast.expr, model: SemanticModel, depth: int) -> bool:
    """True for what comes from shapes and lengths; a number that is written out says nothing."""
    if depth <= 0:
        return False
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) if elements:
            return all(_is_extent(e, model, depth - 1) for e in elements)
        case ast.ListComp(elt=element):
            return _is_extent(element, model, depth - 1)
        case ast.Subscript(value=whole):
            return _is_extent(whole, model, depth - 1)
        case ast.BinOp(left=left, right=right):
            sides = [side for side in (left, right) if not isinstance(side, ast.Constant)]
            return bool(sides) and all(_is_extent(side, model, depth - 1) for side in sides)
        case ast.Call():
            return _is_of_extents(node, model, depth) or model.value(node).kind is Kind.DIM
        case ast.Name(id=name):
            made = bindings(enclosing(node, model)).get(name, ())
            if is_ranged_over(enclosing(node, model), name):
                return True
            if made and all(_is_extent(bound, model, depth - 1) for bound in made):
                return True
    value = model.value(node)
    return value.kind in {Kind.SHAPE, Kind.DIM} or (
        value.kind in PLAIN_NUMBERS and isinstance(node, ast.Attribute) and node.attr in {"ndim", "size"}
    )


def is_number_of_scipy(call: ast.Call, model: SemanticModel) -> bool:
    """True for a number that SciPy computes of numbers, which is one of NumPy's classes: `special.gammaln(n)`."""
    if not stands_in(model.qualified_name(call.func) or "", "scipy") or not call.args:
        return False
    numbers = (*call.args, *(k.value for k in call.keywords))
    made = model.value(call)
    if made.kind is Kind.SCALAR:
        return all(model.value(n).kind in PLAIN_NUMBERS for n in numbers)
    return made.is_tensor and made.maybe and all(_is_number(n, model) for n in numbers)


def _is_number(node: ast.expr, model: SemanticModel) -> bool:
    """True for a number, also one of which nothing is known but that a condition decides by it: `if level > 0.5`."""
    if model.value(node).kind in PLAIN_NUMBERS:
        return True
    match node:
        case ast.BinOp(left=left, right=right):
            return _is_number(left, model) and _is_number(right, model)
        case ast.UnaryOp(operand=operand):
            return _is_number(operand, model)
        case ast.Name(id=name) if model.value(node).kind is Kind.UNKNOWN:
            return name in _deciding(node, model)
    return False


def _deciding(node: ast.AST, model: SemanticModel) -> frozenset[str]:
    """Return the names that `if` statements of the function around compare with numbers that are written out."""
    around = enclosing(node, model)
    return model.memo(("compared with numbers", around), lambda: frozenset(_compared(around)))


def _compared(around: ast.AST) -> Iterator[str]:
    for inner in own_nodes(around):
        match inner:
            case ast.If(
                test=ast.Compare(
                    left=ast.Name(id=name),
                    ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                    comparators=[ast.Constant(value=int() | float())],
                )
            ):
                yield name


def is_made_on_host(node: ast.expr, model: SemanticModel) -> bool:
    """True for what a function gives that a library made of one of Python's, and what is computed of it.

    `np.vectorize(f)` gives NumPy's arrays, whatever it is given.
    """
    return _is_made(node, model, _DEPTH)


def _is_made(node: ast.expr, model: SemanticModel, depth: int) -> bool:
    if depth <= 0:
        return False
    match node:
        case ast.Call(func=ast.Name(id=name)) if model.qualified_name(node.func) is None:
            makers = bindings(enclosing(node, model)).get(name, ())
            return bool(makers) and all(_is_maker(made, model) for made in makers)
        case ast.Call(args=arguments) if reference(node, model) is not None:
            return any(_is_made(argument, model, depth - 1) for argument in arguments)
        case ast.BinOp(left=left, right=right):
            return _is_made(left, model, depth - 1) or _is_made(right, model, depth - 1)
        case ast.Name(id=name):
            values = bindings(enclosing(node, model)).get(name, ())
            return bool(values) and all(_is_made(value, model, depth - 1) for value in values)
    return False


def _is_maker(node: ast.expr, model: SemanticModel) -> bool:
    found = reference(node, model) if isinstance(node, ast.Call) else None
    return found is not None and found.dotted.rpartition(".")[2] in MAKERS_OF_FUNCTIONS
