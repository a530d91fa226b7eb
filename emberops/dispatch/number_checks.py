"""What is wrong with the numbers of a refused call: sizes, counts, and the dtypes of indices.

The checks are of the kind of :mod:`emberops.dispatch.argument_checks`, and asked with them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from emberops.catalogue import CATALOGUE
from emberops.dispatch.argument_checks import MADE_OF_DATA, Check, Found, Shapes
from emberops.dispatch.operand_checks import is_too_large
from emberops.errors import (
    ArgumentError,
    DTypeError,
    IndexDTypeError,
    LinAlgError,
    NumberTooLargeError,
    ShapeError,
)

_INDICES = {
    "take": "indices",
    "take_along_axis": "indices",
    "put_along_axis": "indices",
    "put": "indices",
    "unravel_index": "indices",
    "ravel_multi_index": "multi_index",
    "choose": "x",
}
"""Operations of indices that are integers, and which parameter holds them."""
_HIGHEST_SIGNED = 2**63 - 1
_NO_MASKS = frozenset({"take_along_axis", "put_along_axis"})
_WHOLE = (
    "axis",
    "num",
    "kth",
    "deg",
    "k",
    "m",
    "n",
    "n_rows",
    "n_cols",
    "decimals",
    "indices_or_sections",
    "obj",
    "pad_width",
    "shape",
    "axes",
    "axis1",
    "axis2",
    "source",
    "destination",
    "num_classes",
)
"""Parameters that count or name something, wherever they stand."""
_NEVER_OPEN = ("kth", "obj", "repeats", "source", "destination", "axis1", "axis2", "start", "n_rows")
"""Those that have no default and no meaning for ``None``."""
_NEVER_OPEN_OF = {"identity": ("n",), "fft.fftfreq": ("n",), "fft.rfftfreq": ("n",)}
_OF_ELEMENTS = {
    "convolve": ("x1", "x2"),
    "correlate": ("x1", "x2"),
    "interp": ("xp", "fp"),
    "polyfit": ("x",),
    "polydiv": ("u", "v"),
}
"""Operations that take nothing for no vector at all."""
_COUNTS = {
    "repeat": "repeats",
    "tile": "repetitions",
    "resize": "new_shape",
    "indices": "dimensions",
    "full": "shape",
    "fft.fftfreq": "n",
}
_COMPLEX = frozenset({"fft.rfft", "fft.ihfft", "fft.rfftn", "fft.rfft2", "digitize"})
"""Operations of real numbers alone whose other parameters may be complex, or have no dtype."""


def indices(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """Indices that are no integers."""
    name = "index" if op == "getitem" or op.startswith("assign") else _INDICES.get(op)
    if name is None:
        return None
    if isinstance(arguments.get(name), str):
        return IndexDTypeError, f"{name} holds integers, and no text"
    if name == "index":  # of which the libraries say more
        return None
    for value in _items(arguments.get(name)):
        if _kind(value) in ("float", "bfloat", "complex", *(("bool",) if op in _NO_MASKS else ())):
            return IndexDTypeError, f"{name} are integers, and not of {_dtype(value)}"
    return None


def whole_numbers(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A float, or no number at all, for what counts or names something."""
    for name in _WHOLE:
        if name == "obj" and op in MADE_OF_DATA:
            continue  # there it is the data
        value = arguments.get(name)
        for number in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(number, (float, complex, str, dict)):
                return DTypeError, f"{name} is a whole number, and not {number!r:.80}"
            if name == "axis" and getattr(number, "shape", ()) != ():
                return DTypeError, f"axis is a whole number, and not a tensor of shape {tuple(number.shape)}"
    return None


