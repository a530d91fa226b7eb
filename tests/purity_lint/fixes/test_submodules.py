"""A module of a package hides what its ``__init__.py`` imports by that name, as soon as anybody imports it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

CODE = """import numpy as np

from pkg.{name} import first

HALF = np.sqrt(0.25)


def norms(x: np.ndarray) -> np.ndarray:
    return first(np.sqrt(np.sum(x * x, axis=1)) * HALF)
"""


def package(root: Path, name: str) -> Path:
    folder = root / "pkg"
    folder.mkdir()
    init = folder / "__init__.py"
    init.write_text(CODE.format(name=name))
    (folder / f"{name}.py").write_text("def first(x):\n    return x[0]\n")
    return init


def fixed(init: Path, settings: Settings) -> str:
    fix_project([(path, settings) for path in sorted(init.parent.iterdir())], write=True, jobs=1)
    return init.read_text()


@pytest.mark.parametrize("name", ["ops", "math", "_ops"])
def test_package_with_such_a_module_works_after_the_fix(tmp_path: Path, name: str) -> None:
    text = fixed(package(tmp_path, name), Settings(root=tmp_path, unsafe_fixes=True))
    assert "np.sum" not in text
    used = "import numpy, pkg; print(float(pkg.norms(numpy.ones((2, 4)))))"
    ran = subprocess.run(
        [sys.executable, "-c", used], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.returncode) == ("1.0\n", 0), ran.stderr


def test_module_has_another_name_there(tmp_path: Path) -> None:
    text = fixed(package(tmp_path, "ops"), Settings(root=tmp_path, unsafe_fixes=True))
    assert "from emberops import ops as ember_ops" in text


def test_own_ops_module_keeps_its_name(tmp_path: Path) -> None:
    settings = replace(Settings(root=tmp_path, unsafe_fixes=True), ops_module="pkg.ops")
    text = fixed(package(tmp_path, "ops"), settings)
    assert "from pkg import ops\n" in text
