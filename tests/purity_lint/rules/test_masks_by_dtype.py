"""What is said of an array by its dtype, `x.dtype == bool`, and not said of it by `isinstance(x, Sized)`."""

from __future__ import annotations

from typing import Any

import pytest
from snippets import Fixed

from emberops import ops, use_backend


@pytest.mark.parametrize("asked", ["x.dtype == bool", "x.dtype == np.bool_", "x.dtype == 'bool'"])
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_what_is_asked_for_its_dtype_is_read_as_a_mask(fixed: Fixed, asked: str, backend: str) -> None:
    program = fixed(
        "from collections.abc import Sized\n\nimport numpy as np\n\n\ndef places(x, n):\n"
        f"    if isinstance(x, Sized):\n        if hasattr(x, 'dtype') and {asked}:\n"
        "            return np.arange(n)[x]\n        return np.array(x)\n"
        "    return np.array([x])\n",
        unsafe=True,
    )
    assert "ops.getitem(ops.arange(n), x)" in program
    names: dict[str, Any] = {}
    exec(compile(program, "<fixed>", "exec"), names)
    with use_backend(backend):
        assert ops.tolist(names["places"](ops.asarray([True, False, True]), 3)) == [0, 2]
        assert ops.tolist(names["places"]([1, 2], 3)) == [1, 2]


def test_what_has_another_dtype_is_none(fixed: Fixed) -> None:
    program = fixed(
        "import numpy as np\n\n\ndef places(x: np.ndarray, n):\n    if x.dtype != bool:\n"
        "        return np.arange(n)[x]\n    return np.arange(n)[x]\n",
        unsafe=True,
    )
    assert "        return ops.arange(n)[x]\n    return ops.getitem(ops.arange(n), x)" in program


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_a_dtype_is_compared_with_its_name(fixed: Fixed, backend: str, unsafe: bool) -> None:
    program = fixed(
        "import numpy as np\n\n\ndef kind(n):\n    x = np.zeros(n, dtype=np.float32)\n"
        "    return x.dtype == 'float32', x.dtype != 'float32', x.dtype == 'object'\n",
        unsafe=unsafe,
    )
    assert "ops.dtype(x) == 'float32', ops.dtype(x) != 'float32', x.dtype == 'object'" in program
    names: dict[str, Any] = {}
    exec(compile(program, "<fixed>", "exec"), names)
    with use_backend(backend):
        assert names["kind"](2) == (True, False, False)
