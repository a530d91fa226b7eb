"""The command line as a process: exit codes, signals, pipes, start-up."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "purity_lint"]
# A shell starts what runs in its background deaf to SIGINT, and children inherit that.
LISTENING = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from purity_lint.cli import main; main()",
]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(40):
        (tmp_path / f"m{number:02}.py").write_text("import numpy as np\n" * 200)
    return tmp_path


def run(*args: str, cwd: Path, **kwargs: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args], cwd=cwd, env=ENV, capture_output=True, text=True, check=False, **kwargs
    )


def test_exit_codes(tmp_path: Path) -> None:
    (tmp_path / "clean.py").write_text("x = 1\n")
    (tmp_path / "bad.py").write_text("def f(:\n")
    assert run("check", "clean.py", cwd=tmp_path).returncode == 0
    assert run("check", "bad.py", cwd=tmp_path).returncode == 1
    missing = run("check", "gone.py", cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr == "error: cannot read gone.py: no such file or directory\n"


def test_a_reader_that_goes_away_ends_it_quietly(folder: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "check", "--select", "PUR101", "--no-cache"],
        cwd=folder,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 141
    assert errors == b""


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("check m00.py >&-", 1, ""),
        ("check m00.py 2>&- >/dev/null", 1, ""),
        ("check m00.py <&- >/dev/null", 1, ""),
        ("fix --diff m00.py >&- 2>&- <&-", 1, ""),
        ("check - <&-", 2, "error: cannot read -: standard input is closed\n"),
    ],
)
def test_a_stream_that_is_closed_is_no_crash(folder: Path, command: str, code: int, said: str) -> None:
    script = shlex.join([*COMMAND]) + f" {command}"
    done = subprocess.run(
        ["sh", "-c", script], cwd=folder, env=ENV, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (code, said)


def test_an_interrupt_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    process = subprocess.Popen(
        [*LISTENING, "check", "--watch"],
        cwd=tmp_path,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    assert b"Watching" in process.stderr.readline() + process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_an_interrupt_in_the_middle_of_many_files_is_quiet_too(folder: Path) -> None:
    for number in range(40, 400):
        (folder / f"m{number:03}.py").write_text(
            "import numpy as np\nx = np.ones(3)\n" + "y = x + x * x\n" * 300
        )
    process = subprocess.Popen(
        [*LISTENING, "check", "--no-cache", "--jobs", "2", "--output-file", "out.txt"],
        cwd=folder,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):  # it has much more to do than that
        process.wait(timeout=1.5)
    os.killpg(process.pid, signal.SIGINT)  # what a terminal does on Ctrl-C
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_output_that_the_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("s = 'é日'; import numpy as np\n", encoding="utf-8")
    result = subprocess.run(
        [*COMMAND, "check", "a.py", "--select", "PUR101", "--no-cache"],
        cwd=tmp_path,
        env={**ENV, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert result.returncode == 1
    assert b"\\xe9\\u65e5" in result.stdout


@pytest.mark.parametrize("args", [["--help"], ["check", "clean.py", "--no-cache"], ["rule", "--all"]])
def test_start_up_imports_only_what_is_needed(tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "clean.py").write_text("x = 1\n")
    code = (
        "import sys\nfrom purity_lint.cli import cli\n"
        f"try:\n    cli({args!r})\nexcept SystemExit as e:\n    assert e.code == 0, e.code\n"
        "heavy = {'libcst', 'rich', 'numpy', 'torch', 'jax', 'mlx', 'numpy.linalg', 'multiprocessing'}\n"
        "heavy |= {'subprocess', 'tempfile', 'difflib', 'doctest'}\n"
        "heavy |= {f'purity_lint.fixes.profiles.{n}' for n in ('standard_vocabulary', 'vocabulary')}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=ENV, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_what_was_recorded_is_evidence_until_the_file_changes(tmp_path: Path) -> None:
    (tmp_path / "lib.py").write_text("def add(a, b):\n    return a + b\n")
    (tmp_path / "main.py").write_text(
        "import importlib, numpy\nx = numpy.ones(3)\nvars(importlib.import_module('lib'))['add'](x, x)\n"
    )
    check = ("check", "lib.py", "--select", "PUR201", "--output-format", "concise")
    assert run(*check, cwd=tmp_path).returncode == 0
    recorded = run("trace", "--", sys.executable, "main.py", cwd=tmp_path)
    assert recorded.returncode == 0, recorded.stderr
    assert ".purity-trace.json: " in recorded.stderr
    found = run(*check, cwd=tmp_path)
    assert found.returncode == 1, found.stderr
    assert "lib.py:2:12: PUR201" in found.stdout
    (tmp_path / "lib.py").write_text("def add(a, b):\n    return b + a\n")
    changed = run(*check, cwd=tmp_path)
    assert changed.returncode == 0
    assert "warning: lib.py changed since `purity-lint trace` ran" in changed.stderr
    assert run("trace", "--", sys.executable, "-c", "raise SystemExit(7)", cwd=tmp_path).returncode == 7


def test_findings_depend_on_nothing_but_the_files(tmp_path: Path) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for number in range(12):
        (package / f"m{number}.py").write_text(
            f"import numpy as np\nfrom pkg.m{(number + 1) % 12} import f as other\n\n\n"
            "class Thing:\n    def __init__(self, x, **options):\n"
            "        self.x = x\n        self.options = options\n\n\n"
            "def f(a, b=None, *rest):\n    for r in rest:\n        a = a + r * other(r)\n"
            f"    return Thing(a @ {number}).x\n"
        )
    (tmp_path / "test_it.py").write_text(
        "import numpy as np\nfrom pkg.m3 import f, Thing\n\n\n"
        "def test_it():\n    assert f(np.ones(3), 2, Thing(3).x) > 1\n"
    )
    outputs = set()
    for seed, options in (
        ("0", ["-n", "-j1"]),
        ("1", ["-n", "-j1"]),
        ("2", ["-n", "-j3"]),
        ("3", []),
        ("4", []),
    ):
        done = subprocess.run(
            [*COMMAND, "check", ".", "--select", "ALL", "--output-format", "json-lines", *options],
            cwd=tmp_path,
            env={**ENV, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert outputs.pop().count("PUR201") > 12


def test_a_process_that_ends_looks_for_no_garbage(tmp_path: Path) -> None:
    """All trees and models are there still: to look which of them hold each other took a quarter of a check."""
    ends = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0))"
    program = f"{ends}; from purity_lint.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "True"
