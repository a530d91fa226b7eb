"""What the processes of tests run: pickled by name, so in a module of its own."""

from __future__ import annotations

import os
import time
from typing import Any

from emberops import ops, parallel, training


def loss(weights: Any, x: Any) -> Any:
    return ops.mean(ops.square(ops.matmul(x, weights)))


def everything(x: Any, w: Any) -> Any:
    x, w = ops.asarray(x), ops.asarray(w)
    rows = parallel.data_parallel(lambda batch, weights: ops.tanh(ops.matmul(batch, weights)), devices=2)(
        x, w
    )
    gradient = parallel.all_reduce(ops.grad(loss)(w, parallel.shard(x)))
    optimizer = training.adam(0.1)
    stepped, _ = optimizer.update(gradient, optimizer.init(w), w)
    gathered = parallel.all_gather(ops.asarray([float(parallel.rank())]))
    return {"rows": rows, "gradient": gradient, "stepped": stepped, "ranks": gathered}


def alone(x: Any, w: Any) -> Any:
    return {"gradient": parallel.all_reduce(ops.grad(loss)(ops.asarray(w), parallel.shard(ops.asarray(x))))}


def dies() -> None:
    if parallel.rank() == 1:
        os._exit(3)
    parallel.all_reduce(ops.ones((2,)))


def dies_late() -> None:
    if parallel.rank() == 1:
        time.sleep(0.5)
        os._exit(3)
    raise ConnectionError("the other one is gone")


def raises() -> None:
    if parallel.rank() == 1:
        raise KeyError("lost")
    time.sleep(60)


def sleeps() -> None:
    time.sleep(60)


def uneven() -> None:
    parallel.shard(ops.ones((3, 2)))
