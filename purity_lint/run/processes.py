"""Forked processes that take tasks from a list which they share with their parent, and send results back.

There are no threads and no queues: each process has two pipes of its own.  So one that is killed in the middle of a
result is noticed, as the end of a pipe, and what is left of the result keeps nobody waiting.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_PR_SET_PDEATHSIG = 1
"""Option of Linux's ``prctl`` that names the signal for a process whose parent ends."""
_ASKED_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_AHEAD = 2
"""How many chunks a process is given at once: it need not wait for its parent between two."""
_NUMBER = struct.Struct("!q")


class WorkerDiedError(Exception):
    """A process has ended before its work was done."""

    def __init__(self, status: int) -> None:
        killed = os.WIFSIGNALED(status)
        number = os.WTERMSIG(status) if killed else os.waitstatus_to_exitcode(status)
        how = f"was killed by signal {number}" if killed else f"has ended with exit code {number}"
        hint = "; is there enough memory? `-j 1` takes less" if killed and number == signal.SIGKILL else ""
        super().__init__(f"the process that worked on it {how}{hint}")


def in_processes(
    function: Callable[[T], R],
    tasks: Sequence[T],
    workers: int,
    chunk: int,
    failed: Callable[[T, Exception], R],
) -> Iterator[R]:
    """Yield what ``function`` makes of each task, in order; so many processes take a ``chunk`` at a time.

    What ``failed`` makes of it takes the place of a result that cannot travel.  Raises :class:`WorkerDiedError` where
    a process ends; all results of tasks before those that it was given have been yielded then.
    """
    started: list[_Worker] = []
    try:
        for _ in range(workers):
            started.append(_Worker(function, tasks, failed, started))
        yield from _in_order(started, len(tasks), chunk)
    finally:
        for worker in started:
            worker.end()


def _in_order(workers: Sequence[_Worker], count: int, chunk: int) -> Iterator[Any]:
    starts = iter(range(0, count, chunk))
    ready: dict[int, list[Any]] = {}
    done = 0
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.results, selectors.EVENT_READ, worker)
        for _ in range(_AHEAD):
            for worker in workers:
                worker.give(starts, chunk)
        while done < count:
            while done in ready:
                batch = ready.pop(done)
                yield from batch
                done += len(batch)
            for key, _ in selector.select() if done < count else ():
                start, batch = key.data.take()
                ready[start] = batch
                key.data.give(starts, chunk)


class _Worker:
    """A process, and the ends of its pipes."""

    def __init__(
        self,
        function: Callable[[T], R],
        tasks: Sequence[T],
        failed: Callable[[T, Exception], R],
        others: Sequence[_Worker],
    ) -> None:
        given, self.tasks = os.pipe()
        self.results, sent = os.pipe()
        with _undisturbed():
            parent = os.getpid()
            self.pid = os.fork()
            if self.pid == 0:
                try:
                    _begin(parent)
                    for descriptor in (
                        self.tasks,
                        self.results,
                        *(d for w in others for d in (w.tasks, w.results)),
                    ):
                        os.close(descriptor)
                    _work(function, tasks, failed, given, sent)
                finally:  # whatever happens, this process is no second parent
                    os._exit(1)
        os.close(given)
        os.close(sent)

    def give(self, starts: Iterator[int], chunk: int) -> None:
        """Give the process the next tasks, if there are any left."""
        start = next(starts, None)
        if start is not None:
            with suppress(BrokenPipeError):  # it has ended, as its results will tell
                _write(self.tasks, _NUMBER.pack(start) + _NUMBER.pack(chunk))

    def take(self) -> tuple[int, list[Any]]:
        """Return where the tasks begin that the process has done, and their results."""
        head = _read(self.results, 2 * _NUMBER.size)
        data = _read(self.results, _NUMBER.unpack_from(head, _NUMBER.size)[0]) if head is not None else None
        if head is None or data is None:
            _, status = os.waitpid(self.pid, 0)
            self.pid = 0
            raise WorkerDiedError(status)
        return _NUMBER.unpack_from(head)[0], pickle.loads(data)

    def end(self) -> None:
        """End the process: what it is doing is wanted no more."""
        os.close(self.tasks)
        os.close(self.results)
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let no signal come between the beginning of a process and what it does about signals."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKED_TO_END)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int) -> None:
    """Leave Ctrl-C, which reaches every process of the terminal's group, to the parent; end when that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKED_TO_END)
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was faster
        os._exit(1)


def _work(
    function: Callable[[T], R],
    tasks: Sequence[T],
    failed: Callable[[T, Exception], R],
    given: int,
    sent: int,
) -> None:
    """Do what tasks the parent gives, until it gives no more."""
    while (head := _read(given, 2 * _NUMBER.size)) is not None:
        start, chunk = (_NUMBER.unpack_from(head, offset)[0] for offset in (0, _NUMBER.size))
        batch = tasks[start : start + chunk]
        results = [function(task) for task in batch]
        try:
            data = pickle.dumps(results, pickle.HIGHEST_PROTOCOL)
        except Exception:  # a result that cannot travel is a bug of ours, to be told for its task
            able = [_able_to_travel(task, r, failed) for task, r in zip(batch, results, strict=True)]
            data = pickle.dumps(able, pickle.HIGHEST_PROTOCOL)
        _write(sent, _NUMBER.pack(start) + _NUMBER.pack(len(data)) + data)


def _able_to_travel(task: T, result: R, failed: Callable[[T, Exception], R]) -> R:
    try:
        pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # whatever pickle raises: it is told for its task
        return failed(task, error)
    return result


def _read(descriptor: int, size: int) -> bytes | None:
    """Return so many bytes; ``None`` where the pipe ends before."""
    parts = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
