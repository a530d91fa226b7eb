"""A command line to call, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from command_line import NUMPY, Call

from purity_lint.cli import cli


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "PURITY_LINT_OUTPUT_FORMAT", "PURITY_LINT_NO_CACHE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def purity(project: Path) -> Call:
    """Call the command line in this process."""

    def call(*args: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, list(args), input=stdin, catch_exceptions=False)

    return call


@pytest.fixture
def checked(project: Path, purity: Call) -> Path:
    """A project that was checked, with its cache."""
    (project / "m.py").write_text(NUMPY)
    assert purity("check").exit_code == 1
    return project
