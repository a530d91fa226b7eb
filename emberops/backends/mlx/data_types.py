"""Operations of the group ``data_types`` on MLX."""

from __future__ import annotations

from typing import Any

import mlx.core as mx

from emberops.backends.composed.data_types import check_same_width
from emberops.backends.mlx.creation import asarray
from emberops.backends.mlx.devices import native_device
from emberops.backends.mlx.dtypes import default_float, native_dtype
from emberops.backends.support.casting import check_casting
from emberops.backends.support.dtype_kinds import required
from emberops.backends.support.host_data import of_host_dtypes
from emberops.backends.support.scalars import meet
from emberops.typing import Casting, DeviceLike, DTypeLike


def astype(
    x: mx.array,
    dtype: DTypeLike,
    /,
    *,
    copy: bool = True,
    device: DeviceLike = None,
    casting: Casting = "unsafe",
) -> mx.array:
    native_device(device)
    native = default_float() if dtype is None else required(native_dtype(dtype))
    if casting != "unsafe":
        check_casting(x.dtype, native, casting)
    if x.dtype == mx.complex64 and native != mx.complex64:
        x = x != 0 if native == mx.bool_ else mx.real(x)
    return mx.array(x) if copy and x.dtype == native else x.astype(native)


def bitcast(x: mx.array, dtype: DTypeLike, /) -> mx.array:
    native = required(native_dtype(dtype))
    check_same_width(x.dtype, native)
    return x.view(native)


def promote_types(type1: DTypeLike, type2: DTypeLike, /) -> mx.Dtype:
    return mx.result_type(mx.zeros((), _native(type1)), mx.zeros((), _native(type2)))


def result_type(*arrays_and_dtypes: Any) -> mx.Dtype:
    return meet(of_host_dtypes(arrays_and_dtypes, asarray), promote_types, _native)  # type: ignore[no-any-return]  # the backend promotes, whose dtypes are its own


def _native(x: Any) -> Any:
    return x.dtype if isinstance(x, mx.array) else native_dtype(x)
