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


WEIGHTED = """\
import numpy as np


def run(table, starts, n):
    x = np.arange(12.0).reshape(6, 2)
    starts = np.asarray(starts, dtype=int)
    out = [np.sum(x) * 0]
    for first in starts:
        rows = first + np.arange(n)
        found = table.places[rows] - 1
        out.append(np.sum(np.prod(x[found, :] ** table.weights[rows, None], axis=0)))
        out.append(np.sum(x[table.places[rows] - 1] * table["more"][rows]))
    return np.stack(out)
"""


class Table(dict[str, np.ndarray]):
    """Items that are attributes as well."""

    def __getattr__(self, name: str) -> np.ndarray:
        return self[name]


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_an_index_of_one_element_keeps_its_axis(tmp_path: Path, backend: str, n: int) -> None:
    after = fixed_project(tmp_path, {"read": WEIGHTED})["read"]
    assert "ops.getitem(table.places, rows)" in after
    assert "ops.getitem(table.weights, (rows, None))" in after
    assert 'ops.getitem(table["more"], rows)' in after
    places, weights = np.array([3, 1, 5], dtype="uint8"), np.array([1.0, 2.0, -1.0])
    table = Table(places=places, weights=weights, more=np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    expected = ran(WEIGHTED, "numpy", table, [0, 1], n)
    np.testing.assert_allclose(ran(after, backend, table, [0, 1], n), expected, rtol=1e-5)


def test_parameters_and_tables_with_columns_are_left(tmp_path: Path) -> None:
    code = "import numpy as np\n{also}\n\ndef run({given}):\n    rows = np.arange(3)\n    return {read}\n"
    parameter = code.format(also="", given="data", read="data[rows], data.loc[rows]")
    columns = code.format(also="import pandas\n", given="data", read='data["a"][rows]')
    after = fixed_project(tmp_path, {"parameter": parameter, "columns": columns})
    assert "return data[rows], data.loc[rows]" in after["parameter"]
    assert 'return data["a"][rows]' in after["columns"]
