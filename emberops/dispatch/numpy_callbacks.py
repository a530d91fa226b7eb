"""Functions that NumPy code calls back: it gives them NumPy arrays, and takes nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from emberops.dispatch import selection, trees
from emberops.dispatch.operation import backend_of

_NUMPY = "numpy"


class NumpyCallback:
    """What ``ops.numpy_callback`` returns; it is pickled with its function, as solvers do that start processes.

    Attributes of the function are its own: SciPy reads ``terminal`` of an event.
    """

    def __init__(self, fun: Callable[..., Any]) -> None:
        if not callable(fun):
            raise TypeError(f"numpy_callback: fun is a function to call back, not {type(fun).__name__}")
        functools.update_wrapper(self, fun)
        self._fun = fun

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function's result, as NumPy has it."""
        given = [trees.map_leaves(_on_host, value) for value in args]
        named = {name: trees.map_leaves(_on_host, value) for name, value in kwargs.items()}
        with nullcontext() if selection.get_backend() == _NUMPY else selection.use_backend(_NUMPY):
            result = self._fun(*given, **named)
        return trees.map_leaves(_on_host, result)


def _on_host(value: Any) -> Any:
    backend = backend_of(value)
    return value if backend is None or backend.is_host else backend.functions["to_numpy"](value)
