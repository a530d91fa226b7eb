"""Functions that the array API standard lacks, composed of those that it has.

np.ptp(x, axis=0)            xp.max(x, axis=0) - xp.min(x, axis=0)
np.iscomplexobj(x)           xp.isdtype(x.dtype, 'complex floating')
np.transpose(x, (1, 0, 2))   xp.permute_dims(x, (1, 0, 2))
np.swapaxes(x, 0, 2)         xp.moveaxis(x, (0, 2), (2, 0))
np.linalg.norm(x, ord=1)     xp.linalg.matrix_norm(x, ord=1)   of a matrix
np.average(x, weights=w)     xp.sum(x * w) / xp.sum(w)
np.delete(x, 2)              xp.concat((x[:2], x[3:]))         of a vector
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence

from purity_lint.fixes.profiles.extra_functions import EXTRA_NAME, OPS, extra
from purity_lint.fixes.profiles.pieces import Filled
from purity_lint.fixes.profiles.products_of_einsum import product
from purity_lint.knowledge.signatures import signature
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import is_simple
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import is_none
from purity_lint.source.parse import parsed_expression

_Given = Mapping[str, Filled]

_IS_COMPLEX = "{ops}.isdtype({array:x}.dtype, 'complex floating')"
_NOWHERE = "{ops}.zeros_like({array:x}, dtype={ops}.bool)"
_FORMS: Mapping[str, Mapping[tuple[str, ...], str]] = {
    "cross": {
        ("x1", "x2"): "{ops}.linalg.cross({x1}, {x2})",
        ("axis", "x1", "x2"): "{ops}.linalg.cross({x1}, {x2}, axis={axis})",
    },
    "ediff1d": {("x",): "{ops}.diff({ops}.reshape({x}, (-1,)))"},
    "fabs": {("x",): "{ops}.abs({x})"},
    "fliplr": {("x",): "{ops}.flip({x}, axis=1)"},
    "flipud": {("x",): "{ops}.flip({x}, axis=0)"},
    "identity": {("n",): "{ops}.eye({n})", ("n", "dtype"): "{ops}.eye({n}, dtype={dtype})"},
    "inner": {("x1", "x2"): "{ops}.tensordot({x1}, {x2}, axes=((-1,), (-1,)))"},
    "iscomplex": {("x",): f"{{ops}}.imag({{x}}) != 0 if {_IS_COMPLEX} else {_NOWHERE}"},
    "iscomplexobj": {("x",): "{ops}.isdtype({array:x}.dtype, 'complex floating')"},
    "isneginf": {("x",): "{x} == -{ops}.inf"},
    "isposinf": {("x",): "{x} == {ops}.inf"},
    "isreal": {("x",): f"{{ops}}.imag({{x}}) == 0 if {_IS_COMPLEX} else ~{_NOWHERE}"},
    "isrealobj": {("x",): "not {ops}.isdtype({array:x}.dtype, 'complex floating')"},
    "ndim": {("x",): "{array:x}.ndim"},
    "ptp": {
        ("x",): "{ops}.max({x}) - {ops}.min({x})",
        ("axis", "x"): "{ops}.max({x}, axis={axis}) - {ops}.min({x}, axis={axis})",
    },
    "rint": {("x",): "{ops}.round({x})"},
    "shape": {("x",): "{array:x}.shape"},
    "size": {("axis", "x"): "{array:x}.shape[{axis}]"},
    "vdot": {("x1", "x2"): "{ops}.vecdot({ops}.reshape({x1}, (-1,)), {ops}.reshape({x2}, (-1,)))"},
}
"""Operation -> what is given of its parameters, in order -> what people write.

