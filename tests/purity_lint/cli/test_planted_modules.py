"""The console script imports and runs nothing that lies in the folder that it checks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import NUMPY

ROOT = Path(__file__).parents[3]
PLANTED = [
    "ast", "click", "concurrent", "emberops", "encodings", "json", "libcst", "multiprocessing", "numpy", "purity_lint",
    "re", "rich", "sitecustomize", "tokenize", "tomllib", "usercustomize", "yaml",
]  # fmt: skip
SCRIPT = "import sys\nfrom purity_lint.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    for name in PLANTED:
        (folder / f"{name}.py").write_text(
            f"open({str(tmp_path / 'imported')!r}, 'a').write({name + ' '!r})\n"
        )
    for name in ("ruff", "git", "python", "sh"):
        (folder / name).write_text(f"#!/bin/sh\necho {name} >> {tmp_path / 'imported'}\n")
        (folder / name).chmod(0o755)
    (folder / "pyproject.toml").write_text("[tool.ruff]\nline-length = 100\n")
    (folder / "m.py").write_text(NUMPY)
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "--output-format", "json", "-j", "2"],
        ["fix", "--unsafe-fixes"],
        ["fix", "--verify", "true"],
        ["config"],
        ["why", "m.py:5"],
    ],
    ids=" ".join,
)
def test_nothing_is_imported_from_the_folder(planted: Path, arguments: list[str]) -> None:
    script = planted.parent / "bin" / "purity-lint"  # as pip writes it
    script.parent.mkdir()
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(planted.parent / "state")}
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        cwd=planted,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    assert not (planted.parent / "imported").exists()


def test_with_minus_m_it_takes_minus_p(planted: Path) -> None:
    command = [sys.executable, "-P", "-m", "purity_lint", "check"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=planted, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert not (planted.parent / "imported").exists()


def test_hooks_and_documentation_call_the_console_script() -> None:
    texts = [ROOT / ".pre-commit-hooks.yaml", ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    for path in texts:
        for line in path.read_text(encoding="utf-8").splitlines():
            if "-m purity_lint" in line.replace("-P -m", ""):
                assert "would import" in line or "is not" in line, f"{path}: {line}"
