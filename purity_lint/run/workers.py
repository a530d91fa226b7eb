"""Worker processes that share what the parent has already worked out."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_TASKS_PER_WORKER = 24
"""Fewer tasks than this are done sooner than another process has started."""

_ROUNDS = 32
"""How often each process comes for more, where there are many tasks: the last ones to end leave the others idle."""

_MANY_OBJECTS = 1_000_000
"""Objects that a collection is worth, about those of thirty files."""


def run(
    function: Callable[[T], R],
    tasks: list[T],
    jobs: int | None = None,
    *,
    failed: Callable[[T, Exception], R],
) -> Iterator[R]:
    """Call ``function`` with every task, and yield the results in order.

    With enough tasks several processes do it.  They are forked, so that trees and models which ``function`` refers
    to need not travel; where forking is not safe (not Linux, or other threads are running) one process does it all.
    Results travel back and must be picklable.  Tasks are begun in order: those that take long had better come first.

    What ``failed`` makes of it takes the place of a result where ``function`` raises, or where the process ends in
    which it was called; the other tasks are done all the same.
    """

    def guarded(task: T) -> R:
        try:
            return function(task)
        except Exception as error:
            return failed(task, error)
        finally:
            collect_if_many()

    workers = min(jobs or available_cpus(), len(tasks) // _TASKS_PER_WORKER + 1)
    if workers <= 1 or not _can_fork():
        gc.freeze()  # what is there stays: collections need not look at it
        try:
            yield from map(guarded, tasks)
        finally:
            gc.unfreeze()
        return
    from purity_lint.run.processes import WorkerDiedError, in_processes

    gc.freeze()  # collections in the workers would copy every page of what is shared
    done = 0
    chunk = max(1, min(4, len(tasks) // (workers * _ROUNDS)))
    try:
        while done < len(tasks):
            try:
                for result in in_processes(guarded, tasks[done:], workers, chunk, failed):
                    yield result
                    done += 1
            except WorkerDiedError as error:
                if workers == 1:  # so that it is known which task it was
                    yield failed(tasks[done], error)
                    done += 1
                workers = chunk = 1
    finally:
        gc.unfreeze()


@contextmanager
def without_collections() -> Iterator[None]:
    """Collect no garbage for a while but between the tasks of :func:`run`: each collection walks over all trees."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def collect_if_many() -> None:
    """Collect garbage where much is new that has not been freed: models of files that are done hold cycles."""
    if gc.get_count()[0] > _MANY_OBJECTS:
        gc.collect()


def available_cpus() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _can_fork() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1