``{array:x}`` is what has to be an array, since its attributes are asked for.
"""
_PLACE = re.compile(r"\{(array:)?(\w+)\}")
_SPACE = "ops"
_OF_MATRICES = frozenset({"fro", "nuc"})
"""Norms that only matrices have."""
_AT_LEAST = {"atleast_1d": 1, "atleast_2d": 2, "atleast_3d": 3}
_VECTOR, _MATRIX = 1, 2
_UNIT_AXES = "tuple(axis for axis, size in enumerate({x}.shape) if size == 1)"
_BOUND = frozenset({"axis", "size"})
"""Names that this binds."""
_FLOATS = "supported_float_dtypes"
"""What gives the real floating dtypes of a namespace, of which the standard has two."""


@dataclass(frozen=True, slots=True)
class Known:
    """What may be asked of the arguments of a call."""

    filled: Callable[[ast.expr], Filled]
    """What an expression of the template stands for."""
    ranks: Callable[[ast.expr], int | None]
    """How many axes an array is meant to have."""
    array: Callable[[ast.expr], ast.expr]
    """What is an array for sure, of an expression of the template."""

    def rank(self, one: Filled) -> int | None:
        """Return the number of axes of an argument, where that is known."""
        return one.value.rank if one.value.rank is not None else self.ranks(one.node)


def composed(
    operation: str, arguments: Sequence[ast.expr], named: Mapping[str | None, ast.expr], known: Known
) -> ast.expr | None:
    """Return what does the same as a call of ``operation``, in functions of the standard; ``None`` for other calls."""
    if any(isinstance(argument, ast.Starred) for argument in arguments) or None in named:
        return None
    if operation in _AT_LEAST and not named and len(arguments) > 1:
        return ast.Tuple([_at_least(_AT_LEAST[operation], one, known) for one in arguments], ast.Load())
    if operation == _FLOATS and not arguments and not named:
        return parsed_expression(f"[{OPS}.float64, {OPS}.float32]")
    if operation == "einsum" and not named:
        return product([known.filled(one) for one in arguments], OPS)
    ours = signature(operation)
    if ours is None or len(arguments) > len(ours.order):
        return None
    places = dict(zip(ours.order, arguments, strict=False)) | {k: v for k, v in named.items() if k}
    given = {name: known.filled(place) for name, place in places.items()}
    if operation in _FORMS:
        text = _FORMS[operation].get(tuple(sorted(given)))
        return None if text is None else _written(text, given, known)
    special = _SPECIAL.get(operation)
    return None if special is None else special(given, known)


def _written(text: str, given: _Given, known: Known) -> ast.expr | None:
    """Return a form with its arguments; ``None`` where one would be worked out twice, or is no array."""
    names = _PLACE.findall(text)
    for of_array, name in names:
        if name == _SPACE:
            continue
        one = given[name]
        twice = sum(other == name for _, other in names) > 1
        if (twice and not is_simple(one.node)) or (of_array and not one.value.is_tensor):
            return None

    def place(match: re.Match[str]) -> str:
        if match[2] == _SPACE:
            return OPS
        written = given[match[2]].place
        return f"({ast.unparse(known.array(written) if match[1] else written)})"

    return parsed_expression(_PLACE.sub(place, text))


def _at_least(axes: int, one: ast.expr, known: Known) -> ast.Call:
    return extra("atleast_nd", [known.array(one)], {"ndim": ast.Constant(axes)})


def _transposed(given: _Given, known: Known) -> ast.expr | None:
    """`xp.permute_dims(x, (2, 0, 1))` for `np.transpose(x, [2, 0, 1])`, and `x.T` for a matrix without axes."""
    array, axes = given["x"], given.get("axes")
    if axes is not None and not is_none(axes.node):
        listed = axes.node
        if isinstance(listed, ast.List):
            listed = ast.Tuple(listed.elts, ast.Load())
            return parsed_expression(f"{OPS}.permute_dims({array.text}, {ast.unparse(listed)})")
        is_tuple = isinstance(listed, ast.Tuple) or axes.value.kind in {Kind.TUPLE, Kind.SHAPE}
        text = axes.text if is_tuple else f"tuple({axes.text})"
        return parsed_expression(f"{OPS}.permute_dims({array.text}, {text})")
    if not array.value.is_tensor or array.value.maybe:
        return None
    if known.rank(array) == _MATRIX:
        return ast.Attribute(array.place, "T", ast.Load())
    if not is_simple(array.node):
        return None
    return parsed_expression(f"{OPS}.permute_dims({array.text}, tuple(range({array.text}.ndim))[::-1])")


def _raveled(given: _Given, known: Known) -> ast.expr | None:
    """`xp.reshape(x.T, (-1,))` for the elements of a matrix by its columns, and the axes backwards of other arrays."""
    array, order = given["x"], given.get("order")
    if order is None or not array.value.is_tensor or array.value.maybe:
        return None
    match order.node:
        case ast.Constant(value="C"):
            return parsed_expression(f"{OPS}.reshape({array.text}, (-1,))")
        case ast.Constant(value="F"):
            turned = _transposed({"x": array}, known) if known.rank(array) != _VECTOR else array.place
            return (
                None if turned is None else parsed_expression(f"{OPS}.reshape({ast.unparse(turned)}, (-1,))")
            )
    return None


def _swapped(given: _Given, _: Known) -> ast.expr | None:
    """`xp.moveaxis(x, (0, 2), (2, 0))`, of two axes that are written out and are not the same one."""
    axes = [_number(given[name].node) for name in ("axis1", "axis2") if name in given]
    first, second = axes if len(axes) == len(("axis1", "axis2")) else (None, None)
    if first is None or second is None or first == second or (first < 0) != (second < 0):
        return None
    array = given["x"].text
    if {first, second} == {-1, -2}:
        return parsed_expression(f"{OPS}.matrix_transpose({array})")
    return parsed_expression(f"{OPS}.moveaxis({array}, ({first}, {second}), ({second}, {first}))")


def _number(node: ast.expr) -> int | None:
    """Return a whole number that is written out."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _squeezed(given: _Given, _: Known) -> ast.expr | None:
    """`xp.squeeze(x, axis=...)` with all axes of one element, which the standard wants to be told."""
    array = given["x"]
    names = {node.id for node in ast.walk(array.node) if isinstance(node, ast.Name)}
    sure = array.value.is_tensor and not array.value.maybe
    if len(given) > 1 or not sure or not is_simple(array.node) or names & _BOUND:
        return None
    axes = _UNIT_AXES.replace("{x}", array.text)
    return parsed_expression(f"{OPS}.squeeze({array.text}, axis={axes})")


