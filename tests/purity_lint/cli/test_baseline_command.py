"""``baseline``, and what ``check`` and ``fix`` make of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import NUMPY, Call


def test_a_baseline_accepts_what_there_is_and_only_shrinks(project: Path, purity: Call) -> None:
    two = "import numpy as np\nimport numpy.linalg\n"
    (project / "a.py").write_text(two)
    (project / "purity-lint.toml").write_text("select = ['PUR101']\nbaseline = 'accepted.json'\n")
    assert purity("baseline").exit_code == 0
    file = project / "accepted.json"
    accepted = {"a.py": {"PUR101": {"import numpy as np": 1, "import numpy.linalg": 1}}}
    assert json.loads(file.read_text())["files"] == accepted
    assert purity("check").exit_code == 0

    (project / "a.py").write_text(two + "import numpy.fft\n")
    grown = purity("check", "--output-format", "json")
    assert [d["location"]["row"] for d in json.loads(grown.stdout)] == [3]
    refused = purity("baseline")
    assert refused.exit_code == 1
    assert "1 new finding not accepted" in refused.stderr
    assert json.loads(file.read_text())["files"] == accepted

    (project / "a.py").write_text("import numpy as np\n")
    assert purity("baseline").exit_code == 0
    assert json.loads(file.read_text())["files"] == {"a.py": {"PUR101": {"import numpy as np": 1}}}
    (project / "a.py").write_text(two)
    assert purity("check").exit_code == 1
    assert purity("baseline", "--grow").exit_code == 0
    assert purity("check").exit_code == 0


def test_a_baseline_of_some_files_keeps_the_others(project: Path, purity: Call) -> None:
    for name in ("a.py", "b.py", "c.py"):
        (project / name).write_text("import numpy as np\n")
    (project / "purity-lint.toml").write_text("select = ['PUR101']\n")
    purity("baseline")
    file = project / "purity-lint-baseline.json"
    (project / "a.py").write_text("")
    (project / "c.py").unlink()
    purity("baseline", "a.py")
    assert json.loads(file.read_text())["files"] == {"b.py": {"PUR101": {"import numpy as np": 1}}}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"version": true}',
        '{"version": 2, "files": {"a.py": 3}}',
        '{"version": 2, "files": {"a.py": {"PUR101": 1}}}',
    ],
)
def test_a_file_that_is_no_baseline_is_said_to_be_none(project: Path, purity: Call, content: str) -> None:
    (project / "a.py").write_text(NUMPY)
    (project / "accepted.json").write_text(content)
    result = purity("check", "--baseline", "accepted.json")
    assert result.exit_code == 2
    assert "is not a baseline" in result.stderr


def test_a_baseline_of_another_version_is_written_again(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    (project / "purity-lint-baseline.json").write_text('{"version": 1, "files": {"a.py": {"PUR101": 1}}}')
    result = purity("check")
    assert result.exit_code == 2
    assert "is a baseline of version 1" in result.stderr
    assert "remove it, and write it again with `purity-lint baseline`" in result.stderr


def test_a_baseline_beside_the_configuration_is_used(project: Path, purity: Call) -> None:
    (project / "src").mkdir()
    (project / "src/a.py").write_text(NUMPY)
    said = purity("baseline", "src").stderr
    assert "`purity-lint check` reports what is new from now on" in said
    clean = purity("check", "src")
    assert clean.exit_code == 0
    assert "All checks passed! (5 more accepted by the baseline)" in clean.stdout
    assert purity("check", "src", "--no-baseline").exit_code == 1
    assert purity("check", "src", "--isolated").exit_code == 1
    assert "contradict each other" in purity("check", "--no-baseline", "--baseline", "b.json").stderr


def test_a_baseline_elsewhere_says_how_to_name_it(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(NUMPY)
    assert "`purity-lint check --baseline known.json`" in purity("baseline", "--output", "known.json").stderr
    assert purity("check", "--baseline", "known.json").exit_code == 0
    assert purity("check").exit_code == 1


def test_a_finding_that_takes_the_place_of_another_is_new(project: Path, purity: Call) -> None:
    file = project / "a.py"
    file.write_text("import numpy as np\n\nx = np.sum([1.0])\n")
    purity("baseline")
    file.write_text("import numpy as np\n\nx = np.prod([1.0])\n")
    (new,) = json.loads(purity("check", "--output-format", "json").stdout)
    assert new["location"]["row"] == 3
    file.write_text("import numpy as np\n\n\n\ndef f():\n    x =  np.sum([1.0])\n")
    assert purity("check").exit_code == 0  # it has moved, and is the same


def test_a_linked_baseline_is_left_alone(
    project: Path, purity: Call, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (project / "a.py").write_text(NUMPY)
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.json"
    elsewhere.write_text("not a baseline: a secret")
    (project / "purity-lint-baseline.json").symlink_to(elsewhere)
    result = purity("check")
    assert result.exit_code == 1
    assert "secret" not in result.output


def test_fix_only_neither_reports_nor_fails_for_what_is_left(project: Path, purity: Call) -> None:
    file = project / "a.py"
    file.write_text("import numpy as np\n\nx = np.sum([1.0])\ny = np.ma.array([1.0])\n")
    result = purity("check", "--fix-only")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "ops.sum" in file.read_text()
    assert "Fixed " in result.stderr
    assert purity("check").exit_code == 1


def test_fixes_of_some_rules_only(project: Path, purity: Call) -> None:
    file = project / "a.py"
    file.write_text("import numpy as np\n\nx = np.sum(np.ones(3)) + np.ones(3)\n")
    purity("fix", "--fixable", "PUR2")
    assert "np.sum" in file.read_text()
    purity("fix", "--unfixable", "PUR2")
    text = file.read_text()
    assert "ops.sum" in text
