"""``check --diff-base``: only what a branch adds is reported."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import NUMPY, Call


def git(folder: Path, *args: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main", *args],
        cwd=folder,
        check=True,
        capture_output=True,
    )


@pytest.fixture
def branch(project: Path) -> Path:
    """A repository whose branch ``new`` has left ``main``, which has gone on since."""
    (project / "a.py").write_text(NUMPY)
    (project / "untouched.py").write_text(NUMPY)
    (project / ".gitignore").write_text(".purity_lint_cache\n")
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "one")
    git(project, "checkout", "-b", "new")
    with open(project / "a.py", "a") as file:
        file.write("\n\ntwo = np.ones(2)\n")
    git(project, "commit", "-am", "two")
    git(project, "checkout", "main")
    (project / "untouched.py").write_text("import numpy\n" + NUMPY)
    git(project, "commit", "-am", "three")
    git(project, "checkout", "new")
    return project


def reported(purity: Call, *args: str) -> list[tuple[str, int]]:
    found = json.loads(purity("check", "--output-format", "json", *args).stdout)
    return [(Path(one["filename"]).name, one["location"]["row"]) for one in found]


def test_lines_that_the_branch_adds(branch: Path, purity: Call) -> None:
    assert reported(purity, "--diff-base", "main") == [("a.py", 8)]
    with open(branch / "a.py", "a") as file:
        file.write("three = np.ones(3)")
    assert reported(purity, "--diff-base", "main") == [("a.py", 8), ("a.py", 9)]
    assert reported(purity, "--diff-base", "HEAD") == [("a.py", 9)]


def test_new_files_whole_whatever_they_are_called(branch: Path, purity: Call) -> None:
    names = {"new one.py", 'qu"ote.py', "\u00fc.py"}
    for name in names:
        (branch / name).write_text(NUMPY)
    found = reported(purity, "--diff-base", "HEAD")
    assert {name for name, _ in found} == names
    git(branch, "add", ".")
    assert reported(purity, "--diff-base", "HEAD") == found


def test_lines_that_look_like_the_head_of_a_patch(branch: Path, purity: Call) -> None:
    (branch / "a.py").write_text(NUMPY + "\n\nx = 3\n++ np.ones(3)\ny = np.ones(3)\n")
    assert ("a.py", 10) in reported(purity, "--diff-base", "HEAD")


@pytest.mark.parametrize("revision", ["nonsense", "--help", ""])
def test_a_revision_that_does_not_exist(branch: Path, purity: Call, revision: str) -> None:
    result = purity("check", f"--diff-base={revision}")
    assert result.exit_code == 2
    assert "revision" in result.stderr


def test_outside_a_repository(project: Path, purity: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(project.parent))
    (project / "a.py").write_text(NUMPY)
    result = purity("check", "--diff-base", "main")
    assert result.exit_code == 2
    assert "not a git repository" in result.stderr


def test_nothing_that_the_repository_configures_is_run(branch: Path, purity: Call) -> None:
    mark = branch / "ran"
    (branch / ".gitattributes").write_text("*.py diff=evil\n")
    for key in ("diff.external", "diff.evil.textconv", "diff.evil.command", "core.fsmonitor"):
        git(branch, "config", key, f"touch {mark}; cat")
    assert reported(purity, "--diff-base", "main") == [("a.py", 8)]
    assert not mark.exists()
