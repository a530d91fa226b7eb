"""Operations of the group ``indexing``, composed."""

from __future__ import annotations

import builtins
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from emberops.backends.support.index import require_part
from emberops.backends.support.known_values import known_of
from emberops.backends.support.one_program import in_one
from emberops.backends.support.option_words import index_mode
from emberops.backends.support.shapes import as_shape, broadcast_shapes
from emberops.dtypes import dtype as dtypes
from emberops.errors import ArgumentError, DTypeError, IndexDTypeError, OutOfBoundsError, ShapeError
from emberops.typing import Shape

_NUMBERS = (bool, int, float, complex)


def _assign_with(operation: str) -> Callable[..., Any]:
    def assign_with(xp: Any, x: Any, index: Any, value: Any, /, *, copy: bool = False) -> Any:
        value = value if isinstance(value, _NUMBERS) else xp.asarray(value)
        if index is Ellipsis and (isinstance(x, _NUMBERS) or getattr(x, "ndim", None) == 0):
            return getattr(xp, operation)(x, value)  # a number has no memory to be changed, as in NumPy
        before = x if index is Ellipsis else xp.getitem(x, index)
        updated = getattr(xp, operation)(before, value)
        if updated.dtype == x.dtype:
            return xp.assign(x, index, updated, copy=copy)
        if updated.ndim or not _is_element(index) or _kind(xp, updated.dtype) == _COMPLEX:
            require_fit(xp, operation, updated.dtype, x.dtype)
        return xp.assign(x, index, updated, copy=copy)

    assign_with.__name__ = f"assign_{operation}"
    return assign_with


def require_fit(xp: Any, operation: str, found: Any, dtype: Any) -> None:
    """Refuse to store what is of a further kind of dtype than the tensor.

    The greater of two numbers is stored by NumPy's ``x[index] = np.maximum(x[index], y)``, which casts.

    Raises
    ------
    TypeError
        As NumPy does of ``x[index] += 0.5`` for integers.
    """
    kind = _kind(xp, found)
    if kind > _kind(xp, dtype) and (operation not in ("maximum", "minimum") or kind == _COMPLEX):
        raise TypeError(
            f"assign_{operation}: a result of {found} does not fit into a tensor of {dtype}; "
            "convert the tensor first: ops.astype"
        )


def _is_element(index: Any) -> bool:
    """True for an index of one element, which is a number by itself: what is made of it is cast when it is stored."""
    return index is not Ellipsis and not (isinstance(index, tuple) and any(i is Ellipsis for i in index))


_KINDS = ("bool", "unsigned integer", "signed integer", "real floating", "complex floating")
"""Each kind of dtype holds those before it."""
_COMPLEX = _KINDS.index("complex floating")


def _kind(xp: Any, dtype: Any) -> int:
    return next(i for i, kind in enumerate(_KINDS) if xp.isdtype(dtype, kind))


assign_add = _assign_with("add")
assign_subtract = _assign_with("subtract")
assign_multiply = _assign_with("multiply")
assign_divide = _assign_with("divide")
assign_maximum = _assign_with("maximum")
assign_minimum = _assign_with("minimum")


def slice(xp: Any, x: Any, start_indices: Any, shape: Shape, /) -> Any:
    x = xp.asarray(x)
    return x[_part(x, start_indices, as_shape(shape))]


def slice_update(xp: Any, x: Any, start_indices: Any, updates: Any, /) -> Any:
    x, updates = xp.asarray(x), xp.asarray(updates)
    return xp.assign(x, _part(x, start_indices, tuple(updates.shape)), updates, copy=True)