def _flat_places(given: _Given, known: Known) -> ast.expr | None:
    """`xp.nonzero(x)[0]` for `np.flatnonzero(x)` of a vector."""
    array = given["x"]
    is_vector = known.rank(array) == _VECTOR
    flat = array.text if is_vector else f"{OPS}.reshape({array.text}, (-1,))"
    return parsed_expression(f"{OPS}.nonzero({flat})[0]")


def _of_matrix(function: str) -> Callable[[_Given, Known], ast.expr | None]:
    """Return what writes a function of the diagonals of matrices, which NumPy takes from the first two axes."""

    def written(given: _Given, known: Known) -> ast.expr | None:
        if not given.keys() <= {"x", "offset"} or known.rank(given["x"]) not in {None, _MATRIX}:
            return None
        offset = f", offset={given['offset'].text}" if "offset" in given else ""
        return parsed_expression(f"{OPS}.linalg.{function}({given['x'].text}{offset})")

    return written


def _filled_diagonal(given: _Given, known: Known) -> ast.expr | None:
    """`xpx.at(x)[xp.eye(...)].set(0)` for a number in the diagonal of a matrix."""
    array, value = given["x"], given["value"]
    if known.rank(array) != _MATRIX or not is_simple(array.node) or value.value.kind not in PLAIN_NUMBERS:
        return None
    diagonal = f"{OPS}.eye({array.text}.shape[0], {array.text}.shape[1], dtype={OPS}.bool)"
    return parsed_expression(f"{EXTRA_NAME}.at({array.text})[{diagonal}].set({value.text})")


