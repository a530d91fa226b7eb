"""Fixed code is formatted as the project formats it, and only then."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project
from purity_lint.run.style import restyle
from purity_lint.run.style.habits import COLUMNS

LONG = """import numpy as np


def mean_of_products(first: np.ndarray, second: np.ndarray, third: np.ndarray):
    return (first * second + second * third + third * first) / 3 - first * second
"""
BY_HAND = LONG.replace("first * second + second", "first*second + second")


def fixed(folder: Path, text: str) -> str:
    path = folder / "means.py"
    path.write_text(text, encoding="utf-8")
    settings = Settings(root=folder)
    result = fix_project([(path, settings)], write=True, jobs=1)
    assert not result.errors
    assert not fix_project([(path, settings)], write=True, jobs=1).counts
    return path.read_text(encoding="utf-8")


def is_formatted(text: str) -> bool:
    command = [sys.executable, "-m", "ruff", "format", "--check", "--isolated", "-"]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=False).returncode == 0


def test_a_project_of_ruff_stays_formatted(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\n")
    text = fixed(tmp_path, LONG)
    assert "ops.divide(" in text
    assert is_formatted(text)
    assert max(map(len, text.splitlines())) <= 88


def test_what_is_left_is_reported_where_it_stands_then(tmp_path: Path) -> None:
    text = (
        LONG + '    # ä\n\n\ndef same(x: np.ndarray):\n    "ä", x.data.nbytes, "ä"; print("ä", x.strides)\n'
    )
    path = tmp_path / "means.py"
    path.write_text(text, encoding="utf-8")
    result = fix_project([(path, Settings(root=tmp_path))], write=True, jobs=1)
    lines = path.read_text(encoding="utf-8").splitlines()
    left = [lines[d.span.line - 1][d.span.col : d.span.end_col] for d in result.remaining]
    assert len(lines) > len(text.splitlines())
    assert left
    assert all(place.startswith("x.") for place in left)


@pytest.mark.parametrize(
    ("config", "text"),
    [("", LONG), ("[tool.black]\n", LONG), ("[tool.ruff]\n", BY_HAND)],
    ids=["no config", "other tool", "not formatted"],
)
def test_other_code_is_left_as_it_stands(tmp_path: Path, config: str, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(config)
    text = text.replace("third: np.ndarray", "third: np.ndarray , fourth = 'a'")
    after = fixed(tmp_path, text).splitlines()
    assert "third: ops.Tensor , fourth = 'a'):" in after[3]
    assert after[4] == "    return ops.subtract("
    assert max(map(len, after)) <= 100


def test_long_lines_are_broken_where_ruff_is_not_to_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restyle, "_ruff", lambda: None)
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\n")
    text = fixed(tmp_path, LONG)
    assert max(map(len, text.splitlines())) <= 100
    assert restyle.misses_ruff([tmp_path / "means.py"])


def test_cells_of_notebooks_are_laid_out_as_well(tmp_path: Path) -> None:
    """What is left is reported where it stands then, cell by cell: the head of a loop without its body."""
    loop = "%matplotlib inline\nfor i in range(1, len(u)):\n    print(u[i] - u[i - 1], u[i] * 2)"
    cells = ["import numpy as np\nu = np.linspace(0, 1, 9)", f"{LONG}\n%time", f"{LONG[19:]}\n{loop}"]
    path = tmp_path / "means.ipynb"
    path.write_text(json.dumps({"cells": [_cell(code) for code in cells], "nbformat": 4}), encoding="utf-8")
    result = fix_project([(path, Settings(root=tmp_path, unsafe_fixes=True))], write=True, jobs=1)
    assert not result.errors
    after = ["".join(cell["source"]).splitlines() for cell in json.loads(path.read_text())["cells"]]
    assert "    return ops.subtract(" in after[1]
    assert after[1][-1] == "%time"
    assert max(len(line) for lines in after for line in lines) <= COLUMNS
    places = [(d, after[(d.cell or 0) - 1][d.span.line - 1]) for d in result.remaining if d.code == "PUR902"]
    assert [line[d.span.col : d.span.end_col] for d, line in places] == ["for i in range(1, len(u))"]


def _cell(code: str) -> dict[str, object]:
    return {"cell_type": "code", "source": code.splitlines(keepends=True), "metadata": {}, "outputs": []}


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_the_ends_of_lines_are_those_of_the_file(tmp_path: Path, end: str) -> None:
    """Alone, a carriage return ends lines for Python and for nobody else: the fix is made, and nothing laid out."""
    path = tmp_path / "means.py"
    path.write_bytes(LONG.replace("\n", end).encode())
    result = fix_project([(path, Settings(root=tmp_path))], write=True, jobs=1)
    assert not result.errors
    after = path.read_bytes().decode()
    assert "ops.divide(" in after
    assert "\n" not in after.replace(end, "")
