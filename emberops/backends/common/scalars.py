"""Rules for a Python number next to a tensor, the same on every backend."""

from __future__ import annotations

_BOUNDS: dict[str, tuple[int, int]] = {
    **{f"int{n}": (-(2 ** (n - 1)), 2 ** (n - 1) - 1) for n in (8, 16, 32, 64)},
    **{f"uint{n}": (0, 2**n - 1) for n in (8, 16, 32, 64)},
}


def fits(number: int, dtype: str) -> bool:
    """Whether the integer dtype called ``dtype`` holds ``number``; every other dtype does."""
    bounds = _BOUNDS.get(dtype)
    return bounds is None or bounds[0] <= number <= bounds[1]


def check_fits(number: int, dtype: str) -> None:
    """Refuse a Python integer that an integer tensor's dtype cannot hold.

    Raises
    ------
    OverflowError
        As NumPy does; other libraries let the number wrap around.
    """
    if not fits(number, dtype):
        raise OverflowError(
            f"Python integer {number} out of bounds for {dtype}; cast the tensor first, for instance "
            "ops.astype(x, ops.int64)"
        )


def check_integer_power(dtype: str, exponent: int) -> None:
    """Refuse an integer tensor to a negative integer power.

    Raises
    ------
    ValueError
        The result would not be integers.
    """
    if exponent < 0 and dtype in _BOUNDS:
        raise ValueError(
            f"{dtype} to the negative integer power {exponent}: integers cannot hold the result; "
            "use a float exponent, or cast the tensor to a float dtype"
        )
