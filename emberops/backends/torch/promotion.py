"""Which dtype two operands meet in.

PyTorch lets a 0-d tensor take the other operand's dtype and refuses to promote uint16, uint32 and uint64; the
standard knows no 0-d exception.  A Python number stays weak.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from emberops.backends.support.scalars import SMALL, as_fractions, check_fits
from emberops.backends.torch.dtypes import default_float
from emberops.dispatch.router import BESIDE_NUMBER, ONE_DTYPE, ONE_TYPE
from emberops.dtypes import dtype as dtypes

Number = bool | int | float | complex
_NUMBERS = (bool, int, float, complex)
_NAMES = {getattr(torch, name): name for name in dtypes.DTYPES}
_BOOL = torch.bool
_SMALL = SMALL.stop
_SIGNED = {8: torch.int8, 16: torch.int16, 32: torch.int32, 64: torch.int64}


def dtype_name(dtype: torch.dtype) -> str:
    """The portable name of a dtype."""
    return _NAMES.get(dtype) or str(dtype).rpartition(".")[2]


def common_dtype(a: torch.dtype, b: torch.dtype, /) -> torch.dtype:
    """The dtype that holds the values of both."""
    if a is b:
        return a
    try:
        return torch.promote_types(a, b)
    except RuntimeError:
        return _promote_unsigned(a, b)


def _promote_unsigned(a: torch.dtype, b: torch.dtype) -> torch.dtype:
    """As NumPy, where one of the two is uint16, uint32 or uint64."""
    one, other = dtypes.DTYPES[_NAMES[a]], dtypes.DTYPES[_NAMES[b]]
    if one.kind == other.kind:
        return a if one.bits > other.bits else b
    if other.kind == "unsigned integer":
        one, other, a, b = other, one, b, a
    if other.kind != "signed integer":
        return a if other.kind == "bool" else b
    if other.bits > one.bits:
        return b
    return _SIGNED.get(2 * one.bits, default_float())


def promoted(x1: torch.Tensor, x2: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Both tensors in their common dtype."""
    dtype = common_dtype(x1.dtype, x2.dtype)
    return x1.to(dtype), x2.to(dtype)


def weak(x1: Any, x2: Any) -> tuple[Any, Any]:
    """Two operands of different types, ready for a function that takes Python numbers.

    Raises
    ------
    OverflowError
        If a Python integer does not fit the other operand's integer dtype.
    """
    if type(x2) is float or type(x1) is float:
        return x1, x2
    if isinstance(x2, _NUMBERS):  # compared, not looked up: a compiler's symbol for an int cannot be
        if type(x2) is int:
            if not 0 <= x2 < _SMALL and not x1.is_floating_point():
                _check_beside(x2, x1.dtype)
        elif type(x2) is bool:
            return x1, _beside_numbers(x2, x1)
        elif (
            x1.dtype is torch.float16
        ):  # with a complex number: PyTorch can hardly compute with halves of that
            return x1.to(torch.complex64), x2
    elif isinstance(x1, _NUMBERS):
        if type(x1) is bool:
            return _beside_numbers(x1, x2), x2
        if type(x1) is complex and x2.dtype is torch.float16:
            return x1, x2.to(torch.complex64)
        if type(x1) is int and not 0 <= x1 < _SMALL and not x2.is_floating_point():
            _check_beside(x1, x2.dtype)
    elif x1.dtype is not x2.dtype:  # a tensor and a parameter
        return promoted(x1, x2)
    return x1, x2


def _check_beside(number: int, dtype: torch.dtype) -> None:
    """Refuse an integer that is out of range; beside truth values it becomes an int64."""
    check_fits(number, "int64" if dtype is torch.bool else dtype_name(dtype))


def divisible(x1: Any, x2: Any) -> tuple[Any, Any]:
    """``weak`` operands of a function of floats."""
    return weak(*as_fractions(x1, x2))


def subtractable(x1: Any, x2: Any) -> tuple[Any, Any]:
    """``weak`` operands, with truth values that meet a number as numbers: PyTorch subtracts none."""
    x1, x2 = weak(x1, x2)
    if isinstance(x2, _NUMBERS):
        return (x1 if x1.dtype is not torch.bool or type(x2) is bool else x1.to(_beside(x1, x2))), x2
    if isinstance(x1, _NUMBERS):
        return x1, (x2 if x2.dtype is not torch.bool or type(x1) is bool else x2.to(_beside(x2, x1)))
    return x1, x2


def _beside_numbers(truth: bool, x: torch.Tensor) -> int:
    """A truth value as 0 or 1, unless it meets others: PyTorch subtracts none from numbers."""
    return truth if x.dtype is torch.bool else int(truth)


