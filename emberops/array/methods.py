"""The methods that NumPy's arrays have and every Array has: operations of ``ops``, under NumPy's signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops import ops
from emberops.array import numpy_protocols
from emberops.array.holder import Holder
from emberops.array.lifting import unwrap

_SAME = (
    *("argpartition", "argsort", "astype", "choose", "clip", "conj", "conjugate", "copy", "diagonal", "item"),
    *("nonzero", "repeat", "searchsorted", "squeeze", "swapaxes", "take", "tolist", "trace"),
)
"""Methods with the parameters of the operation."""
_REDUCTIONS = (
    "all",
    "any",
    "argmax",
    "argmin",
    "cumprod",
    "cumsum",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
)
"""Methods with ``axis``, ``dtype`` and ``out``, in that order, and options."""
_WITHOUT_DTYPE = frozenset({"all", "any", "argmax", "argmin", "max", "min"})
_RENAMED = {"ddof": "correction"}


def _method(name: str) -> Callable[..., Any]:
    operation = getattr(ops, name)

    def method(self: Holder, *args: Any, **kwargs: Any) -> Any:
        return numpy_protocols.method(name, operation, self, args, kwargs)

    method.__name__ = name
    method.__doc__ = f"``ops.{name}`` of this Array."
    return method


def _reduction(name: str) -> Callable[..., Any]:
    operation = getattr(ops, name)
    order = ("axis", "out") if name in _WITHOUT_DTYPE else ("axis", "dtype", "out")

    def method(self: Holder, *args: Any, **kwargs: Any) -> Any:
        named = dict(zip(order, args, strict=False)) | {_RENAMED.get(k, k): v for k, v in kwargs.items()}
        out: Any = named.pop("out", None)
        given = {k: v for k, v in named.items() if v is not None}
        result = numpy_protocols.method(name, operation, self, (), given)
        return result if out is None else _put(out, result)

    method.__name__ = name
    method.__doc__ = f"``ops.{name}`` of this Array; ``ddof`` is ``correction``, and ``out`` is written to."
    return method


def _put(out: Holder, result: Any) -> Any:
    out.write(..., unwrap(result))
    return out


class Methods(Holder):
    """NumPy's methods."""

    __slots__ = ()

    def reshape(self, *shape: Any, order: Any = "C") -> Any:
        """The same values in another shape, given as one tuple or as several sizes."""
        return ops.reshape(self, shape[0] if len(shape) == 1 else shape, order=order)

    def ravel(self, order: Any = "C") -> Any:
        """The values along one axis."""
        return ops.reshape(self, (-1,), order=order)

    def flatten(self, order: Any = "C") -> Any:
        """A copy with one axis."""
        return ops.copy(ops.reshape(self, (-1,), order=order))

    def transpose(self, *axes: Any) -> Any:
        """The axes in another order, reversed unless given."""
        if not axes or axes == (None,):
            return ops.permute_dims(self, tuple(reversed(range(ops.ndim(self)))))
        return ops.permute_dims(self, tuple(axes[0]) if isinstance(axes[0], (tuple, list)) else axes)

    def dot(self, other: Any, out: Any = None) -> Any:
        """The dot product."""
        result = ops.dot(self, other)
        return result if out is None else _put(out, result)

    def round(self, decimals: int = 0, out: Any = None) -> Any:
        """Rounded to a number of decimals, halves to even."""
        result = ops.round(self, decimals)
        return result if out is None else _put(out, result)

    def compress(self, condition: Any, axis: int | None = None, out: Any = None) -> Any:
        """The slices along an axis for which a condition is true."""
        result = ops.compress(condition, self, axis=axis)
        return result if out is None else _put(out, result)

    def put(self, indices: Any, values: Any) -> None:
        """Write values at positions of the flattened array."""
        _put(self, ops.put(self, indices, values))

    def partition(self, kth: int, axis: int = -1) -> None:
        """Rearrange in place around the value that sorting would put at a position."""
        _put(self, ops.partition(self, kth, axis=axis))

    def tobytes(self, order: Any = "C") -> bytes:
        """The bytes of the values."""
        return ops.to_numpy(self).tobytes(order)  # type: ignore[no-any-return]  # the facade says Any

    def view(self, *args: Any, **kwargs: Any) -> Any:
        """The same values; what is written to one is seen in the other.  As another dtype: a copy, made by NumPy."""
        if not args and not kwargs:
            return self.part(...)
        return numpy_protocols.method("view", None, self, args, kwargs)

    def fill(self, value: Any) -> None:
        """Write one value everywhere."""
        self.write(..., value.tensor if isinstance(value, Holder) else value)

    def sort(self, axis: int = -1, kind: Any = None) -> None:
        """Sort in place, as NumPy's method does; whatever ``kind`` asks for, equal values keep their order."""
        _put(self, ops.sort(self, axis=axis))


for _name in _SAME:
    setattr(Methods, _name, _method(_name))
for _name in _REDUCTIONS:
    setattr(Methods, _name, _reduction(_name))
