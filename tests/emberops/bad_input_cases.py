"""Calls that must fail, the same on every backend: what is wrong, the call, and the exception that says so."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import scipy.sparse

from emberops import ops
from emberops.errors import (
    ArgumentError,
    ArgumentTypeError,
    AxisError,
    DTypeError,
    IndexDTypeError,
    LinAlgError,
    OutOfBoundsError,
    ShapeError,
    TextError,
    UnknownDTypeError,
)

TWO, THREE = [1.0, 2.0], [1.0, 2.0, 3.0]
ROW = [[1.0, 2.0, 3.0]]
MATRIX = [[1.0, 2.0], [3.0, 4.0]]
WIDE = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
FOUR = [1.0, 2.0, 3.0, 4.0]

BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "remainder",
    "pow",
    "maximum",
    "minimum",
    "fmod",
    "copysign",
    "hypot",
    "atan2",
    "logaddexp",
    "nextafter",
    "heaviside",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "isclose",
    "allclose",
]
BITWISE = [
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_left_shift",
    "logical_and",
    "logical_or",
    "gcd",
    "lcm",
]
OF_REAL_NUMBERS = [
    "copysign",
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
    "lgamma",
    "digamma",
    "gammainc",
    "gammaincc",
    "betainc",
    "modf",
    "trunc",
]
ALONG_AN_AXIS = [
    "sum",
    "prod",
    "mean",
    "std",
    "var",
    "max",
    "min",
    "argmax",
    "argmin",
    "all",
    "any",
    "cumulative_sum",
    "cumulative_prod",
    "cumsum",
    "cumprod",
    "sort",
    "argsort",
    "flip",
    "logsumexp",
    "median",
    "count_nonzero",
    "ptp",
    "nansum",
    "nanmean",
    "nanmax",
    "squeeze",
    "expand_dims",
    "unstack",
    "diff",
    "average",
    "nn.softmax",
]


@dataclass(frozen=True)
class Case:
    """One call that cannot be right."""

    op: str
    """The name that the message must hold: the operation's own, where this is another one."""
    wrong: str
    error: type[Exception]
    call: Callable[[], Any]

    def __str__(self) -> str:
        return f"{self.op}-{self.wrong}"


def f(values: Any) -> Any:
    """A float tensor of the default backend."""
    return ops.asarray(values, dtype=ops.float32)


def i(values: Any) -> Any:
    """An integer tensor of the default backend."""
    return ops.asarray(values, dtype=ops.int32)


