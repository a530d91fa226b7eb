"""Operations of the group ``interop`` on PyTorch."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils._pytree import register_pytree_node, tree_leaves

from emberops.backends.support.extents import extents
from emberops.backends.support.host_data import NUMPY_DATA, in_dtype, objects_of
from emberops.backends.support.host_generators import numpy_generator
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.devices import native_device
from emberops.typing import DeviceLike, DTypeLike

shape, ndim, _size = extents(torch.Tensor, asarray)


def size(x: Any, /, axis: int | None = None) -> int:
    if isinstance(x, torch.Tensor):
        return x.numel() if axis is None else x.shape[axis]  # x.size is a method, which gives the shape
    return _size(x, axis)


def item(x: torch.Tensor, /) -> Any:
    if x.numel() != 1:
        raise ValueError(f"item: a tensor of {x.numel()} values is not a number")
    return x.item()


def tolist(x: Any, /) -> Any:
    if isinstance(x, torch.Tensor):
        return x.tolist()
    objects = objects_of(x)
    return asarray(x).tolist() if objects is None else objects


def register_container(cls: type, flatten: Any, unflatten: Any) -> None:
    """Make a class one that ``torch.func`` looks into."""
    register_pytree_node(
        cls,
        lambda held: (list(flatten(held)[0]), flatten(held)[1]),
        lambda children, context: unflatten(context, children),
    )


def tensors_within(container: Any) -> list[Any]:
    """What an object holds, if ``torch.func`` looks into it; the object itself if not."""
    return tree_leaves(container)


def to_numpy(x: Any, /, *, dtype: DTypeLike | None = None, writable: bool = False) -> Any:
    if isinstance(x, NUMPY_DATA):
        return in_dtype(x, dtype)
    if not isinstance(x, torch.Tensor) and (generator := numpy_generator(x)) is not None:
        return generator
    x = asarray(x)
    host = x.detach().cpu().resolve_conj().resolve_neg()
    return in_dtype((host.float() if host.dtype == torch.bfloat16 else host).numpy(), dtype)


def to_device(x: torch.Tensor, device: DeviceLike, /) -> torch.Tensor:
    place = native_device(device)
    return x if place is None else x.to(place)


def device(x: torch.Tensor, /) -> str:
    return str(x.device)


def may_share_memory(x1: Any, x2: Any, /) -> bool:
    if not (isinstance(x1, torch.Tensor) and isinstance(x2, torch.Tensor)) or x1.device != x2.device:
        return False
    return max(x1.data_ptr(), x2.data_ptr()) < min(_end(x1), _end(x2))


shares_memory = may_share_memory


def _end(x: torch.Tensor) -> int:
    """The address behind the last element."""
    if x.numel() == 0:
        return x.data_ptr()
    reach = sum((n - 1) * s for n, s in zip(x.shape, x.stride(), strict=True))
    return x.data_ptr() + (reach + 1) * x.element_size()
