"""Operations of the group ``indexing`` on JAX."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed.indexing import beside_tensors, require_choices
from emberops.backends.composed.values_at import in_common_dtype
from emberops.backends.jax import counted, masked, parts
from emberops.backends.jax.compiled import compiling
from emberops.backends.jax.creation import asarray
from emberops.backends.jax.large_integers import in_dtype
from emberops.backends.jax.products_at import multiplied_at
from emberops.backends.jax.promotion import whole_for
from emberops.backends.support import index as indices_of
from emberops.backends.support.host_data import stored
from emberops.backends.support.index import require_rank
from emberops.backends.support.option_words import index_mode
from emberops.backends.support.shapes import as_axis, as_shape
from emberops.errors import IndexDTypeError, IndexShapeError, ShapeError
from emberops.typing import Shape


class _Arrays:
    """JAX's part in resolving an index."""

    def convert(self, item: Any) -> Any:
        # A host array stays on the host, where checking it costs nothing.
        made = item if isinstance(item, (jax.Array, np.ndarray)) else jnp.asarray(item)
        if made.size == 0 and not isinstance(item, (jax.Array, np.ndarray)):
            made = made.astype(np.int32)  # an empty list names no dtype
        if made.dtype != bool and not jnp.issubdtype(made.dtype, jnp.integer):
            raise IndexDTypeError(
                f"tensors used as indices must be of integers or booleans, not {made.dtype}"
            )
        return made

    def is_mask(self, array: Any) -> bool:
        return bool(array.dtype == bool)

    def checked(self, array: Any, size: int, axis: int) -> Any:
        if array.size and not isinstance(array, jax.core.Tracer):
            # An eager reduction would take far longer than reading small indices.
            known = jax.device_get(array)
            low, high = int(known.min()), int(known.max())
            for i in (low, high):
                indices_of.checked_int(i, size, axis)
        return array

    def from_mask(self, mask: Any, sizes: tuple[int, ...], axis: int) -> tuple[Any, ...]:
        return (mask,)


_ARRAYS = _Arrays()
checked = _ARRAYS.checked
"""Indices into an axis of a size, looked at where no trace hides them: JAX reads elsewhere where one is outside."""


def _spread(x: jax.Array, index: Any) -> tuple[jax.Array, Any]:
    """A tensor and an index in which no truth value stands beside ``None``, where JAX miscounts axes."""
    if type(index) is not tuple or not any(i is None for i in index):
        return x, index
    if not any(map(indices_of.is_single_bool, index)):
        return x, index
    return indices_of.with_axes_of_bools(x, index, jnp.expand_dims)


def _with_axis(x: jax.Array, axis: int) -> tuple[int, ...]:
    return (*x.shape[:axis], 1, *x.shape[axis:])


def _resolved(x: jax.Array, index: Any) -> parts.Block | tuple[Any, ...]:
    index = tuple(map(_plainly, index)) if type(index) is tuple else _plainly(index)
    if indices_of.is_plain(index):
        indices_of.check_ints(index, x.shape)
        return parts.block(index, x.shape)
    return indices_of.resolve(index, x.shape, _ARRAYS)


def _plainly(item: Any) -> Any:
    """A known integer as a Python one: what it selects needs no gathering."""
    if type(item) is int:
        return item
    if type(item) is builtins.slice:
        bounds = (item.start, item.stop, item.step)
        known = all(b is None or type(b) is int for b in bounds)
        return item if known else builtins.slice(*map(_plainly, bounds))
    if isinstance(item, (jax.Array, np.ndarray, np.generic)) and item.ndim == 0 and item.dtype.kind in "iu":
        return item if isinstance(item, jax.core.Tracer) else item.item()
    return item


def getitem(x: jax.Array, index: Any, /) -> jax.Array:
    if counted.can_select(x, index):
        return counted.select(x, index)
    x, index = _spread(x, index)
    parted = indices_of.parted_by_nothing(index, x.ndim)
    if parted is not None:
        return getitem(x.reshape(_with_axis(x, parted[0])), index).squeeze(parted[1])
    where = _resolved(x, index)
    if isinstance(where, parts.Block):
        return parts.read_block(x, where)
    if counted.is_by_mask(x, where):
        return counted.at(x, where)
    if _is_traced(index):
        return x.at[where].get(mode="clip")  # indices that a trace hides move to the nearest value
    pattern = parts.pattern(where)
    return x[where] if pattern is None else parts.gather(x, parts.moving(where), pattern)


def _as_tuple(index: Any) -> tuple[Any, ...]:
    return index if isinstance(index, tuple) else (index,)


def _is_traced(index: Any) -> bool:
    return any(isinstance(i, jax.core.Tracer) and i.dtype != bool for i in _as_tuple(index))


