"""Progress of a run as a line on a terminal."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from purity_lint.run.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_SILENT_SECONDS = 1.0
"""What is over sooner is not shown."""
_INTERVAL = 0.1


class ShownProgress(Progress):
    """Progress that is shown on stderr while it lasts, if that takes longer than a second.

    Nothing but the calls of the run refreshes it, no thread: worker processes are forked, which is only safe while
    there is one thread.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started = self._shown = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._label = ""
        self._total: int | None = None

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        if self._bar is not None:
            self._bar.stop()

    def begin(self, stage: str, total: int | None = None) -> None:
        """Begin a stage, which is shown at once: some have no steps to tell of."""
        super().begin(stage, total)
        self._label, self._total = stage, total
        if stage:
            self._show(0)

    def done(self, steps: int) -> None:
        """Show how many steps are done, at most ten times a second."""
        if time.monotonic() - self._shown > _INTERVAL:
            self._show(steps)

    def _show(self, steps: int) -> None:
        now = time.monotonic()
        if now - self._started < _SILENT_SECONDS:
            return
        self._shown = now
        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
        if self._task is None:
            self._task = self._bar.add_task("", total=self._total)
        self._bar.update(
            self._task, description=self._label, total=self._total, completed=steps, refresh=True
        )


def is_wanted(quiet: bool) -> bool:
    """True if somebody is there to see it, at a terminal that can draw over what it has drawn."""
    return not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