def _shapes() -> Iterator[Case]:
    for name in BINARY:
        yield _case(name, "shapes", ShapeError, lambda op: op(f(TWO), f(THREE)))
    for name in BITWISE:
        yield _case(name, "shapes", ShapeError, lambda op: op(i([1, 2]), i([1, 2, 3])))
    yield _case("where", "shapes", ShapeError, lambda op: op(ops.greater(f(TWO), 1.0), f(TWO), f(THREE)))
    yield _case("clip", "shapes", ShapeError, lambda op: op(f(TWO), f(THREE), None))
    yield _case("matmul", "shapes", ShapeError, lambda op: op(f(MATRIX), f(THREE)))
    yield _case("matmul", "no-axis", ShapeError, lambda op: op(f(1.0), f(THREE)))
    yield _case("dot", "shapes", ShapeError, lambda op: op(f(MATRIX), f(THREE)))
    yield _case("vdot", "shapes", ShapeError, lambda op: op(f(TWO), f(THREE)))
    yield _case("inner", "shapes", ShapeError, lambda op: op(f(TWO), f(THREE)))
    yield _case("vecdot", "shapes", ShapeError, lambda op: op(f(TWO), f(THREE)))
    yield _case("tensordot", "shapes", ShapeError, lambda op: op(f(MATRIX), f(THREE), axes=1))
    yield _case(
        "einsum", "shapes", ShapeError, lambda op: op("ij,jk->ik", f(MATRIX), f([[1.0], [2.0], [3.0]]))
    )
    yield _case("cross", "shapes", ShapeError, lambda op: op(f(FOUR), f(FOUR)))
    yield _case("trace", "vector", ShapeError, lambda op: op(f(TWO)))
    yield _case("diagonal", "vector", ShapeError, lambda op: op(f(TWO)))
    yield _case("matrix_transpose", "vector", ShapeError, lambda op: op(f(TWO)))
    yield _case("tril", "vector", ShapeError, lambda op: op(f(1.0)))
    yield _case("concat", "shapes", ShapeError, lambda op: op([f(MATRIX), f(WIDE)], axis=0))
    yield _case("concat", "ranks", ShapeError, lambda op: op([f(MATRIX), f(TWO)], axis=0))
    yield _case("concat", "nothing", ShapeError, lambda op: op([]))
    yield _case("stack", "shapes", ShapeError, lambda op: op([f(TWO), f(THREE)]))
    yield _case("stack", "nothing", ShapeError, lambda op: op([]))
    yield _case("vstack", "shapes", ShapeError, lambda op: op([f(TWO), f(THREE)]))
    yield _case("hstack", "shapes", ShapeError, lambda op: op([f(MATRIX), f(ROW)]))
    yield _case("column_stack", "shapes", ShapeError, lambda op: op([f(TWO), f(THREE)]))
    yield _case("reshape", "size", ShapeError, lambda op: op(f(FOUR), (3, 2)))
    yield _case("reshape", "unknown-size", ShapeError, lambda op: op(f(FOUR), (3, -1)))
    yield _case("reshape", "two-unknown-sizes", ShapeError, lambda op: op(f(FOUR), (-1, -1)))
    yield _case("broadcast_to", "shapes", ShapeError, lambda op: op(f(TWO), (3,)))
    yield _case("broadcast_arrays", "shapes", ShapeError, lambda op: op(f(TWO), f(THREE)))
    yield _case("broadcast_shapes", "shapes", ShapeError, lambda op: op((2,), (3,)))
    yield _case("squeeze", "size", ShapeError, lambda op: op(f(MATRIX), axis=0))
    yield _case("split", "sizes", ShapeError, lambda op: op(f(FOUR), 3))
    yield _case("unstack", "no-axis", ShapeError, lambda op: op(f(1.0)))
    yield _case("convolve", "matrix", ShapeError, lambda op: op(f(MATRIX), f(TWO)))
    yield _case("interp", "shapes", ShapeError, lambda op: op(f(TWO), f(TWO), f(THREE)))
    yield _case("max", "nothing", ShapeError, lambda op: op(f([])))
    yield _case("argmin", "nothing", ShapeError, lambda op: op(f([])))
    yield _case("bincount", "matrix", ShapeError, lambda op: op(i([[1, 2], [3, 4]])))
    yield _case("searchsorted", "matrix", ShapeError, lambda op: op(f(MATRIX), f(TWO)))
    yield _case("polyfit", "shapes", ShapeError, lambda op: op(f(TWO), f(THREE), 1))
    yield _case("roots", "matrix", ShapeError, lambda op: op(f(MATRIX)))
    yield _case("take_along_axis", "ranks", ShapeError, lambda op: op(f(MATRIX), i([0, 1]), axis=0))
    yield _case("asarray", "ragged", ShapeError, lambda op: op([[1.0, 2.0], [3.0]]))
    yield _case("eye", "negative-size", ShapeError, lambda op: op(-2))
    yield _case("identity", "negative-size", ShapeError, lambda op: op(-2))
    yield _case("diag", "no-axis", ShapeError, lambda op: op(f(1.0)))
    for name in ("triu_indices_from", "tril_indices_from", "diag_indices_from"):
        yield _case(name, "vector", ShapeError, lambda op: op(f(TWO)))
    yield _case("zeros", "negative-size", ShapeError, lambda op: op((2, -1)))


def _decompositions() -> Iterator[Case]:
    for name in (
        "inv",
        "det",
        "slogdet",
        "eig",
        "eigvals",
        "eigh",
        "eigvalsh",
        "cholesky",
        "matrix_power",
        "expm",
    ):
        rest = (2,) if name == "matrix_power" else ()
        yield _case(f"linalg.{name}", "not-square", LinAlgError, lambda op, rest=rest: op(f(WIDE), *rest))
        yield _case(f"linalg.{name}", "vector", LinAlgError, lambda op, rest=rest: op(f(TWO), *rest))
    for name in ("svd", "svdvals", "qr", "lu", "pinv"):
        yield _case(f"linalg.{name}", "vector", LinAlgError, lambda op: op(f(TWO)))
    yield _case("linalg.solve", "not-square", LinAlgError, lambda op: op(f(WIDE), f(TWO)))
    yield _case("linalg.solve", "shapes", ShapeError, lambda op: op(f(MATRIX), f(THREE)))
    yield _case("linalg.lstsq", "shapes", LinAlgError, lambda op: op(f(MATRIX), f(THREE)))
    yield _case("linalg.cross", "shapes", ShapeError, lambda op: op(f(TWO), f(TWO)))
    yield _case("linalg.multi_dot", "shapes", ShapeError, lambda op: op([f(MATRIX), f(WIDE), f(MATRIX)]))


