"""The action for GitHub: its steps are run as GitHub would, on a project with findings and on one without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
INSTALL, CHECK = ACTION["runs"]["steps"]


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """A runner on which purity-lint is installed, and a project on it."""
    script = tmp_path / "temp/purity-lint/bin/purity-lint"
    script.parent.mkdir(parents=True)
    script.write_text(f"#!{sys.executable}\nfrom purity_lint.cli import main\nmain()\n")
    script.chmod(0o755)
    (tmp_path / "project/src").mkdir(parents=True)
    (tmp_path / "project/src/clean.py").write_text("x = 1\n")
    return tmp_path


def check(runner: Path, **inputs: str) -> tuple[int, str, str]:
    """Run the step; the exit code, what it prints, and what it hands on."""
    given = {name: str(value["default"]) for name, value in ACTION["inputs"].items()}
    given |= {name.replace("_", "-"): value for name, value in inputs.items()}
    env = {
        name: given[value.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, value in CHECK["env"].items()
    }
    output = runner / "output"
    output.unlink(missing_ok=True)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", CHECK["run"]],
        cwd=runner / "project",
        env={
            **os.environ,
            **env,
            "PYTHONPATH": str(ROOT),
            "RUNNER_TEMP": str(runner / "temp"),
            "GITHUB_OUTPUT": str(output),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr, output.read_text() if output.exists() else ""


def test_a_clean_project_passes(runner: Path) -> None:
    assert check(runner) == (0, "", "findings=0\n")


def test_findings_are_annotations_and_fail(runner: Path) -> None:
    (runner / "project/src/my code.py").write_text("import numpy as np\n\nx = np.ones(3)\n")
    code, printed, output = check(runner, paths="src/my code.py\nsrc/clean.py\n", sarif_file="out.sarif")
    assert code == 1
    assert printed.count("::error title=purity-lint") == 2
    assert output == "findings=2\n"
    assert '"PUR103"' in (runner / "project/out.sarif").read_text()
    assert check(runner, args="--select\nPUR101\n--exit-zero")[::2] == (0, "findings=1\n")


def test_what_goes_wrong_fails_with_its_own_code(runner: Path) -> None:
    code, printed, _ = check(runner, paths="nowhere")
    assert code == 2
    assert "no such file or directory" in printed


def test_inputs_are_data(runner: Path) -> None:
    code, printed, _ = check(
        runner, paths="$(touch pwned); `touch pwned` ; touch pwned", args="--exit-zero\n--;touch pwned"
    )
    assert code == 2, printed
    assert not list(runner.rglob("pwned"))
    for step in (INSTALL, CHECK):
        assert "${{" not in step["run"]


def test_the_report_is_written_before_findings_end_the_step(runner: Path) -> None:
    (runner / "project/src/bad.py").write_text("import numpy as np\n")
    code, said, handed_on = check(runner, report_file="purity.html")
    assert (code, handed_on) == (1, "findings=1\n")
    assert "Purity " in said
    assert "src/bad.py" in (runner / "project/purity.html").read_text()
