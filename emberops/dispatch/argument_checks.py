"""What is wrong with the arguments of a call that a backend refused, told from their shapes alone.

Each check takes the operation's name, the shapes by argument and the arguments, and gives an exception class with
its text, or ``None``.  :mod:`emberops.dispatch.diagnosis` asks them in turn, after an exception.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from numbers import Number
from typing import Any

from emberops.catalogue import CATALOGUE
from emberops.dispatch.owners import SCALARS
from emberops.errors import (
    AxisError,
    DTypeError,
    EmberopsError,
    NoAxisError,
    NoMatrixError,
    NumberTooLargeError,
    ShapeError,
    TextError,
)

Found = tuple[type[EmberopsError], str] | None
Shapes = dict[str, tuple[int, ...]]
Check = Callable[[str, Shapes, Mapping[str, Any]], Found]

_SQUARE = {"eye": ("n_rows", "n_cols"), "identity": ("n",)}
"""Operations that make a matrix, and which of their parameters are its sizes."""
_NEW_AXIS = frozenset({"expand_dims", "stack", "linspace", "logspace", "geomspace", "one_hot"})
"""Their axis counts in the result, which has one more."""
_AXES = ("axis", "axes", "axis1", "axis2", "source", "destination")
_PAIRED = frozenset({"tensordot", "linalg.tensorsolve"})
"""Operations whose ``axes`` are not axes of the first tensor."""
_JOINED_ALONG = {"vstack": 0, "hstack": 1, "dstack": 2, "column_stack": 1}
"""Operations that join along an axis of their own, and which; ``concat`` is told."""
_VECTORS = {
    "convolve": ("x1", "x2"),
    "correlate": ("x1", "x2"),
    "bincount": ("x",),
    "searchsorted": ("x1",),
    "roots": ("p",),
    "polymul": ("a1", "a2"),
    "polydiv": ("u", "v"),
    "interp": ("xp", "fp"),
    "linalg.outer": ("x1", "x2"),
}
_MATRICES = frozenset({"trace", "diagonal", "matrix_transpose", "linalg.trace", "linalg.diagonal"})
_OF_REAL_NUMBERS = frozenset(
    [
        "copysign",
        "quantile",
        "percentile",
        "nanquantile",
        "nanpercentile",
        "fmod",
        "nextafter",
        "signbit",
        "spacing",
        "cbrt",
        "hypot",
        "heaviside",
        "i0",
        "erf",
        "erfc",
        "erfinv",
        "isposinf",
        "isneginf",
        "logaddexp",
        "logaddexp2",
        "deg2rad",
        "rad2deg",
        "fabs",
        "ldexp",
        "lgamma",
        "digamma",
        "polygamma",
        "gammainc",
        "gammaincc",
        "betainc",
        "floor_divide",
        "remainder",
        "divmod",
        "atan2",
        "floor",
        "ceil",
        "trunc",
        "modf",
        "gcd",
        "lcm",
    ]
)
_NO_NUMBERS = frozenset("OSUmMV")
"""Kinds of NumPy's dtypes: objects, text, times and records."""
_OPERANDS = ("x", "x1")
"""Names of a first parameter that is a tensor, and never left open."""
MADE_OF_DATA = frozenset({"asarray", "array"})
_HOST_DATA = (int, float, complex, list, tuple, range, str, bytes)
_NOT_OF_NOTHING = frozenset({"max", "min", "argmax", "argmin", "ptp", "nanmax", "nanmin"})
_SAME_LAST_AXIS = frozenset({"vecdot", "inner"})
_BROADCASTING = frozenset({"where", "isclose", "allclose", "broadcast_arrays"})


