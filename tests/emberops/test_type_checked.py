"""What a type checker says of code that uses the ops layer: nothing where it is right, and where it is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]
CODE = """\
import numpy as np

from emberops import ops, use_backend


def scale(x: ops.Tensor, by: float = 2.0, dtype: ops.DType = ops.float32) -> ops.Tensor:
    centred = ops.subtract(x, ops.mean(x, axis=0, keepdims=True))
    y = centred * by + ops.pi
    total: float = float(ops.sum(y))
    print(total, y.shape, y.dtype, x[0], -x, x @ x)
    return ops.divide(y, ops.std(x, axis=(0, 1)))


a = ops.array([1.0, 2.0], dtype=ops.float32)
scale(a)
scale(np.ones(3))
ops.random.normal(ops.random.key(0), (3,))
ops.linalg.solve(ops.eye(2), a)
with use_backend("numpy"):
    ops.zeros((2, 3))


@ops.jit
def doubled(x: ops.Tensor, times: int = 1) -> ops.Tensor:
    return ops.multiply(x, 2 * times)


doubled(a, 3)
"""
WRONG = {
    'ops.mean(a, axis="rows")': 'Argument "axis" to "mean" has incompatible type "str"',
    "ops.sum(a, axes=0)": 'Unexpected keyword argument "axes" for "sum"',
    'scale("text")': 'Argument 1 to "scale" has incompatible type "str"; expected "Tensor"',
    "ops.zeros(3).no_such()": 'has no attribute "no_such"',
    "number: int = ops.ones(3)": "Incompatible types in assignment",
    "ops.no_such(a)": 'has no attribute "no_such"',
    "doubled(a, by=3)": 'Unexpected keyword argument "by" for "doubled"',
    "scale()": 'Missing positional argument "x"',
    'ops.linalg.norm(a, keepdims="yes")': 'has incompatible type "str"',
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """The errors of mypy in the code above and the wrong lines after it, by line."""
    folder = tmp_path_factory.mktemp("user")
    file = folder / "user.py"
    file.write_text(CODE + "\n".join(WRONG) + "\n")
    config = folder / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = true\nmypy_path = {ROOT}\n")
    out, err, _ = api.run(["--config-file", str(config), "--cache-dir", str(folder / "cache"), str(file)])
    assert not err
    return {int(m[1]): m[2] for m in re.finditer(r"user\.py:(\d+): error: (.*)", out)}


def test_right_code_passes(said: dict[int, str]) -> None:
    assert {line: text for line, text in said.items() if line <= CODE.count("\n")} == {}


def test_wrong_code_does_not(said: dict[int, str]) -> None:
    first = CODE.count("\n") + 1
    assert [wanted in said.get(first + n, "") for n, wanted in enumerate(WRONG.values())] == [True] * len(
        WRONG
    )


@pytest.mark.parametrize("package", ["emberops", "purity_lint"])
def test_the_packages_say_that_they_are_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()
