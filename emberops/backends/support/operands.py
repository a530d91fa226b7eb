"""Several operands in one dtype."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from emberops.errors import DTypeError

NUMBERS = (bool, int, float, complex)


def of_real_numbers(
    is_complex: Callable[[Any], bool],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator for a function that a library extends to complex numbers, and NumPy refuses to.

    Parameters
    ----------
    is_complex
        Whether an operand, a tensor or a Python number, is complex.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def checked(*operands: Any) -> Any:
            if any(map(is_complex, operands)):
                raise DTypeError("it is defined for real numbers, and not for complex ones")
            return function(*operands)

        return checked

    return decorate


def require_exponents(dtype: str) -> None:
    """Refuse exponents of ``ldexp`` that no signed integer holds: floats, and integers of 64 bits without a sign.

    Raises
    ------
    DTypeError
        As NumPy does, which casts no such dtype safely.
    """
    if dtype == "uint64" or not dtype.startswith(("int", "uint", "bool")):
        raise DTypeError(f"ldexp: exponents are integers of up to 63 bits, and not {dtype}")


def together(xp: Any, *operands: Any) -> list[Any]:
    """Tensors and Python numbers as tensors of their common dtype; numbers promote weakly."""
    dtype = xp.result_type(*operands)
    device = next((getattr(x, "device", None) for x in operands if not isinstance(x, NUMBERS)), None)
    return [
        xp.asarray(x, dtype=dtype, device=device)
        if isinstance(x, NUMBERS)
        else x
        if x.dtype == dtype
        else xp.astype(x, dtype)
        for x in operands
    ]