def _axes() -> Iterator[Case]:
    for name in ALONG_AN_AXIS:
        yield _case(name, "axis", AxisError, lambda op: op(f(MATRIX), axis=5))
    for name in ["sum", "mean", "max", "all", "flip", "squeeze"]:
        yield _case(name, "one-of-two-axes", AxisError, lambda op: op(f([[[1.0]]]), axis=(0, 4)))
        yield _case(name, "axis-twice", ShapeError, lambda op: op(f([[[1.0]]]), axis=(0, 0)))
    yield _case("concat", "axis", AxisError, lambda op: op([f(TWO), f(THREE)], axis=2))
    yield _case("stack", "axis", AxisError, lambda op: op([f(TWO), f(TWO)], axis=5))
    yield _case("roll", "axis", AxisError, lambda op: op(f(MATRIX), 1, axis=4))
    yield _case("moveaxis", "axis", AxisError, lambda op: op(f(MATRIX), 0, 4))
    yield _case("swapaxes", "axis", AxisError, lambda op: op(f(MATRIX), 0, 4))
    yield _case("permute_dims", "axes", ShapeError, lambda op: op(f(MATRIX), (0, 1, 2)))
    yield _case("permute_dims", "axis-twice", ShapeError, lambda op: op(f(MATRIX), (0, 0)))
    yield _case("repeat", "axis", AxisError, lambda op: op(f(MATRIX), 2, axis=4))
    yield _case("take", "axis", AxisError, lambda op: op(f(MATRIX), i([0]), axis=4))
    yield _case("take_along_axis", "axis", AxisError, lambda op: op(f(MATRIX), i([[0]]), axis=4))
    yield _case("split", "axis", AxisError, lambda op: op(f(MATRIX), 2, axis=4))
    yield _case("linalg.vector_norm", "axis", AxisError, lambda op: op(f(MATRIX), axis=4))
    yield _case("linalg.vector_norm", "axis-of-a-number", AxisError, lambda op: op(f(1.0), axis=0))
    yield _case("fft.fft", "axis", AxisError, lambda op: op(f(MATRIX), axis=4))


def _indices() -> Iterator[Case]:
    for index in (10, -10, 10**8):
        wrong = f"index-{index}"
        yield _case("getitem", wrong, OutOfBoundsError, lambda op, n=index: op(f(FOUR), n))
        yield _case(
            "getitem", f"{wrong}-in-a-list", OutOfBoundsError, lambda op, n=index: op(f(FOUR), [0, n])
        )
        yield _case(
            "getitem", f"{wrong}-in-a-tensor", OutOfBoundsError, lambda op, n=index: op(f(FOUR), i([0, n]))
        )
        yield _case("take", wrong, OutOfBoundsError, lambda op, n=index: op(f(FOUR), i([0, n])))
        yield _case("assign", wrong, OutOfBoundsError, lambda op, n=index: op(f(FOUR), n, 1.0))
    yield _case("assign_add", "index", OutOfBoundsError, lambda op: op(f(FOUR), i([0, 10]), 1.0))
    yield _case("getitem", "too-many", OutOfBoundsError, lambda op: op(f(FOUR), (0, 0)))
    yield _case("getitem", "two-ellipses", IndexError, lambda op: op(f(MATRIX), (..., ...)))
    yield _case("getitem", "float", IndexDTypeError, lambda op: op(f(FOUR), 1.5))
    yield _case("getitem", "mask", OutOfBoundsError, lambda op: op(f(FOUR), ops.greater(f(THREE), 1.0)))
    yield _case("assign", "shapes", ShapeError, lambda op: op(f(FOUR), slice(0, 2), f(THREE)))
    yield _case("take_along_axis", "index", OutOfBoundsError, lambda op: op(f(MATRIX), i([[7, 0]]), axis=1))


