"""PUR305: `FLOATS = (np.dtype(np.float32), np.dtype(np.float64))`, in which the dtypes of arrays are looked for."""

from __future__ import annotations

import pytest
from fixed_programs import ran
from snippets import Fixed

_PROGRAM = """\
import numpy as np

FLOATS = (np.dtype(np.float32), np.dtype("float64"))


def is_float(x: np.ndarray):
    return x.dtype in FLOATS


def run():
    x = np.ones(3)
    return np.array([is_float(x), not is_float(np.arange(3)), {more}])
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_a_tuple_that_is_searched_holds_portable_dtypes(backend: str, fixed: Fixed) -> None:
    after = fixed(_PROGRAM.format(more="True"), unsafe=True)
    assert "FLOATS = (ops.float32, ops.float64)\n" in after
    assert ran(after, backend).all()


@pytest.mark.parametrize(
    "more", ["FLOATS[0].kind == 'f'", "all(d.kind == 'f' for d in FLOATS)", "kinds_of(FLOATS)"]
)
def test_a_tuple_of_which_the_dtypes_are_taken_out_stays(more: str, fixed: Fixed) -> None:
    assert "FLOATS = (np.dtype(np.float32), " in fixed(_PROGRAM.format(more=more), unsafe=True)
