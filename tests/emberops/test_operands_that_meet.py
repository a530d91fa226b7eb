"""Operands of several dtypes, and numbers beside them: what NumPy gives, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import AxisError
from emberops.testing import assert_close

BYTES = np.asarray([7, 0], np.uint8)
WORDS = np.asarray([7, 0], np.int16)
TRUTHS = np.asarray([True, False])

MEETING: dict[str, Callable[[Any], Any]] = {
    "truths less a number": lambda xp: xp.subtract(xp.asarray(TRUTHS), 300),
    "a number less truths": lambda xp: xp.subtract(2.5, xp.asarray(TRUTHS)),
    "the truth of a number beyond the dtype": lambda xp: xp.logical_and(xp.asarray(BYTES), -1),
    "the truth of a fraction": lambda xp: xp.logical_xor(-300.5, xp.asarray(BYTES)),
    "bounds of two dtypes": lambda xp: xp.clip(xp.asarray(TRUTHS), 2, xp.asarray(BYTES)),
    "a quotient by a number beyond the dtype": lambda xp: xp.divide(xp.asarray(BYTES), 300),
    "a number beyond the dtype, divided": lambda xp: xp.divide(-1, xp.asarray(BYTES[:1])),
    "an angle to a number beyond the dtype": lambda xp: xp.atan2(xp.asarray(WORDS), -40000),
    "a power in floats": lambda xp: xp.float_power(300, xp.asarray(np.asarray([3, -2], np.int8))),
    "a sum of exponentials": lambda xp: xp.logaddexp(xp.asarray(WORDS), 40000),
    "a complex bound": lambda xp: xp.clip(xp.asarray(BYTES), None, 1j),
    "a power of a truth": lambda xp: xp.pow(False, xp.asarray(BYTES)),
    "a number made a tensor, and bytes": lambda xp: xp.add(xp.asarray(300), xp.asarray(BYTES)),
    "a tensor of one number, and bytes": lambda xp: xp.add(xp.full((2,), 300), xp.asarray(BYTES)),
    "what is chosen of two numbers, and bytes": lambda xp: xp.add(
        xp.where(xp.asarray(TRUTHS), 300, 2), xp.asarray(BYTES)
    ),
    "what is put before bytes": lambda xp: xp.diff(xp.asarray(BYTES), prepend=300),
    "a product of two layouts": lambda xp: xp.kron(
        xp.asarray(BYTES)[::2], xp.permute_dims(xp.asarray(np.eye(2, dtype=np.int8)), (1, 0))
    ),
    "the largest of no columns": lambda xp: xp.nanargmax(xp.zeros((0, 3), dtype=xp.complex64), axis=1),
}


@pytest.mark.parametrize("name", MEETING)
def test_they_meet_as_in_numpy(backend: str, name: str) -> None:
    expected, found = MEETING[name](np), MEETING[name](ops)
    assert_close(found, expected)
    assert np.dtype(str(ops.to_numpy(found).dtype)).kind == expected.dtype.kind


def test_a_nan_of_both_is_in_neither_set_of_the_other(backend: str) -> None:
    found = ops.setxor1d(ops.asarray([np.nan, 1.0]), ops.asarray([np.nan, np.nan, 2.0]))
    assert_close(found, np.asarray([1, 2, np.nan, np.nan], np.float32))


@pytest.mark.parametrize("axes", [([0], [0]), ([0], [5])])
def test_axes_that_a_product_does_not_have(backend: str, axes: Any) -> None:
    first = ops.asarray(0.5) if axes[1] == [0] else ops.ones((2, 3))
    with pytest.raises(AxisError):
        ops.tensordot(first, ops.ones((3, 2)), axes=axes)


@pytest.mark.parametrize("operation", [ops.all, ops.any])
def test_a_number_has_no_axes_to_ask_along(backend: str, operation: Any) -> None:
    with pytest.raises(AxisError):
        operation(ops.asarray(1), axis=(0,))


def test_a_range_of_no_steps(backend: str) -> None:
    with pytest.raises(ZeroDivisionError):
        ops.arange(0, 5, 0)


def test_a_power_of_integers_beyond_the_dtype(backend: str) -> None:
    with pytest.raises(OverflowError):
        ops.pow(ops.asarray(BYTES), 300)


def test_shifts_along_no_axes(backend: str) -> None:
    with pytest.raises(ValueError, match="roll"):
        ops.roll(ops.ones((2, 3)), (1, 2), axis=())


def test_a_shift_beyond_the_dtype(backend: str) -> None:
    with pytest.raises(OverflowError):
        ops.bitwise_left_shift(-1, ops.asarray(BYTES))


@pytest.mark.parametrize(
    "name", ["add", "subtract", "multiply", "divide", "maximum", "less", "greater_equal", "equal"]
)
def test_numbers_beside_tensors_mean_the_same_by_the_short_way(backend: str, name: str) -> None:
    """Dispatch has a shorter way for some types of numbers; a tensor in the place of the number takes the long one."""
    function = getattr(ops, name)
    for dtype in ("bool", "uint8", "int32", "float16", "float32", "complex64"):
        x = ops.asarray([1, 0, 2], dtype=dtype)
        for number in (1.5, 2, 127, 128, 255):
            if (name, dtype) == ("maximum", "bool") or (dtype == "bool" and isinstance(number, int)):
                continue  # PyTorch and NumPy make integers of truth values beside integers, each of its own width
            wide = ops.result_type(x, number) if name != "divide" else ops.dtype(ops.divide(x, 1.5))
            for one, other in ((x, number), (number, x)):
                expected = function(*(ops.asarray(v, dtype=wide) for v in (one, other)))
                assert_close(function(one, other), expected)
                assert ops.dtype(function(one, other)) == ops.dtype(expected)
