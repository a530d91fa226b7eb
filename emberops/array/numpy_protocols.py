"""NumPy's protocols (NEP 13 and 18): ``np.f(x)`` of an Array runs ``ops.f`` on the Array's backend.

What ``ops`` does not have, or not with those arguments, runs on NumPy itself: the result comes back to the backend, and
the fallback is counted by name (:data:`fallbacks`), never silent.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

from emberops import ops
from emberops.array.callers import librarys_function
from emberops.array.holder import Holder
from emberops.dispatch import owners, registry, trees
from emberops.dtypes import dtype as dtypes
from emberops.errors import OperationNotSupportedError

fallbacks: Counter[str] = Counter()
"""How often each function ran on NumPy itself, since the process began: NumPy's by name, a library's with its package,
and ``conversion`` for what was converted in so many words, or by compiled code."""


class FallbackWarning(UserWarning):
    """A NumPy function ran on the host, because ``ops`` has no such thing."""


_UFUNCS = {
    "arctan2": "atan2",
    "absolute": "abs",
    "true_divide": "divide",
    "conjugate": "conj",
    "invert": "bitwise_invert",
}
_FUNCTIONS = {"concatenate": "concat", "transpose": "transpose"}
_REDUCE = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}
_ACCUMULATE = {"add": "cumsum", "multiply": "cumprod", "maximum": "cummax", "minimum": "cummin"}
_IN_PLACE = frozenset({"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"})
"""Functions of NumPy that write into their first argument, where the operation gives a new tensor."""
_STABLE = (ops.sort, ops.argsort)
"""Operations that keep the order of equal values, as the strictest of NumPy's kinds of sorting does."""


def array(self: Any, dtype: Any = None, copy: bool | None = None) -> Any:
    """NumPy's array of the values: what ``np.asarray(x)`` gives.

    A library's function that asks for it is a fallback like any other; who writes ``np.asarray`` has asked for it.
    """
    library = librarys_function(sys._getframe(1))
    fallbacks[library or "conversion"] += 1
    if library is not None and not self._backend.is_host:
        _warn(f"{library} got a NumPy array: the values of its {self.backend} arguments went to the host", 3)
    host = ops.to_numpy(self)
    if isinstance(dtype, dtypes.DType):
        dtype = ops.to_numpy(ops.zeros((), dtype=dtype)).dtype
    return host if dtype is None else host.astype(dtype)


def ufunc(self: Any, function: Any, method: str, *inputs: Any, **options: Any) -> Any:
    """A universal function of Arrays."""
    out = options.pop("out", None)
    name = function.__name__
    if method == "__call__":
        operation = _operation(_UFUNCS.get(name, name))
    elif method == "reduce":
        operation = _operation(_REDUCE.get(name, ""))
        options = {"axis": 0} | options
    elif method == "accumulate":
        operation = _operation(_ACCUMULATE.get(name, ""))
        options = {"axis": 0} | options
    elif method == "outer":
        first, second = inputs
        inputs = (first[(...,) + (None,) * ops.ndim(second)], second)
        operation = _operation(_UFUNCS.get(name, name))
    else:
        operation = None
    call = function if method == "__call__" else getattr(function, method)
    mask = options.pop("where", True) if method == "__call__" or options.get("where") is True else True
    result = _run(operation, call, f"{name}.{method}" if method != "__call__" else name, inputs, options)
    return _deliver(result, out, mask)


