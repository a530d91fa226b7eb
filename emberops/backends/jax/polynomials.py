"""Operations of the group ``polynomials`` on JAX, as far as they are not composed."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from emberops.backends.composed import polynomials as common
from emberops.backends.jax import counted
from emberops.backends.jax.promotion import floating
from emberops.typing import NativeTensor as Tensor


def poly(seq_of_zeros: Any, /) -> Tensor:
    if getattr(seq_of_zeros, "ndim", 0) != 1 or not counted.is_known(seq_of_zeros):
        return common.poly(sys.modules["emberops.backends.jax"], seq_of_zeros)
    # One factor after the other: as programs, one for each number of them, and rounded otherwise.
    return counted.by_host(_product_of_factors, floating(seq_of_zeros))


def _product_of_factors(zeros: np.ndarray[Any, Any]) -> Any:
    made = np.asarray(np.poly(zeros))
    return made.astype(zeros.dtype if np.iscomplexobj(made) else zeros.real.dtype)
