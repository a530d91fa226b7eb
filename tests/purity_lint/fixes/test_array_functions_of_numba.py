"""Functions that Numba makes of loops are handed NumPy's arrays, and what they give becomes a tensor."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from purity_lint.cli import cli

_LOOPS = """import numba
from numba import guvectorize, vectorize


@guvectorize(["void(float64[:], float64[:])"], "(n)->()")
def total(x, result): ...


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n)->(),()")
def two(x, low, high): ...


@guvectorize(TYPES, LAYOUT)
def laid_out_elsewhere(x, result): ...


@numba.vectorize
def double(x):
    return 2 * x


@vectorize(["float64(float64)"])
def half(x):
    return x / 2


tripled = vectorize(["float64(float64)"])(lambda x: 3 * x)


def plain(x):
    return x
"""
_CODE = """from emberops import ops

{}


def f(x: ops.Tensor, out: ops.Tensor, **kwargs):
    {}
"""


def _fixed(folder: Path, imported: str, statement: str) -> str:
    package = folder / "own"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "loops.py").write_text(_LOOPS)
    scores = package / "scores.py"
    scores.write_text(_CODE.format(imported, statement))
    arguments = ["fix", "--unsafe-fixes", "--isolated", str(package)]
    assert CliRunner().invoke(cli, arguments, catch_exceptions=False).exit_code in (0, 1)
    return scores.read_text()


@pytest.mark.parametrize("name", ["total", "double", "half", "tripled"])
def test_calls_are_converted(name: str, tmp_path: Path) -> None:
    code = _fixed(tmp_path, f"from .loops import {name} as core", "return core(x)")
    assert "return ops.from_numpy(core(ops.to_numpy(x)))" in code


def test_functions_of_a_module_are_converted(tmp_path: Path) -> None:
    code = _fixed(tmp_path, "from . import loops", "return loops.total(x)")
    assert "return ops.from_numpy(loops.total(ops.to_numpy(x)))" in code


@pytest.mark.parametrize(
    ("imported", "statement"),
    [
        ("from .loops import two", "return two(x)"),
        ("from .loops import laid_out_elsewhere", "return laid_out_elsewhere(x)"),
        ("from .loops import plain", "return plain(x)"),
        ("from .loops import total", "total(x, out)"),
        ("from .loops import total", "return total(x, out=out)"),
        ("from .loops import total", "return total(x, **kwargs)"),
        ("from .others import total", "total = kwargs['total']; return total(x)"),
        ("from .others import total", "return total(x)"),
        ("def total(x): ...", "return total(x)"),
        ("", "total = kwargs['total']; return total(x)"),
    ],
)
def test_what_gives_no_single_array_is_left_alone(imported: str, statement: str, tmp_path: Path) -> None:
    assert statement.replace("; ", "\n    ") in _fixed(tmp_path, imported, statement).replace("; ", "\n    ")
