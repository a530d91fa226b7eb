"""Operations of the group ``data_types`` on JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from emberops.backends.composed.data_types import check_same_width
from emberops.backends.jax.compiled import compiled
from emberops.backends.jax.creation import asarray
from emberops.backends.jax.devices import native_device
from emberops.backends.jax.dtypes import default_float, native_dtype
from emberops.backends.support.casting import check_casting
from emberops.backends.support.dtype_kinds import required
from emberops.backends.support.host_data import of_host_dtypes
from emberops.backends.support.scalars import meet
from emberops.typing import Casting, DeviceLike, DTypeLike

_converted = compiled(jnp.astype, static_argnums=1, inline=True)


def astype(
    x: jax.Array,
    dtype: DTypeLike,
    /,
    *,
    copy: bool = True,
    device: DeviceLike = None,
    casting: Casting = "unsafe",
) -> jax.Array:
    native = default_float() if dtype is None else required(native_dtype(dtype))
    if casting != "unsafe":
        check_casting(x.dtype, native, casting)
    if device is None and x.dtype.kind != "c":
        return x if not copy and x.dtype == native and not x.weak_type else _converted(x, native)
    if jnp.iscomplexobj(x) and not jnp.issubdtype(native, jnp.complexfloating):
        x = x != 0 if native.kind == "b" else jnp.real(x)
    return jnp.astype(x, native, copy=copy, device=native_device(device))


def bitcast(x: jax.Array, dtype: DTypeLike, /) -> jax.Array:
    native = required(native_dtype(dtype))
    check_same_width(x.dtype, native)
    return jax.lax.bitcast_convert_type(x, native)


def promote_types(type1: DTypeLike, type2: DTypeLike, /) -> Any:
    return jnp.promote_types(_native(type1), _native(type2))


def result_type(*arrays_and_dtypes: Any) -> Any:
    return meet(of_host_dtypes(arrays_and_dtypes, asarray), promote_types, _native)


def _native(x: Any) -> Any:
    return x.dtype if isinstance(x, (jax.Array, jax.core.Tracer)) else native_dtype(x)
