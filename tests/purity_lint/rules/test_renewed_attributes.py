"""PUR206: stores into the array of an attribute that is given a new one afterwards."""

from __future__ import annotations

import pytest
from fixed_programs import ran
from snippets import Fixed

_WAVE = """\
import numpy as np


class Wave:
    def __init__(self):
        self.u = np.arange(12.0).reshape(3, 4)

    def mean(self):
        return self.u.mean()

    def step(self):
        u = self.u
        u[2, 1:-1] = 2 * u[1, 1:-1]
        {renewal}


def run():
    wave = Wave()
    for _ in range(3):
        wave.step()
    return wave.u
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
@pytest.mark.parametrize("renewal", ["self.u = np.roll(u, -1, axis=0)", "v = u * 2\n        self.u = v + 1"])
def test_a_store_before_the_attribute_is_renewed_is_nobody_elses(
    renewal: str, backend: str, fixed: Fixed
) -> None:
    code = _WAVE.format(renewal=renewal)
    after = fixed(code, unsafe=True)
    assert "        u = ops.assign(u, (2, slice(1, -1)), ops.multiply(2, u[1, 1:-1]))\n" in after
    assert ran(after, backend).tolist() == ran(code, "numpy").tolist()


@pytest.mark.parametrize(
    "renewal",
    [
        "self.u = u + self.u",
        "self.u = u - self.mean()",
        "self.u = np.asarray([u, show(self)])",
        "if u[0, 0] > 1:\n            self.u = u + 1",
        "if u[0, 0] > 1:\n            return\n        self.u = u + 1",
    ],
)
def test_the_store_stays_where_somebody_may_read_the_attribute_first(renewal: str, fixed: Fixed) -> None:
    assert "        u[2, 1:-1] = " in fixed(_WAVE.format(renewal=renewal), unsafe=True)