def _dtypes() -> Iterator[Case]:
    for name in [
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "bitwise_left_shift",
        "bitwise_right_shift",
        "gcd",
        "lcm",
    ]:
        yield _case(name, "float", DTypeError, lambda op: op(f(TWO), f(TWO)))
    yield _case("bitwise_invert", "float", DTypeError, lambda op: op(f(TWO)))
    yield _case(
        "subtract", "bool", DTypeError, lambda op: op(ops.greater(f(TWO), 1.0), ops.greater(f(TWO), 1.0))
    )
    yield _case("negative", "bool", DTypeError, lambda op: op(ops.greater(f(TWO), 1.0)))
    yield _case("floor", "complex", DTypeError, lambda op: op(ops.asarray([1j], dtype=ops.complex64)))
    yield _case("ceil", "complex", DTypeError, lambda op: op(ops.asarray([1j], dtype=ops.complex64)))
    yield _case(
        "floor_divide", "complex", DTypeError, lambda op: op(ops.asarray([1j], dtype=ops.complex64), 2)
    )
    yield _case("remainder", "complex", DTypeError, lambda op: op(ops.asarray([1j], dtype=ops.complex64), 2))
    yield _case("atan2", "complex", DTypeError, lambda op: op(ops.asarray([1j], dtype=ops.complex64), f(TWO)))
    yield _case("take", "float-index", IndexDTypeError, lambda op: op(f(FOUR), f([1.0])))
    yield _case("bincount", "float", DTypeError, lambda op: op(f(TWO)))
    for name in OF_REAL_NUMBERS:
        rest = [[0.5]] * {"betainc": 2}.get(
            name, name in BINARY or name in ("logaddexp2", "gammainc", "gammaincc")
        )
        yield _case(
            name,
            "complex",
            DTypeError,
            lambda op, rest=rest: op(ops.asarray([1j], dtype=ops.complex64), *map(f, rest)),
        )
    yield _case("polygamma", "complex", DTypeError, lambda op: op(1, ops.asarray([1j], dtype=ops.complex64)))
    yield _case(
        "interp",
        "complex",
        DTypeError,
        lambda op: op(ops.asarray([1j], dtype=ops.complex64), f(TWO), f([1.0, math.inf])),
    )
    yield _case("ldexp", "complex", DTypeError, lambda op: op(ops.asarray([1j], dtype=ops.complex64), i([1])))
    yield _case("asarray", "dtype", UnknownDTypeError, lambda op: op(TWO, dtype="float7"))
    yield _case("zeros", "dtype", UnknownDTypeError, lambda op: op(2, dtype="float7"))
    yield _case("zeros", "sizes-apart", UnknownDTypeError, lambda op: op(2, 3))
    yield _case("concat", "tensors-apart", DTypeError, lambda op: op(f(TWO), f(TWO)))
    yield _case("stack", "tensors-apart", DTypeError, lambda op: op(f(TWO), f(TWO)))
    yield _case("max", "two-tensors", DTypeError, lambda op: op(f(TWO), f(TWO)))
    yield _case("copyto", "a-float-into-integers", DTypeError, lambda op: op(i([0, 1]), 2.5))
    yield _case("linalg.det", "sparse", DTypeError, lambda op: op(scipy.sparse.eye_array(2)))
    yield _case("can_cast", "unknown-dtype", UnknownDTypeError, lambda op: op("int32", "float7"))
    yield _case("astype", "dtype", UnknownDTypeError, lambda op: op(f(TWO), "float7"))


def _odd_axes() -> Iterator[Case]:
    for name in ("sum", "mean", "max", "argmax", "nansum", "argsort", "cumulative_sum", "squeeze", "take"):
        more = (0,) if name == "take" else ()
        yield _case(name, "boolean-axis", TypeError, lambda op, more=more: op(f(WIDE), *more, axis=True))
    for name in ("sum", "median", "sort", "flip", "expand_dims", "nanmax", "cumulative_sum", "linalg.norm"):
        yield _case(name, "huge-axis", OverflowError, lambda op: op(f(WIDE), axis=2**70))
    yield _case("concat", "boolean-axis", TypeError, lambda op: op([f(WIDE), f(WIDE)], axis=False))


