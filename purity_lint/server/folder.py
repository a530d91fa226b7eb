"""A workspace folder: the worker that knows its project, and the next one, which knows what has changed since."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from purity_lint.server.messages import Answer, Failed, IsStale, Request
from purity_lint.server.process import UnusableProjectError, Worker, WorkerLostError

_MAX_LOST = 3
"""Workers that may be lost in a row before the folder is given up until something changes on disk."""

_TRIES = 2
"""Workers that are asked the same: one may be ended by a machine that is short of memory, or be replaced."""

Told = Callable[[str], None]


class Folder:
    """One folder, asked about its files.

    ``renewed`` is called when its project is understood anew, ``told`` with what the user should know.
    """

    def __init__(
        self, path: Path, table: Mapping[str, Any], renewed: Callable[[Folder], Awaitable[None]], told: Told
    ) -> None:
        self.path = path
        self._table = table
        self._renewed = renewed
        self._told = told
        self._current: Worker | None = None
        self._linking: asyncio.Task[None] | None = None
        self._next: Worker | None = None
        self._is_behind = False
        """Something was saved while the next worker was already reading."""
        self._again: asyncio.Task[None] | None = None
        self._lost = 0

    async def ask(self, request: Request) -> Answer | None:
        """Return the answer; nothing while the project cannot be understood, which the user was told."""
        for _ in range(_TRIES):
            if self._current is None and self._lost < _MAX_LOST:
                await self._link()
            worker = self._current
            if worker is None:
                return None
            try:
                answer = await worker.ask(request)
            except WorkerLostError as error:
                if worker is self._current:  # not one that was replaced meanwhile
                    self._current = None
                    self._lose(str(error))
                continue
            self._lost = 0
            if isinstance(answer, Failed):
                self._told(answer.message)
                return None
            return answer
        return None

    async def refresh(self) -> None:
        """Understand the project anew if something has changed on disk; until then the old one answers."""
        if self._linking is not None:
            self._is_behind = True
            return
        self._lost = 0
        if self._current is None or await self.ask(IsStale()):
            await self._link()

    def end(self) -> None:
        """End its processes."""
        for worker in (self._current, self._next):
            if worker is not None:
                worker.end()
        for task in (self._linking, self._again):
            if task is not None:
                task.cancel()

    async def _link(self) -> None:
        """Start the next worker, or wait for the one that was started."""
        if self._linking is None:
            self._linking = asyncio.create_task(self._replace())
        await asyncio.shield(self._linking)

    async def _replace(self) -> None:
        try:
            self._next = worker = Worker(self.path, self._table)
            await worker.ready()
        except UnusableProjectError as error:
            self._told(str(error))
            self._lost = _MAX_LOST  # an older worker still answers, if there is one
        except WorkerLostError as error:
            self._lose(str(error))
        else:
            old, self._current = self._current, worker
            if old is not None:
                old.end()
            await self._renewed(self)
        finally:
            self._next = self._linking = None
        if self._is_behind:
            self._is_behind = False
            self._again = asyncio.create_task(self.refresh())

    def _lose(self, reason: str) -> None:
        self._lost += 1
        if self._lost == _MAX_LOST:
            self._told(f"{self.path} is not looked at until a file is saved: {reason} ({_MAX_LOST} times)")
