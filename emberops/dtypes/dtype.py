"""Portable dtypes: names that mean the same on every backend.

A :class:`DType` equals the native dtype it stands for (``ops.float32 == torch.float32``) and is accepted
wherever a dtype is.  This module imports no array library: natives are recognised by what they print.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from emberops.dispatch import registry, selection
from emberops.dispatch.owners import DESCRIPTIONS, backend_of, backend_of_type
from emberops.errors import UnknownDTypeError

__all__ = [
    "DType",
    "bfloat16",
    "bool_",
    "complex64",
    "complex128",
    "complexfloating",
    "float16",
    "float32",
    "float64",
    "floating",
    "generic",
    "inexact",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "number",
    "signedinteger",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unsignedinteger",
]
"""What ``emberops.ops`` takes from here."""

Kind = Literal["bool", "signed integer", "unsigned integer", "real floating", "complex floating"]


class DType:
    """A portable dtype.

    As NumPy's classes of numbers are, it can be asked and called: its instances are the single numbers that have it, as
    for :class:`DTypeClass`, and ``ops.float32(x)`` is ``x`` in this dtype, wherever ``x`` lives.
    """

    __slots__ = ("bits", "kind", "name")

    def __init__(self, name: str, kind: Kind, bits: int) -> None:
        self.name = name
        self.kind = kind
        self.bits = bits

    @property
    def __name__(self) -> str:
        """The name, as NumPy's classes of numbers have it."""
        return self.name

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return max(self.bits // 8, 1)

    @property
    def dtype(self) -> Any:
        """NumPy's dtype of that name: what ``numpy.dtype`` reads of an object, and so h5py, pandas and SciPy do.

        Raises
        ------
        UnknownDTypeError
            If NumPy has none (bfloat16).
        """
        return registry.load("numpy").module.native_dtype(self)

    @property
    def type(self) -> DType:
        """Itself: as NumPy's ``dtype.type``, it makes and recognises single numbers."""
        return self

    def __call__(self, x: Any = 0, /) -> Any:
        """``x`` in this dtype: a scalar of NumPy's for a number there, a tensor without axes on the other backends.

        What is read of a text, ``ops.float64("1.5")``, is on the host everywhere and serves as a key: Python's number
        on the other backends, whose tensors are not to meet NumPy's.
        """
        backend = backend_of(x) or selection.current()
        if isinstance(x, str):
            number = self.dtype.type(x)
            return number if backend.is_host else number.item()  # purity: ignore[PUR302]  of the host
        return self.dtype.type(x) if backend.is_host else backend.module.array(x, dtype=self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DType):
            return self is other
        if not getattr(other, "isnative", True):
            return False  # NumPy's of another byte order, which its own is not equal to either
        name = _name_of(other)
        return NotImplemented if name is None else name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __instancecheck__(self, instance: object) -> bool:
        return _dtype_of_number(instance) is self

    def __repr__(self) -> str:
        return f"ops.{self.name}"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return (dtype, (self.name,))


bool_ = DType("bool", "bool", 1)
int8 = DType("int8", "signed integer", 8)
int16 = DType("int16", "signed integer", 16)
int32 = DType("int32", "signed integer", 32)
int64 = DType("int64", "signed integer", 64)
uint8 = DType("uint8", "unsigned integer", 8)
uint16 = DType("uint16", "unsigned integer", 16)
uint32 = DType("uint32", "unsigned integer", 32)
uint64 = DType("uint64", "unsigned integer", 64)
float16 = DType("float16", "real floating", 16)
bfloat16 = DType("bfloat16", "real floating", 16)
float32 = DType("float32", "real floating", 32)
float64 = DType("float64", "real floating", 64)
complex64 = DType("complex64", "complex floating", 64)
complex128 = DType("complex128", "complex floating", 128)

DTYPES: dict[str, DType] = {
    d.name: d
    for d in (
        bool_,
        int8,
        int16,
        int32,
        int64,
        uint8,
        uint16,
        uint32,
        uint64,
        float16,
        bfloat16,
        float32,
        float64,
        complex64,
        complex128,
    )
}

_PYTHON_TYPES: Mapping[str, type] = {"int": int, "float": float, "complex": complex}
_SYNONYMS = {
    "bool_": "bool",
    "half": "float16",
    "single": "float32",
    "double": "float64",
    "csingle": "complex64",
    "cdouble": "complex128",
    "cfloat": "complex64",
    "byte": "int8",
    "ubyte": "uint8",
    "?": "bool",
    "b": "int8",
    "B": "uint8",
    "h": "int16",
    "H": "uint16",
    "i": "int32",
    "I": "uint32",
    "q": "int64",
    "Q": "uint64",
    "l": "int64",
    "L": "uint64",
    "e": "float16",
    "F": "complex64",
    "D": "complex128",
    "b1": "bool",
    "i1": "int8",
    "i2": "int16",
    "i4": "int32",
    "i8": "int64",
    "u1": "uint8",
    "u2": "uint16",
    "u4": "uint32",
    "u8": "uint64",
    "f2": "float16",
    "f4": "float32",
    "f8": "float64",
    "f": "float32",
    "d": "float64",
    "c8": "complex64",
    "c16": "complex128",
}


@lru_cache(maxsize=256)
def _numpys_name(dtype: Any) -> str:
    """The name of a dtype of NumPy's, which composes it anew each time."""
    name: str = dtype.name
    return name


def _name_of(x: object) -> str | None:
    """The portable name of anything that stands for one dtype, or ``None``."""
    if isinstance(x, DType):
        return x.name
    if isinstance(x, str):
        text = x.lstrip("<=|")
    elif isinstance(x, type):
        # np.float32 is a class; so is the Python type bool, whose width is no matter of choice.
        if x is bool:
            return "bool"
        if x.__module__.partition(".")[0] not in ("numpy", "jax", "ml_dtypes"):
            return None
        text = x.__name__
    else:
        name = _numpys_name(x) if type(x).__module__ == "numpy.dtypes" else getattr(x, "name", None)
        text = name if isinstance(name, str) else str(x).rpartition(".")[2]
    text = _SYNONYMS.get(text, text)
    return text if text in DTYPES else None


def of_python(x: object) -> Any:
    """The Python type of numbers that a word names, as in NumPy: ``float`` for ``"float"``; anything else as it is."""
    return _PYTHON_TYPES.get(x, x) if isinstance(x, str) else x


def is_portable(x: object) -> bool:
    """Whether ``x`` stands for a portable dtype."""
    return _name_of(x) is not None


def dtype(x: object) -> DType:
    """The portable dtype that ``x`` stands for.

    ``x`` is a portable dtype, a native one of any backend, a string (``"float32"``, ``"f4"``) or ``bool``.
    The Python types ``int``, ``float`` and ``complex``, and their names, mean a backend's *default* dtype, so they
    need a backend and are resolved there.

    Raises
    ------
    UnknownDTypeError
        If ``x`` stands for no dtype.
    """
    name = _name_of(x)
    if name is None:
        raise UnknownDTypeError(unknown(x))
    return DTYPES[name]


def unknown(x: object) -> str:
    """What to say of something that names no dtype."""
    if isinstance(x, int):
        return f"{x!r} is not a dtype; a shape of several sizes is one argument, (2, 3)"
    near = difflib.get_close_matches(x, DTYPES, 1) if isinstance(x, str) else []
    meant = f"did you mean {near[0]!r}? " if near else ""
    return (
        f"{x!r} is not a dtype; {meant}expected one of {', '.join(DTYPES)}, or the same by any backend's name"
    )


DESCRIPTIONS.add(DType)


class DTypeClass:
    """A class of dtypes, for :func:`emberops.ops.issubdtype`, and of the single numbers that have them.

    ``isinstance(x, ops.floating)`` holds for what an element of a tensor or a reduction gives: a scalar on NumPy, a
    0-d tensor on a library that has no scalars.  A Python number is no such thing.  Of NumPy's scalars it holds for
    all that NumPy's class of this name has, dates, text and extended precision among them.
    """

    __slots__ = ("kinds", "name")

    def __init__(self, name: str, *kinds: Kind) -> None:
        self.name = name
        self.kinds: frozenset[str] = frozenset(kinds)

    def __instancecheck__(self, instance: object) -> bool:
        found = _dtype_of_number(instance)
        if found is None:
            return any(c.__name__ == self.name and c.__module__ == "numpy" for c in type(instance).__mro__)
        return found.kind in self.kinds

    def __repr__(self) -> str:
        return f"ops.{self.name}"


def _dtype_of_number(x: Any) -> DType | None:
    """The dtype of a NumPy scalar, or of a tensor without axes of a library that has no scalars."""
    backend = backend_of_type(type(x))
    if backend is None or (isinstance(x, backend.module.ARRAY_TYPES) and (backend.is_host or x.ndim)):
        return None
    return DTYPES.get(_name_of(x.dtype) or "")


signedinteger = DTypeClass("signedinteger", "signed integer")
unsignedinteger = DTypeClass("unsignedinteger", "unsigned integer")
integer = DTypeClass("integer", "signed integer", "unsigned integer")
floating = DTypeClass("floating", "real floating")
complexfloating = DTypeClass("complexfloating", "complex floating")
inexact = DTypeClass("inexact", "real floating", "complex floating")
number = DTypeClass("number", "signed integer", "unsigned integer", "real floating", "complex floating")
generic = DTypeClass(
    "generic", "bool", "signed integer", "unsigned integer", "real floating", "complex floating"
)

CLASSES: dict[str, DTypeClass] = {
    c.name: c
    for c in (signedinteger, unsignedinteger, integer, floating, complexfloating, inexact, number, generic)
}
