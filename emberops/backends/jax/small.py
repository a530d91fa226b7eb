"""Which calls the host computes, because their tensors are small: what a call gives depends on nothing but the call.

JAX compiles each function for each size, dtype and option: a twentieth of a second for one primitive, a tenth and more
for a norm or a median.  A script that was written for NumPy calls such functions some dozens of times, of ever new
sizes, and does little else than wait.  NumPy takes some microseconds longer than the program would, so that a program
has paid after thousands of calls, and those who make so many write ``ops.jit`` around them.  Digits must not depend on
what ran before, and so it is no count that decides, but the size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emberops.backends.jax import placing

LARGEST = 2**14
"""Tensors of more elements are for a program, which takes several processors for them."""
_KINDS = "biufc"
"""Kinds of dtypes that NumPy computes in: bfloat16 is none."""


def is_small(x: Any) -> bool:
    """Whether a tensor is of few elements of a dtype of NumPy's."""
    return x.size <= LARGEST and x.dtype.kind in _KINDS


def are_for_host(tensors: Sequence[Any]) -> bool:
    """Whether the host has the values of tensors, and may compute with them; of none there is nothing to compute."""
    return bool(tensors) and all(map(is_small, tensors)) and placing.lie_together(tensors)