def _part(x: Any, start_indices: Any, sizes: tuple[int, ...]) -> tuple[builtins.slice, ...]:
    """The part of these sizes, moved so that all of it lies within the tensor; starts below zero count from the end."""
    starts = as_shape(start_indices)
    require_part(x.shape, sizes, len(starts))
    if any(n > whole for n, whole in zip(sizes, x.shape, strict=True)):
        raise ShapeError(f"a part of shape {sizes} does not fit into {tuple(x.shape)}")
    counted = [i + whole if i < 0 else i for i, whole in zip(starts, x.shape, strict=True)]
    moved = [max(0, min(i, whole - n)) for i, n, whole in zip(counted, sizes, x.shape, strict=True)]
    return tuple(builtins.slice(i, i + n) for i, n in zip(moved, sizes, strict=True))


def outside(xp: Any, indices: Any, low: int, high: int) -> bool:
    """Whether an index is known to be below ``low`` or not below ``high``."""

    def beyond(xp: Any, indices: Any) -> Any:
        return xp.any(xp.logical_or(xp.less(indices, low), xp.greater_equal(indices, high)))

    return known_of(xp, beyond, indices)


def _last_axis(indices: Any) -> tuple[Any, ...]:
    """Index tensors, one for each entry along the last axis."""
    return tuple(indices[..., k] for k in range(indices.shape[-1]))


def scatter(xp: Any, indices: Any, values: Any, shape: Shape, /) -> Any:
    values = xp.asarray(values)
    return xp.add_at(xp.zeros(shape, dtype=values.dtype), _last_axis(xp.asarray(indices)), values, copy=True)


def scatter_update(xp: Any, x: Any, indices: Any, updates: Any, /) -> Any:
    return xp.assign(x, _last_axis(xp.asarray(indices)), updates, copy=True)


def compress(xp: Any, condition: Any, x: Any, /, axis: int | None = None) -> Any:
    if condition.ndim != 1:
        raise ShapeError(f"compress: the condition is a vector, not of shape {tuple(condition.shape)}")
    if axis is None:
        x, axis = xp.reshape(x, (-1,)), 0
    chosen = xp.nonzero(condition)[0]
    return xp.take(x, chosen, axis)


def extract(xp: Any, condition: Any, x: Any, /) -> Any:
    return xp.compress(xp.reshape(condition, (-1,)), xp.reshape(x, (-1,)))


def require_choices(xp: Any, x: Any, count: int) -> None:
    """Refuse entries of ``choose`` that are known to name nothing.

    Raises
    ------
    ArgumentError
        A ``ValueError``, as NumPy raises.
    """
    if outside(xp, x, 0, count):
        raise ArgumentError(f"choose: an entry names none of the {count} choices")


def choose(xp: Any, x: Any, choices: Sequence[Any], /, *, mode: str = "raise") -> Any:
    count, mode = len(choices), index_mode(mode)
    if xp.isdtype(x.dtype, "bool"):
        x = xp.astype(x, int)
    choices = beside_tensors(xp, choices)
    shape = broadcast_shapes(tuple(x.shape), *(tuple(c.shape) for c in choices))
    stacked = xp.stack([xp.broadcast_to(c, shape) for c in choices])
    if mode == "wrap":
        x = xp.remainder(x, count)
    elif mode == "clip":
        x = xp.clip(x, 0, count - 1)
    else:
        require_choices(xp, x, count)
    return xp.take_along_axis(stacked, xp.broadcast_to(x, shape)[None, ...], 0)[0, ...]


def beside_tensors(xp: Any, values: Sequence[Any]) -> list[Any]:
    """Numbers among tensors as tensors of the dtype in which all of them meet."""
    if all(hasattr(value, "shape") for value in values):
        return list(values)
    dtype = xp.result_type(*values)
    return [value if hasattr(value, "shape") else xp.asarray(value, dtype=dtype) for value in values]


def ix_(xp: Any, *args: Any) -> tuple[Any, ...]:
    made = []
    for position, vector in enumerate(args):
        if vector.ndim != 1:
            raise ShapeError(f"ix_: every argument is a vector, not of shape {tuple(vector.shape)}")
        places = xp.nonzero(vector)[0] if xp.isdtype(vector.dtype, "bool") else vector
        if places.shape[0] == 0 and not xp.isdtype(places.dtype, "integral"):
            places = xp.astype(places, int)  # an empty list names no dtype
        made.append(xp.reshape(places, (1,) * position + (-1,) + (1,) * (len(args) - position - 1)))
    return tuple(made)


