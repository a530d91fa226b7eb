"""Moving to ``ops`` step by step: NumPy code on Arrays of any backend, and Arrays for NumPy code.

:class:`emberops.Array` speaks NumPy's protocols (NEP 13 and 18): ``np.f(x)`` of an Array runs ``ops.f`` on its backend,
and NumPy itself where ``ops`` has no such call.  Those calls are counted in :data:`fallbacks`, by name, and warn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from emberops import ops
from emberops.array import Array
from emberops.array.callers import users_frame
from emberops.array.lifting import unwrap, wrap
from emberops.array.numpy_protocols import FallbackWarning, fallbacks
from emberops.dispatch import owners, registry, trees

__all__ = ["FallbackWarning", "as_numpy", "fallbacks", "numpy_on", "on_arrays", "unwrap", "wrap_tree"]


def wrap_tree(tree: Any, backend: str | None = None) -> Any:
    """Every tensor in nested dicts, lists and tuples as an Array, on its own backend or on another one.

    Parameters
    ----------
    tree
        Tensors of any backends, NumPy arrays too; what is no tensor stays as it is.
    backend
        Where all of them are to be; where they are unless given.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
        If there is no such backend.
    """
    wrapped = wrap(tree, Array)
    if backend is None:
        return wrapped
    registry.load(backend)
    return trees.map_leaves(
        lambda leaf: ops.to_backend(leaf, backend) if isinstance(leaf, Array) else leaf, wrapped
    )


def on_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that works on Arrays, for callers with whatever tensors: they get back what they use.

    Called with Arrays it returns Arrays; called with tensors of a backend, or NumPy arrays, it returns those.
    """

    @wraps(function)
    def adapted(*args: Any, **kwargs: Any) -> Any:
        if any(isinstance(leaf, Array) for leaf in trees.leaves((args, kwargs))):
            return function(*args, **kwargs)
        args, kwargs = wrap((args, kwargs), Array)
        return unwrap(function(*args, **kwargs))

    return adapted


def as_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that only knows NumPy, for callers with tensors: these go to the host, results come back.

    Each call counts in :data:`fallbacks` under the function's name.  Gradients end here.
    """

    @wraps(function)
    def adapted(*args: Any, **kwargs: Any) -> Any:
        held = [leaf for leaf in trees.leaves((args, kwargs)) if ops.is_tensor(leaf)]
        backend = owners.backend_of(*[unwrap(leaf) for leaf in held])
        arrays = any(isinstance(leaf, Array) for leaf in held)
        if backend is not None:
            fallbacks[getattr(function, "__name__", "function")] += 1
        args, kwargs = trees.map_leaves(
            lambda leaf: ops.to_numpy(leaf) if ops.is_tensor(leaf) else leaf, (args, kwargs)
        )
        result = function(*args, **kwargs)
        if backend is None and not arrays:
            return result
        target = backend or registry.load("numpy")
        back = trees.map_leaves(lambda leaf: _moved(leaf, target), result)
        return wrap(back, Array) if arrays else back

    return adapted


@contextmanager
def numpy_on(backend: str) -> Iterator[None]:
    """Let ``np.zeros``, ``np.array`` and the like make Arrays of a backend, within a ``with`` block.

    What NumPy code does with them then runs there, by NumPy's protocols.  dtypes stay NumPy's where the backend has
    them.  Calls by libraries are left alone, and so are names that were imported before (``from numpy import zeros``).
    The functions are replaced in NumPy's module, for the whole process, and put back.

    Parameters
    ----------
    backend
        Its name.

    Raises
    ------
    UnknownBackendError, BackendNotInstalledError
        Before anything is replaced.

    Examples
    --------
    >>> with numpy_on("torch"):
    ...     x = np.linspace(0.0, 1.0, 5)
    ...     np.sum(x * x).backend
    'torch'
    """
    target = registry.load(backend)
    places = registry.load("numpy").module.CREATORS
    before = [(place, name, getattr(place, name)) for place, name in places]
    try:
        for place, name, original in before:
            setattr(place, name, _creator(original, target))
        yield
    finally:
        for place, name, original in before:
            setattr(place, name, original)


def _creator(original: Callable[..., Any], target: registry.Backend) -> Callable[..., Any]:
    @wraps(original, updated=())
    def create(*args: Any, **kwargs: Any) -> Any:
        if users_frame(sys._getframe(1), __file__) is None:
            return original(*args, **kwargs)
        held = [leaf for leaf in trees.leaves((args, kwargs)) if isinstance(leaf, Array)]
        if held and args and isinstance(args[0], Array) and original.__name__.startswith("as"):
            dtype = args[1] if len(args) > 1 else kwargs.get("dtype")
            return args[0] if dtype is None else ops.astype(args[0], dtype)
        if held and original.__name__ in ("array", "asarray"):
            return ops.asarray(*args, **{k: v for k, v in kwargs.items() if k == "dtype"})
        return wrap(_moved(original(*args, **kwargs), target), Array)

    return create


def _moved(leaf: Any, target: registry.Backend) -> Any:
    """A NumPy array as a tensor of a backend, if it holds numbers."""
    host = registry.load("numpy")
    if not isinstance(leaf, host.tensor_types) or owners.holds_no_numbers(leaf):
        return leaf
    return target.functions["asarray"](leaf)
