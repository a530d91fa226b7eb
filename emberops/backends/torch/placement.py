"""What a call makes lies where its tensors lie: PyTorch computes with tensors of one device at a time."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import torch

from emberops.backends.composed import bound_to
from emberops.catalogue import CATALOGUE

_HOST = frozenset(
    {bool, int, float, complex, str, type(None), torch.dtype, np.ndarray, *np.sctypeDict.values()}
)
"""What lies on no device of PyTorch's, known without asking it, which takes longer."""
_BACKEND = __name__.rpartition(".")[0]
_PARTS = frozenset(name.partition(".")[0] for name in CATALOGUE if "." in name)
"""Groups of operations that are modules of their own, such as ``linalg``."""
_NAMESPACES: dict[torch.device, ModuleType] = {}


def beside(values: Iterable[Any]) -> Any:
    """The namespace whose functions make their tensors on the device of the tensors among ``values``.

    That of the first tensor that is not on the CPU, for numbers in 0-d tensors of the CPU go with any other.  Lists
    and tuples are looked into.
    """
    device = _device(values)
    return sys.modules[_BACKEND] if device is None else _placed(device)


def _device(values: Iterable[Any]) -> torch.device | None:
    for value in values:
        if type(value) in _HOST:
            continue
        if isinstance(value, torch.Tensor):
            if not value.is_cpu:
                return value.device
        elif isinstance(value, (list, tuple)):
            strangers = set(map(type, value)).difference(_HOST)
            device = _device(item for item in value if type(item) in strangers) if strangers else None
            if device is not None:
                return device
    return None


def _placed(device: torch.device) -> ModuleType:
    _prepare(device)
    return _NAMESPACES[device]


def _prepare(device: torch.device) -> None:
    """Have the namespace of a device in ``_NAMESPACES``, where a compiler finds it as one of a module's values."""
    if device not in _NAMESPACES:
        _NAMESPACES[device] = _namespace(device)


# A compiler calls it, and does not follow it into the reading of signatures.
_prepare._dynamo_marked_constant = True  # type: ignore[attr-defined]  # torch.compiler.assume_constant_result


def _namespace(device: torch.device) -> ModuleType:
    """A copy of this backend whose functions make their tensors on one device.

    It is a module, for compilers look into those, and made whole, for they do not follow ``__getattr__``.
    """
    whole = ModuleType(f"{_BACKEND}, on {device}")
    whole.beside = lambda values: _placed(_device(values) or device)  # type: ignore[attr-defined]  # modules take attributes
    _fill(whole, sys.modules[_BACKEND], whole, device)
    return whole


def _fill(made: ModuleType, backend: ModuleType, whole: ModuleType, device: torch.device) -> None:
    for name, found in vars(backend).items():
        if name == "beside" or name.startswith("__"):
            continue
        if isinstance(found, FunctionType):
            setattr(made, name, _placing(found, whole, device))
        elif name in _PARTS and isinstance(found, ModuleType):
            part = ModuleType(f"{found.__name__}, on {device}")
            _fill(part, found, whole, device)
            setattr(made, name, part)
        else:  # a number, a class, or one of PyTorch's own functions, which make nothing new
            setattr(made, name, found)


def _placing(function: Callable[..., Any], whole: ModuleType, device: torch.device) -> Callable[..., Any]:
    """The function with this device for ``None``; one that is composed takes its parts from ``whole``.

    Where a device has to be given, it is what the call is about.
    """
    common = bound_to(function, whole)
    if common is not None:
        return common
    try:
        parameters = inspect.signature(function).parameters
    except ValueError:  # one of PyTorch's own, which makes nothing new
        return function
    if "device" not in parameters or parameters["device"].default is not None:
        return function
    here = device

    @wraps(function)
    def placing(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        if device is None and not (args and isinstance(args[0], torch.Tensor)):
            device = here
        return function(*args, device=device, **kwargs)

    return placing