def tensors(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Two operands as tensors of their common dtype; a Python number is weak.

    Raises
    ------
    OverflowError
        If a Python integer does not fit the other operand's integer dtype.
    """
    x1, x2 = weak(x1, x2)
    if isinstance(x2, _NUMBERS):
        dtype = _beside(x1, x2)
        return x1.to(dtype), torch.full((), x2, dtype=dtype, device=x1.device)
    if isinstance(x1, _NUMBERS):
        dtype = _beside(x2, x1)
        return torch.full((), x1, dtype=dtype, device=x2.device), x2.to(dtype)
    return x1, x2


def _beside(x: torch.Tensor, number: complex) -> torch.dtype:
    """``torch.result_type`` of a tensor and a Python number, which ``torch.compile`` cannot trace."""
    if isinstance(number, bool) or x.is_complex():
        return x.dtype
    if isinstance(number, int):
        return torch.int64 if x.dtype is torch.bool else x.dtype
    if isinstance(number, float):
        return x.dtype if x.is_floating_point() else torch.get_default_dtype()
    made = torch.result_type(x, number)
    return torch.complex64 if made is torch.complex32 else made  # which PyTorch can hardly compute with


def takes_numbers(
    native: Callable[..., Any], convert: Callable[[Any, Any], tuple[Any, Any]] = weak
) -> Callable[[Any, Any], Any]:
    """A native function that accepts a Python number on either side, with the standard's promotion."""
    return _promoting(native, convert)


def fractions(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Two operands of a function of floats as tensors."""
    return tensors(*as_fractions(x1, x2))


def truths(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Two operands as tensors whose truth is that of the operands, of which one may be a number of any size."""
    x1, x2 = (bool(x) if isinstance(x, _NUMBERS) else x for x in (x1, x2))
    return tensors(x1, x2)


def takes_tensors(
    native: Callable[..., Any], convert: Callable[[Any, Any], tuple[Any, Any]] = tensors
) -> Callable[[Any, Any], Any]:
    """A native function that accepts tensors only, with Python numbers and the standard's promotion."""
    return _promoting(native, convert)


def _promoting(
    native: Callable[..., Any], convert: Callable[[Any, Any], tuple[Any, Any]]
) -> Callable[[Any, Any], Any]:
    """A native function with the standard's promotion; ``convert`` is for what is not of one type."""

    @wraps(native)
    def apply(x1: Any, x2: Any, /) -> Any:
        if type(x1) is not type(x2):
            x1, x2 = convert(x1, x2)
        elif x1.dtype is not x2.dtype:
            x1, x2 = promoted(x1, x2)
        return native(x1, x2)

    setattr(apply, ONE_TYPE, _of_tensors(native))
    setattr(apply, ONE_DTYPE, native)
    setattr(apply, BESIDE_NUMBER, _beside_number(native, convert))
    return apply


def _beside_number(
    native: Callable[..., Any], convert: Callable[[Any, Any], tuple[Any, Any]]
) -> dict[type, Callable[[Any, Any], Any]]:
    """For the types of numbers of which most need no conversion, what looks for the others."""

    def of_float(x1: Any, x2: Any, /) -> Any:
        x = x2 if type(x1) is float else x1
        return native(x1, x2) if x.dtype is not _BOOL else native(*convert(x1, x2))

    def of_int(x1: Any, x2: Any, /) -> Any:
        number = x1 if type(x1) is int else x2
        return native(x1, x2) if 0 <= number < _SMALL else native(*convert(x1, x2))

    if convert is weak:
        return {float: native, int: of_int}
    return {float: native} if convert is divisible else {float: of_float} if convert is subtractable else {}


def _of_tensors(native: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """A native function with the standard's promotion of two tensors."""

    def apply(x1: torch.Tensor, x2: torch.Tensor, /) -> Any:
        if x1.dtype is x2.dtype:
            return native(x1, x2)
        return native(*promoted(x1, x2))

    return apply


def floating(x: torch.Tensor) -> torch.Tensor:
    """``x``, integers and booleans as the default float dtype."""
    return x if x.is_floating_point() or x.is_complex() else x.to(default_float())


def at_least_default(x: torch.Tensor) -> torch.Tensor:
    """``x`` in the default float dtype, or in its own where that holds more, or complex numbers."""
    return x.to(torch.promote_types(x.dtype, default_float()))


def is_transformed(x: torch.Tensor) -> bool:
    """Whether ``x`` stands for many tensors, or for one that is derived, within a transform of ``torch.func``."""
    return bool(torch._C._functorch.is_functorch_wrapped_tensor(x))


def decomposable(x: torch.Tensor) -> torch.Tensor:
    """``x`` in a dtype that PyTorch decomposes and transforms on a CPU: half precision becomes single."""
    x = floating(x)
    return x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
