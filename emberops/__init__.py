"""Numerical Python that is written once and runs on NumPy, PyTorch, JAX and MLX.

>>> from emberops import ops
>>> float(ops.mean([1.0, 2.0, 3.0]))
2.0
"""

from __future__ import annotations

from emberops.namespaces import namespace
from emberops.precision import default_dtype, set_default_dtype
from emberops.registry import register_backend
from emberops.selection import get_backend, set_backend, use_backend

__all__ = [
    "default_dtype",
    "get_backend",
    "namespace",
    "ops",
    "register_backend",
    "set_backend",
    "set_default_dtype",
    "use_backend",
]
__version__ = "0.1.0"

from emberops import ops
