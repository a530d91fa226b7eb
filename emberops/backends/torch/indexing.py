"""Operations of the group ``indexing`` on PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from emberops.backends.composed.values_at import in_common_dtype
from emberops.backends.support import index as indices_of
from emberops.backends.support.host_data import stored
from emberops.backends.support.option_words import index_mode
from emberops.backends.support.shapes import as_axis
from emberops.backends.torch import unsigned
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.promotion import is_transformed
from emberops.errors import IndexDTypeError, IndexShapeError, OutOfBoundsError, ShapeError

_ON_HOST = (list, tuple, range, np.ndarray)
"""Indices that lie on the host."""


class _Arrays:
    """PyTorch's part in resolving an index."""

    def __init__(self, device: torch.device) -> None:
        self._device = device

    def convert(self, item: Any) -> torch.Tensor:
        # What is on the host stays there until its bounds are checked.
        made = asarray(item, device="cpu" if type(item) in _ON_HOST else self._device)
        if not isinstance(item, (torch.Tensor, np.ndarray)) and made.numel() == 0:
            made = made.long()  # an empty list names no dtype
        if made.dtype == torch.bool:
            return made
        if made.is_floating_point() or made.is_complex():
            raise IndexDTypeError(
                f"tensors used as indices must be of integers or booleans, not {made.dtype}"
            )
        return made.long()

    def is_mask(self, array: torch.Tensor) -> bool:
        return array.dtype == torch.bool

    def checked(self, array: torch.Tensor, size: int, axis: int) -> torch.Tensor:
        """Indices on the tensor's device; of those from elsewhere, within bounds.

        On a processor PyTorch checks while it reads.  On a GPU an index that is out of bounds ends all further
        work, which is told later, and looking at indices that lie there would wait for them.
        """
        if array.device == self._device:
            return array
        return _within(array, size, axis, lowest=-size).to(self._device)

    def from_mask(self, mask: torch.Tensor, sizes: tuple[int, ...], axis: int) -> tuple[torch.Tensor, ...]:
        return (mask,)


def _resolved(x: torch.Tensor, index: Any) -> tuple[Any, ...]:
    items = indices_of.resolve(index, tuple(x.shape), _Arrays(x.device))
    arrays = [i for i in items if isinstance(i, torch.Tensor) and not _is_number(i)]
    if arrays and any(map(_is_number, items)):
        # Beside index arrays NumPy takes an int for one of them, which moves the axes of the result.
        like = next((a for a in arrays if a.dtype != torch.bool), torch.zeros(1, device=x.device))
        items = tuple(
            torch.as_tensor(i, device=x.device).expand(like.shape) if _is_number(i) else i for i in items
        )
    return items


def _is_number(item: Any) -> bool:
    """Whether a part of an index is one integer, known or in a tensor."""
    return isinstance(item, int) or (
        isinstance(item, torch.Tensor) and item.ndim == 0 and item.dtype != torch.bool
    )


def _forward(x: torch.Tensor, items: tuple[Any, ...]) -> tuple[torch.Tensor, tuple[Any, ...]]:
    """Slices with negative steps, which PyTorch refuses, applied beforehand."""
    axis, made = 0, []
    for item in items:
        if isinstance(item, slice) and item.step is not None and item.step < 0:
            part = indices_of.forward_slice(item, x.shape[axis])
            x = x[(slice(None),) * axis + (part,)].flip(axis)
            item = slice(None)  # noqa: PLW2901  what is left to do along this axis
        made.append(item)
        if item is not None:
            axis += item.ndim if isinstance(item, torch.Tensor) and item.dtype == torch.bool else 1
    return x, tuple(made)


_NATIVE_INDEX = (torch.int64, torch.bool)


