"""Portable dtypes <-> MLX's; float64 exists on the CPU device only, complex128 nowhere."""

from __future__ import annotations

from functools import wraps

import mlx.core as mx

from emberops.dtypes import default as precision
from emberops.dtypes import dtype as dtypes
from emberops.errors import UnknownDTypeError
from emberops.typing import DTypeLike

NATIVE: dict[str, mx.Dtype] = {
    name: getattr(mx, "bool_" if name == "bool" else name) for name in dtypes.DTYPES if name != "complex128"
}

_equal = mx.Dtype.__eq__


@wraps(_equal)
def _equal_or_ask(own: mx.Dtype, other: object) -> bool:
    # MLX says False of a stranger, so Python never asks the other side, and `x.dtype == ops.float32` would be wrong:
    # the operand on the left is MLX's, and decides.  Of all else it says what it always said.
    return NotImplemented if isinstance(other, dtypes.DType) else _equal(own, other)


mx.Dtype.__eq__ = _equal_or_ask  # type: ignore[method-assign]  # its classes are open, as Python's are


class NewFloats:
    """What new floats are, known without asking each time."""

    single = True
    """Whether they are float32, to which MLX itself promotes integers beside a Python float."""


def _note(chosen: dtypes.DType | None) -> None:
    NewFloats.single = chosen in (None, dtypes.float32)


precision.on_change(_note)


def default_float() -> mx.Dtype:
    """The dtype of new floats: float32 unless the user chose another."""
    chosen = precision.default_dtype()
    return mx.float32 if chosen is None else native(chosen.name)


def default_int() -> mx.Dtype:
    """The dtype of new integers."""
    return mx.int32


def native(name: str) -> mx.Dtype:
    """MLX's dtype of that portable name."""
    if name == "complex128":
        raise UnknownDTypeError("MLX has no complex128; ask for complex64")
    if name == "float64" and mx.default_device().type != mx.DeviceType.cpu:
        raise UnknownDTypeError(
            "MLX has float64 on the CPU device only; ask for float32, or compute on the CPU: "
            "emberops.set_device('cpu')"
        )
    return NATIVE[name]


def native_dtype(dtype: DTypeLike | None) -> mx.Dtype | None:
    """MLX's dtype for anything that stands for one; ``None`` stays ``None``.

    Raises
    ------
    UnknownDTypeError
        If it stands for none, or the device has none like it.
    """
    if dtype is None or isinstance(dtype, mx.Dtype):
        return dtype
    dtype = dtypes.of_python(dtype)
    if dtype is bool:
        return mx.bool_
    if dtype is int:
        return default_int()
    if dtype is float:
        return default_float()
    if dtype is complex:
        return mx.complex64
    return native(dtypes.dtype(dtype).name)
