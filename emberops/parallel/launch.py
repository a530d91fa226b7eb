"""Processes that compute together, started from Python, and ended together."""

from __future__ import annotations

import multiprocessing
import os
import socket
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from typing import Any

from emberops import ops
from emberops.dispatch import registry, trees
from emberops.dispatch.selection import get_backend, set_backend
from emberops.errors import OperationNotSupportedError, UnknownOptionError, WorkerError

_GRACE = 2.0
"""Seconds after a failure in which others may tell theirs: where one dies, the rest fail for want of it."""


def launch(
    function: Callable[..., Any],
    args: Sequence[Any] = (),
    *,
    processes: int = 2,
    backend: str | None = None,
    timeout: float = 300.0,
) -> list[Any]:
    """Run a function in several new processes that can reduce and gather tensors, and give their results.

    Parameters
    ----------
    function
        Defined at the top of a module, for it is pickled; runs in each process with the backend as the default.
    args
        Its arguments, the same for each; NumPy arrays rather than tensors of a device.
    processes
        How many, at least 1.
    backend
        ``torch`` (gloo, or NCCL where there are GPUs) or ``mlx`` (its ring); the default one unless given.
    timeout
        Seconds after which all are ended.

    Returns
    -------
    list
        The results by rank, their tensors as NumPy arrays.

    Raises
    ------
    WorkerError
        If one raises, dies, or takes too long; the message has its traceback.  No process is left.
    OperationNotSupportedError
        If the backend has no such processes: JAX computes on many devices in one.
    """
    name = backend or get_backend()
    if processes < 1:
        raise UnknownOptionError(f"launch: at least 1 process, not {processes}")
    engine = getattr(registry.load(name).module, "collectives", None)
    if engine is None:
        raise OperationNotSupportedError(
            f"launch: {name} has no processes that compute together; use data_parallel"
        )
    ports = _free_ports(processes)
    context = multiprocessing.get_context("spawn")
    workers, pipes = [], []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="emberops-"))
        for number in range(processes):
            here, there = context.Pipe(duplex=False)
            surroundings = engine.environment(number, processes, ports, folder) if processes > 1 else {}
            worker = context.Process(
                target=_work, args=(there, name, surroundings, timeout, function, tuple(args)), daemon=True
            )
            worker.start()
            stack.callback(_end, worker)
            there.close()
            workers.append(worker)
            pipes.append(here)
        return _results(pipes, workers, time.monotonic() + timeout)


def _results(pipes: list[Connection], workers: list[Any], deadline: float) -> list[Any]:
    found: dict[int, Any] = {}
    died: list[str] = []
    raised: list[str] = []
    waiting = dict(enumerate(pipes))
    while waiting and not died:
        ready = wait(list(waiting.values()), max(deadline - time.monotonic(), 0))
        if not ready:
            break
        for number in [number for number, pipe in waiting.items() if pipe in ready]:
            try:
                done, value = waiting.pop(number).recv()
            except EOFError:
                workers[number].join(1)
                died.append(f"process {number} died (exit code {workers[number].exitcode})")
                continue
            if done:
                found[number] = value
            else:
                raised.append(f"process {number} raised\n{value}")
        if raised:
            deadline = min(deadline, time.monotonic() + _GRACE)
    if died or raised:
        raise WorkerError("launch: " + "\n".join(died or raised))
    if waiting:
        raise WorkerError(f"launch: processes {sorted(waiting)} did not finish in time")
    return [found[number] for number in range(len(pipes))]


def _work(
    pipe: Connection, backend: str, environment: dict[str, str], timeout: float, function: Any, args: Any
) -> None:
    os.environ.update(environment)
    try:
        set_backend(backend)
        engine = registry.load(backend).module.collectives
        if environment:  # one process alone has nobody to join
            engine.start(timeout)
        result = function(*args)
        pipe.send((True, trees.map_leaves(lambda x: ops.to_numpy(x) if ops.is_tensor(x) else x, result)))
        engine.stop()
    except Exception:  # whatever it is, the caller is to read it
        pipe.send((False, traceback.format_exc()))


def _end(worker: Any) -> None:
    """A process that still runs waits for one that is gone."""
    worker.join(0.5 if worker.exitcode is None else 0)
    if worker.is_alive():
        worker.terminate()
        worker.join(2)
    if worker.is_alive():
        worker.kill()
        worker.join()


def _free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
