"""The hooks, as pre-commit installs and runs them in somebody else's repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECKOUT = ("emberops", "purity_lint", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
NUMPY = "import numpy as np\n\nx = np.exp(np.ones(3))\n"
CLEAN = "x = 1\n"


def git(folder: Path, *args: str) -> str:
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    done = subprocess.run(["git", *identity, *args], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds this project as it is now."""
    repository = tmp_path_factory.mktemp("hooks")
    for name in CHECKOUT:
        source, target = ROOT / name, repository / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    git(repository, "init", "-q")
    git(repository, "add", "--all")
    git(repository, "commit", "-q", "-m", "All of it")
    return repository


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environment that it builds, once for all tests here."""
    return tmp_path_factory.mktemp("pre-commit")


class Repository:
    """Somebody's repository that uses the hooks."""

    def __init__(self, folder: Path, hooks: Path, home: Path) -> None:
        self.folder = folder
        self._environment = {**os.environ, "PRE_COMMIT_HOME": str(home), "PRE_COMMIT_COLOR": "never"}
        self._environment.pop("PYTHONPATH", None)
        config = f"repos:\n- repo: {hooks}\n  rev: {git(hooks, 'rev-parse', 'HEAD')}\n  hooks:\n"
        config += "  - id: purity-lint\n  - id: purity-lint-fix\n"
        git(folder, "init", "-q")
        self.write(".pre-commit-config.yaml", config)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        git(self.folder, "add", name)

    def run(self, hook: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pre_commit", "run", hook, "--all-files"]
        return subprocess.run(
            command, cwd=self.folder, env=self._environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def repository(tmp_path: Path, hooks: Path, home: Path) -> Repository:
    return Repository(tmp_path, hooks, home)


def test_the_check_hook_fails_on_findings_and_passes_without(repository: Repository) -> None:
    repository.write("a.py", NUMPY)
    repository.write("notes.txt", "import numpy as np\n")
    failed = repository.run("purity-lint")
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "a.py:1:" in failed.stdout
    assert "PUR101" in failed.stdout
    assert "notes.txt" not in failed.stdout
    repository.write("a.py", CLEAN)
    passed = repository.run("purity-lint")
    assert passed.returncode == 0, passed.stdout + passed.stderr


def test_excluded_files_stay_excluded(repository: Repository) -> None:
    repository.write("purity-lint.toml", "extend-exclude = ['legacy']\n")
    repository.write("legacy/a.py", NUMPY)
    repository.write("b.py", CLEAN)
    passed = repository.run("purity-lint")
    assert passed.returncode == 0, passed.stdout + passed.stderr


def test_the_fix_hook_rewrites_and_fails_so_that_someone_looks(repository: Repository) -> None:
    repository.write("a.py", NUMPY)
    first = repository.run("purity-lint-fix")
    assert first.returncode == 1, first.stdout + first.stderr
    assert "files were modified by this hook" in first.stdout
    fixed = (repository.folder / "a.py").read_text()
    assert "from emberops import ops" in fixed
    assert "ops.exp(ops.ones(3))" in fixed
    repository.write("a.py", fixed)
    second = repository.run("purity-lint-fix")
    assert second.returncode == 0, second.stdout + second.stderr
