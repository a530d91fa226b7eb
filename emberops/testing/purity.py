"""A guard for tests: inside it, no tensor becomes a NumPy array but by ``ops.to_numpy``.

On PyTorch, JAX and MLX the protocols are made to raise by which NumPy reaches a tensor.  NumPy's own arrays have no
such doors, so where NumPy is the default backend, ``ops`` works with :class:`emberops.Array` over it meanwhile.
Libraries may do with their own tensors what they like: the code that called NumPy decides, by the file it stands in.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dis import opname
from functools import wraps
from itertools import islice
from types import FrameType
from typing import Any

from emberops.array import Array
from emberops.array.backend import made_of
from emberops.array.callers import users_frame
from emberops.dispatch import owners, registry, selection, trees
from emberops.errors import ImpurityError

__all__ = ["ImpurityError", "pure", "refused"]

_PROTOCOLS = ("__array__", "__array_wrap__", "__array_ufunc__", "__array_function__", "numpy")
_ALWAYS = frozenset({"__array_ufunc__", "__array_function__"})
"""Set also on types that do not have them: NumPy asks for these before it converts anything."""
_OPERATORS = frozenset({"BINARY_OP", "COMPARE_OP"})
_REFLECTED = {
    **{name: f"__r{short}__" for name, short in (("add", "add"), ("subtract", "sub"), ("multiply", "mul"))},
    **{name: f"__r{short}__" for name, short in (("divide", "truediv"), ("floor_divide", "floordiv"))},
    **{
        name: f"__r{short}__"
        for name, short in (("remainder", "mod"), ("power", "pow"), ("matmul", "matmul"))
    },
    **{f"bitwise_{name}": f"__r{name}__" for name in ("and", "or", "xor")},
    **{"left_shift": "__rlshift__", "right_shift": "__rrshift__"},
    **{"less": "__gt__", "less_equal": "__ge__", "greater": "__lt__", "greater_equal": "__le__"},
    **{"equal": "__eq__", "not_equal": "__ne__"},
}
"""Universal function -> the method of the right operand."""

_lock = threading.RLock()
_depth = 0
_replaced: list[tuple[Any, str, Any]] = []
_refused: set[tuple[str, tuple[int, int, int, int]]] = set()
_ABSENT = object()


@contextmanager
def pure() -> Iterator[None]:
    """Let every implicit conversion of a tensor to NumPy raise, within a ``with`` block or a decorated function.

    ``ops.to_numpy`` and :func:`emberops.testing.assert_close` stay legal.  The guard holds for the whole process, its
    threads included; blocks may be nested.

    Raises
    ------
    ImpurityError
        Within the block, with the file and line that converted a tensor.

    Examples
    --------
    >>> with pure():
    ...     np.cumsum(ops.ones(3))
    Traceback (most recent call last):
    emberops.errors.ImpurityError: example.py:2: np.cumsum of an Array...
    """
    _enter()
    try:
        yield
    finally:
        _leave()


def refused() -> frozenset[tuple[str, tuple[int, int, int, int]]]:
    """The places that converted a tensor under a guard, in this process until now; ``purity-lint trace`` asks.

    Returns
    -------
    frozenset
        The file, and of the expression in it the line, UTF-8 column, last line and last column, as :mod:`ast` has them.
    """
    return frozenset(_refused)


def _enter() -> None:
    global _depth  # noqa: PLW0603  counted under the lock
    with _lock:
        _depth += 1
        if _depth > 1:
            return
        host = registry.load("numpy")
        selection.stand_in("numpy", made_of(Array, host, "numpy (pure)"))
        for place, name in host.module.CONVERTERS:
            _replace(place, name, _guarded_converter(getattr(place, name)))
        _guard_types()


def _leave() -> None:
    global _depth  # noqa: PLW0603  counted under the lock
    with _lock:
        _depth -= 1
        if _depth:
            return
        while _replaced:
            place, name, before = _replaced.pop()
            if before is _ABSENT:
                delattr(place, name)
            else:
                setattr(place, name, before)
        selection.stand_in("numpy", None)


def _guard_types() -> None:
    for backend in registry.loaded():
        _guard_backend(backend)


def _guard_backend(backend: registry.Backend) -> None:
    with _lock:
        if not _depth or backend.is_host or registry.spec(backend.name).traces:
            return
        for cls in backend.tensor_types:
            for name in _PROTOCOLS:
                if name in _ALWAYS or hasattr(cls, name):
                    _replace(cls, name, _guarded(name, getattr(cls, name, None)))


def _replace(place: Any, name: str, value: Any) -> None:
    _replaced.append((place, name, vars(place).get(name, _ABSENT)))
    setattr(place, name, value)


def _guarded(name: str, original: Callable[..., Any] | None) -> Callable[..., Any]:
    if name == "__array_function__":

        def array_function(self: Any, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            _refuse(f"np.{func.__name__}", self)
            return func._implementation(*args, **kwargs)

        return array_function
    if name == "__array_ufunc__":

        def array_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
            reflected = _reflected_operator(self, ufunc.__name__, inputs, sys._getframe(1))
            result = NotImplemented if reflected is None else reflected(inputs[0])
            if result is not NotImplemented:
                return result
            _refuse(f"np.{ufunc.__name__}", self)
            convert = registry.load("numpy").functions["asarray"]
            return getattr(ufunc, method)(*[_on_host(i, convert) for i in inputs], **options)

        return array_ufunc
    assert original is not None  # for the type checker: only what there is is replaced

    @wraps(original, updated=())
    def conversion(self: Any, *args: Any, **kwargs: Any) -> Any:
        _refuse(f".{name}()" if name == "numpy" else "conversion", self)
        return original(self, *args, **kwargs)

    return conversion


def _reflected_operator(
    tensor: Any, ufunc: str, inputs: tuple[Any, ...], caller: FrameType
) -> Callable[..., Any] | None:
    """The tensor's own method for ``array + tensor``: NumPy leaves that to types with a priority and no protocol."""
    if len(inputs) != 2 or inputs[1] is not tensor or not _has_priority(type(tensor)):
        return None
    instruction = caller.f_code.co_code[caller.f_lasti]
    return getattr(tensor, _REFLECTED.get(ufunc, ""), None) if opname[instruction] in _OPERATORS else None


