"""NumPy in a file that imports another library stays on the host unless somebody looks; that library's own does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from snippets import Fixed

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

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


HANDED_ON = """\
import numpy as np
from .backend import (
    device, torch)


def f(x: np.ndarray):
    return np.mean(x)
"""


def test_a_library_may_come_by_a_file_of_the_project(fixed: Fixed) -> None:
    assert fixed(HANDED_ON) == HANDED_ON
    assert "ops.mean(x)" in fixed(HANDED_ON, unsafe=True)


ASKS = """\
import numpy as np
from other import device


def f(x, window):
    if window is None or isinstance(window, (list, np.ndarray)):
        window = 1
    return x if isinstance(x, np.ndarray) else x.to(device)
"""


@pytest.mark.parametrize("library", ["torch", "jax", "cupy"])
def test_what_asks_for_arrays_of_numpy_is_safe_where_there_are_no_others(
    tmp_path: Path, library: str
) -> None:
    other = f"try:\n    import {library}\nexcept ImportError:\n    {library} = None\n"
    files = {"pyproject.toml": "", "sums.py": ASKS, "other.py": other}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    settings = Settings(root=tmp_path)
    path = tmp_path / "sums.py"
    for names, asked in ((["sums.py", "other.py"], False), (["sums.py"], True)):
        fix_project([(tmp_path / name, settings) for name in names], write=True, jobs=1)
        assert ("if ops.is_tensor(x) else" in path.read_text()) is asked
        assert ("isinstance(window, (list, ops.Tensor))" in path.read_text()) is asked
