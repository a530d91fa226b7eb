"""Why did a backend refuse a call?  One exception type and one wording, whatever library raised.

The dispatcher asks here only after an exception, so explaining costs a correct call nothing.  What cannot be
explained from the arguments is left as the library said it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from emberops.catalogue import CATALOGUE
from emberops.errors import AxisError, DTypeError, EmberopsError, OutOfBoundsError, ShapeError

_NATIVE = (ValueError, TypeError, RuntimeError, IndexError, NotImplementedError, OverflowError)
_NEW_AXIS = frozenset({"expand_dims", "stack"})
"""Their axis counts in the result, which has one more."""
_DTYPE = re.compile(
    r"not implemented for|does not accept dtype|not supported for the input types|unsupported dtype|"
    r"Only inexact types|must be (?:a )?(?:float|integer|bool)|not supported for (?:bool|complex|float)|"
    r"only (?:supports|support|integer)|must have (?:floating|integ)|is not supported[,.] (?:use the|if you)",
    re.IGNORECASE,
)


def explain(error: Exception, op: str, arguments: Mapping[str, Any]) -> EmberopsError | None:
    """The package's own exception for a native one, or ``None`` where the arguments do not tell why.

    Parameters
    ----------
    error
        What the backend raised.
    op
        Name of the operation.
    arguments
        The call's arguments by parameter name.
    """
    if isinstance(error, EmberopsError) or not isinstance(error, _NATIVE):
        return None
    shapes = dict(_shapes(arguments))
    if not shapes:
        return None
    for check in (_axis, _reshape, _matmul, _join, _broadcast):
        found = check(op, shapes, arguments)
        if found is not None:
            return _make(found[0], op, found[1], error)
    if isinstance(error, IndexError):
        return _make(OutOfBoundsError, op, _first_line(error), None)
    if _DTYPE.search(str(error)):
        held = ", ".join(f"{n} of {_dtype_name(arguments, n)}" for n in shapes)
        return _make(DTypeError, op, f"does not take {held}", error)
    return None


Found = tuple[type[EmberopsError], str] | None


def _axis(op: str, shapes: dict[str, tuple[int, ...]], arguments: Mapping[str, Any]) -> Found:
    axis = arguments.get("axis")
    axes = (axis,) if isinstance(axis, int) else axis if isinstance(axis, tuple) else ()
    name, shape = next(iter(shapes.items()))
    rank = len(shape) + (op in _NEW_AXIS)
    for a in axes:
        if isinstance(a, int) and not -rank <= a < rank:
            return (
                AxisError,
                f"axis {a} is out of bounds for {name} of shape {shape}, which has {len(shape)} axes",
            )
    if len({a % rank for a in axes if isinstance(a, int)}) < len(axes):
        return AxisError, f"axis {axis} names an axis twice"
    return None


def _reshape(op: str, shapes: dict[str, tuple[int, ...]], arguments: Mapping[str, Any]) -> Found:
    wanted = arguments.get("shape")
    if op != "reshape" or wanted is None:
        return None
    wanted = (wanted,) if isinstance(wanted, int) else tuple(wanted)
    shape = next(iter(shapes.values()))
    size, known = math.prod(shape), math.prod(n for n in wanted if n != -1)
    if known == size or (wanted.count(-1) == 1 and known and size % known == 0):
        return None
    return ShapeError, f"a tensor of shape {shape} has {size} elements, which do not fill the shape {wanted}"


def _matmul(op: str, shapes: dict[str, tuple[int, ...]], _arguments: Mapping[str, Any]) -> Found:
    if op not in ("matmul", "dot") or len(shapes) != 2:
        return None
    (n1, a), (n2, b) = shapes.items()
    if op == "matmul" and not (a and b):
        return ShapeError, f"{n1} of shape {a} and {n2} of shape {b}: neither may have no axes"
    if a and b and a[-1] != b[-2 if len(b) > 1 else -1]:
        return ShapeError, f"the last axis of {n1} of shape {a} does not fit {n2} of shape {b}"
    return None


def _join(op: str, shapes: dict[str, tuple[int, ...]], arguments: Mapping[str, Any]) -> Found:
    if op not in ("concat", "stack"):
        return None
    axis = arguments.get("axis") or 0
    distinct = list(dict.fromkeys(shapes.values()))
    if op == "concat" and len({len(s) for s in distinct}) == 1:
        rank = len(distinct[0])
        distinct = (
            list(dict.fromkeys(s[: axis % rank] + s[axis % rank + 1 :] for s in distinct)) if rank else []
        )
    if len(distinct) < 2:
        return None
    return (
        ShapeError,
        f"tensors of shapes {', '.join(map(str, shapes.values()))} cannot be joined along axis {axis}",
    )


def _broadcast(op: str, shapes: dict[str, tuple[int, ...]], _arguments: Mapping[str, Any]) -> Found:
    if CATALOGUE[op].group != "elementwise" and op not in ("where", "isclose", "allclose"):
        return None
    for sizes in zip(*(s[::-1] + (1,) * 64 for s in shapes.values()), strict=False):
        if len({n for n in sizes if n != 1}) > 1:
            held = " and ".join(f"{n} of shape {s}" for n, s in shapes.items())
            return ShapeError, f"{held} do not broadcast"
    return None


def _shapes(arguments: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The shape of every tensor among the arguments; those in a sequence by position."""
    for name, value in arguments.items():
        items = [(name, value)]
        if isinstance(value, (list, tuple)):
            items = [(f"{name}[{i}]", item) for i, item in enumerate(value)]
        for label, item in items:
            shape = getattr(item, "shape", None)
            if shape is not None and not callable(shape):
                yield label, tuple(shape)


def _dtype_name(arguments: Mapping[str, Any], label: str) -> str:
    name, _, index = label.partition("[")
    value = arguments[name]
    return str(value[int(index[:-1])].dtype if index else value.dtype).rpartition(".")[2]


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _make(kind: type[EmberopsError], op: str, text: str, error: Exception | None) -> EmberopsError:
    native = f" ({type(error).__name__}: {_first_line(error)})" if error is not None else ""
    return kind(f"ops.{op}: {text}{native}")
