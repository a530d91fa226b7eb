"""Operations of the group ``creation`` on PyTorch."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import torch

from emberops.backends.support.host_data import (
    OTHER_SEQUENCES,
    PYTHON_NUMBERS,
    gives_array,
    listed,
    python_numbers,
    read_text,
    require_data,
    require_dlpack,
    sequence_error,
    unmasked,
)
from emberops.backends.support.scalars import check_held, check_range
from emberops.backends.support.shapes import as_shape
from emberops.backends.torch import host_numbers
from emberops.backends.torch.devices import native_device
from emberops.backends.torch.dtypes import default_float, default_int, native_dtype
from emberops.backends.torch.promotion import dtype_name
from emberops.dispatch.sequences import item_types
from emberops.errors import ShapeError
from emberops.typing import DeviceLike, DTypeLike, Shape

_SEQUENCES = (list, tuple)
_ARRAYS = (torch.Tensor, np.ndarray, np.generic)
_NARROW = 2**31
"""Below it, integers need no second look: every default dtype of integers holds them."""
_NO_ARITHMETIC = (torch.uint16, torch.uint32, torch.uint64)
_UNSIGNED = (torch.uint8, *_NO_ARITHMETIC)


def asarray(
    obj: Any, /, dtype: DTypeLike = None, *, device: DeviceLike = None, copy: bool | None = None
) -> torch.Tensor:
    native = native_dtype(dtype)
    if device is None and copy is not False:
        made = host_numbers.placed(obj, native, copy)
        if made is not None:
            return made
    place = native_device(device)
    if isinstance(obj, torch.Tensor):
        # torch.asarray detaches: keep the graph.
        if copy is False and ((native or obj.dtype) != obj.dtype or (place or obj.device) != obj.device):
            raise ValueError(
                "asarray: this change of dtype or device needs a copy, and copy=False forbids one"
            )
        moved = obj.to(device=place, dtype=native)
        return moved.clone() if copy and moved is obj else moved
    if copy is False and not isinstance(obj, np.ndarray):
        raise ValueError("asarray: PyTorch copies host data of this kind, and copy=False forbids it")
    if isinstance(obj, OTHER_SEQUENCES):
        obj = listed(obj)
    if isinstance(obj, (*_SEQUENCES, str)):
        made = _from_sequence(obj, native)
        return made if place is None else made.to(place)
    if type(obj) is float and native is None:
        native = default_float()
    elif native is not None and type(obj) in PYTHON_NUMBERS:
        check_held(obj, dtype_name(native))
    if isinstance(obj, np.ndarray):
        obj = _readable(obj, copy)
    elif isinstance(obj, np.generic):
        obj = np.asarray(obj)
    elif gives_array(obj):
        obj = _readable(np.asarray(obj))
    elif type(obj) not in PYTHON_NUMBERS:
        require_data(obj)
    if isinstance(obj, np.ndarray) and not obj.ndim:
        # PyTorch copies an array without axes, or gives it another dtype or device, and refuses to do both.
        return torch.asarray(obj.reshape(1), dtype=native, device=place, copy=copy).reshape(())
    return torch.asarray(obj, dtype=native, device=place, copy=copy)


def _readable(x: np.ndarray[Any, Any], copy: bool | None = None) -> np.ndarray[Any, Any]:
    """An array that PyTorch can wrap: writable, of native byte order, with positive strides of whole elements."""
    if torch.compiler.is_compiling():
        return x  # it is a tensor already there, and has no flags
    if type(x) is not np.ndarray:
        x = unmasked(x)
    wraps = x.flags.writeable and x.dtype.isnative and min(x.strides, default=0) >= 0
    # A column of records may lie there in steps of any number of bytes.
    if wraps and not any(step % (x.itemsize or 1) for step in x.strides):
        return x
    if copy is False:
        raise ValueError("asarray: PyTorch copies an array that lies so in memory, and copy=False forbids it")
    return np.array(x, dtype=x.dtype.newbyteorder("="), order="C")


def _from_sequence(obj: Any, native: torch.dtype | None) -> torch.Tensor:
    if _are_alike(obj):
        made = torch.stack(obj)
        return made if native is None else made.to(native)
    found = {cls for cls in item_types(obj) if issubclass(cls, _ARRAYS)}
    if any(issubclass(cls, torch.Tensor) for cls in found):
        return _stack(obj, native)
    try:
        if found:
            # Far faster than letting PyTorch visit every item.
            made = torch.asarray(np.asarray(obj))
            return made if native is None else made.to(native)
        if native in _UNSIGNED:
            for number in python_numbers(obj):  # PyTorch lets negative ones wrap around
                check_held(number, dtype_name(native))
        made = torch.asarray(obj, dtype=native)
        if not made.numel() and item_types(obj):  # PyTorch makes nothing of [[], [1]]
            raise ValueError("a sequence of nothing beside others")
    except (RuntimeError, TypeError, ValueError) as error:
        if any(isinstance(item, OTHER_SEQUENCES) for item in obj):
            return _from_sequence(listed(obj), native)
        numbers = read_text(obj, native)
        if numbers is None:
            raise sequence_error(obj, error, native) from None
        made = torch.asarray(numbers, dtype=native)
    if native is None and made.dtype == torch.get_default_dtype() and made.dtype != default_float():
        made = made.to(default_float())
    return made


def _are_alike(sequence: Any) -> bool:
    """Whether a sequence holds tensors of one dtype, shape and device, and nothing else."""
    first = sequence[0] if len(sequence) else None
    if type(first) is not torch.Tensor:
        return False
    kind = (first.dtype, first.shape, first.device)
    return all(type(x) is torch.Tensor and (x.dtype, x.shape, x.device) == kind for x in sequence)


def _stack(obj: Any, native: torch.dtype | None) -> torch.Tensor:
    """Nested sequences with tensors in them: stacked, so that gradients flow through."""
    leaves: list[torch.Tensor] = []
    numbers: list[Any] = []

    def visit(item: Any) -> Any:
        if isinstance(item, _SEQUENCES):
            return [visit(i) for i in item]
        if isinstance(item, torch.Tensor):
            leaves.append(item)
            return item
        if isinstance(item, (np.ndarray, np.generic)):
            leaves.append(asarray(item))
            return leaves[-1]
        numbers.append(item)
        return item

    tree = visit(obj)
    dtype = native or _common_dtype(leaves, numbers)
    device = next((t.device for t in leaves if t.device.type != "cpu"), leaves[0].device)

    def build(item: Any) -> torch.Tensor:
        if isinstance(item, list):
            parts = [build(i) for i in item]
            if len({p.shape for p in parts}) > 1:
                raise ShapeError(f"asarray: the sequence is ragged: {[tuple(p.shape) for p in parts]}")
            return torch.stack(parts) if parts else torch.empty(0, dtype=dtype, device=device)
        return torch.as_tensor(item, dtype=dtype, device=device)

    return build(tree)


def _common_dtype(tensors: list[torch.Tensor], numbers: list[Any]) -> torch.dtype:
    dtype = tensors[0].dtype
    for t in tensors[1:]:
        dtype = torch.promote_types(dtype, t.dtype)
    for cls in set(map(type, numbers)):
        dtype = torch.result_type(torch.empty(1, dtype=dtype, device="cpu"), cls(1))
    return dtype


def zeros(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> torch.Tensor:
    return torch.zeros(
        as_shape(shape), dtype=native_dtype(dtype) or default_float(), device=native_device(device)
    )


def ones(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> torch.Tensor:
    return torch.ones(
        as_shape(shape), dtype=native_dtype(dtype) or default_float(), device=native_device(device)
    )


def empty(shape: Shape, dtype: DTypeLike = None, *, device: DeviceLike = None) -> torch.Tensor:
    return torch.empty(
        as_shape(shape), dtype=native_dtype(dtype) or default_float(), device=native_device(device)
    )


def full(
    shape: Shape, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> torch.Tensor:
    sizes, native, place = as_shape(shape), native_dtype(dtype), native_device(device)
    if type(fill_value) in (bool, int, float, complex):
        if native is not None:
            check_held(fill_value, dtype_name(native))
        return torch.full(sizes, fill_value, dtype=native or native_dtype(type(fill_value)), device=place)
    if any(n < 0 for n in sizes):  # PyTorch takes the size of the value
        raise ShapeError(f"full: a size must not be negative, as in {sizes}")
    return asarray(fill_value, native, device=place).broadcast_to(sizes).clone()


def zeros_like(
    x: torch.Tensor, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> torch.Tensor:
    return _like(torch.zeros_like, torch.zeros, x, dtype, shape, device)


def ones_like(
    x: torch.Tensor, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> torch.Tensor:
    return _like(torch.ones_like, torch.ones, x, dtype, shape, device)


def empty_like(
    x: torch.Tensor, /, dtype: DTypeLike = None, *, shape: Shape | None = None, device: DeviceLike = None
) -> torch.Tensor:
    return _like(torch.empty_like, torch.empty, x, dtype, shape, device)


def full_like(
    x: torch.Tensor,
    /,
    fill_value: Any,
    dtype: DTypeLike = None,
    *,
    shape: Shape | None = None,
    device: DeviceLike = None,
) -> torch.Tensor:
    sizes = x.shape if shape is None else as_shape(shape)
    native = native_dtype(dtype) or x.dtype
    if type(fill_value) in (bool, int, float, complex) and shape is None:
        check_held(fill_value, dtype_name(native))
        if not (native.is_floating_point or native.is_complex):
            fill_value = bool(fill_value) if native == torch.bool else int(fill_value)
        return torch.full_like(x, fill_value, dtype=native, device=native_device(device))
    return full(sizes, fill_value, native, device=x.device if device is None else device)


def _like(
    alike: Any, new: Any, x: torch.Tensor, dtype: DTypeLike, shape: Any, device: DeviceLike
) -> torch.Tensor:
    native, place = native_dtype(dtype), native_device(device)
    if shape is None:
        return alike(x, dtype=native, device=place)  # type: ignore[no-any-return]  # chosen by name at run time
    return new(as_shape(shape), dtype=native or x.dtype, device=place or x.device)  # type: ignore[no-any-return]  # chosen by name at run time


def eye(
    n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> torch.Tensor:
    native, place = native_dtype(dtype) or default_float(), native_device(device)
    n_cols = n_rows if n_cols is None else n_cols
    if k == 0:
        if native in _NO_ARITHMETIC:
            return torch.eye(n_rows, n_cols, dtype=torch.int64, device=place).to(native)
        return torch.eye(n_rows, n_cols, dtype=native, device=place)
    rows, cols = torch.arange(n_rows, device=place), torch.arange(n_cols, device=place)
    k = max(-n_rows, min(index(k), n_cols))  # an integer of any size; a diagonal further away is as empty
    return (cols - rows[:, None] == k).to(native)


def arange(
    start: Any, /, stop: Any = None, step: Any = 1, dtype: DTypeLike = None, *, device: DeviceLike = None
) -> torch.Tensor:
    if type(start) is int is type(step) and dtype is None is device and (stop is None or type(stop) is int):
        first, last = (0, start) if stop is None else (start, stop)
        if step > 0 and -_NARROW < first < last < _NARROW:
            return torch.arange(first, last, step)
    native, place = native_dtype(dtype), native_device(device)
    start, stop, step = (v.item() if hasattr(v, "item") else v for v in (start, stop, step))
    if stop is None:
        start, stop = 0, start
    if native is None:
        native = default_float() if float in map(type, (start, stop, step)) else default_int()
    if not step:
        raise ZeroDivisionError("arange: a step of 0 leads nowhere")
    check_range((start, stop, step), dtype_name(native))
    if (stop - start) / step <= 0:
        return torch.empty(0, dtype=native, device=place)
    if native.is_complex:
        return torch.arange(start, stop, step, dtype=torch.float64, device=place).to(native)
    if native in _NO_ARITHMETIC:
        return torch.arange(start, stop, step, dtype=torch.int64, device=place).to(native)
    return torch.arange(start, stop, step, dtype=native, device=place)


def tril(x: torch.Tensor, /, k: int = 0) -> torch.Tensor:
    return torch.tril(_matrix(x), k)


def triu(x: torch.Tensor, /, k: int = 0) -> torch.Tensor:
    return torch.triu(_matrix(x), k)


def _matrix(x: torch.Tensor) -> torch.Tensor:
    """NumPy takes a vector for the rows of a matrix."""
    return x.expand(x.shape[0], x.shape[0]) if x.ndim == 1 else x


def diag(x: torch.Tensor, /, k: int = 0) -> torch.Tensor:
    if x.ndim not in (1, 2):
        raise ShapeError(f"diag: expected a vector or a matrix, got the shape {tuple(x.shape)}")
    return torch.diag(x, k)


def diagflat(x: torch.Tensor, /, k: int = 0) -> torch.Tensor:
    return torch.diagflat(x, k)


copy = torch.clone


def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: bool | None = None) -> torch.Tensor:
    if isinstance(x, np.ndarray):  # PyTorch ends the process where one lies in memory in reverse
        return asarray(x, device=device, copy=copy)
    require_dlpack(x)
    made: torch.Tensor = torch.utils.dlpack.from_dlpack(x)
    place = native_device(device)
    moved = made if place is None else made.to(place)
    return moved.clone() if copy and moved is made else moved


def frombuffer(buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> torch.Tensor:
    memory, of = memoryview(buffer), native_dtype(dtype) or default_float()
    if count == 0 or (count < 0 and memory.nbytes == offset):
        return torch.empty(0, dtype=of)  # PyTorch takes no buffer of nothing
    if memory.readonly:
        buffer = bytearray(buffer)  # PyTorch has no read-only tensors
    return torch.frombuffer(buffer, dtype=of, count=count, offset=offset)


def ascontiguousarray(x: Any, /, dtype: DTypeLike = None) -> torch.Tensor:
    return asfortranarray(x, dtype).contiguous()


def asfortranarray(x: Any, /, dtype: DTypeLike = None) -> torch.Tensor:
    made = asarray(x, dtype)
    return made if made.ndim else made.reshape(1)


def _sides(n: int, m: int | None) -> tuple[int, int]:
    """Rows and columns of a matrix that has none where fewer are asked for, as in NumPy."""
    return max(n, 0), max(n if m is None else m, 0)


def triu_indices(
    n: int, k: int = 0, m: int | None = None, *, device: DeviceLike = None
) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = torch.triu_indices(*_sides(n, m), k, device=native_device(device))
    return rows, columns


def tril_indices(
    n: int, k: int = 0, m: int | None = None, *, device: DeviceLike = None
) -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = torch.tril_indices(*_sides(n, m), k, device=native_device(device))
    return rows, columns