def _numbers() -> Iterator[Case]:
    for name in ("unravel_index", "take_along_axis"):
        second = (2, 3) if name == "unravel_index" else None
        yield _case(
            name,
            "float-index",
            IndexDTypeError,
            lambda op, second=second: op(*((f([1.0]), second) if second else (f(FOUR), f([1.0])))),
        )
    yield _case(
        "ravel_multi_index", "float-index", IndexDTypeError, lambda op: op([f([1.0]), i([0])], (2, 3))
    )
    yield _case("take_along_axis", "mask", IndexDTypeError, lambda op: op(f(TWO), ops.greater(f(TWO), 1.0)))
    for name in ("eye", "fft.fftfreq", "fft.rfftfreq"):
        yield _case(name, "float", DTypeError, lambda op: op(1.5))
    yield _case("linspace", "float", DTypeError, lambda op: op(0.0, 1.0, 1.5))
    yield _case("linspace", "negative", ArgumentError, lambda op: op(0.0, 1.0, -1))
    for name in ("mean", "max", "sort", "argsort", "nanmedian", "count_nonzero", "all"):
        yield _case(name, "float-axis", DTypeError, lambda op: op(f(WIDE), axis=1.5))
    for name in ("split", "array_split"):
        yield _case(name, "negative", ValueError, lambda op: op(f(FOUR), -2))
    yield _case("array_split", "beyond-memory", OverflowError, lambda op: op(f(FOUR), 2**70))
    yield _case("delete", "beyond", OutOfBoundsError, lambda op: op(f(TWO), 9))
    yield _case("insert", "beyond", OutOfBoundsError, lambda op: op(f(TWO), 9, 1.0))
    for name in ("partition", "argpartition"):
        yield _case(name, "beyond", ArgumentError, lambda op: op(f(TWO), 9))
        yield _case(name, "float", DTypeError, lambda op: op(f(TWO), 1.5))
        yield _case(name, "none", DTypeError, lambda op: op(f(TWO), None))
    for name in ("eye", "identity", "fft.fftfreq", "fft.rfftfreq"):
        yield _case(name, "none", DTypeError, lambda op: op(None))
    yield _case("fft.fftfreq", "negative", ShapeError, lambda op: op(-3))
    for name in ("moveaxis", "swapaxes"):
        yield _case(name, "none", DTypeError, lambda op: op(f(WIDE), None, 1))
    for name in ("delete", "repeat"):
        yield _case(name, "none", DTypeError, lambda op: op(f(TWO), None))
    yield _case("pad", "float", DTypeError, lambda op: op(f(TWO), 1.5))
    for start in (-9, -3, 3):
        yield _case("rollaxis", f"start {start}", AxisError, lambda op, start=start: op(f(WIDE), 0, start))
    yield _case("delete", "floats", IndexDTypeError, lambda op: op(f(TWO), f([])))
    yield _case("sort_complex", "number", AxisError, lambda op: op(f(1.0)))
    yield _case("trapezoid", "number", ShapeError, lambda op: op(f(WIDE), f(1.0)))
    yield _case("repeat", "axis", AxisError, lambda op: op(f(1.0), 2, axis=1))
    yield _case("add_at", "sizes", ShapeError, lambda op: op(f(TWO), i([]), f(THREE)))
    yield _case("repeat", "negative", ShapeError, lambda op: op(f(TWO), -1))
    yield _case("resize", "negative", ShapeError, lambda op: op(f(TWO), (-2, 3)))
    yield _case("indices", "negative", ShapeError, lambda op: op((-2, 3)))
    yield _case("broadcast_shapes", "negative", ShapeError, lambda op: op((-2, 3), (3,)))
    yield _case("lexsort", "sizes", ShapeError, lambda op: op([f(TWO), f(THREE)]))
    yield _case("compress", "axis", ShapeError, lambda op: op(ops.greater(f(WIDE), 1.0), f(WIDE), axis=1))
    for name in ("convolve", "correlate"):
        yield _case(name, "nothing", ShapeError, lambda op: op(f([]), f(TWO)))
    yield _case("interp", "nothing", ShapeError, lambda op: op(f(TWO), f([]), f([])))
    yield _case("polydiv", "nothing", ShapeError, lambda op: op(f([]), f(TWO)))
    yield _case("polyfit", "nothing", ShapeError, lambda op: op(f([]), f([]), 1))
    yield _case("polyfit", "nothing in a list", ShapeError, lambda op: op([], [], 1))
    yield _case("polyfit", "negative", ArgumentError, lambda op: op(f(TWO), f(TWO), -1))
    yield _case("bincount", "weights", ShapeError, lambda op: op(i([1, 2]), f([1.0, 2.0, 3.0])))
    yield _case("bincount", "negative", ArgumentError, lambda op: op(i([1, -2])))
    yield _case("geomspace", "zero", ArgumentError, lambda op: op(0.0, 1.0, 3))
    yield _case("linalg.multi_dot", "number", LinAlgError, lambda op: op([f(1.0), f(MATRIX), f(TWO)]))
    yield _case("linalg.multi_dot", "vector", LinAlgError, lambda op: op([f(WIDE), f(FOUR), f(THREE)]))
    yield _case("linalg.solve", "number", ShapeError, lambda op: op(f(MATRIX), f(1.0)))
    yield _case("linalg.tensorsolve", "number", LinAlgError, lambda op: op(f(MATRIX), f(THREE)))
    yield _case("einsum", "subscripts", ShapeError, lambda op: op("ij,j->i", f(1.0), f(TWO)))
    for name in ("fft.fft", "fft.rfft", "fft.ifft", "fft.irfft", "fft.fftn", "fft.rfftn"):
        yield _case(name, "nothing", ShapeError, lambda op: op(f([])))
    for name in ("fft.rfft", "fft.rfftn", "fft.ihfft"):
        yield _case(name, "complex", DTypeError, lambda op: op(ops.asarray([1j, 2], dtype=ops.complex64)))


