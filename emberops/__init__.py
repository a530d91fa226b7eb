"""Numerical Python that is written once and runs on NumPy, PyTorch, JAX and MLX.

>>> from emberops import ops
>>> float(ops.mean([1.0, 2.0, 3.0]))
2.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from emberops import compat as compat
    from emberops import ops as ops
    from emberops import parallel as parallel
    from emberops import penalties as penalties
    from emberops import schedules as schedules
    from emberops import training as training
    from emberops.array import Array as Array
    from emberops.dispatch.namespaces import namespace as namespace
    from emberops.dispatch.registry import register_backend as register_backend
    from emberops.dispatch.selection import get_backend as get_backend
    from emberops.dispatch.selection import set_backend as set_backend
    from emberops.dispatch.selection import use_backend as use_backend
    from emberops.dtypes.default import default_dtype as default_dtype
    from emberops.dtypes.default import set_default_dtype as set_default_dtype
    from emberops.hardware import DeviceInfo as DeviceInfo
    from emberops.hardware import available_backends as available_backends
    from emberops.hardware import backend_info as backend_info
    from emberops.hardware import detect_best_backend as detect_best_backend
    from emberops.hardware import devices as devices
    from emberops.hardware import empty_cache as empty_cache
    from emberops.hardware import memory as memory
    from emberops.hardware import set_device as set_device
    from emberops.hardware import supports as supports
    from emberops.hardware import synchronize as synchronize
    from emberops.optimization import OptimizationLevel as OptimizationLevel
    from emberops.optimization import OptimizationResult as OptimizationResult
    from emberops.optimization import optimize as optimize
    from emberops.sessions import create_backend as create_backend
    from emberops.sessions import session as session

__version__ = "0.1.0"

_ROOMS = ("compat", "ops", "parallel", "penalties", "schedules", "training")

# Everything is imported on first use: the linter reads emberops.catalogue, and pays for nothing else.
_HOME = {
    "Array": "emberops.array",
    "DeviceInfo": "emberops.hardware",
    "available_backends": "emberops.hardware",
    "backend_info": "emberops.hardware",
    "detect_best_backend": "emberops.hardware",
    "devices": "emberops.hardware",
    "empty_cache": "emberops.hardware",
    "memory": "emberops.hardware",
    "set_device": "emberops.hardware",
    "supports": "emberops.hardware",
    "synchronize": "emberops.hardware",
    "OptimizationLevel": "emberops.optimization",
    "OptimizationResult": "emberops.optimization",
    "optimize": "emberops.optimization",
    "create_backend": "emberops.sessions",
    "session": "emberops.sessions",
    "default_dtype": "emberops.dtypes.default",
    "get_backend": "emberops.dispatch.selection",
    "namespace": "emberops.dispatch.namespaces",
    "register_backend": "emberops.dispatch.registry",
    "set_backend": "emberops.dispatch.selection",
    "set_default_dtype": "emberops.dtypes.default",
    "use_backend": "emberops.dispatch.selection",
}

__all__ = [*_HOME, *_ROOMS]  # noqa: PLE0604  the keys are strings


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"emberops.{name}")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'emberops' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
