"""What the guard of ``pytest --pure`` refuses in a recorded run is what ``check`` reports afterwards."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from purity_lint.cli import cli
from purity_lint.trace.command import run

LIBRARY = """\
def means(function, x):
    return function(
        x,
    ), (function
        (x))
"""
TESTS = """\
import numpy
from lib import means

from emberops import ops


def test_means():
    means(numpy.cumsum, ops.ones(3))


def test_more():
    means(lambda x: x, ops.ones(3))
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_a_refused_call_is_found_where_inference_knows_nothing(
    tmp_path: Path, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "lib.py").write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "test_lib.py").write_text(TESTS, encoding="utf-8")
    before = _found()
    monkeypatch.setenv("EMBEROPS_BACKEND", backend)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pure", str(tmp_path)]
    status, trace = run(command, roots=[tmp_path], output=tmp_path / ".purity-trace.json")
    assert status == 1  # ImpurityError in one of two
    assert [span[2:] for span, bits in trace.files["lib.py"].sites.items() if bits & 8] == [(4, 5)]
    assert before == []
    assert _found() == [("PUR105", 2, "`function` converts its tensors to NumPy")]


def _found() -> list[tuple[str, int, str]]:
    result = CliRunner().invoke(cli, ["check", "lib.py", "--output-format", "json", "--no-cache"])
    return [
        (f["code"], f["location"]["row"], f["message"].partition(":")[0]) for f in json.loads(result.output)
    ]
