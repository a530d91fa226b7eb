"""Worker processes that share what the parent has already worked out."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_TASKS_PER_WORKER = 24
"""Fewer tasks than this are done sooner than another process has started."""

_ROUNDS = 32
"""How often each process comes for more, where there are many tasks: the last ones to end leave the others idle."""

_MANY_OBJECTS = 1_000_000
"""Objects that a collection is worth, about those of thirty files."""

_PR_SET_PDEATHSIG = 1
"""Option of Linux's ``prctl`` that names the signal for a process whose parent ends."""

_shared: Callable[[Any], Any] | None = None


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
    from concurrent.futures.process import BrokenProcessPool

    global _shared  # noqa: PLW0603, forked processes find the function here
    _shared = guarded
    gc.freeze()  # collections in the workers would copy every page of what is shared
    done = 0
    chunk = max(1, min(4, len(tasks) // (workers * _ROUNDS)))
    try:
        while done < len(tasks):
            try:
                for result in _in_pool(tasks[done:], workers, chunk):
                    yield result
                    done += 1
            except BrokenProcessPool as error:
                if workers == 1:  # so that it is known which task it was
                    yield failed(tasks[done], error)
                    done += 1
                workers = chunk = 1
    finally:
        gc.unfreeze()
        _shared = None


def _in_pool(tasks: list[Any], workers: int, chunk: int) -> Iterator[Any]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(
        workers, mp_context=fork, initializer=_begin_worker, initargs=(os.getpid(),)
    ) as pool:
        try:
            yield from pool.map(_call_shared, tasks, chunksize=chunk)
        except BaseException:
            for child in multiprocessing.active_children():
                child.kill()  # what it is doing is wanted no more
            pool.shutdown(wait=False, cancel_futures=True)
            raise


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


def _begin_worker(parent: int) -> None:
    """Leave Ctrl-C, which reaches every process of the terminal's group, to the parent; end when that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was faster
        os._exit(1)


def _call_shared(task: Any) -> Any:
    assert _shared is not None
    return _shared(task)
