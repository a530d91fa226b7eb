"""Moving to ``ops`` step by step: NumPy code on Arrays of any backend, and Arrays for NumPy code.

:class:`emberops.Array` speaks NumPy's protocols (NEP 13 and 18): ``np.f(x)`` of an Array runs ``ops.f`` on its backend,
and NumPy itself where ``ops`` has no such call.  Those calls are counted in :data:`fallbacks`, by name, and warn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any

from emberops import ops
from emberops.array import Array
from emberops.array.callers import calls_by_name, is_of_the_user
from emberops.array.lifting import unwrap, wrap
from emberops.array.numpy_protocols import FallbackWarning, fallbacks
from emberops.dispatch import owners, registry, trees
from emberops.dtypes.default import default_dtype, set_default_dtype

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
def numpy_on(backend: str, packages: Sequence[str] = ()) -> Iterator[None]:
    """Let ``np.zeros``, ``np.array`` and the like make Arrays of a backend, within a ``with`` block.

    What NumPy code does with them then runs there, by NumPy's protocols.  dtypes stay NumPy's where the backend has
    them: unless :func:`emberops.set_default_dtype` has chosen, floats are float64 where it makes float64 of NumPy's.
    Calls by installed packages are left alone, and so are names that were imported before
    (``from numpy import zeros``).  The functions are replaced in NumPy's module, for the whole process, and put back.

    Parameters
    ----------
    backend
        Its name.
    packages
        Installed packages whose calls count as yours.

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
            setattr(place, name, _creator(original, target, tuple(packages)))
        with _numpys_floats(target):
            yield
    finally:
        for place, name, original in before:
            setattr(place, name, original)


@contextmanager
def _numpys_floats(target: registry.Backend) -> Iterator[None]:
    """Let the mean of integers, and ``astype(float)``, be what they are in NumPy."""
    double = registry.load("numpy").functions["asarray"](0.5)
    keeps = default_dtype() is None and target.functions["dtype"](_moved(double, target)) == ops.float64
    if keeps:
        set_default_dtype(ops.float64)
    try:
        yield
    finally:
        if keeps:
            set_default_dtype(None)


def _creator(
    original: Callable[..., Any], target: registry.Backend, packages: tuple[str, ...]
) -> Callable[..., Any]:
    name = original.__name__
    converts = name in _CONVERTERS

    @wraps(original, updated=())
    def create(*args: Any, **kwargs: Any) -> Any:
        caller = sys._getframe(1)
        if not is_of_the_user(caller, packages) or not calls_by_name(caller, name):
            return original(*args, **kwargs)
        if converts and args and any(isinstance(leaf, Array) for leaf in trees.leaves(args[0])):
            return _converted(original, *args, **kwargs)
        made = original(*args, **kwargs)
        moved = _moved(made, target)
        return made if owners.holds_no_numbers(made) else wrap(moved, Array)

    return create


_CONVERTERS = frozenset({"array", "asarray", "asanyarray"})


def _converted(
    original: Callable[..., Any],
    data: Any,
    dtype: Any = None,
    *,
    copy: bool | None = None,
    ndmin: int = 0,
    **how: Any,
) -> Any:
    """``np.array`` and its like of an Array, or of lists of Arrays."""
    if dtype is not None and owners.holds_no_numbers(original((), dtype=dtype)):
        return original(data, dtype=dtype, copy=copy, ndmin=ndmin, **how)
    made = data if isinstance(data, Array) else ops.asarray(data)
    if dtype is not None:
        made = ops.astype(made, dtype)
    if made is data and (original.__name__ == "array" if copy is None else copy):
        made = ops.copy(made)
    return ops.reshape(made, (1,) * (ndmin - ops.ndim(made)) + ops.shape(made)) if ndmin else made


def _moved(leaf: Any, target: registry.Backend) -> Any:
    """A NumPy array as a tensor of a backend, if it holds numbers."""
    host = registry.load("numpy")
    if not isinstance(leaf, host.tensor_types) or owners.holds_no_numbers(leaf):
        return leaf
    return target.functions["asarray"](leaf)