NAN = [[math.nan, 1.0], [1.0, 2.0]]
OF_SINGULAR_VALUES = ["svd", "svdvals", "pinv", "matrix_rank"]


def _not_finite() -> Iterator[Case]:
    for name in OF_SINGULAR_VALUES:
        yield _case(f"linalg.{name}", "nan", LinAlgError, lambda op: op(f(NAN)))
    yield _case("linalg.lstsq", "nan", LinAlgError, lambda op: op(f(NAN), f(TWO)))
    for order in (2, -2, "nuc"):
        yield _case("linalg.norm", f"nan-{order}", LinAlgError, lambda op, order=order: op(f(NAN), ord=order))
    yield _case("polyfit", "nan", LinAlgError, lambda op: op(f([math.nan, 1.0, 2.0]), f(THREE), 1))
    yield _case("roots", "nan", LinAlgError, lambda op: op(f([1.0, math.nan, 2.0])))


def _counts() -> Iterator[Case]:
    """More, or fewer, than there can be."""
    yield _case("einsum", "too-few", ShapeError, lambda op: op("ij,jk->ik", f(MATRIX)))
    yield _case("einsum", "name-of-no-term", ShapeError, lambda op: op("ij->ik", f(MATRIX)))
    yield _case("linalg.norm", "three-axes", ShapeError, lambda op: op(f([MATRIX]), axis=(0, 1, 2)))
    yield _case("top_k", "more-than-there-are", ShapeError, lambda op: op(f(TWO), 5))
    yield _case("one_hot", "negative-count", ArgumentError, lambda op: op(i([0]), -1))
    yield _case("split", "no-pieces", ShapeError, lambda op: op(f(TWO), 0))
    yield _case("arange", "no-step", ArgumentError, lambda op: op(0, 5, 0))
    for name in ("random.normal", "random.uniform", "random.bits", "random.gumbel"):
        yield _case(name, "negative-size", ShapeError, lambda op: op(_key(), (2, -1)))


def _kinds() -> Iterator[Case]:
    """Arguments of a type that says nothing there."""
    yield _case("arange", "text", TypeError, lambda op: op("3"))
    yield _case("linspace", "text", TypeError, lambda op: op("3", 4, 3))
    for name in ("zeros", "ones", "eye"):
        yield _case(name, "text", TypeError, lambda op: op("3"))
    for shape in (1.5, object(), 1j):
        yield _case("reshape", type(shape).__name__, TypeError, lambda op, s=shape: op(f(FOUR), s))
        yield _case("broadcast_to", type(shape).__name__, TypeError, lambda op, s=shape: op(f(FOUR), s))
    yield _case("partition", "list-for-an-axis", TypeError, lambda op: op(f(FOUR), 1, axis=[]))
    yield _case("linspace", "text-for-a-number", DTypeError, lambda op: op(0.0, 1.0, "3"))
    yield _case("one_hot", "float", DTypeError, lambda op: op(f(0.5), 3))
    for name in ("add", "less", "matmul"):
        yield _case(name, "text-for-a-tensor", TextError, lambda op: op(f(TWO), "a"))
    yield _case("mean", "text-for-a-tensor", TextError, lambda op: op("abc"))
    yield _case("sum", "text-for-an-axis", ArgumentTypeError, lambda op: op(f(TWO), axis="x"))
    yield _case("copyto", "fraction-into-integers", DTypeError, lambda op: op(i([1, 2]), 2.5))
    yield _case("random.randint", "nothing-between", ArgumentError, lambda op: op(_key(), (3,), 5, 2))
    yield _case(
        "random.randint", "nothing-between-tensors", ArgumentError, lambda op: op(_key(), (2,), i([0, 5]), 2)
    )
    for name in ("squeeze", "concat", "stack"):
        yield _case(
            name,
            "tensor-for-an-axis",
            (TypeError, ValueError),
            lambda op: op(f(ROW) if op is ops.squeeze else [f(ROW)], axis=f([])),
        )


