"""Worker processes that share what the parent has already worked out."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]
"""Called with the number of files that are done, and that of all."""

_TASKS_PER_WORKER = 24
"""Fewer tasks than this are done sooner than another process has started."""

_shared: Callable[[Any], Any] | None = None


def run(function: Callable[[T], R], tasks: list[T], jobs: int | None = None) -> Iterator[R]:
    """Call ``function`` with every task, and yield the results in order.

    With enough tasks several processes do it.  They are forked, so that trees and models which ``function`` refers
    to need not travel; where forking is not safe (not Linux, or other threads are running) one process does it all.
    Results travel back and must be picklable.
    """
    workers = min(jobs or available_cpus(), len(tasks) // _TASKS_PER_WORKER + 1)
    if workers <= 1 or not _can_fork():
        yield from map(function, tasks)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    global _shared  # noqa: PLW0603, forked processes find the function here
    _shared = function
    gc.freeze()  # collections in the workers would copy every page of what is shared
    chunk = max(1, min(16, len(tasks) // (workers * 4)))
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(workers, mp_context=fork, initializer=_leave_interrupts_to_parent) as pool:
        try:
            yield from pool.map(_call_shared, tasks, chunksize=chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            gc.unfreeze()
            _shared = None


def available_cpus() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _can_fork() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of the terminal's group; one of them saying so is enough."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _call_shared(task: Any) -> Any:
    assert _shared is not None
    return _shared(task)
