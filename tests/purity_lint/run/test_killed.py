"""Runs that are ended from outside leave the files as they should be, and nothing running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from purity_lint.errors import WriteError
from purity_lint.run.verification.journal import Journal, repair
from purity_lint.source.replace import remove_litter, temporary_beside
from purity_lint.source.write import write_atomically

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-c", "from purity_lint.cli import main; main()"]
CODE = "import numpy as np\n\n\ndef mean(x: np.ndarray) -> np.ndarray:\n    return np.mean(x)\n"
WAIT = 60.0


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.py").write_text(CODE)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PURITY_LINT_NO_CACHE", "1")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def verifying(project: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A ``fix --verify`` that is waiting for its command, and the number of a process which that has started."""
    (project / "judge.sh").write_text(
        "grep -q emberops a.py || exit 0\nsleep 1000 & echo $! > started.tmp; mv started.tmp started; wait\n"
    )
    handled = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which `nohup` has these tests ignore
    process = subprocess.Popen([*COMMAND, "fix", ".", "--verify", "sh judge.sh"], stderr=subprocess.PIPE)
    signal.signal(signal.SIGHUP, handled)
    until((project / "started").exists)
    assert (project / "a.py").read_text() != CODE
    yield process, int((project / "started").read_text())
    process.kill()
    process.communicate()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return True
    return state.rpartition(")")[2].split()[0] == "Z"


def contents(project: Path) -> set[str]:
    return {path.read_text() for path in project.glob("*.py")}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_verify_puts_the_files_back(
    project: Path, verifying: tuple[subprocess.Popen[bytes], int], number: signal.Signals
) -> None:
    process, started = verifying
    process.send_signal(number)
    _, errors = process.communicate(timeout=WAIT)
    assert process.returncode == 128 + number
    assert errors == b""
    assert contents(project) == {CODE}
    until(lambda: is_gone(started))
    assert list((project.parent / "state" / "purity-lint").iterdir()) == []


def test_a_kill_during_verify_is_repaired_by_the_next_run(
    project: Path, verifying: tuple[subprocess.Popen[bytes], int]
) -> None:
    process, started = verifying
    process.kill()
    process.wait(WAIT)
    until(lambda: is_gone(started))
    assert contents(project) != {CODE}
    (project / "b.py").write_text("mine = 1\n")
    done = subprocess.run(
        [*COMMAND, "check", "--exit-zero", "-q"], capture_output=True, text=True, check=True
    )
    assert "2 files with unverified fixes put back" in done.stderr
    assert "b.py has changed since" in done.stderr
    assert (project / "a.py").read_text() == (project / "c.py").read_text() == CODE
    assert (project / "b.py").read_text() == "mine = 1\n"
    again = subprocess.run(
        [*COMMAND, "check", "--exit-zero", "-q"], capture_output=True, text=True, check=True
    )
    assert again.stderr == ""


def test_a_live_journal_is_left_alone(project: Path) -> None:
    path = project / "a.py"
    journal = Journal({path: CODE.encode()})
    journal.trying({path: b"tried"})
    path.write_text("tried")
    assert repair(project).restored == []
    assert path.read_text() == "tried"
    journal.leave()  # as if its process had ended
    assert repair(Path("/nowhere")).restored == [], "another project"
    assert repair(project).restored == [path]
    assert path.read_text() == CODE


def test_a_journal_that_was_cut_off_is_read_as_far_as_it_goes(project: Path) -> None:
    path = project / "a.py"
    journal = Journal({path: CODE.encode()})
    journal.trying({path: b"tried"})
    path.write_text("tried")
    os.write(journal._descriptor, b'{"path": "')
    journal.leave()
    assert repair(project).restored == [path]


def test_the_second_name_that_a_killed_run_has_left_is_no_hindrance(project: Path) -> None:
    path = project / "a.py"
    journal = Journal({path: CODE.encode()})
    journal.trying({path: b"tried"})
    path.write_text("tried")
    os.link(path, project / ".purity-lint-0123456789abcdef.tmp")
    journal.leave()
    assert repair(project).restored == [path]
    assert path.read_text() == CODE
    assert not list(project.glob(".*.tmp"))


