"""Values that hold nothing else, by name."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.numpy.roles import MATRIX
from purity_lint.knowledge.python import EXCEPTIONS
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import (
    BOOL,
    BYTES,
    COMPLEX,
    DEVICE,
    DIM,
    DTYPE,
    FLOAT,
    FUNCTION,
    INFERRED,
    INSTANCE,
    INT,
    LIST,
    NONE,
    OTHER,
    PROVEN,
    RANDOM,
    SCALAR,
    SEQUENCES,
    SHAPE,
    STR,
    SUSPECTED,
    TENSOR,
    UNKNOWN,
)
from purity_lint.semantics.domain.own_classes import OwnClass
from purity_lint.semantics.values import PERHAPS_OBJECT

NEVER: Final = Abs(0)
ANY: Final = Abs(UNKNOWN, SUSPECTED)
NONE_VALUE: Final = Abs(NONE)
INT_VALUE: Final = Abs(INT)
FLOAT_VALUE: Final = Abs(FLOAT)
COMPLEX_VALUE: Final = Abs(COMPLEX)
BOOL_VALUE: Final = Abs(BOOL)
SCALAR_VALUE: Final = Abs(SCALAR)
RESULT_VALUE: Final = Abs(SCALAR, backend="numpy")
"""What NumPy makes of a 0-d result, where every other library has a tensor."""
STR_VALUE: Final = Abs(STR)
BYTES_VALUE: Final = Abs(BYTES)
DIM_VALUE: Final = Abs(DIM)
SHAPE_VALUE: Final = Abs(SHAPE, elem=DIM_VALUE)
DTYPE_VALUE: Final = Abs(DTYPE)
DEVICE_VALUE: Final = Abs(DEVICE)
RANDOM_VALUE: Final = Abs(RANDOM)
OTHER_VALUE: Final = Abs(OTHER)
FUNCTION_VALUE: Final = Abs(FUNCTION)
MATRIX_VALUE: Final = Abs(INSTANCE, refs=(MATRIX,))
"""NumPy's matrices: `*` and `**` of them are not those of tensors."""
LIST_OF_STR: Final = Abs(LIST, elem=STR_VALUE)


def plain(mask: int) -> Abs:
    """Return the value of a mask of which nothing more is known."""
    return ANY if mask == UNKNOWN else Abs(mask)


def tensor(
    ev: int = PROVEN,
    *,
    backend: str | None = None,
    rank: int | None = None,
    dtype: str | None = None,
    deps: int = 0,
    why: Why | None = None,
) -> Abs:
    """A tensor."""
    return Abs(TENSOR, ev, backend=backend, rank=rank, dtype=dtype, deps=deps, why=why)


def result(deps: int = 0) -> Abs:
    """Return a 0-d result of NumPy's, that depends on the parameters ``deps``."""
    return RESULT_VALUE.dependent(deps)


def is_result(value: Abs) -> bool:
    """True where this is, on some path, a 0-d result of NumPy's, and on none a tensor."""
    return value.backend == "numpy" and value.mask & (SCALAR | TENSOR) == SCALAR


def is_matrix(value: Abs) -> bool:
    """Return True where this is one of NumPy's matrices."""
    return value.mask == INSTANCE and value.refs == MATRIX_VALUE.refs


def is_foreign(value: Abs) -> bool:
    """True where this may be an instance that works as an array of its own, or what such an instance gave.

    Or what is known to be no tensor, and does what a tensor does: an array of objects.
    """
    if value.mask & OTHER:
        return True
    return value.mask & (INSTANCE | UNKNOWN) != 0 and may_work_as_array(value)


def may_work_as_array(value: Abs) -> bool:
    """True where the class of an instance is known, on some path, and works as an array of its own."""
    return any(
        isinstance(ref, str) or (isinstance(ref, OwnClass) and ref.is_arraylike()) for ref in value.refs
    )


def is_of_own_class(value: Abs) -> bool:
    """Return True where this is an instance of classes of the project, or ``None``."""
    only = value.mask & ~NONE == INSTANCE and bool(value.refs)
    return only and all(isinstance(ref, OwnClass) for ref in value.refs)


def is_row(value: Abs) -> bool:
    """Return True for a named tuple of the project's: beside an array, its operators are those of a row."""
    known = value.mask == INSTANCE and bool(value.refs)
    return known and all(isinstance(ref, OwnClass) and ref.is_plain_tuple() for ref in value.refs)


def is_placeholder(value: Abs) -> bool:
    """True for an exception that nobody raises: `data = NotImplementedError()` in a class says that others set it."""
    return value.mask == INSTANCE and bool(value.refs) and EXCEPTIONS.issuperset(value.refs)


def may_be_object(value: Abs) -> bool:
    """True for what is a number if what it was computed of is an array: of a sparse matrix `np.prod` is one."""
    return value.dtype == PERHAPS_OBJECT and value.mask & (SCALAR | TENSOR) == SCALAR


def perhaps_object(value: Abs) -> Abs:
    """``value``, which is a number if what it was computed of is an array."""
    return value.but(dtype=PERHAPS_OBJECT)


def may_be_foreign(value: Abs) -> bool:
    """True where this may be, or hold, an object with operators of its own: also where nothing but its use is known."""
    mask = value.mask
    if (
        mask & (OTHER | INSTANCE | UNKNOWN)
        or (mask & TENSOR and value.ev <= INFERRED)
        or may_be_object(value)
    ):
        return True
    if value.elems is not None:
        return any(map(may_be_foreign, value.elems))
    return mask & SEQUENCES != 0 and value.elem is not None and may_be_foreign(value.elem)


def inferred(value: Abs) -> Abs:
    """``value`` with no more evidence than an inference has."""
    return value if value.ev <= INFERRED else value.but(ev=INFERRED)
