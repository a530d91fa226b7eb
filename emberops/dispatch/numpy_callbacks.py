"""Functions that NumPy code calls back: it gives them NumPy arrays, and takes nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import MethodType
from typing import Any

from emberops.dispatch import selection, trees
from emberops.dispatch.owners import backend_of_type

_NUMPY = "numpy"
_DOUBLE = {"f": "float64", "c": "complex128"}


class NumpyCallback:
    """What ``ops.numpy_callback`` returns; it is pickled with its function, as solvers do that start processes.

    Attributes of the function are its own: SciPy reads ``terminal`` of an event.
    """

    def __init__(self, fun: Callable[..., Any]) -> None:
        if not callable(fun):
            raise TypeError(f"numpy_callback: fun is a function to call back, not {type(fun).__name__}")
        functools.update_wrapper(self, fun)
        self._fun = fun

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """It is a method where it decorates one: SciPy asks classes of its own for theirs."""
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function's result, as NumPy has it."""
        given = [*map(_on_host, args)]
        named = {name: _on_host(value) for name, value in kwargs.items()} if kwargs else {}
        in_double = any(getattr(one, "dtype", None) == "float64" for one in (*given, *named.values()))
        if selection.get_backend() == _NUMPY:
            return _on_host(self._fun(*given, **named), in_double=in_double)
        with selection.use_backend(_NUMPY):
            result = self._fun(*given, **named)
        return _on_host(result, in_double=in_double)


def _on_host(tree: Any, *, in_double: bool = False) -> Any:
    """A tree with NumPy's arrays for tensors; itself where it is a leaf that NumPy takes.

    With ``in_double`` the tensors come in double precision, as NumPy computes what is given in it, and compiled solvers
    take nothing else: a tensor of the closure may be in single.
    """
    if isinstance(tree, (dict, list, tuple)):
        return trees.map_leaves(functools.partial(_on_host, in_double=in_double), tree)
    backend = backend_of_type(type(tree))
    if backend is None or backend.is_host:
        return tree
    array = backend.functions["to_numpy"](tree)
    return array.astype(_DOUBLE[array.dtype.kind]) if in_double and array.dtype.kind in _DOUBLE else array
