"""Where nothing has changed, a run tells what the run before has told; and only then."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import NUMPY, Call

CACHE = ".purity_lint_cache"


@pytest.fixture
def no_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """No finding is looked at any more."""

    def fail(*args: object, **kwargs: object) -> None:
        raise AssertionError("nothing is to be looked at")

    monkeypatch.setattr("purity_lint.cli.checking.check_contents", fail)


def told(project: Path) -> Path:
    """The entry of the cache that holds what was told."""
    [entry] = (project / CACHE).glob("*/told-*.json")
    return entry


def test_no_finding_is_looked_at_where_nothing_changed(
    checked: Path, purity: Call, request: pytest.FixtureRequest
) -> None:
    first = purity("check")
    request.getfixturevalue("no_check")
    again = purity("check")
    assert (again.exit_code, again.stdout) == (first.exit_code, first.stdout)
    assert "PUR" in again.stdout
    assert purity("check", "--exit-zero").exit_code == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--quiet"],
        ["--statistics"],
        ["--color", "always"],
        ["--unsafe-fixes"],
        ["--output-format", "grouped"],
        ["--output-format", "json"],
        ["--ignore", "PUR1"],
        ["--confidence", "proven"],
        ["m.py"],
        ["--shard", "2/2"],
        ["--verbose"],
    ],
)
def test_who_asks_otherwise_is_told_otherwise(checked: Path, purity: Call, options: list[str]) -> None:
    expected = purity("check", "--no-cache", *options)
    for _ in range(2):
        result = purity("check", *options)
        assert (result.exit_code, result.stdout) == (expected.exit_code, expected.stdout)


@pytest.mark.parametrize(
    "change",
    [
        lambda project: (project / "m.py").write_text(NUMPY + "\ny = np.ones(3)\n"),
        lambda project: (project / "n.py").write_text("import m\n\nz = m.scale(None) + 1\n"),
        lambda project: (project / "purity-lint.toml").write_text("ignore = ['PUR101']\n"),
        lambda project: (project / "m.py").unlink(),
    ],
)
def test_a_change_is_told(checked: Path, purity: Call, change: Callable[[Path], object]) -> None:
    change(checked)
    expected = purity("check", "--no-cache")
    result = purity("check")
    assert (result.exit_code, result.stdout) == (expected.exit_code, expected.stdout)


def test_of_the_same_files_those_are_told_of_that_were_asked_for(checked: Path, purity: Call) -> None:
    (checked / "n.py").write_text("x = 1\n")
    assert purity("check", "n.py").exit_code == 0
    assert purity("check", "m.py").exit_code == 1


def test_a_baseline_that_changed_is_told(checked: Path, purity: Call) -> None:
    (checked / "purity-lint.toml").write_text("baseline = 'b.json'\n")
    assert purity("baseline").exit_code == 0
    assert purity("check").exit_code == 0
    assert "accepted by the baseline" in purity("check").stdout
    (checked / "b.json").write_text('{"version": 2, "files": {}}')
    assert purity("check").exit_code == 1


def test_what_failed_is_told_again_as_a_failure(project: Path, purity: Call) -> None:
    (project / "m.py").write_text(NUMPY)
    for _ in range(2):
        assert purity("check", "m.py", "missing.py").exit_code == 2


@pytest.mark.parametrize("planted", ["\x1b]0;title\x07", "\x1b[2J", "\x1b[1;31", "\u202e", "\x9b2J", "\r"])
def test_nothing_is_told_that_a_terminal_would_act_on(checked: Path, purity: Call, planted: str) -> None:
    first = purity("check")
    entry = json.loads(told(checked).read_text())
    entry["facts"]["text"] = f"{planted}All checks passed!\n"
    told(checked).write_text(json.dumps(entry))
    assert purity("check").stdout == first.stdout


@pytest.mark.parametrize(
    "facts", [{}, {"text": 1, "found": True}, {"text": "x\n", "found": "yes"}, {"text": None}]
)
def test_what_was_not_told_is_not_told_again(checked: Path, purity: Call, facts: object) -> None:
    first = purity("check")
    entry = json.loads(told(checked).read_text())
    told(checked).write_text(json.dumps(entry | {"facts": facts}))
    result = purity("check")
    assert (result.exit_code, result.stdout) == (first.exit_code, first.stdout)


def test_colours_are_told_again(checked: Path, purity: Call, request: pytest.FixtureRequest) -> None:
    first = purity("check", "--color", "always").stdout
    assert re.search(r"\x1b\[1;31m", first)
    request.getfixturevalue("no_check")
    assert purity("check", "--color", "always").stdout == first
