"""Operations of the group ``polynomials`` on JAX, as far as they are not composed."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np

from emberops.backends.composed import polynomials as common
from emberops.backends.jax import counted
from emberops.backends.jax.promotion import floating
from emberops.typing import NativeTensor as Tensor


def poly(seq_of_zeros: Any, /) -> Tensor:
    if getattr(seq_of_zeros, "ndim", 0) != 1 or not counted.is_known(seq_of_zeros):
        return common.poly(_namespace(), seq_of_zeros)
    # One factor after the other: as programs, one for each number of them, and rounded otherwise.
    return counted.by_host(_product_of_factors, floating(seq_of_zeros))


def roots(p: Any, /) -> Tensor:
    return counted.by_host(np.roots, floating(p)) if _are_known(p) else common.roots(_namespace(), p)


def polymul(a1: Any, a2: Any, /) -> Tensor:
    return counted.by_host(np.polymul, a1, a2) if _are_known(a1, a2) else common.polymul(_namespace(), a1, a2)


def polydiv(u: Any, v: Any, /) -> tuple[Tensor, Tensor]:
    if not _are_known(u, v):
        return common.polydiv(_namespace(), u, v)
    made: tuple[Tensor, Tensor] = counted.by_host(np.polydiv, floating(u), floating(v))
    return made


def _are_known(*vectors: Any) -> bool:
    """Whether NumPy may compute of polynomials: the composed steps depend on values, a program for each length.

    Vectors with elements, and of no dtype that JAX computes in and NumPy does not.
    """
    return all(
        getattr(p, "ndim", 0) == 1 and p.size > 0 and p.dtype.kind in "iufc" and p.dtype != np.float16
        for p in vectors
    ) and counted.is_known(*vectors)


def _namespace() -> ModuleType:
    return sys.modules["emberops.backends.jax"]


def _product_of_factors(zeros: np.ndarray[Any, Any]) -> Any:
    made = np.asarray(np.poly(zeros))
    return made.astype(zeros.dtype if np.iscomplexobj(made) else zeros.real.dtype)
