"""Where a run is: told by what does the work, and shown or not by whoever asked for it."""

from __future__ import annotations

import time
from typing import Self


class Progress:
    """Stages of a run, one after another, and the seconds that each has taken."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stage = ""
        self._since = time.perf_counter()

    def begin(self, stage: str, total: int | None = None) -> None:
        """Begin the stage called ``stage``, of ``total`` steps if that is known, and end the one before."""
        now = time.perf_counter()
        if self._stage:
            self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = stage, now

    def done(self, steps: int) -> None:
        """Say how many steps of this stage are done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.begin("")
