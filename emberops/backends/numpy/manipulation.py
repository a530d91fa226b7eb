"""Operations of the group ``manipulation`` on NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from emberops.backends.numpy.dtypes import native_dtype
from emberops.typing import DTypeLike

reshape = np.reshape
ravel = np.ravel
transpose = np.transpose
permute_dims = np.permute_dims
expand_dims = np.expand_dims
squeeze = np.squeeze
tile = np.tile
packbits = np.packbits
unpackbits = np.unpackbits
repeat = np.repeat
roll = np.roll
flip = np.flip
fliplr = np.fliplr
flipud = np.flipud
rot90 = np.rot90
moveaxis = np.moveaxis
rollaxis = np.rollaxis
swapaxes = np.swapaxes
broadcast_to = np.broadcast_to
broadcast_arrays = np.broadcast_arrays
broadcast_shapes = np.broadcast_shapes
atleast_1d = np.atleast_1d
atleast_2d = np.atleast_2d
atleast_3d = np.atleast_3d
resize = np.resize
dstack = np.dstack
column_stack = np.column_stack
split = np.split
array_split = np.array_split
hsplit = np.hsplit
vsplit = np.vsplit
dsplit = np.dsplit
append = np.append
delete = np.delete
insert = np.insert
block = np.block


def concat(arrays: Sequence[Any], /, axis: int | None = 0, *, dtype: DTypeLike = None) -> Any:
    if dtype is None:
        return np.concatenate(arrays) if axis == 0 else np.concatenate(arrays, axis)
    return np.concatenate(arrays, axis, dtype=native_dtype(dtype))


def stack(arrays: Sequence[Any], /, axis: int = 0, *, dtype: DTypeLike = None) -> Any:
    if dtype is None:
        return np.stack(arrays, axis)
    return np.stack(arrays, axis, dtype=native_dtype(dtype))


def hstack(arrays: Sequence[Any], /, *, dtype: DTypeLike = None) -> Any:
    if dtype is None:
        return np.hstack(arrays)
    return np.hstack(arrays, dtype=native_dtype(dtype))


def vstack(arrays: Sequence[Any], /, *, dtype: DTypeLike = None) -> Any:
    if dtype is None:
        return np.vstack(arrays)
    return np.vstack(arrays, dtype=native_dtype(dtype))


def unstack(x: Any, /, axis: int = 0) -> tuple[Any, ...]:
    return np.unstack(np.asanyarray(x), axis=axis)


def pad(x: Any, /, pad_width: Any, mode: Any = "constant", **options: Any) -> Any:
    return np.pad(x, pad_width, mode, **{name: value for name, value in options.items() if value is not None})


def view(x: Any, /, dtype: DTypeLike) -> Any:
    return np.asarray(x).view(native_dtype(dtype))


def complex_of_parts(x: Any) -> Any:
    """Pairs of floats on the last axis as complex numbers."""
    return np.ascontiguousarray(x).view(np.result_type(x.dtype, np.complex64))[..., 0]
