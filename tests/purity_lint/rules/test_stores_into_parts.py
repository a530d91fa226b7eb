"""PUR206: stores by way of `x.real`, `x.imag` and `x.flat`, which off NumPy are no views."""

from __future__ import annotations

import numpy as np
import pytest
from fixed_programs import ran
from snippets import Fixed

PROGRAM = """\
import numpy as np


def run():
    y = np.arange(1.0, 4.0)
    z = np.zeros(3, dtype=complex)
    {store}
    return {result}
"""


@pytest.mark.parametrize(
    "store",
    [
        "z.real = y",
        "z.imag = 2",
        "z.real[0] = 4; z.imag[1:] = y[1:]",
        "z.imag[y > 1] = 3",
        "z.real += y; z.imag -= 1; z.imag *= y",
        "np.multiply(y, 2, out=z.real)",
        "np.copyto(z.imag, y)",
    ],
)
def test_parts_are_put_back(fixed: Fixed, backend: str, store: str) -> None:
    code = PROGRAM.format(store=store, result="z")
    after = fixed(code, "PUR", unsafe=True)
    assert "numpy" not in after
    np.testing.assert_allclose(ran(after, backend), ran(code, "numpy"), rtol=1e-6)


def test_a_number_fills_what_is_flat(fixed: Fixed, backend: str) -> None:
    code = PROGRAM.format(store="y.flat = 0; y.flat[1:] = 2", result="y")
    after = fixed(code, "PUR", unsafe=True)
    np.testing.assert_allclose(ran(after, backend), ran(code, "numpy"))


@pytest.mark.parametrize(
    "store",
    [
        "z.real, z.imag = y, y",  # bound in one statement
        "y.flat = [1, 2]",  # repeated
        "w = f(y); w.real = 1",  # the real part of what is not known to be complex
    ],
)
def test_what_cannot_be_put_back_is_reported(fixed: Fixed, store: str) -> None:
    code = PROGRAM.format(store=store, result="z").replace("\n\ndef run", "\nf = np.abs\n\n\ndef run")
    assert store.rpartition("; ")[2] in fixed(code, "PUR206", unsafe=True)