def function(self: Any, func: Any, types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Any other function of NumPy's namespace, of Arrays."""
    kwargs = dict(kwargs)
    out = kwargs.pop("out", None)
    home = getattr(func, "__module__", "numpy").removeprefix("numpy").lstrip(".")
    home = home if home in ("linalg", "fft") else ""
    name = _FUNCTIONS.get(func.__name__, func.__name__)
    operation = _operation(f"{home}.{name}" if home else name)
    result = _run(operation, func, f"{home}.{name}" if home else func.__name__, args, kwargs)
    if name in _IN_PLACE:
        return None if result is None else _write(args[0], result)
    return _deliver(result, out)


def method(
    name: str,
    operation: Callable[..., Any] | None,
    array: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """A method of NumPy's arrays: the operation, or the method itself where the operation does not take that call."""

    def native(host: Any, *host_args: Any, **host_kwargs: Any) -> Any:
        return getattr(host, name)(*host_args, **host_kwargs)

    out = kwargs.pop("out", None)
    return _deliver(_run(operation, native, f"ndarray.{name}", (array, *args), kwargs), out)


def _operation(name: str) -> Callable[..., Any] | None:
    found: Any = ops
    for part in name.split("."):
        found = vars(found).get(part) if part else None
        if found is None:
            return None
    return found if callable(found) else None


def _run(
    operation: Callable[..., Any] | None,
    native: Any,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """The operation, or NumPy's function where the operation does not take that call."""
    if operation is not None:
        told = {k: v for k, v in kwargs.items() if v is not None and type(v).__name__ != "_NoValueType"}
        if "ddof" in told:
            told["correction"] = told.pop("ddof")
        if operation in _STABLE:
            told.pop("kind", None)
        try:
            return operation(*args, **told)
        except (TypeError, OperationNotSupportedError) as error:
            if not _is_about_the_signature(error):
                raise
    return _on_the_host(native, name, args, kwargs)


def _is_about_the_signature(error: Exception) -> bool:
    words = str(error)
    return isinstance(error, OperationNotSupportedError) or (
        type(error) is TypeError and ("argument" in words or "positional" in words)
    )


def _on_the_host(native: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    held = [leaf for leaf in trees.leaves((args, kwargs)) if isinstance(leaf, Holder)]
    fallbacks[name] += 1
    target = next((h for h in held if not h._backend.is_host), held[0])
    if not target._backend.is_host:
        _warn(
            f"np.{name} ran on NumPy: ops has no such call; its {target.backend} arguments went to the host and back",
            5,
        )
    copies = [ops.to_numpy(holder).copy() for holder in held]
    rest = iter(copies)
    host_args, host_kwargs = trees.map_leaves(
        lambda leaf: next(rest) if isinstance(leaf, Holder) else leaf, (args, kwargs)
    )
    result = native(*host_args, **host_kwargs)
    for holder, copied in zip(held, copies, strict=True):
        if result is copied or result is None:  # then it is about what it wrote into its arguments
            _write(holder, copied)
            result = holder if result is copied else result
    return trees.map_leaves(lambda leaf: _back(leaf, target), result)


def _back(leaf: Any, target: Holder) -> Any:
    """What NumPy gave, on the backend of an Array."""
    if not isinstance(leaf, registry.load("numpy").tensor_types) or owners.holds_no_numbers(leaf):
        return leaf
    return type(target).of(target._backend.functions["asarray"](leaf), target._backend)


def _warn(message: str, stacklevel: int) -> None:
    warnings.warn(message, FallbackWarning, stacklevel=stacklevel)


def _deliver(result: Any, out: Any, mask: Any = True) -> Any:
    """The result, or what ``out`` names with the result in it, where a mask is true; without ``out``, anywhere."""
    places = out if isinstance(out, tuple) else (out,)
    if all(place is None for place in places):
        return result
    values = result if isinstance(result, tuple) else (result,)
    for place, value in zip(places, values, strict=True):
        _write(place, value if mask is True else ops.where(mask, value, place))
    return out if len(places) > 1 else places[0]


def _write(place: Any, value: Any) -> None:
    held = place if isinstance(place, Holder) else Holder.of(place, registry.load("numpy"))
    same = isinstance(place, Holder) and isinstance(value, Holder)
    values = value.tensor if same else held._backend.functions["asarray"](ops.to_numpy(value))
    held.write(..., values)
