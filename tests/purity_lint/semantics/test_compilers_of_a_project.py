"""Functions that Numba compiles by way of a function of the project's own take NumPy's arrays alone, and stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from purity_lint.cli import cli

JIT = """import numba as nb


def jit_stable(func=None, cache=True, **options):
    def wrap(inner):
        compiled = nb.njit(inner, cache=cache, **options)
        compiled.stable = True
        return compiled

    return wrap if func is None else wrap(func)


def build(start, update, name):
    start_compiled = jit_stable(start)
    update_compiled = jit_stable(update)
    return start_compiled, update_compiled, name
"""
KERNEL = "import numpy as np\n\nfrom .jitting import build, jit_stable\n\n\n"
BODY = (
    "def total(x: np.ndarray, out: np.ndarray):\n    for i in range(x.size):\n        out[i] = np.sin(x[i])\n"
)


@pytest.mark.parametrize(
    "code",
    [
        f"@jit_stable\n{BODY}",
        f"@jit_stable(parallel=True)\n{BODY}",
        f"{BODY}\n\nfast = jit_stable(total, cache=False)\n",
        f"{BODY}\n\nfast = build(total, total, 'total')\n",
        f"{BODY}\n\nfast = build(start=None, update=total, name='total')\n",
    ],
    ids=["decorator", "with options", "handed over", "handed on", "by keyword"],
)
def test_what_a_compiler_of_the_project_compiles_stays(tmp_path: Path, code: str) -> None:
    kernel = fixed(tmp_path, KERNEL + code)
    assert "for i in range(x.size):\n        out[i] = np.sin(x[i])\n" in kernel


def test_what_numba_types_stays(tmp_path: Path) -> None:
    code = "@nb.extending.overload(len)\ndef typed(x):\n    return lambda x: np.size(x)\n"
    assert code in fixed(tmp_path, f"import numba as nb\n{KERNEL}{code}")


def test_what_no_compiler_gets_is_fixed(tmp_path: Path) -> None:
    kernel = fixed(tmp_path, f"{KERNEL}{BODY}\n\nprint(total, build)\n")
    assert "ops.sin(x[i])" in kernel


def fixed(folder: Path, kernel: str) -> str:
    """What `fix --unsafe-fixes` makes of a file beside one that holds compilers."""
    package = folder / "package"
    package.mkdir()
    for name, text in (("__init__", ""), ("jitting", JIT), ("kernel", kernel)):
        (package / f"{name}.py").write_text(text)
    CliRunner().invoke(cli, ["fix", "--unsafe-fixes", "--isolated", str(package)], catch_exceptions=False)
    return (package / "kernel.py").read_text()
