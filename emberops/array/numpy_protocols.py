"""NumPy's protocols (NEP 13 and 18): ``np.f(x)`` of an Array runs ``ops.f`` on the Array's backend.

What ``ops`` does not have, or not with those arguments, runs on NumPy itself: the result comes back to the backend, and
the fallback is counted by name (:data:`fallbacks`), never silent.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

from emberops import ops
from emberops.array.holder import Holder
from emberops.dispatch import owners, registry, trees
from emberops.errors import OperationNotSupportedError

fallbacks: Counter[str] = Counter()
"""How often each NumPy function ran on NumPy itself, since the process began."""


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
_ACCUMULATE = {"add": "cumsum", "multiply": "cumprod"}
_DROPPED = frozenset({"out", "where", "casting", "order", "subok", "like", "initial"})
"""Arguments of NumPy's functions that say how, or that are handled here."""


def array(self: Any, dtype: Any = None, copy: bool | None = None) -> Any:
    """NumPy's array of the values: what ``np.asarray(x)`` gives."""
    host = ops.to_numpy(self)
    return host if dtype is None else host.astype(ops.to_numpy(ops.zeros((), dtype=dtype)).dtype)


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
    if options.get("where") is True:
        options.pop("where")
    result = _run(operation, call, f"{name}.{method}" if method != "__call__" else name, inputs, options)
    return _deliver(result, out)


def function(self: Any, func: Any, types: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Any other function of NumPy's namespace, of Arrays."""
    kwargs = dict(kwargs)
    out = kwargs.pop("out", None)
    home = getattr(func, "__module__", "numpy").removeprefix("numpy").lstrip(".")
    home = home if home in ("linalg", "fft") else ""
    name = _FUNCTIONS.get(func.__name__, func.__name__)
    operation = _operation(f"{home}.{name}" if home else name)
    result = _run(operation, func, f"{home}.{name}" if home else func.__name__, args, kwargs)
    return _deliver(result, out)


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
        warnings.warn(
            f"np.{name} ran on NumPy: ops has no such call; its {target.backend} arguments went to the host and back",
            FallbackWarning,
            stacklevel=4,
        )
    host_args, host_kwargs = trees.map_leaves(
        lambda leaf: ops.to_numpy(leaf) if isinstance(leaf, Holder) else leaf, (args, kwargs)
    )
    result = native(*host_args, **host_kwargs)
    numpy_types = registry.load("numpy").tensor_types

    def back(leaf: Any) -> Any:
        if not isinstance(leaf, numpy_types) or owners.holds_no_numbers(leaf):
            return leaf
        return type(target).of(target._backend.functions["asarray"](leaf), target._backend)

    return trees.map_leaves(back, result)


def _deliver(result: Any, out: Any) -> Any:
    """The result, or what ``out`` names with the result in it."""
    places = out if isinstance(out, tuple) else (out,)
    if all(place is None for place in places):
        return result
    values = result if isinstance(result, tuple) else (result,)
    for place, value in zip(places, values, strict=True):
        _write(place, value)
    return out if len(places) > 1 else places[0]


def _write(place: Any, value: Any) -> None:
    held = place if isinstance(place, Holder) else Holder.of(place, registry.load("numpy"))
    held.write(
        ..., value.tensor if isinstance(place, Holder) and isinstance(value, Holder) else ops.to_numpy(value)
    )