def getitem(x: torch.Tensor, index: Any, /) -> torch.Tensor:
    if type(index) is int:
        try:
            part = x[index]
        except IndexError as error:
            raise OutOfBoundsError(f"{error} (shape {tuple(x.shape)})") from None
        return part if x.ndim > 1 else part.clone()
    if type(index) is slice and index.step is None:
        try:
            return x[index]
        except (IndexError, TypeError):
            pass  # no axes, or bounds that are no integers: told below, in our words
    if (type(index) is torch.Tensor and index.dtype in _NATIVE_INDEX) or indices_of.is_plain(index):
        try:
            part = x[index]
        except IndexError as error:
            raise OutOfBoundsError(f"{error} (shape {tuple(x.shape)})") from None
        return part if type(index) is slice else _of_its_own(part, x)
    parted = indices_of.parted_by_nothing(index, x.ndim)
    if parted is not None:
        return getitem(x.unsqueeze(parted[0]), index).squeeze(parted[1])
    forward, items = _forward(x, _resolved(x, index))
    try:
        return _of_its_own(forward[items], x)
    except IndexError as error:
        raise _index_error(error, x) from None


def _index_error(error: IndexError, x: torch.Tensor) -> IndexShapeError | OutOfBoundsError:
    kind = IndexShapeError if "shape mismatch: indexing" in str(error) else OutOfBoundsError
    return kind(f"{error} (shape {tuple(x.shape)})")


