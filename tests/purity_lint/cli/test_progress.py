"""What a person at a terminal sees of a run, and what --verbose says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import NUMPY, Call

from purity_lint.cli import output
from purity_lint.cli import progress as shown
from purity_lint.cli.progress import ShownProgress


class Recorder:
    """Stands for the bar of a terminal."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, int | None, int]] = []
        self.stopped = False

    def start(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        self.stopped = True

    def add_task(self, description: str, total: int | None) -> int:
        return 7

    def update(
        self, task: int, *, description: str, total: int | None, completed: int, refresh: bool
    ) -> None:
        assert (task, refresh) == (7, True)
        self.lines.append((description, total, completed))


@pytest.fixture
def bar(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(shown, "_bar", lambda: recorder)
    monkeypatch.setattr(shown, "_INTERVAL", -1.0)
    return recorder


def test_what_takes_less_than_a_second_is_not_shown(bar: Recorder) -> None:
    with ShownProgress() as progress:
        progress.begin("Reading", 3)
        progress.done(1)
    assert bar.lines == []


@pytest.mark.parametrize("command", ["check", "fix"])
def test_every_stage_of_a_long_run_is_shown(
    project: Path, purity: Call, bar: Recorder, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown, "_SILENT_SECONDS", 0.0)
    monkeypatch.setattr(output, "is_wanted", lambda quiet: not quiet)
    for name in "abc":
        (project / f"{name}.py").write_text(NUMPY)
    assert purity(command, "--no-cache", "--quiet").exit_code in (0, 1)
    assert bar.lines == []
    assert purity(command, "--no-cache").exit_code in (0, 1)
    stages = list(dict.fromkeys(line[0].partition(",")[0] for line in bar.lines))
    expected = ["Reading", "Understanding", "Checking"]
    assert stages == (expected if command == "check" else ["Understanding", "Fixing", "Writing"])
    assert (bar.lines[-1][0], bar.stopped) == ("Checking" if command == "check" else "Writing", True)
    assert ("Checking" if command == "check" else "Fixing, round 1", 3, 3) in bar.lines


def test_verbose_says_what_the_time_went_to(project: Path, purity: Call) -> None:
    (project / "m.py").write_text(NUMPY)
    told = purity("check", "--no-cache", "--verbose").stderr
    assert "reading 0." in told
    assert "understanding 0." in told
    assert "checking 0." in told
