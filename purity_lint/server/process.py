"""A worker process, from the side of the server: started, asked, and ended with it."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from purity_lint.server.messages import Answer, Failed, Ready, Request
from purity_lint.server.worker import serve

PATIENCE = 60.0
"""Seconds after which a worker that does not answer is ended."""
_LINKING = 1800.0
"""Seconds that a project may take to be understood."""


class WorkerLostError(Exception):
    """The process has ended, or did not answer in time."""


class UnusableProjectError(Exception):
    """The project cannot be understood, for a reason that its owner can mend."""


class Worker:
    """One process with one project.  Requests are answered in the order in which they are made."""

    def __init__(self, folder: Path, table: Mapping[str, Any]) -> None:
        # Not forked: this process has threads.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, folder, dict(table)), daemon=True)
        self._process.start()
        theirs.close()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="purity-lint worker")

    async def ready(self) -> None:
        """Wait until the project is understood.

        Raises :class:`UnusableProjectError` where it cannot be, and :class:`WorkerLostError`.
        """
        answer = await self._in_thread(None, _LINKING)
        if isinstance(answer, Failed):
            raise UnusableProjectError(answer.message)
        if not isinstance(answer, Ready):
            raise WorkerLostError(f"unexpected answer {answer!r}")

    async def ask(self, request: Request) -> Answer:
        """Return the answer.  Raises :class:`WorkerLostError`."""
        return await self._in_thread(request, PATIENCE)

    def end(self) -> None:
        """End the process; who waits for an answer is told that it is lost."""
        self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, request: Request | None, seconds: float) -> Answer:
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, self._exchange, request, seconds
            )
        except RuntimeError as error:  # the thread is no more
            raise WorkerLostError("the process was ended") from error

    def _exchange(self, request: Request | None, seconds: float) -> Answer:
        try:
            if request is not None:
                self._connection.send(request)
            if self._connection.poll(seconds):
                return self._connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerLostError("the process has ended") from error
        self._process.kill()
        raise WorkerLostError(f"no answer in {seconds:.0f} seconds")
