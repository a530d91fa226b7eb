"""What lies in a repository is read if it is a file of its own, and never ends a run with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import CLEAN, NUMPY, Call

from purity_lint.source.content import MAX_LINE, MAX_SOURCE


@pytest.mark.parametrize("command", ["check", "fix"])
@pytest.mark.parametrize("kind", ["fifo", "device", "folder"])
def test_only_regular_files_are_read(project: Path, purity: Call, command: str, kind: str) -> None:
    strange = project / "m.py"
    if kind == "fifo":
        os.mkfifo(strange)
    elif kind == "device":
        strange.symlink_to("/dev/zero")
    else:
        strange = project / "not-there.py"
        strange.symlink_to(project)
    (project / "other.py").write_text(NUMPY)
    result = purity(command, "--output-format", "concise", "other.py", strange.name)
    if kind == "folder":
        assert result.exit_code in {0, 1}
    else:
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: cannot read {strange.name}: it is a ")
        assert "not a regular file" in result.stderr
    if command == "check":
        assert "other.py:5:12" in result.stdout, "the other file is checked all the same"


def test_fix_does_not_write_through_links_that_nobody_named(
    project: Path, purity: Call, tmp_path_factory: pytest.TempPathFactory
) -> None:
    real = tmp_path_factory.mktemp("out") / "real.py"
    real.write_text(NUMPY)
    (project / "sl").mkdir()
    (project / "sl" / "link.py").symlink_to(real)
    result = purity("fix", "sl")
    assert result.exit_code == 0
    assert "sl/link.py is a link to a file outside the paths given" in result.stderr
    assert real.read_text() == NUMPY
    purity("fix", "sl/link.py")
    assert real.read_text() != NUMPY
    assert (project / "sl" / "link.py").is_symlink()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x = 1\n" * (MAX_SOURCE // 6 + 1), "at most 5 MB are read"),
        (b"x = 1\ny = [" + b"1," * MAX_LINE + b"]\n", "line 2 has 2 MB; lines of at most 1 MB are read"),
    ],
    ids=["file", "line"],
)
def test_what_is_too_large_is_left_out_and_said_so(
    project: Path, purity: Call, content: bytes, reason: str
) -> None:
    (project / "large.py").write_bytes(content)
    (project / "m.py").write_text(NUMPY)
    result = purity("check", "--output-format", "concise")
    assert result.exit_code == 2
    assert reason in result.stderr
    assert "m.py:5:12" in result.stdout
    assert purity("check", "-", stdin=content).exit_code == 2


@pytest.mark.parametrize(
    "encoding",
    [
        "hex",
        "rot13",
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "utf-7",
        "utf-16",
        "undefined",
        "zlib",
    ],
)
def test_encodings_that_are_not_for_source_are_named(project: Path, purity: Call, encoding: str) -> None:
    (project / "m.py").write_text(f"# coding: {encoding}\nx = 1\\nimport torch\n")
    result = purity("check", "--output-format", "concise")
    assert result.exit_code == 1
    assert result.stdout.startswith("m.py:1:1: PUR001")
    assert encoding in result.stdout


@pytest.mark.parametrize(
    ("encoding", "character"),
    [
        ("cp932", b"\x87\x90"),  # has a second code
        ("big5", b"\xa1\xfe"),
        ("iso2022_jp", b"\x1b\x80"),  # is read, and cannot be written
        ("iso2022_jp", b"\x1b(J\x1b(B"),  # changes to a character set and back, for nothing
    ],
)
def test_fix_leaves_what_its_encoding_would_write_in_another_way(
    project: Path, purity: Call, encoding: str, character: bytes
) -> None:
    content = b"# coding: " + encoding.encode() + b"\n# " + character + b"\n" + NUMPY.encode()
    (project / "m.py").write_bytes(content)
    (project / "other.py").write_text(NUMPY)
    promised = purity("check", "--output-format", "concise").stdout.splitlines()
    assert not any("[*]" in line for line in promised if line.startswith("m.py:"))
    assert any("[*]" in line for line in promised if line.startswith("other.py:"))
    result = purity("fix")
    assert result.exit_code == 2
    assert (project / "m.py").read_bytes() == content
    assert (project / "other.py").read_text() != NUMPY
    assert f"cannot write m.py: {encoding} has other bytes for what it holds" in result.stderr
    assert "m.py:" in result.stdout


def test_fix_keeps_encodings_that_can_be_written(project: Path, purity: Call) -> None:
    comment = "# 日本\n".encode("cp932")
    (project / "m.py").write_bytes(b"# coding: cp932\n" + comment + NUMPY.encode())
    assert purity("fix").exit_code == 0
    assert comment in (project / "m.py").read_bytes()
    assert b"ops.mean" in (project / "m.py").read_bytes()


@pytest.mark.parametrize(
    "content",
    [
        "[" * 100_000,
        '{"version":' * 100_000,
        '{"version": 1}',
        "[]",
        "9" * 5_000,
        '{"version": 1, "files": []}',
        "\x00",
    ],
)
@pytest.mark.parametrize("key", ["baseline", "trace"])
def test_broken_records_are_named(project: Path, purity: Call, key: str, content: str) -> None:
    (project / "m.py").write_text(NUMPY)
    (project / "record.json").write_text(content)
    (project / "purity-lint.toml").write_text(f'{key} = "record.json"\n')
    result = purity("check")
    assert result.exit_code == 2
    assert "record.json" in result.stderr


TRACES = [
    '{"format": 1, "files": []}',
    '{"format": 1, "files": {"m.py": 3}}',
    '{"format": 1, "files": {"m.py": {"sha256": 1, "sites": []}}}',
    '{"format": 1, "files": {"m.py": {"sha256": "", "sites": [[1, 2]]}}}',
    '{"format": 1, "files": {"m.py": {"sha256": "", "sites": [[1, 2, 3, "x", 5]]}}}',
    '{"format": 1, "files": {"m.py": {"sha256": "", "sites": [[1, 2, 3, 4, []]]}}}',
    '{"format": 1, "files": {"a\\u0000b": {"sha256": "", "sites": []}}}',
    '{"format": 1, "files": {"\\ud800": {"sha256": "", "sites": []}}}',
    '{"format": ' + "9" * 5_000 + "}",
    '{"format": "\\u001b[31m"}',
]


@pytest.mark.parametrize("content", TRACES)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_traces_that_nobody_recorded(project: Path, purity: Call, command: str, content: str) -> None:
    (project / "m.py").write_text(NUMPY)
    (project / ".purity-trace.json").write_text(content)
    result = purity(command, "m.py")
    assert result.exit_code in {0, 1, 2}
    assert "\x1b" not in result.stderr
    if result.exit_code == 2:
        assert ".purity-trace.json" in result.stderr


@pytest.mark.parametrize("kind", ["fifo", "device"])
@pytest.mark.parametrize("name", ["baseline.json", ".purity-trace.json"])
def test_records_are_regular_files(project: Path, purity: Call, kind: str, name: str) -> None:
    (project / "m.py").write_text(NUMPY)
    if kind == "fifo":
        os.mkfifo(project / name)
    else:
        (project / name).symlink_to("/dev/zero")
    if name == "baseline.json":
        assert purity("check", "--baseline", name).exit_code == 2
    else:
        assert purity("check").exit_code in {1, 2}


NOTEBOOKS = [
    "[" * 100_000,
    '{"cells": ' + "9" * 5_000 + "}",
    '{"nbformat": ' + "9" * 5_000 + ', "cells": []}',
    '{"cells": [{"cell_type": "code", "source": "x = \\ud800"}]}',
    '{"cells": [{"cell_type": "code", "source": "x = \\u0000"}]}',
    '{"cells": [{"cell_type": [], "source": []}], "metadata": {"kernelspec": {"language": []}}}',
    '{"cells": [{"cell_type": "code", "source": "# purity-lint cell 7"}]}',
    '{"cells": [{"cell_type": "code", "source": "pass  # purity-lint magic 7"}]}',
    '{"cells": [{"cell_type": "code", "source": "' + "1," * MAX_LINE + '"}]}',
    '{"cells": NaN}',
]


@pytest.mark.parametrize("content", NOTEBOOKS)
@pytest.mark.parametrize("command", ["check", "fix"])
def test_notebooks_that_are_none(project: Path, purity: Call, command: str, content: str) -> None:
    (project / "nb.ipynb").write_text(content)
    (project / "m.py").write_text(NUMPY)
    result = purity(command, "--output-format", "concise", "--select", "ALL", "--unsafe-fixes")
    assert result.exit_code in {0, 1}, result.stderr
    assert "internal error" not in result.stderr
    if command == "fix":
        assert (project / "m.py").read_text() != NUMPY


@pytest.mark.parametrize("path", ["\udc80\udcff.py", "a" * 5_000, "\n::error::x"])
def test_paths_that_are_not_there(project: Path, purity: Call, path: str) -> None:
    (project / "m.py").write_text(CLEAN)
    result = purity("check", "m.py", path)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.rstrip().isprintable()
    for option in ("--baseline", "--cache-dir", "--output-file"):
        result = purity("check", "m.py", option, path)
        assert result.exit_code in {0, 2}
        assert "internal error" not in result.stderr


@pytest.mark.parametrize("key", ["baseline", "trace", "cache-dir", "extend-exclude"])
def test_paths_that_no_file_can_have(project: Path, purity: Call, key: str) -> None:
    (project / "m.py").write_text(CLEAN)
    value = '["a\\u0000b"]' if key == "extend-exclude" else '"a\\u0000b"'
    result = purity("check", "m.py", "--config", f"{key} = {value}")
    assert result.exit_code in {0, 2}
    assert "internal error" not in result.stderr


def test_a_bug_is_no_finding(project: Path, purity: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("oh\n::error::no")

    (project / "m.py").write_text(NUMPY)
    monkeypatch.setattr("purity_lint.cli.selection.discover", broken)
    result = purity("check")
    assert result.exit_code == 2
    first, second = result.stderr.splitlines()
    assert first.startswith("error: internal error: RuntimeError: oh")
    assert "test_strange_files.py:" in first
    assert "https://" in second
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("PURITY_LINT_TRACEBACK", "1")
    assert "Traceback" in purity("check").stderr


@pytest.mark.parametrize("command", ["check", "fix", "why"])
def test_a_link_to_itself_is_named_in_one_line(project: Path, purity: Call, command: str) -> None:
    (project / "loop.py").symlink_to("loop.py")
    (project / "other.py").write_text(NUMPY)
    paths = ["loop.py:1"] if command == "why" else ["loop.py", "other.py"]
    result = purity(command, *paths)
    assert result.exit_code == 2
    assert "loop.py: too many levels of symbolic links" in result.stderr
    assert result.stderr.count("\n") == 1
    expected = {"check": "other.py:1:8", "fix": "5 fixed", "why": ""}
    assert expected[command] in result.stdout


@pytest.mark.parametrize("text", [f"x = {'(' * 1500}1{')' * 1500}\n", f"f({'a, ' * 1000}1 2)\n"])
def test_an_error_far_to_the_right_does_not_print_an_endless_line(
    project: Path, purity: Call, text: str
) -> None:
    (project / "m.py").write_text(text)
    result = purity("check", "m.py")
    assert result.exit_code == 1
    assert "PUR001" in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 600


def test_findings_depend_neither_on_hash_seeds_nor_on_processes(project: Path) -> None:
    for number in range(60):
        (project / f"m{number}.py").write_text(
            f"from m{(number + 1) % 60} import scale as other\n\n\ndef scale(a, b):\n    return other(a, b) + a * b\n"
        )
    (project / "use.py").write_text(
        "import numpy as np\nimport torch\nimport m3, m7\n\nm3.scale(np.ones(3), 2)\nm7.scale(torch.ones(3), 2.0)\n"
    )
    command = [sys.executable, "-P", "-m", "purity_lint", "check", "--no-cache", "--select", "ALL"]
    command += ["--confidence", "suspected", "--output-format", "json", "--isolated"]

    def findings(seed: str, jobs: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [*command, "-j", jobs], cwd=project, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 1, done.stderr
        return done.stdout

    assert len({findings(*run) for run in (("0", "1"), ("1", "1"), ("2", "3"))}) == 1