def _of_its_own(part: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """An element does not change with its tensor: NumPy gives a number of its own, and parts with axes as views."""
    return part.clone() if part.ndim == 0 and x.ndim else part


def _wrapped(indices: torch.Tensor, size: int, mode: str) -> torch.Tensor:
    """Indices, out-of-bounds ones treated as ``mode`` says."""
    if mode != "raise":
        mode = index_mode(mode)
    if mode != "raise" and not size and indices.numel():
        raise OutOfBoundsError("take: nothing can be taken from an axis of no elements")
    if mode == "wrap":
        return indices % size
    if mode == "clip":
        return indices.clamp(0, size - 1)
    return indices


def take(
    x: torch.Tensor, indices: torch.Tensor, /, axis: int | None = None, *, mode: str = "raise"
) -> torch.Tensor:
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = as_axis(axis, x.ndim)
    if mode == "raise" and _is_checked_by_torch(indices) and indices.ndim == 1 and x.is_cpu:
        try:
            return torch.index_select(x, axis, indices)
        except (IndexError, RuntimeError):  # negative indices, or something wrong
            pass
    if isinstance(indices, torch.Tensor) and (
        # Asked last: under a compiler it may depend on values.
        indices.dtype is torch.bool or (indices.is_floating_point() and indices.numel() == 0)
    ):
        indices = indices.long()  # an empty list names no dtype; booleans are 0 and 1 here, no mask
    chosen = _wrapped(_Arrays(x.device).convert(indices).to(x.device), x.shape[axis], mode)
    if mode == "raise" and not (chosen.is_cpu or chosen.is_meta):
        chosen = _within(chosen, x.shape[axis], axis, lowest=-x.shape[axis])
    if chosen.ndim == 0:
        chosen = chosen.reshape(1)
        return take(x, chosen, axis).squeeze(axis)
    try:
        return x[(slice(None),) * axis + (chosen,)]
    except IndexError as error:
        raise OutOfBoundsError(f"take: {error} (shape {tuple(x.shape)})") from None


def _along(
    x: torch.Tensor, indices: torch.Tensor, axis: int | None
) -> tuple[torch.Tensor, torch.Tensor, int]:
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = as_axis(axis, x.ndim)
    indices_of.require_integers(indices)
    indices = _Arrays(x.device).convert(indices).to(x.device)
    if indices.ndim != x.ndim:
        raise ShapeError(f"indices of {indices.ndim} axes for a tensor of {x.ndim}: they must have as many")
    return x, _within(torch.where(indices < 0, indices + x.shape[axis], indices), x.shape[axis], axis), axis


def _is_checked_by_torch(indices: Any) -> bool:
    """Whether PyTorch refuses indices itself where they are out of bounds: on a CPU, and where it computes at once."""
    return (
        type(indices) is torch.Tensor
        and indices.dtype is torch.int64
        and indices.is_cpu
        and not _of_transform(indices)
    )


def _fit_but_for(axis: int, shape: torch.Size, other: torch.Size) -> bool:
    """Whether two shapes have the same sizes along all axes but one; a negative one is counted from the end."""
    ndim = len(shape)
    if ndim != len(other) or not -ndim <= axis < ndim:
        return False
    axis %= ndim
    return shape[:axis] == other[:axis] and shape[axis + 1 :] == other[axis + 1 :]


def _within(indices: torch.Tensor, size: int, axis: int, lowest: int = 0) -> torch.Tensor:
    """Indices within bounds, for the functions that read outside a tensor without a word."""
    if _of_transform(indices):
        return indices.clamp(lowest, size - 1)
    outside = (indices < lowest) | (indices >= size)
    if bool(outside.any()):
        found = int(indices[outside][0])
        raise OutOfBoundsError(f"index {found} is out of bounds for axis {axis} with size {size}")
    return indices


def take_along_axis(x: torch.Tensor, indices: torch.Tensor, /, axis: int | None = -1) -> torch.Tensor:
    if axis is not None and _is_checked_by_torch(indices) and _fit_but_for(axis, x.shape, indices.shape):
        try:
            return torch.gather(x, axis, indices)
        except (IndexError, RuntimeError):  # negative indices, which it takes for none, or something wrong
            pass
    x, chosen, axis = _along(x, indices, axis)
    try:
        return torch.take_along_dim(x, chosen, axis)
    except (IndexError, RuntimeError) as error:
        raise _along_error("take_along_axis", error) from None


def _along_error(name: str, error: Exception) -> OutOfBoundsError | IndexShapeError:
    kind = OutOfBoundsError if "out of bounds" in str(error) else IndexShapeError
    return kind(f"{name}: {error}")


def put_along_axis(x: torch.Tensor, indices: torch.Tensor, values: Any, /, axis: int | None) -> torch.Tensor:
    flat, chosen, dim = _along(x, indices, axis)
    sizes = [n if a != dim else -1 for a, n in enumerate(flat.shape)]
    chosen = chosen.expand(sizes)
    values = asarray(values, x.dtype, device=x.device).broadcast_to(chosen.shape)
    try:
        made = flat.scatter(dim, chosen, values).reshape(x.shape)
    except (IndexError, RuntimeError) as error:
        raise _along_error("put_along_axis", error) from None
    return _stored(x, made)


def _needs_functional(x: torch.Tensor) -> bool:
    """Whether writing into ``x`` would break a gradient."""
    return x.requires_grad and torch.is_grad_enabled()


def _stored(x: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
    """``made`` in the place of ``x`` where that is allowed."""
    return made if _needs_functional(x) or _wrapped_by_transform(made, x) else x.copy_(made)


def _wrapped_by_transform(value: Any, x: torch.Tensor) -> bool:
    """Whether ``value`` belongs to a ``torch.func`` transform that ``x`` is outside of."""
    if torch.compiler.is_compiling():
        return False  # the compiler makes every write a new tensor by itself
    return isinstance(value, torch.Tensor) and _of_transform(value) and not _of_transform(x)


def _of_transform(x: torch.Tensor) -> bool:
    """Whether the values of ``x`` are unknown: in a ``torch.func`` transform, or to a compiler."""
    return torch.compiler.is_compiling() or is_transformed(x)


def assign(x: torch.Tensor, index: Any, value: Any, /, *, copy: bool = False) -> torch.Tensor:
    value = stored(value, x.dtype)
    if not isinstance(value, (torch.Tensor, bool, int, float, complex)):
        value = asarray(value, x.dtype, device=x.device)
    elif isinstance(value, complex) and not x.is_complex():
        raise TypeError(f"a complex number does not fit into a tensor of {x.dtype}")
    if isinstance(value, torch.Tensor) and value.dtype is not x.dtype:
        # PyTorch casts what it stores at numbers and slices, and nowhere else
        if value.is_complex() and not x.is_complex():
            value = value != 0 if x.dtype is torch.bool else value.real
        value = value.to(x.dtype)
    plain = indices_of.is_plain(index)
    items = index if plain else _resolved(x, index)
    by_position = not plain and (
        any(isinstance(i, slice) and (i.step or 1) < 0 for i in items)
        or indices_of.parted_by_nothing(index, x.ndim) is not None
    )
    if by_position or _wrapped_by_transform(value, x):
        return _assign_by_position(x, index, value, copy)
    target = x.clone() if copy or _needs_functional(x) else x
    if isinstance(value, torch.Tensor) and _whole(value) is _whole(target):
        # NumPy reads all that it stores before it writes; PyTorch refuses what overlaps.
        value = value.clone()
    if not plain:  # as in `mask[mask] = ...`
        items = tuple(
            i.clone() if isinstance(i, torch.Tensor) and _whole(i) is _whole(target) else i for i in items
        )
    try:
        target[items] = value
    except IndexError as error:
        raise _index_error(error, x) from None
    except RuntimeError as error:
        given = tuple(getattr(value, "shape", ()))
        if "shape" not in str(error) and "broadcast" not in str(error) and "expand" not in str(error):
            raise
        raise ShapeError(f"assign: a value of shape {given} does not fit x[{index}] ({error})") from None
    return target


def _whole(x: torch.Tensor) -> torch.Tensor:
    """The tensor that ``x`` is a part of, or ``x``."""
    return x if x._base is None else x._base


def _assign_by_position(x: torch.Tensor, index: Any, value: Any, copy: bool) -> torch.Tensor:
    """Through the positions in the flattened tensor: any index, and no write into ``x``."""
    positions = _positions(x, index)
    value = torch.as_tensor(value, device=x.device).to(x.dtype)
    try:
        value = value.broadcast_to(positions.shape)
    except RuntimeError as error:
        raise ShapeError(f"assign: a value of shape {tuple(value.shape)} does not fit ({error})") from None
    made = x.reshape(-1).index_put((positions.reshape(-1),), value.reshape(-1)).reshape(x.shape)
    return made if copy else _stored(x, made)


def _positions(x: torch.Tensor, index: Any) -> torch.Tensor:
    return getitem(torch.arange(x.numel(), device=x.device).reshape(x.shape), index)


def _accumulate_with(
    reduce: str, prepare: Callable[[torch.Tensor], torch.Tensor]
) -> Callable[..., torch.Tensor]:
    def accumulate_with(x: torch.Tensor, indices: Any, values: Any, /, *, copy: bool = False) -> torch.Tensor:
        positions = _positions(x, indices)
        values = asarray(values, x.dtype, device=x.device).broadcast_to(positions.shape)
        # The gradient of the values reads the tensor as it was.
        before = x.clone() if values.requires_grad and not copy else x
        if unsigned.is_wide(x.dtype):
            by_order = reduce in ("amax", "amin")
            before, values = unsigned.as_signed(before, by_order), unsigned.as_signed(values, by_order)
        made = before.reshape(-1).scatter_reduce(
            0, positions.reshape(-1), prepare(values).reshape(-1), reduce
        )
        made = made.reshape(x.shape)
        if unsigned.is_wide(x.dtype):
            made = unsigned.as_unsigned(made, x.dtype, by_order)
        return made if copy else _stored(x, made)

    return accumulate_with


def _reciprocal(values: torch.Tensor) -> torch.Tensor:
    if not (values.is_floating_point() or values.is_complex()):
        raise TypeError(
            f"divide_at: a quotient does not fit into {values.dtype}; convert the tensor to floats first"
        )
    return values.reciprocal()


def _unchanged(values: torch.Tensor) -> torch.Tensor:
    return values


add_at = in_common_dtype("torch", np.add)(_accumulate_with("sum", _unchanged))
subtract_at = in_common_dtype("torch", np.subtract)(_accumulate_with("sum", torch.neg))
multiply_at = in_common_dtype("torch", np.multiply)(_accumulate_with("prod", _unchanged))
divide_at = _accumulate_with("prod", _reciprocal)
maximum_at = in_common_dtype("torch", np.maximum)(_accumulate_with("amax", _unchanged))
minimum_at = in_common_dtype("torch", np.minimum)(_accumulate_with("amin", _unchanged))
