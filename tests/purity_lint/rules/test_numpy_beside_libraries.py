"""NumPy in a file that imports another library stays on the host unless somebody looks; that library's own does not."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
{library}
import numpy as np


def check(x: {tensor}, p_values: np.ndarray, levels):
    p = np.array(levels)
    if np.any(np.isnan(p_values)):
        p_values[0] = 0.0
    return {call}(x), x.sum(), p.max(), p_values.sum() * 2, p / 3, 2 * np.pi
"""
CASES = [
    ("import jax.numpy as jnp", "jnp.ndarray", "jnp.mean"),
    ("import torch", "torch.Tensor", "torch.sin"),
    ("import mlx.core as mx", "mx.array", "mx.sin"),
]


@pytest.mark.parametrize(("library", "tensor", "call"), CASES)
def test_numpy_waits_for_the_flag_and_the_library_does_not(
    fixed: Fixed, library: str, tensor: str, call: str
) -> None:
    code = fixed(CODE.format(library=library, tensor=tensor, call=call))
    operation = call.partition(".")[2]
    assert "x: ops.Tensor, p_values: np.ndarray" in code
    assert "p = np.array(levels)" in code
    assert "np.any(np.isnan(p_values))" in code
    assert "p_values[0] = 0.0" in code
    assert f"ops.{operation}(x), ops.sum(x), p.max(), p_values.sum() * 2, p / 3, 2 * ops.pi" in code


def test_with_the_flag_numpy_goes_as_everywhere(fixed: Fixed) -> None:
    code = fixed(CODE.format(library=CASES[0][0], tensor=CASES[0][1], call=CASES[0][2]), unsafe=True)
    assert "p_values: ops.Tensor" in code
    assert "ops.any(ops.isnan(p_values))" in code


def test_a_file_of_numpy_alone_is_as_before(fixed: Fixed) -> None:
    code = fixed("import numpy as np\n\n\ndef f(x: np.ndarray):\n    return np.mean(x)\n")
    assert "ops.mean(x)" in code


def test_a_file_without_numpy_has_none_to_leave(fixed: Fixed) -> None:
    code = fixed("import torch\n\n\ndef f(x: torch.Tensor, y):\n    return torch.stack([x, y]).sum()\n")
    assert "ops.sum(ops.stack([x, y]))" in code