def unravel_index(xp: Any, indices: Any, /, shape: Shape, order: str = "C") -> tuple[Any, ...]:
    sizes = as_shape(shape)
    step = _direction("unravel_index", order)
    if not xp.isdtype(indices.dtype, "integral"):
        raise IndexDTypeError(f"unravel_index: indices are integers, not {indices.dtype}")
    if (not sizes and indices.ndim) or outside(xp, indices, 0, math.prod(sizes)):
        raise ValueError(
            f"unravel_index: an index is out of bounds for a tensor of {math.prod(sizes)} values"
        )
    if dtypes.dtype(indices.dtype).name not in ("int64", "uint64"):  # a size may be beyond what it holds
        indices = xp.astype(indices, xp.result_type(indices, int))
    found: tuple[Any, ...] = in_one(xp, _unraveled, indices, sizes[::step])
    if xp.isdtype(indices.dtype, "unsigned integer"):
        found = tuple(xp.astype(part, int) for part in found)
    return found[::step]


def _unraveled(xp: Any, indices: Any, sizes: tuple[int, ...]) -> tuple[Any, ...]:
    found = []
    for size in reversed(sizes):
        found.append(xp.remainder(indices, size))
        indices = xp.floor_divide(indices, size)
    return tuple(reversed(found))


def _direction(op: str, order: str) -> int:
    """The step that brings axes into the order in which the last one runs fastest."""
    if order not in ("C", "F"):
        raise ValueError(f"{op}: order is 'C', by rows, or 'F', by columns; not {order!r}")
    return 1 if order == "C" else -1


def ravel_multi_index(
    xp: Any, multi_index: Sequence[Any], /, dims: Shape, *, mode: str = "raise", order: str = "C"
) -> Any:
    sizes = as_shape(dims)
    step = _direction("ravel_multi_index", order)
    if len(multi_index) != len(sizes):
        raise ShapeError(f"ravel_multi_index: {len(multi_index)} index tensors for {len(sizes)} axes")
    modes = (mode,) * len(sizes) if isinstance(mode, str) else tuple(mode)
    if len(modes) != len(sizes) or not _MODES.issuperset(modes):
        raise ValueError(
            f"ravel_multi_index: mode is 'raise', 'wrap' or 'clip', for all axes or each; not {mode!r}"
        )
    some = 0 not in broadcast_shapes(*(index.shape for index in multi_index))
    for index, size, beyond in zip(multi_index, sizes, modes, strict=True):
        if not xp.isdtype(index.dtype, ("integral", "bool")):
            raise IndexDTypeError(f"ravel_multi_index: indices are integers, not {index.dtype}")
        if some and not size:
            raise ShapeError("ravel_multi_index: in an axis of size 0 is no index")
        if some and beyond == "raise" and outside(xp, index, 0, size):
            raise ValueError(f"ravel_multi_index: an index is out of bounds for an axis of size {size}")
    return in_one(xp, _raveled, list(multi_index)[::step], sizes[::step], modes[::step])


_MODES = frozenset({"raise", "wrap", "clip"})


def _raveled(xp: Any, multi_index: Sequence[Any], sizes: tuple[int, ...], modes: tuple[str, ...]) -> Any:
    position: Any = 0
    for index, size, beyond in zip(multi_index, sizes, modes, strict=True):
        if beyond == "wrap":
            index = xp.remainder(index, size)  # noqa: PLW2901  the same index, within bounds
        elif beyond == "clip":
            index = xp.clip(index, 0, size - 1)  # noqa: PLW2901  the same index, within bounds
        position = position * size + index
    return position


def ndindex(xp: Any, *shape: Shape) -> Iterator[tuple[int, ...]]:
    sizes = as_shape(shape[0]) if len(shape) == 1 else as_shape(shape)
    return itertools.product(*map(range, sizes))


