"""Operations of the group ``manipulation`` on PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import torch

from emberops.backends.support.casting import check_joined
from emberops.backends.support.option_words import by_columns
from emberops.backends.support.scalars import check_fits
from emberops.backends.support.shapes import as_axes, as_axis, as_shape, axes_in, is_whole
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.dtypes import native_dtype
from emberops.backends.torch.promotion import common_dtype, dtype_name
from emberops.dispatch.router import ONE_TYPE
from emberops.errors import ShapeError
from emberops.typing import Axis, DTypeLike, Shape


def reshape(x: torch.Tensor, /, shape: Shape, *, order: str = "C", copy: bool | None = None) -> torch.Tensor:
    sizes = as_shape(shape)
    if order != "C" and by_columns(order):
        return _reversed(_reversed(x).reshape(sizes[::-1]))
    try:
        made = torch.reshape(x, sizes)  # which PyTorch reads faster than its method
    except RuntimeError as error:
        raise ShapeError(f"reshape: {tuple(x.shape)} does not fit into {sizes} ({error})") from None
    if copy is None:
        return made
    shares = made.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    if copy is False and not shares:
        raise ValueError(
            f"reshape: {tuple(x.shape)} to {sizes} needs a copy here, and copy=False forbids one"
        )
    return made.clone() if copy and shares else made


def _reversed(x: torch.Tensor) -> torch.Tensor:
    return x.permute(tuple(range(x.ndim))[::-1])


def ravel(x: torch.Tensor, /, *, order: str = "C") -> torch.Tensor:
    return _reversed(x).reshape(-1) if by_columns(order, ("C", "F", "A", "K")) else x.reshape(-1)


def transpose(x: torch.Tensor, /, axes: tuple[int, ...] | None = None) -> torch.Tensor:
    return x.permute(tuple(range(x.ndim))[::-1] if axes is None else axes)


def permute_dims(x: torch.Tensor, /, axes: tuple[int, ...]) -> torch.Tensor:
    return x.permute(axes)


def expand_dims(x: torch.Tensor, /, axis: int | tuple[int, ...]) -> torch.Tensor:
    if is_whole(axis):
        return x.unsqueeze(as_axis(axis, x.ndim + 1))
    for a in sorted(as_axes(axis, x.ndim + len(axis))):
        x = x.unsqueeze(a)
    return x


def squeeze(x: torch.Tensor, /, axis: Axis = None) -> torch.Tensor:
    if axis is None:
        return x.squeeze()
    axes = as_axes(axis, x.ndim)
    if any(x.shape[a] != 1 for a in axes):
        raise ShapeError(f"squeeze: axis {axis} of the shape {tuple(x.shape)} has not the size 1")
    return x.squeeze(axes)


def unstack(x: torch.Tensor, /, axis: int = 0) -> tuple[torch.Tensor, ...]:
    return x.unbind(axis)


def tile(x: torch.Tensor, repetitions: Shape, /) -> torch.Tensor:
    return torch.tile(x, as_shape(repetitions))


def repeat(x: torch.Tensor, repeats: Any, /, axis: int | None = None) -> torch.Tensor:
    if axis is not None and not x.ndim:  # which is repeated as a vector of one
        as_axis(axis, 1)
        axis = None
    if not isinstance(repeats, int):
        repeats = asarray(repeats, device=x.device).long()
        length = x.numel() if axis is None else x.shape[axis]
        if repeats.ndim and tuple(repeats.shape) not in {(1,), (length,)}:
            raise ShapeError(f"repeat: {repeats.shape[0]} repeats for {length} values")
    return torch.repeat_interleave(x, repeats, axis)


def roll(x: torch.Tensor, /, shift: int | tuple[int, ...], axis: Axis = None) -> torch.Tensor:
    if isinstance(shift, torch.Tensor):
        shift = shift.tolist()
    if axis is None:
        total = sum(shift) if isinstance(shift, (tuple, list)) else shift
        return torch.roll(x, total % max(x.numel(), 1))
    axis = axes_in(axis)
    axes = as_axes(axis, x.ndim) if is_whole(axis) else tuple(as_axis(a, x.ndim) for a in axis)
    shifts = as_shape(shift)
    if not axes:
        if len(shifts) > 1:
            raise ShapeError(f"roll: {len(shifts)} shifts, and no axes to shift along")
        return x.clone()
    rank = max(len(axes), len(shifts))
    axes = axes if len(axes) == rank else axes * rank
    shifts = shifts if len(shifts) == rank else shifts * rank
    return torch.roll(x, [n % max(x.shape[a], 1) for n, a in zip(shifts, axes, strict=True)], axes)


def flip(x: torch.Tensor, /, axis: Axis = None) -> torch.Tensor:
    return torch.flip(x, as_axes(axes_in(axis), x.ndim))


def moveaxis(
    x: torch.Tensor, source: int | tuple[int, ...], destination: int | tuple[int, ...], /
) -> torch.Tensor:
    if isinstance(source, int) and isinstance(destination, int) and x.ndim:
        return torch.movedim(x, source, destination)
    sources, destinations = as_axes(source, x.ndim), as_axes(destination, x.ndim)
    if len(sources) != len(destinations):
        raise ShapeError(f"moveaxis: {len(sources)} axes and {len(destinations)} destinations")
    return torch.movedim(x, sources, destinations)


def swapaxes(x: torch.Tensor, /, axis1: int, axis2: int) -> torch.Tensor:
    if not x.ndim:  # PyTorch takes an axis of a number, which has none
        as_axis(axis1, 0)
    return torch.swapaxes(x, axis1, axis2)


def broadcast_to(x: torch.Tensor, /, shape: Shape) -> torch.Tensor:
    sizes = as_shape(shape)
    if any(size < 0 for size in sizes):  # of which PyTorch takes -1 for the size that an axis has
        raise ShapeError(f"broadcast_to: the shape {sizes} has a negative size")
    try:
        return torch.broadcast_to(x, sizes)
    except RuntimeError as error:
        raise ShapeError(f"broadcast_to: {tuple(x.shape)} does not broadcast to {sizes} ({error})") from None


def broadcast_arrays(*arrays: torch.Tensor) -> tuple[torch.Tensor, ...]:
    try:
        # Numbers are broadcast, not promoted: each keeps a dtype of its own.
        return tuple(torch.broadcast_tensors(*map(asarray, arrays)))  # type: ignore[no-untyped-call]  # PyTorch leaves it unannotated
    except RuntimeError as error:
        raise ShapeError(f"broadcast_arrays: {error}") from None


def _tensors(arrays: Sequence[Any]) -> list[torch.Tensor]:
    """All of them tensors: Python numbers in the dtype and on the device of the tensors beside them."""
    tensors = [a for a in arrays if isinstance(a, torch.Tensor)]
    if not tensors:
        return [asarray(a) for a in arrays]
    if len(tensors) == len(arrays):
        return tensors
    common = torch.empty((), dtype=reduce(common_dtype, [t.dtype for t in tensors]))
    for a in arrays:
        if type(a) is int and not (common.is_floating_point() or common.is_complex()):
            check_fits(a, dtype_name(common.dtype))
    return [
        a
        if isinstance(a, torch.Tensor)
        else torch.tensor(a, dtype=torch.result_type(common, a), device=tensors[0].device)
        for a in arrays
    ]


def _join(join: Any, arrays: Sequence[Any], axis: int, dtype: DTypeLike) -> torch.Tensor:
    tensors = _tensors(arrays)
    if not tensors:
        raise ShapeError("need at least one tensor to join")
    return _joined(join, tensors, axis, dtype)


def _joined(join: Any, tensors: Sequence[torch.Tensor], axis: int, dtype: DTypeLike) -> torch.Tensor:
    """One or more tensors, joined."""
    if dtype is not None:
        native = native_dtype(dtype)
        for t in tensors:
            if t.dtype is not native:
                check_joined(t.dtype, native)
        tensors = [t.to(native) for t in tensors]
    try:
        made = join(tensors, axis)
    except RuntimeError as error:
        if "Promotion for uint16" in str(error):
            common = reduce(common_dtype, [t.dtype for t in tensors])
            return _joined(join, [t.to(common) for t in tensors], axis, None)
        if len({t.device for t in tensors}) > 1:
            raise
        shapes = ", ".join(str(tuple(t.shape)) for t in tensors)
        raise ShapeError(
            f"tensors of the shapes {shapes} cannot be joined along axis {axis} ({error})"
        ) from None
    if join is torch.cat:
        ndim = made.ndim
        if ndim > 1 and any(t.ndim != ndim for t in tensors):
            raise ShapeError("a tensor of the shape (0,), which PyTorch skips, has another number of axes")
        if made.numel() == 0:
            as_axis(axis, ndim)  # for which PyTorch does not look where there is nothing
    return made  # type: ignore[no-any-return]  # chosen by name at run time


def concat(arrays: Sequence[Any], /, axis: int | None = 0, *, dtype: DTypeLike = None) -> torch.Tensor:
    if axis is None:
        return _join(torch.cat, [t.reshape(-1) for t in _tensors(arrays)], 0, dtype)
    return _join(torch.cat, arrays, axis, dtype)


def _concat_tensors(
    arrays: Sequence[torch.Tensor], /, axis: int | None = 0, *, dtype: DTypeLike = None
) -> torch.Tensor:
    return concat(arrays, axis, dtype=dtype) if axis is None else _joined(torch.cat, arrays, axis, dtype)


setattr(concat, ONE_TYPE, _concat_tensors)


def vstack(arrays: Sequence[Any], /, *, dtype: DTypeLike = None) -> torch.Tensor:
    rows = [t if t.ndim > 1 else t.reshape(1, -1) for t in _tensors(arrays)]
    return _join(torch.cat, rows, 0, dtype)


def hstack(arrays: Sequence[Any], /, *, dtype: DTypeLike = None) -> torch.Tensor:
    raised = [t if t.ndim else t.reshape(1) for t in _tensors(arrays)]
    return _join(torch.cat, raised, 0 if raised and raised[0].ndim == 1 else 1, dtype)


def stack(arrays: Sequence[Any], /, axis: int = 0, *, dtype: DTypeLike = None) -> torch.Tensor:
    return _join(torch.stack, arrays, axis, dtype)


def _stack_tensors(
    arrays: Sequence[torch.Tensor], /, axis: int = 0, *, dtype: DTypeLike = None
) -> torch.Tensor:
    return _joined(torch.stack, arrays, axis, dtype)


setattr(stack, ONE_TYPE, _stack_tensors)


def view(x: torch.Tensor, /, dtype: DTypeLike) -> torch.Tensor:
    native = native_dtype(dtype)
    assert native is not None, "view needs a dtype"
    if x.ndim == 0 and native.itemsize != x.element_size():
        raise ShapeError(f"view: a tensor of no dimensions and {x.dtype} has no axis for numbers of {native}")
    return x.view(native)


def complex_of_parts(x: torch.Tensor) -> torch.Tensor:
    """Pairs of floats on the last axis as complex numbers."""
    return torch.complex(x[..., 0], x[..., 1])