def given(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """``None`` for a number that has to be told."""
    for name in _NEVER_OPEN + _NEVER_OPEN_OF.get(op, ()):
        if name in arguments and arguments[name] is None:
            return DTypeError, f"{name} is None, and a number is wanted"
    return None


def negative_count(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A number of repetitions, or a size, below zero."""
    name = _COUNTS.get(op)
    value = arguments.get(name) if name else None
    for number in value if isinstance(value, (tuple, list)) else (value,):
        if isinstance(number, int) and number < 0:
            return ShapeError, f"{name} {value} holds a negative number"
    return None


def elements(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A vector without elements, where there is no answer for none."""
    for name in _OF_ELEMENTS.get(op, ()):
        given = arguments.get(name)
        shape = (0,) if isinstance(given, (list, tuple)) and not given else shapes.get(name, ())
        if 0 in shape:
            return ShapeError, f"{name} of shape {shape} has no elements"
    return None


def place(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """The place of an element that there is not."""
    along, kth = arguments.get("axis"), arguments.get("kth")
    if op not in ("partition", "argpartition") or not isinstance(kth, int) or "x" not in shapes:
        return None
    shape = shapes["x"]
    if not isinstance(along, int | None):
        return None
    size = math.prod(shape) if along is None else shape[along] if shape else 0
    return None if -size <= kth < size else (ArgumentError, f"there is no element {kth} among {size}")


def keys(op: str, shapes: Shapes, _arguments: Mapping[str, Any]) -> Found:
    """Keys of different shapes to sort by."""
    if op == "lexsort" and len(set(shapes.values())) > 1:
        return ShapeError, f"the keys are of the shapes {', '.join(map(str, shapes.values()))}"
    return None


def transformed(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A Fourier transform of a number, of nothing, or of complex numbers where real ones are meant."""
    x = arguments.get("x")
    if op in _COMPLEX and _kind(x) == "complex":
        return DTypeError, f"x is of {_dtype(x)}, and it is defined for real numbers"
    if CATALOGUE[op].group == "fft" and "x" in shapes and math.prod(shapes["x"] or (0,)) == 0:
        return ShapeError, f"x of shape {shapes['x']} holds no samples along some axis"
    return None


def matrices(op: str, shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """Numbers among the matrices of a product, and right-hand sides that are none."""
    if op == "linalg.multi_dot":
        for name, shape in shapes.items():
            inner = name not in ("arrays[0]", f"arrays[{len(shapes) - 1}]")
            if not (2 if inner else 1) <= len(shape) <= 2:
                return LinAlgError, f"{name} of shape {shape} is no matrix"
    if op == "linalg.tensorsolve" and len(shapes) == 2 and not arguments.get("axes"):
        rows, right = shapes.values()
        if rows[: len(right)] != right or math.prod(right) != math.prod(rows[len(right) :]):
            return LinAlgError, f"x1 of shape {rows} makes no square matrix with x2 of shape {right}"
    if op == "linalg.solve" and shapes.get("x2") == ():
        return ShapeError, f"x1 of shape {shapes.get('x1')} and x2, a number, do not fit"
    return None


def too_large(op: str, _shapes: Shapes, arguments: Mapping[str, Any]) -> Found:
    """A number that no library counts to, or that none takes for a signed integer."""
    if op in MADE_OF_DATA and arguments.get("dtype") is None:
        for number in _items(arguments.get("obj")):
            if type(number) is int and number > _HIGHEST_SIGNED and not is_too_large(number):
                return (
                    NumberTooLargeError,
                    f"{number} is no signed integer of 64 bits; dtype=ops.uint64 holds it",
                )
    for name, value in arguments.items():
        for number in value if isinstance(value, (tuple, list)) else (value,):
            if is_too_large(number):
                return NumberTooLargeError, f"{name} is an integer beyond 64 bits"
    return None


def _items(value: Any) -> Iterator[Any]:
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _items(item)
    else:
        yield value


def _dtype(value: Any) -> str:
    return str(getattr(value, "dtype", type(value).__name__)).rpartition(".")[2]


def _kind(value: Any) -> str:
    return _dtype(value).rstrip("0123456789")


CHECKS: tuple[Check, ...] = (
    indices,
    whole_numbers,
    given,
    negative_count,
    elements,
    place,
    keys,
    transformed,
    matrices,
    too_large,
)