def _has_priority(cls: type) -> bool:
    return any("__array_priority__" in vars(base) for base in cls.__mro__)


def _on_host(value: Any, convert: Callable[..., Any]) -> Any:
    return convert(value) if owners.backend_of(value) is not None else value


def _guarded_converter(original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original, updated=())
    def converter(*args: Any, **kwargs: Any) -> Any:
        if _depth and args:
            found = next((x for x in trees.leaves(args[0]) if _is_guarded(x)), None)
            if found is not None:
                _refuse(f"np.{original.__name__}", found)
        return original(*args, **kwargs)

    return converter


def _is_guarded(x: Any) -> bool:
    backend = owners.backend_of_type(type(x))
    return backend is not None and not backend.is_host


def _refuse(what: str, tensor: Any) -> None:
    """Raise, if code of the user's reached NumPy."""
    if not _depth:
        return
    culprit = users_frame(sys._getframe(2), __file__)
    if culprit is None:
        return
    _note(culprit)
    kind = type(tensor).__name__
    backend = getattr(tensor, "backend", None) or getattr(owners.backend_of(tensor), "name", "")
    raise ImpurityError(
        f"{culprit.f_code.co_filename}:{culprit.f_lineno}: {what} of a tensor ({kind}, backend {backend}) in "
        f"{culprit.f_code.co_name}() ties it to NumPy; use the operation of ops, or ops.to_numpy(x) where the host "
        "is meant"
    )


def _note(frame: FrameType) -> None:
    line, last_line, column, last_column = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    if line is not None and last_line is not None and column is not None and last_column is not None:
        _refused.add((frame.f_code.co_filename, (line, column, last_line, last_column)))


registry.on_load(_guard_backend)
