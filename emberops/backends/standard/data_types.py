"""Operations of the group ``data_types`` on an Array API namespace; how dtypes meet says :class:`DTypes`."""

from __future__ import annotations

from typing import Any

import array_api_compat

from emberops.backends.support.casting import check_casting
from emberops.typing import Casting, DeviceLike, DTypeLike


def astype(
    xp: Any,
    x: Any,
    dtype: DTypeLike,
    /,
    *,
    copy: bool = True,
    device: DeviceLike = None,
    casting: Casting = "unsafe",
) -> Any:
    native = xp.native_dtype(float if dtype is None else dtype)
    if casting != "unsafe":
        check_casting(x.dtype, native, casting)
    if xp.isdtype(x.dtype, "complex floating") and not xp.isdtype(native, "complex floating"):
        x = xp.library.real(x)
    made = xp.library.astype(x, native, copy=copy)
    place = xp.devices.native_device(device)
    return made if place is None else array_api_compat.to_device(made, place)
