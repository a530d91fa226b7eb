"""A safe fix keeps what code does on MLX's arrays: every call is run before and after, and must give the same."""

from __future__ import annotations

from typing import Any

import mlx.core as mx
import numpy as np
import pytest
from calls_of_a_library import Calls
from mlx import nn
from mlx_calls import CALLS


def _arguments() -> dict[str, Any]:
    generator = np.random.default_rng(0)

    def drawn(*shape: int) -> mx.array:
        return mx.array(generator.normal(size=shape).astype("float32"))

    return {
        "x": drawn(3, 4),
        "y": drawn(3, 4),
        "m": drawn(3, 3),
        "s": mx.array([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]]),
        "p": mx.array([0.5, 2, 3, -1]),
        "i": mx.array([3, 1, 2, 0, 5]),
        "b": mx.array([True, False, True]),
        "t": drawn(2, 3, 4),
        "c": drawn(2, 3),
        "k": mx.array([[0, 1], [2, 3], [1, 0]]),
        "h": mx.array([1, 2, 3], dtype=mx.int8),
        "g": mx.array([0.5, 2, 3, -1], dtype=mx.bfloat16),
        "z": mx.array([1 + 2j, 3 - 1j, 0.5j]),
        "key": mx.random.key(3),
        "w": generator.normal(size=(3, 4)),
    }


def _same_array(expected: mx.array, result: Any) -> None:
    assert isinstance(result, mx.array)
    assert result.dtype == expected.dtype
    rtol = 1e-5
    if expected.dtype == mx.bfloat16:
        expected, result, rtol = expected.astype(mx.float32), result.astype(mx.float32), 1e-2
    np.testing.assert_allclose(np.array(result), np.array(expected), rtol=rtol, atol=1e-6, strict=True)


MLX = Calls(
    backend="mlx",
    imports="import mlx.core as mx\nimport mlx.nn as nn\nimport numpy as np\n",
    names={"mx": mx, "nn": nn, "np": np},
    lines=CALLS.splitlines(),
    annotations={name: "np.ndarray" if name == "w" else "mx.array" for name in _arguments()},
    arguments=_arguments,
    same_array=_same_array,
    array=mx.array,
)


def test_many_calls_have_a_safe_fix() -> None:
    assert len(MLX.pairs) > len(MLX.lines) / 3


@pytest.mark.parametrize(("before", "after"), MLX.pairs, ids=[before for before, _ in MLX.pairs])
def test_a_safe_fix_keeps_the_result(before: str, after: str) -> None:
    MLX.check(before, after)
