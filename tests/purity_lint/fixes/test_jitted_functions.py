"""Functions that Numba compiles keep NumPy's arrays: calls hand these over, and take back what they give."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from purity_lint.cli import cli

IMPORT = "from numba import njit, prange"
TRIED = (
    "try:\n    from numba import njit, prange\nexcept ImportError:\n    from .replaced import njit, prange"
)
LOOPS = """

@njit(parallel=True)
def shifted(x, y):
    out = np.empty(len(x))
    for i in prange(len(x)):
        out[i] = half(x[i]) - y[i]
    return out


@njit
def parts(x):
    low = np.empty(len(x))
    high = np.empty(len(x))
    for i in range(len(x)):
        low[i] = x[i]
        high[i] = x[i]
    return low, high


@njit
def total(x):
    found = 0.0
    for value in x:
        found += value
    return found


@njit
def fill(out, x):
    for i in range(len(x)):
        out[i] = x[i]
    return out
"""
HALF = """

@njit
def half(x):
    return x / 2
"""


def _fixed(folder: Path, imported: str, loops: str, statement: str) -> tuple[str, str, str]:
    """The file with Numba's functions, the one that calls them, and what is said."""
    package = folder / "own"
    package.mkdir()
    (package / "__init__.py").touch()
    kernels, scores = package / "kernels.py", package / "scores.py"
    kernels.write_text(f"import numpy as np\n\n{imported}\n{loops}{HALF}")
    scores.write_text(
        "from emberops import ops\n\nfrom . import kernels\n"
        "from .kernels import fill, half, parts, shifted, total\n\n\n"
        f"def f(x: ops.Tensor, y: ops.Tensor):\n    {statement}\n"
    )
    arguments = ["fix", "--unsafe-fixes", "--isolated", "--output-format", "concise", str(package)]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    return kernels.read_text(), scores.read_text(), result.output


@pytest.mark.parametrize("imported", [IMPORT, TRIED])
@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("return shifted(x, y)", "return ops.from_numpy(shifted(ops.to_numpy(x), ops.to_numpy(y)))"),
        ("return kernels.half(x)", "return ops.from_numpy(kernels.half(ops.to_numpy(x)))"),
        ("low, high = parts(x)", "low, high = map(ops.from_numpy, parts(ops.to_numpy(x)))"),
        ("return parts(x)[0]", "return ops.from_numpy(parts(ops.to_numpy(x))[0])"),
        ("return total(x)", "return total(ops.to_numpy(x))"),
        ("return half(ops.sum(x))", "return ops.from_numpy(half(ops.to_numpy(ops.sum(x))[()]))"),
    ],
)
def test_calls_are_converted(imported: str, statement: str, after: str, tmp_path: Path) -> None:
    kernels, scores, _ = _fixed(tmp_path, imported, LOOPS, statement)
    assert after in scores
    assert kernels.count("@njit") == 5
    assert "ops" not in kernels


@pytest.mark.parametrize("statement", ["fill(y, x)", "return fill(y, x)", "return kernels.fill(y, x)"])
def test_what_writes_into_its_arguments_is_reported(statement: str, tmp_path: Path) -> None:
    _, scores, said = _fixed(tmp_path, IMPORT, LOOPS, statement)
    assert statement in scores
    assert "scores.py:8" in said
    assert "of Numba" in said


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        (
            "out = ops.zeros(3)\n    fill(out, x)\n    return out",
            "out = ops.zeros(3)\n    out_of_numpy = ops.to_numpy(out).copy()\n"
            "    fill(out_of_numpy, ops.to_numpy(x))\n    out = ops.from_numpy(out_of_numpy)\n    return out\n",
        ),
        (
            "out = ops.zeros(3)\n    kernels.fill(x=x, out=out)\n    return out",
            "out = ops.zeros(3)\n    out_of_numpy = ops.to_numpy(out).copy()\n"
            "    kernels.fill(x=ops.to_numpy(x), out=out_of_numpy)\n    out = ops.from_numpy(out_of_numpy)\n"
            "    return out\n",
        ),
        (
            "out = ops.zeros(3)\n    return fill(out, x)",
            "return ops.from_numpy(fill(ops.to_numpy(out).copy(), ops.to_numpy(x)))\n",
        ),
    ],
)
def test_an_array_of_the_function_is_filled_by_way_of_numpy(
    statement: str, after: str, tmp_path: Path
) -> None:
    _, scores, said = _fixed(tmp_path, IMPORT, LOOPS, statement)
    assert scores.endswith(after)
    assert "of Numba" not in said


