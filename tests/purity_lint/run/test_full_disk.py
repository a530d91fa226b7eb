"""What is begun on a full disk is undone, at once or by the next run, and leaves nothing behind."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from purity_lint.errors import WriteError
from purity_lint.run.verification import journal as journal_module
from purity_lint.run.verification import trials
from purity_lint.run.verification.journal import Journal, JournalError, repair
from purity_lint.run.verification.trials import Change, VerifyError, verify


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the journals."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder / "purity-lint"


@pytest.fixture
def change(tmp_path: Path) -> Change[str]:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    return Change(path, b"old", ["1"], lambda fixes: b"new" if fixes else b"old")


def fill(monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    """Let a disk take only so many bytes of a journal more."""
    write = os.write

    def limited(descriptor: int, data: memoryview) -> int:
        nonlocal free
        if not free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(descriptor, data[:free])
        free -= written
        return written

    monkeypatch.setattr(journal_module.os, "write", limited)


@pytest.mark.parametrize("free", [0, 30])
def test_a_journal_that_cannot_be_begun_leaves_nothing(
    state: Path, change: Change[str], monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    fill(monkeypatch, free)
    with pytest.raises(JournalError, match="No space left on device; set XDG_STATE_HOME"):
        verify([change], "true")
    assert list(state.iterdir()) == []
    assert change.path.read_bytes() == b"old"


def test_a_journal_that_is_written_in_pieces_is_whole(
    state: Path, change: Change[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(journal_module.os, "write", lambda descriptor, data: write(descriptor, data[:7]))
    journal = Journal({change.path: b"old"})
    journal.trying({change.path: b"new"})
    journal.leave()
    change.path.write_bytes(b"new")
    assert repair(change.path.parent).restored == [change.path]


def test_a_disk_that_is_full_before_the_first_fix_stops_it(
    state: Path, change: Change[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(journal: Journal, contents: object) -> None:
        if contents:
            fill(monkeypatch, 0)
        Journal._add(journal, [{"tried": "?"}])

    monkeypatch.setattr(Journal, "trying", full)
    with pytest.raises(JournalError, match="No space left"):
        verify([change], "true")
    assert list(state.iterdir()) == []
    assert change.path.read_bytes() == b"old"


def test_what_cannot_be_put_back_is_put_back_by_the_next_run(
    state: Path, change: Change[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_atomically = trials.write_atomically

    def only_once(path: Path, content: bytes, expected: bytes) -> None:
        if content == b"old":
            raise WriteError(f"cannot write {path}: no space left on device")
        write_atomically(path, content, expected)

    def full(path: Path, content: bytes, expected: bytes) -> None:
        raise WriteError("no space left on device")

    monkeypatch.setattr(trials, "write_atomically", only_once)
    with pytest.raises(WriteError, match=r"was not put back.*the next run tries again"):
        verify([change], "grep -q old a.txt")
    assert change.path.read_bytes() == b"new"
    with monkeypatch.context() as still_full:
        still_full.setattr(journal_module, "write_atomically", full)
        assert [str(error) for error in repair(change.path.parent).unwritable] == ["no space left on device"]
    assert repair(change.path.parent).restored == [change.path]
    assert change.path.read_bytes() == b"old"
    assert list(state.iterdir()) == []


def test_the_journal_goes_with_the_verification(state: Path, change: Change[str]) -> None:
    with pytest.raises(VerifyError):
        verify([change], "false")
    assert list(state.iterdir()) == []
    assert verify([change], "true").kept == {change.path: ["1"]}
    assert list(state.iterdir()) == []
