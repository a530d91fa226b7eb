"""What is looked up in a table that a file held may be bytes, in an array of NumPy: no index on PyTorch (PUR207)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from fixed_programs import fixed_project, ran

READ = """\
import numpy as np


def run(table, starts):
    x = np.arange(12.0).reshape(6, 2)
    starts = np.asarray(starts, dtype=int)
    found = starts == 5
    out = [np.sum(x) * 0]
    for first in starts:
        rows = first + np.arange(2)
        found = table.places[rows] - 1
        out.append(np.sum(x[found, :]))
    return np.stack(out)
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_they_are_read_everywhere(tmp_path: Path, backend: str) -> None:
    after = fixed_project(tmp_path, {"read": READ})["read"]
    assert "ops.getitem(x, (found, slice(None)))" in after
    table = SimpleNamespace(places=np.array([3, 1, 5], dtype="uint8"))
    np.testing.assert_allclose(ran(after, backend, table, [0, 1]), [0.0, 10.0, 18.0])


def test_an_element_of_an_array_is_no_array(tmp_path: Path) -> None:
    code = READ.replace("for first in starts", "for rows in starts")
    code = code.replace("        rows = first + np.arange(2)\n", "")
    assert "x[found, :]" in fixed_project(tmp_path, {"read": code})["read"]