@pytest.mark.parametrize(
    "statement",
    [
        "out = ops.zeros(3); other = out; fill(out, x); return other",  # it would not be filled
        "rows = ops.zeros((3, 3)); fill(rows[0], x); return rows",
        "out = ops.zeros(3); fill(out, out); return out",
        "out = ops.zeros(3); y = fill(out, x); return y, out",
        "out = ops.zeros(3); fill(*(out, x)); return out",
    ],
)
def test_an_array_that_has_other_names_is_not_filled(statement: str, tmp_path: Path) -> None:
    _, scores, _ = _fixed(tmp_path, IMPORT, LOOPS, statement.replace("; ", "\n    "))
    assert "of_numpy" not in scores
    assert "copy()" not in scores


HOLDER = """
class Holder:
    def __init__(self, x: ops.Tensor):
        self.x = x
        self.out = ops.zeros(3)

    def update(self, x: ops.Tensor):
        {statement}
"""


def _held(folder: Path, statement: str) -> str:
    package = folder / "own"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "kernels.py").write_text(f"import numpy as np\n\n{IMPORT}\n{LOOPS}{HALF}")
    holder = package / "holder.py"
    holder.write_text(
        "from emberops import ops\n\nfrom .kernels import fill\n\n" + HOLDER.format(statement=statement)
    )
    CliRunner().invoke(cli, ["fix", "--unsafe-fixes", "--isolated", str(package)], catch_exceptions=False)
    return holder.read_text()


def test_an_array_of_an_object_is_filled_by_way_of_numpy(tmp_path: Path) -> None:
    assert _held(tmp_path, "fill(self.out, x)").endswith(
        "        out_of_numpy = ops.to_numpy(self.out).copy()\n"
        "        fill(out_of_numpy, ops.to_numpy(x))\n"
        "        self.out = ops.assign(self.out, ..., ops.from_numpy(out_of_numpy))\n"
    )


@pytest.mark.parametrize("statement", ["return fill(self.out, x)", "fill(self.out, self.out)"])
def test_another_array_of_an_object_is_not(statement: str, tmp_path: Path) -> None:
    assert statement in _held(tmp_path, statement)


def test_what_may_be_a_list_is_asked_for(tmp_path: Path) -> None:
    _, scores, _ = _fixed(tmp_path, IMPORT, LOOPS, "x = [1.0] if y is None else x\n    return total(x)")
    assert "return total(ops.to_numpy(x) if ops.is_tensor(x) else x)" in scores


def test_without_loops_the_decorator_goes_and_calls_stay(tmp_path: Path) -> None:
    kernels, scores, _ = _fixed(tmp_path, TRIED, "", "return half(x)")
    assert "@njit" not in kernels
    assert "return half(x)" in scores


def test_where_numba_has_to_be_there_functions_without_loops_stay_its_own(tmp_path: Path) -> None:
    kernels, scores, _ = _fixed(tmp_path, IMPORT, "", "return half(x)")
    assert "@njit" in kernels
    assert "return ops.from_numpy(half(ops.to_numpy(x)))" in scores


@pytest.mark.parametrize("statement", ["return half(3.0)", "half = print; return half(x)"])
def test_other_calls_stay(statement: str, tmp_path: Path) -> None:
    statement = statement.replace("; ", "\n    ")
    _, scores, said = _fixed(tmp_path, IMPORT, LOOPS, statement)
    assert statement in scores
    assert "of Numba" not in said
