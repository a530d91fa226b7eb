"""Where a backend may differ from NumPy: what docs/reference/semantics.md says, by its own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from emberops.catalogue import CATALOGUE
from emberops.errors import ArgumentError, AxisError, ShapeError, UnknownDTypeError
from numpy_agreement.operands import Operand
from numpy_agreement.outcomes import Call, Disagreement


@dataclass(frozen=True)
class Documented:
    """A disagreement that is meant, or cannot be mended."""

    words: str
    """They stand in the page."""
    covers: Callable[[Disagreement], bool]
    example: tuple[str, Call]
    """An operation and a call of it where some backend differs so; the entry goes when none does."""


def _call(*args: Any, **kwargs: Any) -> Call:
    return Call(tuple(Operand(a) if isinstance(a, np.ndarray) else a for a in args), kwargs)


def _dtypes(d: Disagreement) -> set[str]:
    return {x.values.dtype.name for x in d.call.operands()}


def _named(d: Disagreement, names: str) -> bool:
    return d.operation in names.split()


def _is_added(d: Disagreement) -> bool:
    """Whether elements are added, in an order that is the library's, so that a zero has either sign."""
    op = CATALOGUE[d.operation]
    return op.group in ("linear_algebra", "linalg", "fft", "statistical", "polynomials", "sets") or _named(
        d, "interp clip maximum minimum fmax fmin nextafter"
    )


_COMPLEX_INFINITY = np.asarray([complex(np.inf, 0)], np.complex64)


def _number(value: float) -> np.ndarray:
    """A tensor of no axes."""
    return np.asarray(value, np.float32)


def _is_unsigned(d: Disagreement) -> bool:
    return bool(_dtypes(d) & {"uint8", "uint16", "uint32", "uint64"})


def _refuses_halves(error: Any) -> bool:
    return isinstance(error, TypeError) and "array type float16 is unsupported" in str(error)


def _holds(d: Disagreement, kind: str, question: Callable[[np.ndarray], Any]) -> bool:
    """Whether the question is answered with yes for an element of an operand of that kind."""
    return any(x.values.dtype.kind == kind and np.any(question(x.values)) for x in d.call.operands())


def _asks_beyond(d: Disagreement) -> bool:
    """Whether a dtype is asked for that cannot hold what a tensor is to be made of."""
    dtype = np.dtype(d.call.kwargs.get("dtype") or "bool")
    data = d.call.args[-1]
    values = data.values if isinstance(data, Operand) else np.asarray(data)
    if dtype.kind not in "iu":  # and what NumPy makes of `full_like(x, 300)` where x has the dtype
        dtype = d.call.args[0].values.dtype if isinstance(d.call.args[0], Operand) else dtype
    if values.dtype.kind == "c":
        return dtype.kind != "c"
    limits = np.iinfo(dtype if dtype.kind in "iu" else np.int32)  # that of a default integer
    return bool(np.any(~((values >= limits.min) & (values <= limits.max))))  # and of NaN, which is neither


def _casts_beyond(d: Disagreement) -> bool:
    """Whether the real part of a number to be cast is none that the integers asked for hold."""
    limits = np.iinfo(d.call.args[1]) if np.dtype(d.call.args[1]).kind in "iu" else None
    (x,) = d.call.operands()
    real = np.real(x.values).astype(float)
    return limits is not None and bool(np.any(~((real > limits.min - 1) & (real < limits.max + 1))))