def no_numbers(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """Data that NumPy keeps in arrays, and that no other library has tensors of: dates, text, objects, records."""
    for position, (name, value) in enumerate(arguments.items()):
        kind = getattr(getattr(value, "dtype", None), "kind", None)
        if isinstance(kind, str) and kind in _NO_NUMBERS:
            return (
                TextError if kind in "SU" else DTypeError,
                f"{name} holds values of {value.dtype}, and tensors hold numbers",
            )
        if value is None and position == 0 and name in _OPERANDS:
            return DTypeError, f"{name} is None, and a tensor is wanted"
    data = arguments.get("obj", 0)
    if op in MADE_OF_DATA and not (isinstance(data, _HOST_DATA) or hasattr(data, "shape")):
        return DTypeError, f"no tensor holds {type(data).__name__} objects, such as {data!r:.80}"
    return None


def complex_numbers(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """Complex numbers, where a function is defined for real ones alone."""
    if op in _OF_REAL_NUMBERS:
        for name, value in arguments.items():
            dtype = str(getattr(value, "dtype", type(value).__name__)).rpartition(".")[2]
            if dtype.startswith("complex"):
                return DTypeError, f"{name} is of {dtype}, and it is defined for real numbers"
    return None


def negative_size(_op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A size below zero; -1 stands for one to be found in ``reshape``."""
    shape = arguments.get("shape")
    if _op in _SQUARE:
        shape = tuple(arguments[name] for name in _SQUARE[_op] if arguments[name] is not None)
    sizes = (shape,) if isinstance(shape, int) else shape if isinstance(shape, (tuple, list)) else ()
    lowest = -1 if _op == "reshape" else 0
    if any(isinstance(n, int) and n < lowest for n in sizes):
        return ShapeError, f"the shape {shape} has a negative size"
    return None


def axis(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """An axis that the first tensor does not have, or that is named twice."""
    if not shapes and type(arguments.get("x")) in SCALARS:
        shapes = {"x": ()}
    if not shapes or op in _PAIRED:
        return None
    name, shape = next(iter(shapes.items()))
    if op == "compress":
        name, shape = "x", shapes.get("x", ())
    rank = len(shape) + (op in _NEW_AXIS)
    for parameter in _AXES:
        given = arguments.get(parameter)
        axes = (given,) if isinstance(given, int) else given if isinstance(given, (tuple, list)) else ()
        if not all(isinstance(a, int) for a in axes):
            continue
        if parameter == "axes" and op == "permute_dims" and len(axes) != rank:
            return (
                ShapeError,
                f"axes {given} do not name the {rank} axes of {name} of shape {shape}, each once",
            )
        for a in axes:
            if not -(2**63) <= a < 2**63:
                return NumberTooLargeError, f"{parameter} {a} is an integer beyond 64 bits"
            if not -rank <= a < rank:
                return (
                    AxisError if rank else NoAxisError,
                    f"{parameter} {a} is out of bounds for {name} of shape {shape}, which has {len(shape)} axes",
                )
        if parameter == "axis" and op == "rollaxis" and not _is_between(arguments.get("start"), rank):
            return AxisError, f"start {arguments.get('start')} is out of bounds for {name} of shape {shape}"
        if len({a % rank for a in axes}) < len(axes):
            return AxisError, f"{parameter} {given} names an axis twice"
    return None


def _is_between(start: Any, rank: int) -> bool:
    """Whether a place to move an axis to is before, between or after the axes; what is no number is not asked."""
    return not isinstance(start, int) or -rank <= start <= rank


def rank(op: str, shapes: Shapes, _arguments: Mapping[str, Any]) -> Found:
    """A tensor that should be a vector, or hold matrices."""
    for name in _VECTORS.get(op, ()):
        if name in shapes and len(shapes[name]) != 1:
            return ShapeError, f"{name} of shape {shapes[name]} is no vector"
    for name, shape in list(shapes.items())[:1]:
        if op in _MATRICES and len(shape) < 2:
            return ShapeError, f"{name} of shape {shape} holds no matrix; it needs two axes at least"
        if op == "sort_complex" and not shape:
            return AxisError, f"{name} has no axes, and none to sort along"
        if op in ("tril", "triu") and not shape:
            return ShapeError, f"{name} has no axes, so no triangle"
    if op == "take_along_axis" and len({len(s) for s in shapes.values()}) > 1:
        return ShapeError, f"{_named(shapes)} have different numbers of axes"
    return None


def nothing(op: str, shapes: Shapes, _arguments: Mapping[str, Any]) -> Found:
    """No elements, where there is no answer for none."""
    for name, shape in shapes.items():
        if op in _NOT_OF_NOTHING and 0 in shape:
            return ShapeError, f"{name} of shape {shape} is empty: there is no such element"
    return None


def reshape(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A shape that the elements do not fill, or that they cannot be repeated to."""
    wanted = arguments.get("shape")
    if not isinstance(wanted, (int, tuple, list)) or not shapes:
        return None
    wanted = (wanted,) if isinstance(wanted, int) else tuple(wanted)
    shape = next(iter(shapes.values()))
    if op == "broadcast_to" and not _broadcast_to(shape, wanted):
        return ShapeError, f"a tensor of shape {shape} does not broadcast to the shape {wanted}"
    if op != "reshape":
        return None
    size, known = math.prod(shape), math.prod(n for n in wanted if n != -1)
    if wanted.count(-1) > 1:
        return ShapeError, f"the shape {wanted} leaves more than one size open"
    if known == size or (wanted.count(-1) == 1 and known and size % known == 0):
        return None
    return ShapeError, f"a tensor of shape {shape} has {size} elements, which do not fill the shape {wanted}"


def _broadcast_to(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    pairs = zip(shape[::-1], wanted[::-1], strict=False)
    return len(shape) <= len(wanted) and all(n in (1, m) for n, m in pairs)


def pieces(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A number of equal parts that does not divide the axis, or an axis to drop that is longer than one."""
    if not shapes:
        return None
    name, shape = next(iter(shapes.items()))
    along = arguments.get("axis")
    if op == "squeeze":
        axes = along if isinstance(along, (tuple, list)) else (along,)
        for a in (a for a in axes if isinstance(a, int)):
            if shape[a] != 1:
                return ShapeError, f"axis {a} of {name} of shape {shape} has {shape[a]} elements, not one"
    count = arguments.get("indices_or_sections")
    if op == "split" and isinstance(count, int) and isinstance(along, int):
        uneven = count < 1 or shape[along] % count
        if uneven:
            return ShapeError, f"axis {along} of {name} of shape {shape} is not {count} equal parts"
    return None


def products(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """Axes of different sizes that are to be multiplied and summed."""
    if op == "matmul" and any(isinstance(x, Number) for x in _arguments_of(arguments)):
        return NoMatrixError, "a number is no matrix; ops.multiply takes one"
    if len(shapes) != 2:
        return None
    (n1, a), (n2, b) = shapes.items()
    if op == "matmul" and not (a and b):
        return ShapeError, f"{n1} of shape {a} and {n2} of shape {b}: neither may have no axes"
    if op in ("matmul", "dot") and a and b and a[-1] != b[-2 if len(b) > 1 else -1]:
        return ShapeError, f"the last axis of {n1} of shape {a} does not fit {n2} of shape {b}"
    if op in _SAME_LAST_AXIS and a and b and a[-1] != b[-1]:
        return ShapeError, f"the last axes of {_named(shapes)} differ"
    if op == "vdot" and math.prod(a) != math.prod(b):
        return ShapeError, f"{_named(shapes)} have different numbers of elements"
    axes = arguments.get("axes")
    if op == "tensordot" and isinstance(axes, int) and axes > min(len(a), len(b)):
        return AxisError, f"{_named(shapes)} do not both have {axes} axes"
    if op == "tensordot" and not _has_axes(a, b, axes):
        return AxisError, f"{_named(shapes)} do not have the axes {axes}"
    if op == "tensordot" and not _pair(a, b, arguments.get("axes")):
        return ShapeError, f"axes {arguments.get('axes')} of {_named(shapes)} do not have the same sizes"
    return None


def _arguments_of(arguments: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(arguments.get(name) for name in ("x1", "x2"))


def _has_axes(a: tuple[int, ...], b: tuple[int, ...], axes: Any) -> bool:
    """Whether there are axes of these numbers, where they are two lists of them."""
    try:
        sides = [([side] if isinstance(side, int) else list(side)) for side in axes]
        return all(
            -len(shape) <= k < len(shape) for shape, side in zip((a, b), sides, strict=True) for k in side
        )
    except (TypeError, ValueError):
        return True


def _pair(a: tuple[int, ...], b: tuple[int, ...], axes: Any) -> bool:
    if isinstance(axes, int):
        return a[len(a) - axes :] == b[:axes] if 0 <= axes <= min(len(a), len(b)) else False
    try:
        left, right = ([side] if isinstance(side, int) else list(side) for side in axes)
        return [a[k] for k in left] == [b[k] for k in right]
    except (TypeError, ValueError, IndexError):
        return False


def join(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """Tensors that differ in more than the axis along which they are joined."""
    if op not in ("stack", "concat", *_JOINED_ALONG):
        return None
    given = arguments.get("axis")
    along = _JOINED_ALONG.get(op, given if isinstance(given, int) else 0)
    distinct = list(dict.fromkeys(shapes.values()))
    if op != "stack" and len({len(s) for s in distinct}) == 1:
        count = len(distinct[0])
        if op in ("vstack", "column_stack") and count == 1:
            pass  # vectors become rows, or columns, of one length
        elif along < count:
            distinct = list(dict.fromkeys(s[: along % count] + s[along % count + 1 :] for s in distinct))
        elif op == "hstack":
            distinct = []  # vectors are joined end to end
    if len(distinct) < 2:
        return None
    held = ", ".join(map(str, shapes.values()))
    return ShapeError, f"tensors of shapes {held} cannot be joined along axis {along}"


def broadcast(op: str, shapes: Shapes, _arguments: Mapping[str, Any]) -> Found:
    """Shapes that do not broadcast."""
    if CATALOGUE[op].group != "elementwise" and op not in _BROADCASTING:
        return None
    for sizes in zip(*(s[::-1] + (1,) * 64 for s in shapes.values()), strict=False):
        if len({n for n in sizes if n != 1}) > 1:
            return ShapeError, f"{_named(shapes)} do not broadcast"
    return None


CHECKS: tuple[Check, ...] = (
    no_numbers,
    complex_numbers,
    negative_size,
    axis,
    rank,
    nothing,
    reshape,
    pieces,
    products,
    join,
    broadcast,
)


def shapes_of(arguments: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The shape of every tensor among the arguments; those in a sequence by position."""
    for name, value in arguments.items():
        items = [(name, value)]
        if isinstance(value, (list, tuple)):
            items = [(f"{name}[{i}]", item) for i, item in enumerate(value)]
        for label, item in items:
            shape = getattr(item, "shape", None)
            if isinstance(item, type) or not hasattr(item, "dtype"):  # NumPy's dtypes have a shape
                continue
            if shape is not None and not callable(shape):
                yield label, tuple(shape)


def _named(shapes: Shapes) -> str:
    return " and ".join(f"{name} of shape {shape}" for name, shape in shapes.items())
