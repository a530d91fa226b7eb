"""What a call makes lies where its tensors lie: PyTorch computes with tensors of one device at a time."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from functools import cache, wraps
from types import ModuleType
from typing import Any

import torch

from emberops.backends.composed import bound_to

_NUMBERS = frozenset({bool, int, float, complex, str})
"""What long lists are of: where the first item is none of these, there may be tensors."""
_BACKEND = __name__.rpartition(".")[0]


def beside(values: Iterable[Any]) -> Any:
    """The namespace whose functions make their tensors on the device of the tensors among ``values``.

    That of the first tensor that is not on the CPU, for numbers in 0-d tensors of the CPU go with any other.  Lists
    and tuples are looked into.
    """
    device = _device(values)
    return sys.modules[_BACKEND] if device is None else _placed(device)


def _device(values: Iterable[Any]) -> torch.device | None:
    for value in values:
        if isinstance(value, torch.Tensor):
            if not value.is_cpu:
                return value.device
        elif isinstance(value, (list, tuple)) and value and type(value[0]) not in _NUMBERS:
            device = _device(value)
            if device is not None:
                return device
    return None


@cache
def _placed(device: torch.device) -> _Placed:
    module = sys.modules[_BACKEND]
    return _Placed(module, device, None)


class _Placed:
    """A namespace of this backend, or a part of it, whose functions make their tensors on one device."""

    def __init__(self, module: ModuleType, device: torch.device, whole: _Placed | None) -> None:
        self._module = module
        self._device = device
        self._whole = whole or self

    def beside(self, values: Iterable[Any]) -> _Placed:
        """As the function of this name; what holds no tensor is made here."""
        device = _device(values)
        return self._whole if device is None else _placed(device)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        if isinstance(found, ModuleType):
            found = _Placed(found, self._device, self._whole)
        elif callable(found) and not isinstance(found, type):
            found = self._placing(found)
        setattr(self, name, found)
        return found

    def _placing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with this device for ``None``; one that is composed takes its parts from here."""
        common = bound_to(function, self._whole)
        if common is not None:
            return common
        try:
            parameters = inspect.signature(function).parameters
        except ValueError:  # one of PyTorch's own, which makes nothing new
            return function
        if "device" not in parameters:
            return function

        @wraps(function)
        def placing(*args: Any, device: Any = None, **kwargs: Any) -> Any:
            if device is None and not (args and isinstance(args[0], torch.Tensor)):
                device = self._device
            return function(*args, device=device, **kwargs)

        return placing
