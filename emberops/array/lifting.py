"""Functions of tensors as functions of Arrays: what goes in is unwrapped, what comes out is wrapped.

The backend is that of the Arrays in the call; one of NumPy is host data, which adopts the backend of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from emberops.array.holder import Holder
from emberops.catalogue import CATALOGUE, Op
from emberops.dispatch import owners, registry, selection, trees
from emberops.dispatch.operation import signature_of
from emberops.dtypes import dtype as dtypes
from emberops.errors import BackendMismatchError

_AS_IT_IS = frozenset({"bool", "int", "shape", "device", "host", "generator"})
"""Results that hold no tensors."""


def lift(
    op: Op,
    cls: type[Holder],
    backend: registry.Backend | None = None,
    *,
    own: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """The operation on Arrays.

    Parameters
    ----------
    op
        An entry of the catalogue.
    cls
        What results are wrapped in, if no argument is of a class derived from it.
    backend
        The backend to run on; that of the Arrays in the call, or the default one, unless given.
    own
        A function of a backend and the unwrapped arguments that takes the place of the backend's own.
    """
    if op.result == "function":
        return _transformation(op, cls)
    takes_functions = op.group == "transforms" or op.name == "fromfunction"

    def lifted(*args: Any, **kwargs: Any) -> Any:
        held = list(_holders((args, kwargs)))
        target = common_backend(held, op.name) or backend or selection.current()
        kind = _kind(held, cls)
        args, kwargs = _unwrapped((args, kwargs), target, kind if takes_functions else None)
        function = target.functions[op.name]
        result = own(target, *args, **kwargs) if own is not None else function(*args, **kwargs)
        if op.result in _AS_IT_IS:
            return result
        if op.result == "dtype":
            return dtypes.dtype(result)
        return wrap(result, kind)

    lifted.__name__ = lifted.__qualname__ = op.name.rpartition(".")[2]
    lifted.__signature__ = signature_of(op.name)  # type: ignore[attr-defined]  # functions take attributes
    return lifted


def wrap(result: Any, cls: type[Holder]) -> Any:
    """The tensors in a result as Arrays; a function in it becomes one of Arrays."""

    def of(leaf: Any) -> Any:
        if isinstance(leaf, Holder):
            return leaf
        if _is_plain_function(leaf):
            return _outward(leaf, cls)
        backend = owners.backend_of_type(type(leaf))
        if backend is None:
            return leaf
        return cls.of(backend.functions["asarray"](leaf) if backend.is_host else leaf, backend)

    return trees.map_leaves(of, result)


def unwrap(tree: Any) -> Any:
    """The tensors of the Arrays in a tree."""
    return trees.map_leaves(lambda leaf: leaf.tensor if isinstance(leaf, Holder) else leaf, tree)


def common_backend(held: list[Holder], where: str) -> registry.Backend | None:
    """The backend of Arrays: the only one beside NumPy, or NumPy; ``None`` if there are no Arrays.

    Raises
    ------
    BackendMismatchError
        If there are two.
    """
    found: registry.Backend | None = None
    for holder in held:
        backend = holder._backend
        if found is None or found.is_host:
            found = backend
        elif backend is not found and not backend.is_host:
            raise BackendMismatchError(
                f"ops.{where} got Arrays of two backends, {found.name} and {backend.name}; convert one of them "
                f"first: ops.to_backend(x, {found.name!r})"
            )
    return found


def _holders(tree: Any) -> Iterator[Holder]:
    return (leaf for leaf in trees.leaves(tree) if isinstance(leaf, Holder))


def _kind(held: list[Holder], cls: type[Holder]) -> type[Holder]:
    return next((type(h) for h in held if type(h) is not cls and issubclass(type(h), cls)), cls)


def _unwrapped(tree: Any, target: registry.Backend, functions_of: type[Holder] | None) -> Any:
    """The native arguments; functions among them are made to take what the backend passes to them."""

    def of(leaf: Any) -> Any:
        if isinstance(leaf, Holder):
            tensor = leaf.tensor
            adopt = leaf._backend.is_host and not target.is_host
            return target.functions["asarray"](tensor) if adopt else tensor
        if functions_of is not None and _is_plain_function(leaf):
            return _inward(leaf, functions_of)
        return leaf

    return trees.map_leaves(of, tree)


def _is_plain_function(leaf: Any) -> bool:
    return callable(leaf) and not isinstance(leaf, type | dtypes.DType) and not hasattr(leaf, "dtype")


def _inward(function: Callable[..., Any], cls: type[Holder]) -> Callable[..., Any]:
    """A function of Arrays for a backend to call with its tensors."""

    @wraps(function, updated=())
    def of_tensors(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = wrap((args, kwargs), cls)
        result = function(*args, **kwargs)
        held = list(_holders(result))
        target = common_backend(held, getattr(function, "__name__", "function")) if held else None
        return result if target is None else _unwrapped(result, target, None)

    return of_tensors


def _outward(function: Callable[..., Any], cls: type[Holder]) -> Callable[..., Any]:
    """A function of tensors that a backend has made, for callers with Arrays."""

    @wraps(function, updated=())
    def of_arrays(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = unwrap((args, kwargs))
        return wrap(function(*args, **kwargs), cls)

    return of_arrays


def _transformation(op: Op, cls: type[Holder]) -> Callable[..., Any]:
    """``grad`` and its like: the backend is that of the arguments of the function that they return."""

    def transform(function: Callable[..., Any], *options: Any, **named: Any) -> Callable[..., Any]:
        made: dict[tuple[str, type], Callable[..., Any]] = {}

        @wraps(function, updated=())
        def transformed(*args: Any, **kwargs: Any) -> Any:
            held = list(_holders((args, kwargs)))
            target = common_backend(held, op.name) or selection.current()
            kind = _kind(held, cls)
            run = made.get((target.name, kind))
            if run is None:
                run = target.functions[op.name](_inward(function, kind), *options, **named)
                made[target.name, kind] = run
            args, kwargs = _unwrapped((args, kwargs), target, None)
            return wrap(run(*args, **kwargs), kind)

        return transformed

    return transform


def all_lifted(
    cls: type[Holder],
    backend: registry.Backend | None = None,
    own: dict[str, Callable[..., Any]] | None = None,
) -> dict[str, Callable[..., Any]]:
    """Every operation of the catalogue, on Arrays."""
    instead = own or {}
    return {op.name: lift(op, cls, backend, own=instead.get(op.name)) for op in CATALOGUE.values()}