def take(x: jax.Array, indices: Any, /, axis: int | None = None, *, mode: str = "raise") -> jax.Array:
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = as_axis(axis, x.ndim)
    if type(indices) is int and mode == "raise":
        return getitem(x, (builtins.slice(None),) * axis + (indices,))
    indices = jnp.asarray(indices)
    if indices.size == 0 or indices.dtype == bool:
        indices = indices.astype(int)  # an empty list names no dtype; booleans are 0 and 1 here, no mask
    if mode != "raise":  # and "fill", which is JAX's alone
        return jnp.take(x, indices, axis, mode=mode if mode == "fill" else index_mode(mode))
    return getitem(x, (builtins.slice(None),) * axis + (indices,))


def take_along_axis(x: jax.Array, indices: jax.Array, /, axis: int | None = -1) -> jax.Array:
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = as_axis(axis, x.ndim)
    indices_of.require_integers(indices)
    if indices.ndim != x.ndim:
        raise ShapeError(f"indices of {indices.ndim} axes for a tensor of {x.ndim}: they must have as many")
    return jnp.take_along_axis(x, _ARRAYS.checked(indices, x.shape[axis], axis), axis, mode="clip")


def put_along_axis(x: jax.Array, indices: jax.Array, values: Any, /, axis: int | None) -> jax.Array:
    flat, dim = (x.reshape(-1), 0) if axis is None else (x, as_axis(axis, x.ndim))
    if indices.ndim != flat.ndim:
        raise ShapeError(
            f"indices of {indices.ndim} axes for a tensor of {flat.ndim}: they must have as many"
        )
    chosen = _ARRAYS.checked(indices, flat.shape[dim], dim)
    made = jnp.put_along_axis(flat, chosen, asarray(values, x.dtype), dim, inplace=False)
    return made.reshape(x.shape)


def slice(x: jax.Array, start_indices: Any, shape: Shape, /) -> jax.Array:
    return jax.lax.dynamic_slice(x, _starts(start_indices), as_shape(shape))


def slice_update(x: jax.Array, start_indices: Any, updates: jax.Array, /) -> jax.Array:
    return jax.lax.dynamic_update_slice(x, updates.astype(x.dtype), _starts(start_indices))


def _starts(start_indices: Any) -> Sequence[Any]:
    return [start_indices[i] for i in range(len(start_indices))]


def choose(x: jax.Array, choices: Sequence[jax.Array], /, *, mode: str = "raise") -> jax.Array:
    mode = index_mode(mode)
    if x.dtype == bool:
        x = x.astype(int)
    if mode == "raise":
        require_choices(sys.modules["emberops.backends.jax"], x, len(choices))
        mode = "clip"
    return _choose(x, tuple(beside_tensors(sys.modules["emberops.backends.jax"], choices)), mode)


@compiling(static_argnums=2)
def _choose(x: jax.Array, choices: tuple[jax.Array, ...], mode: str) -> jax.Array:
    return jnp.choose(x, choices, mode=mode)


def assign(x: jax.Array, index: Any, value: Any, /, *, copy: bool = False) -> jax.Array:
    return _updated("set", x, index, value)


def _updated(method: str, x: jax.Array, index: Any, value: Any) -> jax.Array:
    spread, plain = _spread(x, index)
    if spread is not x:
        return _updated(method, spread, plain, value).reshape(x.shape)
    value = _cast(value, x.dtype)
    parted = indices_of.parted_by_nothing(index, x.ndim)
    if parted is not None:
        wide = jnp.expand_dims(value, parted[1]) if value.ndim >= -parted[1] else value
        return _updated(method, x.reshape(_with_axis(x, parted[0])), index, wide).reshape(x.shape)
    where = _resolved(x, index)
    if value.ndim > 1 and value.shape[0] == 1 and not _is_for_host(method, x, where, value):
        # NumPy drops leading axes of size 1 that the part has not; JAX does not.
        leading = next((a for a, n in enumerate(value.shape) if n != 1), value.ndim)
        value = value.reshape(value.shape[leading:])
    try:
        return _update(method, x, where, index, value)
    except (ValueError, TypeError) as error:
        if "broadcast" not in str(error):
            raise
        if not _indices_meet(x, index):
            raise IndexShapeError(f"the arrays of the index x[{index}] do not broadcast together") from None
        raise ShapeError(f"a value of shape {jnp.shape(value)} does not fit x[{index}] ({error})") from None


def _is_for_host(method: str, x: jax.Array, where: parts.Block | tuple[Any, ...], value: jax.Array) -> bool:
    """Whether NumPy stores several values: it takes a shape as it is, and no program is compiled to change that."""
    if isinstance(where, parts.Block):
        return False
    return value.size > 1 and masked.is_for_host(method, x, where, value)


def _indices_meet(x: jax.Array, index: Any) -> bool:
    """Whether index arrays, masks among them, broadcast with one another; NumPy says, of a tensor without memory."""
    items = _as_tuple(index)
    if any(isinstance(item, jax.core.Tracer) for item in items):
        return True  # as far as is known
    try:
        np.broadcast_to(np.False_, x.shape)[
            tuple(np.asarray(item) if isinstance(item, jax.Array) else item for item in items)
        ]
    except IndexError:
        return False
    return True


