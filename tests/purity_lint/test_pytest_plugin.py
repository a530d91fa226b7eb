"""``pytest --purity``: a run of pytest fails where the linter would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/clean.py").write_text("def add(a: int, b: int) -> int:\n    return a + b\n")
    (tmp_path / "test_it.py").write_text("def test_it():\n    pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def run(project: Path, *args: str) -> subprocess.CompletedProcess[str]:
    # By its module, whether or not the installed package announces it.
    plugin = ["-p", "no:purity-lint", "-p", "purity_lint.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *plugin, *args]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_clean_code_is_one_more_test_that_passes(project: Path) -> None:
    done = run(project, "--purity", "src", "-v")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "purity-lint[src] PASSED" in done.stdout
    assert "2 passed" in done.stdout
    assert "1 passed" in run(project).stdout


def test_findings_fail(project: Path) -> None:
    (project / "src/impure.py").write_text("import numpy as np\n\nx = np.ones(3)\n")
    done = run(project, "--purity", "src", "--purity", "src/clean.py")
    assert done.returncode == 1
    assert "src/impure.py:3:5: PUR103" in done.stdout
    assert "1 failed, 2 passed" in done.stdout
    assert (
        "1 passed, 2 deselected"
        in run(project, "--purity", "src", "--purity", "src/clean.py", "-k", "test_it").stdout
    )


def test_a_path_that_is_not_there_fails(project: Path) -> None:
    done = run(project, "--purity", "nowhere")
    assert done.returncode == 1
    assert "no such file or directory" in done.stdout
