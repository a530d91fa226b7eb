"""Facts about CuPy, which has NumPy's functions with NumPy's parameters: its own classes and conversions."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

FROM_HOST: Final = words("cupy.asarray cupy.array")
"""They make a tensor of host data."""
SUM: Final = "cupy.sum"
TENSOR_TYPES: Final = words("cupy.ndarray")