def _update(
    method: str, x: jax.Array, where: parts.Block | tuple[Any, ...], index: Any, value: jax.Array
) -> jax.Array:
    if isinstance(where, parts.Block):
        if method == "set":
            write = parts.fill_block if value.ndim == 0 else parts.replace_block
            return write(x, where, value)
        where = _as_tuple(index)
    made = masked.updated(method, x, where, value)
    if made is not None:
        return made
    if value.ndim and _is_nothing(x, where):
        # JAX looks at no value where none is replaced.
        part = np.empty(x.shape, bool)[tuple(np.asarray(i) if isinstance(i, jax.Array) else i for i in where)]
        jnp.broadcast_to(value, part.shape)
    pattern = parts.pattern(where)
    if pattern is None:
        update: Callable[[Any], jax.Array] = getattr(x.at[where], method)
        return update(value)
    return parts.scatter(x, parts.moving(where), value, method, pattern)


def _is_nothing(x: jax.Array, where: tuple[Any, ...]) -> bool:
    """Whether an index is known to choose no element of a tensor."""
    if any(isinstance(item, jax.core.Tracer) for item in where):
        return False
    axis = 0
    for item in where:
        if item is None:
            continue
        if isinstance(item, builtins.slice) and not range(x.shape[axis])[item]:
            return True
        is_mask = hasattr(item, "dtype") and item.dtype == bool
        if hasattr(item, "size") and not (item.size and (not is_mask or np.asarray(item).any())):
            return True
        axis += item.ndim if is_mask else 1
    return False


def _cast(value: Any, dtype: Any) -> jax.Array:
    if isinstance(value, jax.Array) and value.dtype == dtype:
        return value
    value = stored(value, dtype)
    if type(value) is float and jnp.issubdtype(dtype, jnp.floating):
        return dtype.type(value)  # type: ignore[no-any-return]  # placed by the call that takes it
    value = in_dtype(value, dtype)
    if isinstance(value, complex) and not jnp.issubdtype(dtype, jnp.complexfloating):
        raise TypeError(f"a complex number does not fit into a tensor of {dtype}")
    made = asarray(value)
    if jnp.issubdtype(made.dtype, jnp.complexfloating) and not jnp.issubdtype(dtype, jnp.complexfloating):
        made = whole_for(made, dtype).real
    return made.astype(dtype)


def _accumulate_with(method: str) -> Callable[..., jax.Array]:
    def accumulate_with(x: jax.Array, indices: Any, values: Any, /, *, copy: bool = False) -> jax.Array:
        if method == "divide" and not jnp.issubdtype(x.dtype, jnp.inexact):
            raise TypeError(
                f"divide_at: a quotient does not fit into {x.dtype}; convert the tensor to floats first"
            )
        if method in _PRODUCTS and x.dtype != bool and (_is_traced(x) or _is_traced(values)):
            return _multiplied(x, indices, values, _PRODUCTS[method])
        if (rank := len(getattr(values, "shape", ()))) > 1:
            require_rank(f"{_NAMES.get(method, method)}_at", rank, x.shape, indices)
        how = _OF_TRUTHS.get(method, method) if x.dtype == bool else method
        return _updated(how, x, indices, values)

    return accumulate_with


_PRODUCTS: dict[str, Callable[[jax.Array], jax.Array]] = {"multiply": jnp.asarray, "divide": jnp.reciprocal}
"""Methods that multiply, and what by."""
_OF_TRUTHS = {"add": "max", "multiply": "min"}
"""What is a sum and a product of truths, of which JAX has none."""


def _multiplied(
    x: jax.Array, indices: Any, values: Any, factors: Callable[[jax.Array], jax.Array]
) -> jax.Array:
    """By the places in the flattened array, which has a derivative where one is named twice."""
    places = getitem(jnp.arange(x.size).reshape(x.shape), indices)
    values = _cast(values, x.dtype)
    try:
        values = jnp.broadcast_to(factors(values), places.shape)
    except ValueError as error:
        raise ShapeError(f"values of shape {values.shape} do not fit x[{indices}] ({error})") from None
    return multiplied_at(x.reshape(-1), places.reshape(-1), values.reshape(-1)).reshape(x.shape)


_NAMES = {"max": "maximum", "min": "minimum"}
add_at = in_common_dtype("jax", np.add)(_accumulate_with("add"))
subtract_at = in_common_dtype("jax", np.subtract)(_accumulate_with("subtract"))
multiply_at = in_common_dtype("jax", np.multiply)(_accumulate_with("multiply"))
divide_at = _accumulate_with("divide")
maximum_at = in_common_dtype("jax", np.maximum)(_accumulate_with("max"))
minimum_at = in_common_dtype("jax", np.minimum)(_accumulate_with("min"))
