"""Dispatch of operations on functions and on trees of tensors.

``ops.grad(f)`` cannot know which backend ``f`` will run on.  What it returns finds out when it is called: the
backend of the first tensor among the arguments, the default one if there is none.
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from emberops.catalogue.parameters import described
from emberops.dispatch import diagnosis, registry, selection, traced_values, transform_checks, trees
from emberops.dispatch.operation import backend_of, is_tensor, routers
from emberops.dispatch.router import Router

F = TypeVar("F", bound=Callable[..., Any])


def transformation(function: F) -> F:
    """Make a facade function that takes a function and returns one; the backend is chosen at each call of that.

    Where the function may be left out, what is returned waits for it.
    """
    name = _enter(function)
    signature = inspect.signature(function)

    @wraps(function)
    def make(*args: Any, **kwargs: Any) -> Callable[..., Any]:
        bound = signature.bind(*args, **kwargs)
        if not args:  # a decorator with options
            return lambda fun: make(fun, **kwargs)
        bound.apply_defaults()
        options = bound.arguments
        fun = args[0]
        given = (transform_checks.with_checked_result(name, fun, options), *args[1:])
        made: dict[str, Callable[..., Any]] = {}

        @_named_as(fun)
        def transformed(*call_args: Any, **call_kwargs: Any) -> Any:
            backend = _backend_of((call_args, call_kwargs))
            run = made.get(backend.name)
            if run is None:
                run = made[backend.name] = backend.functions[name](*given, **kwargs)
            if not backend.is_host:
                call_args, call_kwargs = _adopted((call_args, call_kwargs), backend)
            transform_checks.check_call(name, options, call_args)
            try:
                return run(*call_args, **call_kwargs)
            except Exception as error:
                explained = transform_checks.explained(name, options, call_args) or _refused(name, error)
                if explained is None:
                    raise
                raise explained from error

        return transformed

    return make  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


_TOLD_BY = {"__module__": str, "__name__": str, "__qualname__": str, "__doc__": str, "__annotations__": dict}
"""Attributes of a function that tell of it -> their types, which an object that is called need not keep to."""


def _named_as(fun: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """:func:`functools.wraps`, for functions and for objects that are called."""
    return wraps(
        fun, assigned=[name for name, told in _TOLD_BY.items() if isinstance(getattr(fun, name, None), told)]
    )


def tree_operation(function: F) -> F:
    """Make the dispatcher of a facade function whose arguments are functions and trees of tensors."""
    name = _enter(function)

    @wraps(function)
    def dispatched(*args: Any, **kwargs: Any) -> Any:
        backend = _backend_of((args, kwargs))
        if not backend.is_host:
            args, kwargs = _adopted((args, kwargs), backend)
        given = transform_checks.checked_arguments(name, args)
        try:
            return backend.functions[name](*given, **kwargs)
        except Exception as error:
            explained = _refused(name, error)
            if explained is None:
                raise
            raise explained from error

    return dispatched  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


def _refused(name: str, error: Exception) -> Exception | None:
    """The exception for a value that is asked for where a function is traced, or for a rule that is missing."""
    if traced_values.is_asked_for(error):
        return diagnosis.traced(error, name)
    known = diagnosis.of_its_class(error, name)
    if known is not None:
        return known
    missing = traced_values.missing_rule(error)
    return None if missing is None else diagnosis.unsupported(error, name, missing)


def composed(function: F) -> F:
    """Enter a facade function that is written in other operations, and stays as it is."""
    _enter(function)
    return function


class _Forward(threading.local):
    """Whether the first part of a gradient runs, in this thread."""

    runs = False


class CustomVJP:
    """What ``ops.custom_vjp`` returns: a function that waits for its gradient."""

    def __init__(self, fun: Callable[..., Any], custom_gradient: Callable[..., Any]) -> None:
        self._fun = self._run = fun
        self._custom_gradient = custom_gradient
        self._forward = _Forward()

    def defvjp(self, forward: Callable[..., Any], backward: Callable[..., Any]) -> None:
        """Set the two parts of the gradient; the first may call the function itself, as JAX has it."""

        def with_gradient(*args: Any) -> tuple[Any, Callable[..., Any]]:
            self._forward.runs = True
            try:
                result, kept = forward(*args)
            finally:
                self._forward.runs = False
            return result, lambda *cotangents: backward(kept, *cotangents)

        self._run = self._custom_gradient(with_gradient)

    def __call__(self, *args: Any) -> Any:
        """The function's result."""
        return self._fun(*args) if self._forward.runs else self._run(*args)


def _enter(function: Callable[..., Any]) -> str:
    name = function.__name__
    routers[name] = Router(name, function)
    if function.__doc__:
        function.__doc__ = described(name, function.__doc__, routers[name].signature.parameters)
    return name


def _backend_of(tree: Any) -> registry.Backend:
    objects = []
    for leaf in trees.leaves(tree):
        found = backend_of(leaf)
        if found is not None:
            return found
        if type(leaf).__module__ != "builtins" and not is_tensor(leaf):
            objects.append(leaf)
    return (_backend_within(objects) if objects else None) or selection.current()


def _backend_within(objects: list[Any]) -> registry.Backend | None:
    """The backend of the tensors in containers that their library was told of, such as a module of Equinox."""
    for backend in registry.imported():
        open_container = getattr(backend.module, "tensors_within", None)
        if open_container is not None and any(backend_of(*open_container(one)) is backend for one in objects):
            return backend
    return None


def _adopted(tree: Any, backend: registry.Backend) -> Any:
    """NumPy arrays among the leaves are host data: they become tensors of the backend."""
    convert = backend.functions["asarray"]
    return trees.map_leaves(lambda x: convert(x) if is_tensor(x) and backend_of(x) is None else x, tree)
