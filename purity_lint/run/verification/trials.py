"""Try sets of fixes under a command: keep those with which it still passes, and roll back the others.

The command decides, so nothing is assumed about what a fix may break.  With everything applied it runs once; where it
fails, files are halved first and then the fixes within the files that fail, so ``k`` bad fixes among ``n`` cost about
``k * log2(n)`` runs.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Generic, TypeVar

from purity_lint.errors import PurityError, WriteError
from purity_lint.fixes.bisect import largest_passing
from purity_lint.records import dataclass
from purity_lint.run.verification.command import passes as command_passes
from purity_lint.run.verification.journal import Journal
from purity_lint.source.write import write_atomically

T = TypeVar("T")


class VerifyError(PurityError):
    """Raised where the command cannot tell good fixes from bad ones: it fails without any, or it cannot be run."""


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """Change that fixing would make to one file."""

    path: Path
    before: bytes
    """Content as it is on disk."""
    fixes: Sequence[T]
    render: Callable[[Sequence[T]], bytes]
    """Content with some of ``fixes`` applied; with none it is ``before``."""


@dataclass(slots=True)
class Verified(Generic[T]):
    """Fixes that the command left standing; it is what the files on disk hold."""

    kept: dict[Path, list[T]] = field(default_factory=dict)
    rolled_back: dict[Path, list[T]] = field(default_factory=dict)
    runs: int = 0
    """How often the command ran."""


def verify(
    changes: Iterable[Change[T]], command: str, *, timeout: float | None = None, passes: bool = False
) -> Verified[T]:
    """Write as many of ``changes`` as ``command``, a shell command, passes with (exit code 0).

    ``passes``: it is known to pass on the files as they are.

    Raises :class:`VerifyError` where the command fails on the files as they are or takes longer than ``timeout``
    seconds for that, :class:`WriteError` where a file cannot be written, and :class:`JournalError` where it cannot be
    written down what is tried.  Whatever is raised, Ctrl-C included, the files are left as they were; where that cannot
    be done, the next run does it.
    """
    trial = _Trial({change.path: change for change in changes if change.fixes}, command, timeout)
    if passes:
        trial.outcomes[trial.state] = True
    try:
        verified = trial.run()
    except BaseException:
        with _uninterrupted():
            trial.restore()
        raise
    trial.journal.forget()
    return verified


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let signals that end a process wait; a second Ctrl-C must not stop what puts the files back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Trial(Generic[T]):
    """Files on disk while sets of fixes are tried."""

    def __init__(self, changes: Mapping[Path, Change[T]], command: str, timeout: float | None) -> None:
        self.changes = changes
        self.command = command
        self.timeout = timeout
        self.runs = 0
        self.content = {path: change.before for path, change in changes.items()}
        self.outcomes: dict[tuple[tuple[Path, bytes], ...], bool] = {}
        self.journal = Journal(self.content)
        self.tried = {path: {content} for path, content in self.content.items()}

    def run(self) -> Verified[T]:
        whole = {path: list(change.fixes) for path, change in self.changes.items()}
        if not self._passes({}):
            raise VerifyError(
                f"`{self.command}` fails before anything is fixed; --verify needs a command that passes"
            )
        good, bad = largest_passing(list(whole), lambda paths: self._passes({p: whole[p] for p in paths}))
        kept = {path: whole[path] for path in good}
        rolled_back: dict[Path, list[T]] = {}
        for path in bad:

            def passes(some: list[T], path: Path = path) -> bool:
                return self._passes({**kept, path: some})

            kept[path], rolled_back[path] = largest_passing(whole[path], passes)
        self._write(kept)
        return Verified({path: fixes for path, fixes in kept.items() if fixes}, rolled_back, self.runs)

    def restore(self) -> None:
        """Put back what was there before, save where somebody else has written since.

        Raises :class:`WriteError` where a file cannot be written, on a full disk for one; the journal stays then.
        """
        problems: list[WriteError] = []
        for path, change in self.changes.items():
            try:
                found = path.read_bytes()
                if found != change.before and found in self.tried[path]:
                    write_atomically(path, change.before, expected=found)
            except (OSError, WriteError) as error:
                problems.append(WriteError(f"{path} was not put back: {error}; the next run tries again"))
        if problems:
            self.journal.leave()
            raise problems[0]
        self.journal.forget()

    def _passes(self, fixes: Mapping[Path, Sequence[T]]) -> bool:
        self._write(fixes)
        state = self.state
        if state not in self.outcomes:
            self.outcomes[state] = self._command_passes()
        return self.outcomes[state]

    @property
    def state(self) -> tuple[tuple[Path, bytes], ...]:
        """Return the content of every file."""
        return tuple(sorted(self.content.items()))

    def _write(self, fixes: Mapping[Path, Sequence[T]]) -> None:
        new: dict[Path, bytes] = {}
        for path, change in self.changes.items():
            chosen = fixes.get(path, ())
            content = change.render(chosen) if chosen else change.before
            if content != self.content[path]:
                new[path] = content
                self.tried[path].add(content)
        self.journal.trying(new)
        for path, content in new.items():
            write_atomically(path, content, expected=self.content[path])
            self.content[path] = content

    def _command_passes(self) -> bool:
        self.runs += 1
        return command_passes(self.command, self.timeout)
