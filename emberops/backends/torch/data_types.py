"""Operations of the group ``data_types`` on PyTorch."""

from __future__ import annotations

import sys
from typing import Any

import torch

from emberops.backends.composed import data_types as common
from emberops.backends.composed.data_types import check_same_width
from emberops.backends.support.casting import check_casting
from emberops.backends.support.dtype_kinds import WORDS, required
from emberops.backends.support.host_data import of_host_dtypes
from emberops.backends.support.scalars import meet
from emberops.backends.torch import promotion
from emberops.backends.torch.creation import asarray
from emberops.backends.torch.devices import native_device
from emberops.backends.torch.dtypes import NATIVE, default_float, native_dtype
from emberops.dtypes import dtype as dtypes
from emberops.typing import Casting, DeviceLike, DTypeLike

_BACKEND = __name__.rpartition(".")[0]
_KINDS = {native: dtypes.dtype(native).kind for native in NATIVE.values()}
"""The kind of each of PyTorch's dtypes."""


def astype(
    x: torch.Tensor,
    dtype: DTypeLike,
    /,
    *,
    copy: bool = True,
    device: DeviceLike = None,
    casting: Casting = "unsafe",
) -> torch.Tensor:
    native = default_float() if dtype is None else required(native_dtype(dtype))
    if casting != "unsafe":
        check_casting(x.dtype, native, casting)
    if x.is_complex() and not native.is_complex:
        x = x != 0 if native is torch.bool else torch.real(x)
    return x.to(device=native_device(device), dtype=native, copy=copy)


def isdtype(dtype: Any, kind: Any) -> bool:
    # Composed operations ask this more often than anything else.
    own, words = _KINDS.get(dtype) if type(dtype) is torch.dtype else None, None
    if own is not None and type(kind) is str:
        words = WORDS.get(kind)
    return common.isdtype(sys.modules[_BACKEND], dtype, kind) if words is None else own in words


def bitcast(x: torch.Tensor, dtype: DTypeLike, /) -> torch.Tensor:
    native = required(native_dtype(dtype))
    check_same_width(x.dtype, native)
    return x.view(native)


def promote_types(type1: DTypeLike, type2: DTypeLike, /) -> torch.dtype:
    return promotion.common_dtype(_native(type1), _native(type2))


def result_type(*arrays_and_dtypes: Any) -> torch.dtype:
    return meet(of_host_dtypes(arrays_and_dtypes, asarray), promote_types, _native)  # type: ignore[no-any-return]  # the backend promotes, whose dtypes are its own


def _native(x: Any) -> Any:
    return x.dtype if isinstance(x, torch.Tensor) else native_dtype(x)