def _words() -> Iterator[Case]:
    """Words that an argument does not take, which some library would pass over."""
    for name, call in {
        "take": lambda op, word: op(f(FOUR), i([0]), mode=word),
        "choose": lambda op, word: op(i([0, 1]), [f(TWO), f(TWO)], mode=word),
        "reshape": lambda op, word: op(f(FOUR), (2, 2), order=word),
        "ravel": lambda op, word: op(f(MATRIX), order=word),
    }.items():
        yield _case(name, "word", ValueError, lambda op, call=call: call(op, "none"))
        yield _case(name, "no-word", TypeError, lambda op, call=call: call(op, {}))
    for name in ("fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.fftn", "fft.fft2", "fft.hfft"):
        for norm in ("none", 2):
            yield _case(name, f"norm-{norm}", ValueError, lambda op, norm=norm: op(f(MATRIX), norm=norm))


def _key() -> Any:
    return ops.random.key(0)


def _transformed() -> Iterator[Case]:
    yield _case("grad", "vector", ShapeError, lambda op: op(ops.square)(f(TWO)))
    yield _case("value_and_grad", "vector", ShapeError, lambda op: op(ops.square)(f(TWO)))
    yield _case("hessian", "vector", ShapeError, lambda op: op(ops.square)(f(TWO)))
    for name in ("grad", "value_and_grad", "jacrev", "jacfwd", "hessian"):
        yield _case(name, "integers", DTypeError, lambda op: op(ops.sum)(i([1, 2])))
        yield _case(name, "argument", ArgumentError, lambda op: op(ops.sum, argnums=3)(f(TWO)))
    yield _case("vjp", "integers", DTypeError, lambda op: op(ops.square, i([1, 2])))
    yield _case("jvp", "integers", DTypeError, lambda op: op(ops.square, (i([1, 2]),), (f(TWO),)))
    yield _case("jvp", "shapes", ShapeError, lambda op: op(ops.square, (f(TWO),), (f(THREE),)))
    yield _case("jvp", "count", ShapeError, lambda op: op(ops.square, (f(TWO),), ()))
    yield _case("vmap", "sizes", ShapeError, lambda op: op(ops.add)(f(TWO), f(THREE)))
    yield _case("vmap", "axis", AxisError, lambda op: op(ops.square, in_axes=3)(f(TWO)))
    yield _case("vmap", "number", AxisError, lambda op: op(ops.square)(f(1.0)))
    yield _case("vmap", "axes", ArgumentError, lambda op: op(ops.square, in_axes=(0, 0))(f(TWO)))
    yield _case("vmap", "nothing", ShapeError, lambda op: op(ops.square, in_axes=None)(f(TWO)))
    for truths in ([True, False], []):
        yield _case(
            "cond",
            f"{len(truths)}-truths",
            ShapeError,
            lambda op, truths=truths: op(ops.asarray(truths), lambda: f(1.0), lambda: f(2.0)),
        )
    yield _case(
        "while_loop", "2-truths", ShapeError, lambda op: op(lambda x: ops.less(x, 3.0), ops.square, f(TWO))
    )


def _case(name: str, wrong: str, error: Any, call: Callable[[Any], Any]) -> Case:
    def run() -> Any:
        op: Any = ops
        for part in name.split("."):
            op = getattr(op, part)
        return call(op)

    return Case(name, wrong, error, run)


CASES = (
    *_shapes(),
    *_decompositions(),
    *_axes(),
    *_indices(),
    *_dtypes(),
    *_odd_axes(),
    *_numbers(),
    *_not_finite(),
    *_counts(),
    *_kinds(),
    *_words(),
    *_transformed(),
)
