"""What `__array__` returns goes to NumPy, whatever backend the rest of the class computes on."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
import numpy as np


class Spectrum:
    def __init__(self, counts: np.ndarray, labels: list[str]):
        self.counts = counts
        self.labels = labels

    def {method}(self, dtype=None) -> np.ndarray:
        return {given}
"""


@pytest.mark.parametrize(
    ("given", "after"),
    [
        ("self.counts", "ops.to_numpy(self.counts)"),
        ("self.counts[1:]", "ops.to_numpy(self.counts[1:])"),
        ("np.stack([self.counts])", "ops.to_numpy(ops.stack([self.counts]))"),
        ("self.counts / 2", "ops.to_numpy(ops.divide(self.counts, 2))"),
    ],
)
def test_a_tensor_is_converted(fixed: Fixed, given: str, after: str) -> None:
    code = fixed(CODE.format(method="__array__", given=given), unsafe=True)
    assert f"return {after}\n" in code
    assert "dtype=None) -> np.ndarray:" in code


@pytest.mark.parametrize("given", ["np.asarray(self.counts, dtype=dtype)", "self.labels", "self.given()"])
def test_what_is_numpys_anyway_or_no_tensor_stays(fixed: Fixed, given: str) -> None:
    assert f"return {given}\n" in fixed(CODE.format(method="__array__", given=given), unsafe=True)


def test_other_methods_return_tensors(fixed: Fixed) -> None:
    code = fixed(CODE.format(method="array", given="self.counts"), unsafe=True)
    assert "dtype=None) -> ops.Tensor:\n        return self.counts\n" in code