def _off_where(d: Disagreement, excused: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> bool:
    """Whether results are as NumPy's but where they are excused."""
    if isinstance(d.expected, Exception) or isinstance(d.found, Exception):
        return False
    with np.errstate(all="ignore"):
        return all(
            bool(np.all(np.isclose(e, f, rtol=1e-3, equal_nan=True) | excused(e, f)))
            for e, f in zip(d.expected, d.found, strict=True)
        )


def _is_rounded(d: Disagreement) -> bool:
    """Whether floats are computed or compared, and an integer among the operands is none of them on the backend."""
    if isinstance(d.expected, Exception) or isinstance(d.found, Exception):
        return False
    if not any(x.dtype.kind in "fcb" for x in (*d.expected, *d.found)):
        return False
    floats = [x.dtype for x in d.found if x.dtype.kind in "fc"]
    floats += [x.values.dtype for x in d.call.operands() if x.values.dtype.kind in "fc"]
    widths = {np.dtype(f"f{min(x.itemsize // (2 if x.kind == 'c' else 1), 4)}") for x in floats}
    with np.errstate(all="ignore"):
        return any(
            np.any(x.values.astype(width).astype(float) != x.values.astype(float))
            for x in d.call.operands()
            if x.values.dtype.kind in "iu"
            for width in widths or {np.dtype("f4")}
        )


def _unknown(expected: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Where NumPy says nothing."""
    return np.isnan(expected)


def _beyond_single(expected: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Where single precision overflows, and NumPy computes in double."""
    return np.abs(expected) > np.finfo(np.float32).max


def _of_nothing(d: Disagreement) -> bool:
    return any(0 in x.values.shape for x in d.call.operands())


def _endless(expected: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Where neither of two results is a finite number."""
    return ~np.isfinite(expected) & ~np.isfinite(found)


def _special(d: Disagreement) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Where an operand is not finite."""
    operands = [x.values for x in d.call.operands()]
    finite = np.logical_and.reduce([np.isfinite(np.broadcast_arrays(x, *operands)[0]) for x in operands])
    return lambda expected, found: ~finite


DOCUMENTED = [
    Documented(
        "`squeeze(x, axis=0)` of a number",
        lambda d: isinstance(d.found, AxisError) and _named(d, "squeeze take packbits unpackbits")
        and any(x.values.ndim == 0 for x in d.call.operands()),
        ("squeeze", _call(_number(1), axis=0)),
    ),
    Documented(
        "PyTorch gives int64 for unsigned ones of up to 32 bits too",
        lambda d: d.backend == "torch" and d.sort in ("kind", "values") and _is_unsigned(d)
        and _named(d, "sum prod cumulative_sum cumulative_prod nansum nanprod nancumsum nancumprod trace linalg.trace "
                   "einsum"),
        ("sum", _call(np.asarray([1, 2], np.uint8))),
    ),
    Documented(
        "PyTorch stores these dtypes and computes little with them",
        lambda d: d.backend == "torch" and d.sort == "refuses" and isinstance(d.found, (TypeError, ArgumentError))
        and bool(_dtypes(d) & {"uint16", "uint32", "uint64"}),
        ("trapezoid", _call(np.asarray([1, 2], np.uint16))),
    ),
    Documented(
        "`OverflowError`, `ValueError` for NaN, `TypeError` for a complex number into a real dtype",
        lambda d: d.sort == "refuses" and _named(d, "full full_like asarray asanyarray array") and _asks_beyond(d),
        ("full", _call((2,), np.nan, dtype="int32")),
    ),
    Documented(
        "NumPy's own `choose` and `select`, and `where` before NumPy 2.5, make 255 of it",
        lambda d: d.sort == "refuses" and _named(d, "where select choose") and isinstance(d.found, OverflowError),
        ("choose", _call(np.asarray([0]), [-1, np.asarray([1], np.uint8)])),
    ),
    Documented(
        "the standard's special cases",
        lambda d: d.sort == "values" and CATALOGUE[d.operation].group == "elementwise"
        and _holds(d, "c", lambda x: ~np.isfinite(x)) and _off_where(d, _special(d)),
        ("expm1", _call(_COMPLEX_INFINITY)),
    ),
    Documented(
        "leave the sign of the zero out",
        lambda d: d.sort == "values" and _named(d, "divide reciprocal") and _off_where(d, _endless),
        ("divide", _call(1 + 2j, np.asarray([complex(-0.0, 0)], np.complex64))),
    ),
    Documented(
        "PyTorch scales the second operand by one before it adds",
        lambda d: d.backend == "torch" and d.sort == "values" and _named(d, "add subtract") and _off_where(d, _endless),
        ("subtract", _call(np.asarray([1j], np.complex64), np.inf)),
    ),
    Documented(
        "sums, differences and products of complex infinities",
        lambda d: d.sort == "values" and _holds(d, "c", np.isinf) and _off_where(d, _endless),
        ("cumulative_prod", _call(np.asarray([np.inf, np.inf, 1j], np.complex64))),
    ),
    Documented(
        "elsewhere the float's width decides",
        lambda d: d.sort == "values" and _is_rounded(d),
        ("remainder", _call(np.asarray([10**5], np.int32), np.asarray([7.25], np.float16))),
    ),
    Documented(
        "for looking would make the others wait for the device: they give 0",
        lambda d: d.operation == "pow" and d.sort in ("answers", "class")
        and isinstance(d.expected, (ValueError, OverflowError)),
        ("pow", _call(np.asarray([2], np.int32), np.asarray([-1], np.int32))),
    ),
    Documented(
        "**not pinned**: what the device's conversion gives",
        lambda d: d.operation == "astype" and d.sort == "values" and _casts_beyond(d),
        ("astype", _call(np.asarray([-2.5 + 1j], np.complex64), "uint16")),
    ),
    Documented(
        "MLX has no complex128",
        lambda d: d.operation == "astype" and isinstance(d.found, UnknownDTypeError),
        ("astype", _call(_number(1), "complex128")),
    ),
    Documented(
        "where both are narrowed first",
        lambda d: d.backend == "jax" and d.sort in ("values", "shape") and "uint32" in _dtypes(d)
        and bool(_dtypes(d) & {"int8", "int16", "int32"}),
        ("floor_divide", _call(np.asarray([2**32 - 1], np.uint32), np.asarray([2], np.int32))),
    ),
    Documented(
        "zero of either sign",
        lambda d: d.sort == "sign of zero" and _is_added(d),
        ("inner", _call(_number(0), np.asarray([1.0, -1.0], np.float32))),
    ),
    Documented(
        "float16 for integers of 8 bits",
        lambda d: d.sort == "values" and not isinstance(d.expected, Exception)
        and d.expected[0].dtype == np.float16 and "float16" not in _dtypes(d),
        ("exp2", _call(np.asarray([127], np.int8))),
    ),
    Documented(
        "The width of floats is the backend's",
        lambda d: d.operation == "float_power" and d.sort == "values" and _off_where(d, _beyond_single),
        ("float_power", _call(np.asarray([-1.5 + 1j], np.complex64), 300)),
    ),
    Documented(
        "`reciprocal` of integers",
        lambda d: d.operation == "reciprocal" and not _dtypes(d) & {"float16", "float32", "float64"},
        ("reciprocal", _call(np.asarray([2], np.int32))),
    ),
    Documented(
        "powers and shifts of booleans",
        lambda d: d.sort in ("kind", "answers", "refuses") and _dtypes(d) == {"bool"}
        and _named(d, "sign positive conj square round abs clip floor_divide remainder divmod fmod pow "
                   "bitwise_left_shift bitwise_right_shift"),
        ("sign", _call(np.asarray([True]))),
    ),
    Documented(
        "`quantile` of nothing, `median` of it",
        lambda d: _named(d, "quantile percentile nanquantile nanpercentile median") and (
            (_of_nothing(d) and isinstance(d.expected, (IndexError, ValueError)))
            or (_of_nothing(d) and d.operation == "median" and d.sort == "shape")
            or (d.sort == "values" and _holds(d, "f", np.isinf) and _off_where(d, _unknown))
        ),
        ("quantile", _call(np.zeros(0, np.float32), 0.5)),
    ),
    Documented(
        "`linalg.pinv` of nothing",
        lambda d: d.operation == "linalg.pinv" and d.sort == "kind" and d.found[0].size == 0,
        ("linalg.pinv", _call(np.zeros((0, 0), np.int32))),
    ),
    Documented(
        "`round(x, -1)` of integers at the limits of their dtype",
        lambda d: d.operation == "round" and d.sort == "values"
        and (_holds(d, "i", lambda x: abs(x.astype(float)) >= float(np.iinfo(x.dtype).max - 10)) or _is_unsigned(d)),
        ("round", _call(np.asarray([2**31 - 1], np.int32), -1)),
    ),
    Documented(
        "`average` with weights of nothing",
        lambda d: d.operation == "average" and isinstance(d.expected, ZeroDivisionError),
        ("average", _call(np.ones(2, np.float32), weights=Operand(np.zeros(2, np.float32)))),
    ),
    Documented(
        "`add_reduceat` and its like without indices",
        lambda d: d.operation.endswith("_reduceat") and d.sort == "answers" and d.found[0].size == 0,
        ("add_reduceat", _call(np.ones(2, np.float32), np.zeros(0, np.float32))),
    ),
    Documented(
        "`linalg` and `polyfit` of half precision",
        lambda d: d.sort in ("answers", "class") and _refuses_halves(d.expected),
        ("linalg.det", _call(np.eye(2, dtype=np.float16))),
    ),
    Documented(
        "one that is wrong in two ways",
        lambda d: d.sort == "class" and isinstance(d.expected, TypeError) and isinstance(d.found, ShapeError),
        ("bitwise_or", _call(np.ones(2, np.float32), np.ones(3, np.float32))),
    ),
]  # fmt: skip

SINCE_NUMPY_2_5: list[Documented] = [
    Documented(
        "What NumPy gave before 2.5, which refuses them",
        lambda d: d.operation == "cross" and d.sort == "answers" and isinstance(d.expected, ValueError),
        ("cross", _call(np.ones(2, np.float32), np.ones(3, np.float32))),
    ),
]
if np.lib.NumpyVersion(np.__version__) >= "2.5.0":
    DOCUMENTED += SINCE_NUMPY_2_5


def documented(found: Disagreement) -> Documented | None:
    """The entry that covers a disagreement."""
    return next((entry for entry in DOCUMENTED if entry.covers(found)), None)