def _norm(given: _Given, known: Known) -> ast.expr | None:
    """`xp.linalg.vector_norm(x, ord=1)` along an axis and of a vector, `xp.linalg.matrix_norm` of a matrix."""
    order, axis = given.get("ord"), given.get("axis")
    if order is None or is_none(order.node):
        return None
    rank = known.rank(given["x"])
    of_matrix = getattr(order.node, "value", None) in _OF_MATRICES
    if axis is not None and not is_none(axis.node):
        along_one = axis.value.kind is Kind.INT or _number(axis.node) is not None
        function = "vector_norm" if along_one and not of_matrix else ""
    elif of_matrix or rank == _MATRIX:
        function = "matrix_norm"
    else:
        function = "vector_norm" if rank == _VECTOR else ""
    if not function:
        return None
    named = {name: one for name, one in given.items() if name != "x" and not is_none(one.node)}
    options = "".join(f", {name}={one.text}" for name, one in sorted(named.items()))
    return parsed_expression(f"{OPS}.linalg.{function}({given['x'].text}{options})")


def _averaged(given: _Given, known: Known) -> ast.expr | None:
    """`xp.sum(x * w) / xp.sum(w)` for weights that are there, of the axes of the array, or of its last or first one."""
    array, weights = given["x"], given.get("weights")
    options = "".join(f", {name}={given[name].text}" for name in ("axis", "keepdims") if name in given)
    if weights is None or is_none(weights.node):
        return parsed_expression(f"{OPS}.mean({array.text}{options})")
    sure = weights.value.is_tensor and not weights.value.maybe
    if not sure or not is_simple(weights.node) or "keepdims" in given:
        return None
    weighted = _weighted(array.text, weights.text, given.get("axis"), known.rank(array), known.rank(weights))
    return None if weighted is None else parsed_expression(weighted)


def _weighted(
    array: str, weights: str, axis: Filled | None, of_array: int | None, of_weights: int | None
) -> str | None:
    """Return the average of an array and weights with so many axes; ``None`` where they may not go together."""
    along = None if axis is None or is_none(axis.node) else axis
    number = None if along is None else _number(along.node)
    if along is None or number == -1 or (of_array is not None and of_array == of_weights):
        option = "" if along is None else f", axis={along.text}"
        return f"{OPS}.sum({array} * {weights}{option}) / {OPS}.sum({weights}{option})"
    if number == 0 and of_weights == _VECTOR:
        return f"{OPS}.tensordot({weights}, {array}, axes=1) / {OPS}.sum({weights})"
    return None


def _deleted(given: _Given, known: Known) -> ast.expr | None:
    """`xp.concat((x[:2], x[3:]))` for `np.delete(x, 2)` of a vector, and a copy of the rest without an end.

    That is so for a place and an axis that are written out.
    """
    array, place, axis = given["x"], _number(given["obj"].node), given.get("axis")
    along = 0 if axis is None or is_none(axis.node) else _number(axis.node)
    whole = axis is None or is_none(axis.node)
    if place is None or along is None or along < -1 or (whole and known.rank(array) != _VECTOR):
        return None
    before = "..., " if along < 0 else ":, " * along
    behind = "" if along < 0 or known.rank(array) == along + 1 else ", ..."
    bounds = [f":{place}"] * (place != 0) + [f"{place + 1}:"] * (place != -1)
    pieces = [f"{array.text}[{before}{piece}{behind}]" for piece in bounds]
    if len(pieces) == 1:
        return parsed_expression(f"{OPS}.asarray({pieces[0]}, copy=True)")
    if not is_simple(array.node):
        return None
    option = f", axis={along}" if along else ""
    return parsed_expression(f"{OPS}.concat(({', '.join(pieces)}){option})")


_SPECIAL: Mapping[str, Callable[[_Given, Known], ast.expr | None]] = {
    "average": _averaged,
    "delete": _deleted,
    "diagonal": _of_matrix("diagonal"),
    "fill_diagonal": _filled_diagonal,
    "flatnonzero": _flat_places,
    "linalg.norm": _norm,
    "ravel": _raveled,
    "squeeze": _squeezed,
    "swapaxes": _swapped,
    "trace": _of_matrix("trace"),
    "transpose": _transposed,
}
