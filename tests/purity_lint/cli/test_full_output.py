"""Output that has no place to go, on a disk that is full, is an error of one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import NUMPY

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["check", "--help"], ["check", "."], ["rule"]]
)
def test_a_full_disk_is_one_line(project: Path, arguments: list[str]) -> None:
    (project / "a.py").write_text(NUMPY)
    command = [sys.executable, "-c", "from purity_lint.cli import main; main()", *arguments]
    with FULL.open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: [Errno 28] No space left on device\n"
