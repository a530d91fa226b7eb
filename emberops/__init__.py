"""Numerical Python that is written once and runs on NumPy, PyTorch, JAX and MLX.

>>> from emberops import ops
>>> float(ops.mean([1.0, 2.0, 3.0]))
2.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from emberops import ops as ops
    from emberops.namespaces import namespace as namespace
    from emberops.precision import default_dtype as default_dtype
    from emberops.precision import set_default_dtype as set_default_dtype
    from emberops.registry import register_backend as register_backend
    from emberops.selection import get_backend as get_backend
    from emberops.selection import set_backend as set_backend
    from emberops.selection import use_backend as use_backend

__version__ = "0.1.0"

# Everything is imported on first use: the linter reads emberops.catalogue, and pays for nothing else.
_HOME = {
    "default_dtype": "emberops.precision",
    "get_backend": "emberops.selection",
    "namespace": "emberops.namespaces",
    "register_backend": "emberops.registry",
    "set_backend": "emberops.selection",
    "set_default_dtype": "emberops.precision",
    "use_backend": "emberops.selection",
}

__all__ = [*_HOME, "ops"]  # noqa: PLE0604  the keys are strings


def __getattr__(name: str) -> Any:
    if name == "ops":
        return import_module("emberops.ops")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'emberops' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