def test_what_a_repository_brings_is_no_journal(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal({project / "a.py": b"evil"})
    journal.trying({project / "a.py": CODE.encode()})
    journal.leave()
    [file] = (project.parent / "state" / "purity-lint").iterdir()
    file.rename(project / file.name)
    assert repair(project).restored == []


def test_the_litter_of_a_killed_fix_is_removed_by_the_next(project: Path) -> None:
    script = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from purity_lint.source.replace import temporary_beside\n"
        "with temporary_beside(Path('a.py'), b'half'): os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    [litter] = project.glob(".purity-lint-*")
    mine = project / ".purity-lint-0123456789abcdef.tmp.bak"
    mine.touch()
    with temporary_beside(project / "a.py", b"") as live:
        subprocess.run([*COMMAND, "fix", "-q"], check=False)
        assert live.exists(), "another run is about to use it"
    assert not litter.exists()
    assert mine.exists()


def test_a_temporary_file_that_is_tidied_away_at_once_is_made_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from purity_lint.source import replace

    tidied = []

    def lock(descriptor: int) -> bool:
        if not tidied:
            remove_litter_of = list(project.glob(".purity-lint-*"))
            for path in remove_litter_of:
                path.unlink()
            tidied.extend(remove_litter_of)
        return True

    monkeypatch.setattr(replace, "lock", lock)
    with temporary_beside(project / "a.py", b"x") as path:
        assert path.read_bytes() == b"x"
    assert tidied
    remove_litter([project / "nowhere"])


def test_a_file_with_two_names_is_left_and_said_so(project: Path) -> None:
    os.link(project / "a.py", project / "other.txt")
    done = subprocess.run([*COMMAND, "fix", "a.py", "b.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "a.py has another name (a hard link)" in done.stderr
    assert (project / "a.py").read_text() == (project / "other.txt").read_text() == CODE
    assert (project / "b.py").read_text() != CODE
    with pytest.raises(WriteError, match="hard link"):
        write_atomically(project / "a.py", b"", CODE.encode())


DYING = """
import os, signal
from purity_lint.run import processes
from purity_lint.run.workers import run

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def die_in_the_middle(descriptor, data):
    os.write(descriptor, data[: len(data) // 2])
    die()

def fail_or_die(task):
    if task == 30:
        die()
    if task == 40:
        raise ValueError("no")
    if task == 50:
        processes._write = die_in_the_middle
    if task == 60:
        return lambda: "it cannot travel"
    return task

errors = {}

def failed(task, error):
    errors[task] = str(error)
    return -task

results = list(run(fail_or_die, list(range(300)), 2, failed=failed))
assert results == [-task if task in {30, 40, 50, 60} else task for task in range(300)]
assert "was killed by signal 9; is there enough memory?" in errors[30]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one process does it all")
def test_a_worker_that_dies_costs_its_own_file_only() -> None:
    # In a process of its own: where other tests have left threads, nothing is forked, and that process dies.
    subprocess.run([sys.executable, "-c", DYING], check=True)


INTERRUPTED = """
from purity_lint.run.workers import run

for turn in range(5):
    results = run(lambda task: bytes(5_000_000), list(range(100)), 2, failed=lambda task, error: None)
    for number, _ in enumerate(results):
        if number == turn:
            results.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one process does it all")
def test_who_wants_no_more_results_waits_for_none() -> None:
    """As after Ctrl-C: a process is killed while it sends what takes several writes."""
    subprocess.run([sys.executable, "-c", INTERRUPTED], check=True, timeout=WAIT)


WORKERS = """
import os, time
from pathlib import Path
from purity_lint.run.workers import run

def work(task):
    Path(f"worker-{os.getpid()}").touch()
    time.sleep(1000)

list(run(work, list(range(100)), 2, failed=lambda task, error: None))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one process does it all")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(project: Path, number: signal.Signals) -> None:
    process = subprocess.Popen([sys.executable, "-c", WORKERS])
    until(lambda: len(list(project.glob("worker-*"))) == 2)
    workers = [int(path.name.partition("-")[2]) for path in project.glob("worker-*")]
    process.send_signal(number)
    process.wait(WAIT)
    until(lambda: all(map(is_gone, workers)))
