"""Dtypes by every name that a library gives them -> the portable dtype in ``ops``.

All libraries stand in one file, because their names are the same but for some twenty aliases.
"""

from __future__ import annotations

PORTABLE = (
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
"""Names that mean the same in every library; the boolean dtype has too many to be one of them."""

_SAME = {name: name for name in PORTABLE}
_BOOL = {"bool": "bool_", "bool_": "bool_"}

_NUMPY = {
    **_SAME,
    **_BOOL,
    "bool8": "bool_",
    "byte": "int8",
    "short": "int16",
    "intc": "int32",
    "int_": "int64",
    "int": "int64",
    "intp": "int64",
    "long": "int64",
    "longlong": "int64",
    "ubyte": "uint8",
    "ushort": "uint16",
    "uintc": "uint32",
    "uint": "uint64",
    "uintp": "uint64",
    "ulong": "uint64",
    "ulonglong": "uint64",
    "half": "float16",
    "single": "float32",
    "double": "float64",
    "float_": "float64",
    "float": "float64",
    "csingle": "complex64",
    "singlecomplex": "complex64",
    "cdouble": "complex128",
    "cfloat": "complex128",
    "complex_": "complex128",
    "complex": "complex128",
}

_TORCH = {
    **_SAME,
    **_BOOL,
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "half": "float16",
    "float": "float32",
    "double": "float64",
    "cfloat": "complex64",
    "cdouble": "complex128",
}

DTYPES: dict[str, dict[str, str]] = {
    "numpy": _NUMPY,
    "cupy": _NUMPY,
    "torch": _TORCH,
    "jax": {f"numpy.{name}": target for name, target in {**_SAME, **_BOOL, **_NUMPY}.items()},
    "mlx": {f"core.{name}": target for name, target in {**_SAME, **_BOOL}.items()},
    "tensorflow": {**_SAME, **_BOOL, "double": "float64", "half": "float16"},
}
"""Library -> dotted name below its root -> name below ``ops``."""

ABSTRACT = {
    "number": '"numeric"',
    "integer": '"integral"',
    "signedinteger": '"signed integer"',
    "unsignedinteger": '"unsigned integer"',
    "inexact": '("real floating", "complex floating")',
    "floating": '"real floating"',
    "complexfloating": '"complex floating"',
}
"""NumPy's abstract scalar types -> the kind that ``ops.isdtype`` asks for."""
BOOLEANS = frozenset({"bool", "bool_"})
"""Names of the boolean dtype, which is a kind of its own."""

SCALAR_CLASSES = {"numpy.generic": "generic", **{f"numpy.{name}": name for name in ABSTRACT}}
"""NumPy's abstract scalar classes -> the class of dtypes in ``ops`` that has the same scalars for instances."""
SCALAR_DTYPES = {f"numpy.{name}": dtype for name, dtype in _NUMPY.items()}
"""NumPy's concrete scalar classes -> the name below ``ops``."""
SCALAR_TYPES = SCALAR_CLASSES.keys() | SCALAR_DTYPES.keys() - {"numpy.int", "numpy.float", "numpy.complex"}
"""NumPy's scalar classes, the concrete ones as well."""

WITHOUT_COUNTERPART = frozenset(
    {
        "generic",
        "longdouble",
        "clongdouble",
        "float96",
        "float128",
        "complex192",
        "complex256",
        "object_",
        "str_",
        "bytes_",
        "void",
        "character",
        "flexible",
        "datetime64",
        "timedelta64",
    }
)
"""NumPy dtypes that no other backend has."""

PROMOTE = frozenset({"numpy.result_type", "numpy.promote_types"})
"""Functions of NumPy that give the dtype of a result; those of ops have the same names."""

CLASSES_OF_DTYPES = frozenset({"dtype", "core.Dtype", "typing.DTypeLike", "numpy.dtype"})
"""Classes whose instances are dtypes, below the root of NumPy, PyTorch, MLX and JAX."""

STRINGS = {
    **_SAME,
    "bool": "bool_",
    "?": "bool_",
    "b1": "bool_",
    "half": "float16",
    "single": "float32",
    "double": "float64",
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
    "c8": "complex64",
    "c16": "complex128",
    "f": "float32",
    "d": "float64",
    "F": "complex64",
    "D": "complex128",
    "int": "int64",
    "float": "float64",
    "complex": "complex128",
}
"""Strings that NumPy takes for a dtype, byte order aside."""

BUILTINS = {"bool": "bool_", "int": "int64", "float": "float64", "complex": "complex128"}
"""Dtypes that NumPy makes of Python types."""


_PREFIXES = ("", "<", "=", "|", "<=", "<|", "=|", "<=|")
SPELLINGS = frozenset(prefix + name for prefix in _PREFIXES for name in STRINGS)
"""All strings for which :func:`of_string` has an answer."""


def of_string(text: str) -> str | None:
    """Return the portable dtype that a string stands for; a big-endian one has no counterpart."""
    return STRINGS.get(text.removeprefix("<").removeprefix("=").removeprefix("|"))
