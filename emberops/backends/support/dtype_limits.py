"""The limits of dtypes, computed from their formats: the same numbers on every backend."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from emberops.dtypes import dtype as dtypes
from emberops.errors import DTypeError

_FORMATS = {"float16": (10, 5), "bfloat16": (7, 8), "float32": (23, 8), "float64": (52, 11)}
"""Stored bits of the significand, bits of the exponent (IEEE 754-2019, table 3.5; bfloat16 by its format)."""
_PARTS = {"complex64": "float32", "complex128": "float64"}


@dataclass(frozen=True, slots=True)
class FInfo:
    """Limits of a floating-point dtype: the standard's fields, as Python numbers, and NumPy's further ones."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Any

    @property
    def tiny(self) -> float:
        """NumPy's other name of ``smallest_normal``."""
        return self.smallest_normal

    @property
    def smallest_subnormal(self) -> float:
        """The least number above zero."""
        return self.smallest_normal * self.eps

    @property
    def epsneg(self) -> float:
        """How far the greatest number below one is from it."""
        return self.eps / 2

    @property
    def resolution(self) -> float:
        """The decimal resolution, ``10 ** -precision``."""
        return 10.0**-self.precision

    @property
    def precision(self) -> int:
        """Decimal digits that are always kept."""
        return int(self.nmant * 0.30102999566398120)

    @property
    def nmant(self) -> int:
        """Stored bits of the significand."""
        return round(-math.log2(self.eps))

    @property
    def nexp(self) -> int:
        """Bits of the exponent."""
        return self.bits - 1 - self.nmant

    @property
    def machep(self) -> int:
        """The exponent of ``eps``."""
        return -self.nmant

    @property
    def negep(self) -> int:
        """The exponent of ``epsneg``."""
        return -self.nmant - 1

    @property
    def minexp(self) -> int:
        """The exponent of ``smallest_normal``."""
        return 2 - self.maxexp

    @property
    def maxexp(self) -> int:
        """The least exponent that overflows."""
        return 1 << (self.nexp - 1)


@dataclass(frozen=True, slots=True)
class IInfo:
    """Limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: Any


def float_limits(name: str, native: Any) -> FInfo:
    """The limits of the floating-point dtype called ``name``; ``native`` is what they carry as ``dtype``."""
    name = _PARTS.get(name, name)
    if name not in _FORMATS:
        raise DTypeError(f"finfo: {name} is no floating-point dtype; see ops.iinfo for integers")
    significand, exponent = _FORMATS[name]
    bias = 2 ** (exponent - 1) - 1
    largest = (2.0 - 2.0**-significand) * 2.0**bias
    return FInfo(significand + exponent + 1, 2.0**-significand, largest, -largest, 2.0 ** (1 - bias), native)


def integer_limits(name: str, native: Any) -> IInfo:
    """The limits of the integer dtype called ``name``."""
    found = dtypes.DTYPES[name]
    if found.kind == "signed integer":
        return IInfo(found.bits, 2 ** (found.bits - 1) - 1, -(2 ** (found.bits - 1)), native)
    if found.kind == "unsigned integer":
        return IInfo(found.bits, 2**found.bits - 1, 0, native)
    raise DTypeError(f"iinfo: {name} is no integer dtype; see ops.finfo for floats")
