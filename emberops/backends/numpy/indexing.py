"""Operations of the group ``indexing`` on NumPy."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from emberops.backends.support.scalars import SMALL, check_fits
from emberops.backends.support.shapes import as_shape
from emberops.dispatch.owners import backend_of, backends_in, holds_no_numbers
from emberops.errors import NoAxesError
from emberops.typing import Shape

Array: TypeAlias = "np.ndarray[Any, Any]"

extract = np.extract
compress = np.compress
ix_ = np.ix_


_ARRAY = np.ndarray
_OF_HOST = frozenset({int, slice, type(None), type(...), np.ndarray, np.int64})
"""Types of indices that can hold no tensor of another backend."""


def getitem(x: Any, index: Any, /) -> Any:
    kind = type(index)
    if (
        kind in _OF_HOST and type(x) is _ARRAY
    ):  # the common case, which takes less time than to look for others
        return x[index]
    if kind not in _OF_HOST and not (kind is tuple and _OF_HOST.issuperset(map(type, index))):
        for backend in backends_in(index):  # the array is host data beside a tensor, here as in other calls
            try:
                array = backend.functions["asarray"](x)
            except Exception:
                # Asked only now: a compiler that traces the call cannot see the dtype of an array.
                if holds_no_numbers(x):
                    return x[_on_host(index)]  # text and objects, which no tensor holds
                raise
            return backend.functions["getitem"](array, index)
    if isinstance(x, np.ndarray) or hasattr(x, "shape"):
        return x[index]  # a table, a sparse matrix and another library's array have items of their own
    return np.asarray(x)[index]


def _on_host(index: Any) -> Any:
    """An index with NumPy's arrays for the tensors in it."""
    if isinstance(index, tuple | list):
        return type(index)(map(_on_host, index))
    backend = backend_of(index)
    return index if backend is None else backend.functions["to_numpy"](index)


def take(x: Any, indices: Any, /, axis: int | None = None, *, mode: str = "raise") -> Any:
    return np.take(x, indices, axis, mode=mode)  # type: ignore[call-overload]  # the overloads want literals


def take_along_axis(x: Any, indices: Any, /, axis: int | None = -1) -> Any:
    return np.take_along_axis(np.asarray(x), np.asarray(indices), axis)


def choose(x: Any, choices: Sequence[Any], /, *, mode: str = "raise") -> Any:
    return np.choose(x, choices, mode=mode)  # type: ignore[call-overload]  # the overloads want literals


def unravel_index(indices: Any, /, shape: Shape, order: Any = "C") -> tuple[Any, ...]:
    return np.unravel_index(indices, as_shape(shape), order)


def ravel_multi_index(
    multi_index: Sequence[Any], /, dims: Shape, *, mode: Any = "raise", order: Any = "C"
) -> Any:
    return np.ravel_multi_index(tuple(multi_index), as_shape(dims), mode, order)


def ndindex(*shape: Shape) -> Iterator[tuple[int, ...]]:
    return np.ndindex(*shape)  # type: ignore[arg-type]  # one shape, or sizes one by one


def ndenumerate(x: Any, /) -> Iterator[tuple[tuple[int, ...], Any]]:
    return np.ndenumerate(x)


def _target(x: Any, copy: bool) -> Array:
    """What to write into: the caller's array, or a copy; an object that takes stores of its own stays what it is."""
    if isinstance(x, np.generic) and not copy:
        raise NoAxesError(
            f"a number takes no stores, and x is one ({type(x).__name__}); `asarray` makes an array of it"
        )
    if copy or not (isinstance(x, np.ndarray) or _stores_itself(x)):
        return np.array(x)
    return x  # type: ignore[no-any-return]  # an array, or what stands for one


def _stores_itself(x: Any) -> bool:
    """True for sparse matrices, tables and their like: NumPy would make an array of one object of them."""
    return hasattr(type(x), "__setitem__") and not isinstance(x, list)


def assign(x: Any, index: Any, value: Any, /, *, copy: bool = False) -> Any:
    if copy or not isinstance(x, np.ndarray):  # said here too: fixed loops store number by number
        if index is ... and isinstance(x, np.generic):
            return value  # a number has no elements: what is assigned to all of it takes its place, as `x //= 2` does
        x = _target(x, copy)
    x[index] = value
    return x


def _assign_with(update: Callable[[Any, Any], Any], *, in_place: bool = True) -> Callable[..., Array]:
    def assign_with(x: Any, index: Any, value: Any, /, *, copy: bool = False) -> Array:
        if in_place and index is ... and not copy and not isinstance(x, list | tuple):
            return update(x, value)  # type: ignore[no-any-return]  # an array or a number
        target = _target(x, copy) if copy or not isinstance(x, np.ndarray) else x  # as in `assign`
        # The very steps of `x[index] += value`: a part that is an array is updated in place, with its rules of casting.
        target[index] = update(target[index], value)
        return target

    return assign_with


assign_add = _assign_with(operator.iadd)
assign_subtract = _assign_with(operator.isub)
assign_multiply = _assign_with(operator.imul)
assign_divide = _assign_with(operator.itruediv)
assign_maximum = _assign_with(np.maximum, in_place=False)
assign_minimum = _assign_with(np.minimum, in_place=False)


def _accumulate_with(update: np.ufunc) -> Callable[..., Array]:
    def accumulate_with(x: Any, indices: Any, values: Any, /, *, copy: bool = False) -> Array:
        target = _target(x, copy)
        if type(values) is int and values not in SMALL:  # NumPy lets it wrap around, in its `at` alone
            check_fits(values, str(target.dtype))
        update.at(target, indices, values)
        return target

    return accumulate_with


add_at = _accumulate_with(np.add)
subtract_at = _accumulate_with(np.subtract)
multiply_at = _accumulate_with(np.multiply)
divide_at = _accumulate_with(np.divide)
maximum_at = _accumulate_with(np.maximum)
minimum_at = _accumulate_with(np.minimum)


def put(x: Any, indices: Any, values: Any, /) -> Array:
    target = _target(x, copy=False)
    np.put(target, indices, values)
    return target


def put_along_axis(x: Any, indices: Any, values: Any, /, axis: int | None) -> Array:
    target = _target(x, copy=False)
    np.put_along_axis(target, np.asarray(indices), values, axis)
    return target


def place(x: Any, mask: Any, values: Any, /) -> Array:
    target = _target(x, copy=False)
    np.place(target, mask, values)
    return target


def putmask(x: Any, mask: Any, values: Any, /) -> Array:
    target = _target(x, copy=False)
    np.putmask(target, mask, values)
    return target


def copyto(x: Any, values: Any, /, *, where: Any = True) -> Array:
    target = _target(x, copy=False)
    np.copyto(target, values, where=where)
    return target


def fill_diagonal(x: Any, value: Any, /, wrap: bool = False) -> Array:
    target = _target(x, copy=False)
    np.fill_diagonal(target, value, wrap)
    return target