def ndenumerate(xp: Any, x: Any, /) -> Iterator[tuple[tuple[int, ...], Any]]:
    x = xp.asarray(x)
    return ((i, x[i]) for i in itertools.product(*map(range, x.shape)))


def _repeated(xp: Any, values: Any, count: int, dtype: Any) -> Any:
    """The first ``count`` of ``values``, which are repeated as often as needed."""
    return xp.resize(xp.asarray(values, dtype=dtype), (count,))


def put(xp: Any, x: Any, indices: Any, values: Any, /) -> Any:
    places = xp.reshape(xp.asarray(indices), (-1,))
    size = math.prod(x.shape)
    values = xp.asarray(values, dtype=x.dtype)
    if places.shape[0] == 0 or math.prod(values.shape) == 0:
        return x
    if outside(xp, places, -size, size):
        raise OutOfBoundsError(f"put: an index is out of bounds for a tensor of {size} values")
    where = in_one(xp, _places_of, places, tuple(x.shape))
    return xp.assign(x, where, _repeated(xp, values, places.shape[0], x.dtype))


def _places_of(xp: Any, places: Any, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Positions in a flattened tensor, counted from either end, as indices of its axes."""
    return _unraveled(xp, xp.where(xp.less(places, 0), places + math.prod(shape), places), shape)


def place(xp: Any, x: Any, mask: Any, values: Any, /) -> Any:
    _require_mask(x, mask)
    places = xp.nonzero(xp.reshape(mask, (-1,)))[0]
    if not places.shape[0]:
        return x
    values = xp.asarray(values, dtype=x.dtype)
    if not math.prod(values.shape):
        raise ArgumentError("place: there is no value for the places that the mask names")
    return xp.put(x, places, values)


def _require_mask(x: Any, mask: Any) -> None:
    """A mask has as many elements as the tensor, and broadcasts to none."""
    if math.prod(mask.shape) != math.prod(x.shape):
        raise ShapeError(
            f"a mask of shape {tuple(mask.shape)} does not have the size of a tensor of shape {tuple(x.shape)}"
        )


def putmask(xp: Any, x: Any, mask: Any, values: Any, /) -> Any:
    _require_mask(x, mask)
    values, shape = xp.asarray(values, dtype=x.dtype), tuple(x.shape)
    if not math.prod(values.shape):
        return x
    values = xp.reshape(_repeated(xp, values, math.prod(shape), x.dtype), shape)
    return xp.assign(x, ..., xp.where(xp.reshape(mask, shape), values, x))


def copyto(xp: Any, x: Any, values: Any, /, *, where: Any = True) -> Any:
    held = xp.asarray(values)
    # Whether a number of Python's is in range is told when it is stored.
    kind = _KINDS.index("unsigned integer") if type(values) is int else _kind(xp, held.dtype)
    if kind > _kind(xp, x.dtype):
        raise DTypeError(
            f"copyto: values of {held.dtype} do not go into a tensor of {x.dtype}; cast them first"
        )
    if where is True:
        return xp.assign(x, ..., values)
    values = xp.broadcast_to(xp.asarray(values, dtype=x.dtype), tuple(x.shape))
    return xp.assign(x, ..., xp.where(xp.asarray(where), values, x))


def fill_diagonal(xp: Any, x: Any, value: Any, /, wrap: bool = False) -> Any:
    if x.ndim < 2 or (x.ndim > 2 and len(set(x.shape)) > 1):
        raise ShapeError(f"fill_diagonal: expected a matrix, or axes of one size, got {tuple(x.shape)}")
    strides = [math.prod(x.shape[a + 1 :]) for a in range(x.ndim)]
    step = sum(strides)
    end = math.prod(x.shape)
    if x.ndim == 2 and not wrap:
        step, end = x.shape[1] + 1, min(end, x.shape[1] * x.shape[1])
    places = xp.arange(0, end, step)
    return xp.put(x, places, value)
