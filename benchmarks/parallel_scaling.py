"""How much faster one step of training is in two parts: ``python benchmarks/parallel_scaling.py [--rows N]``.

PyTorch and MLX compute in one process and in two, each of which takes its rows and averages gradients with the other;
JAX in one process with one and with two simulated devices.  Two parts have two cores where one has one (processes by
their threads, JAX by the cores that it may run on, which only Linux lets a program choose).  Printed are the
milliseconds of a step, as the median of several, and their ratio.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from typing import Any

import numpy as np

from emberops import ops, parallel, training

FEATURES, HIDDEN, STEPS = 256, 512, 12


def loss(parameters: Any, x: Any, y: Any) -> Any:
    """Mean squared error of a network with one hidden layer."""
    hidden = ops.tanh(training.dense(parameters["hidden"], x))
    return ops.mean(ops.square(ops.subtract(training.dense(parameters["out"], hidden), y)))


def _network_and_batch(rows: int) -> tuple[Any, Any, Any]:
    keys = ops.unstack(ops.random.split(ops.random.key(0), 4))
    parameters = {
        "hidden": training.init_dense(keys[0], FEATURES, HIDDEN),
        "out": training.init_dense(keys[1], HIDDEN, 1),
    }
    return parameters, ops.random.normal(keys[2], (rows, FEATURES)), ops.random.normal(keys[3], (rows, 1))


def _milliseconds(step: Any) -> float:
    times = []
    for _ in range(STEPS):
        start = time.perf_counter()
        ops.to_numpy(step()["out"]["bias"])  # waits for the result
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times[2:])


def in_processes(rows: int) -> float:
    """Milliseconds of a step of this process, which has its share of the rows."""
    parameters, x, y = _network_and_batch(rows)
    x, y = parallel.shard(x), parallel.shard(y)
    return _milliseconds(lambda: parallel.all_reduce(ops.grad(loss)(parameters, x, y)))


def on_devices(rows: int, devices: int) -> float:
    """Milliseconds of a step of JAX on so many devices."""
    parameters, x, y = _network_and_batch(rows)
    step = parallel.data_parallel(ops.grad(loss), devices=devices, batched=(1, 2))
    return _milliseconds(lambda: step(parameters, x, y))


def _jax(rows: int, devices: int) -> float:
    flags = f"--xla_force_host_platform_device_count={devices}"
    command = [sys.executable, __file__, "--rows", str(rows), "--devices", str(devices)]
    environment = os.environ | {"XLA_FLAGS": flags, "EMBEROPS_BACKEND": "jax"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print a line for each library."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=8192, help="of the whole batch")
    parser.add_argument("--devices", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.environ |= {"OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}
    if options.devices:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.devices])
        print(on_devices(options.rows, options.devices))
        return
    print(f"{'':8s}{'one':>10s}{'two':>10s}{'one / two':>12s}")
    for backend in ("torch", "mlx"):
        one, two = (
            float(np.median(parallel.launch(in_processes, (options.rows,), processes=n, backend=backend)))
            for n in (1, 2)
        )
        print(f"{backend:8s}{one:8.1f}ms{two:8.1f}ms{one / two:12.2f}", flush=True)
    one, two = _jax(options.rows, 1), _jax(options.rows, 2)
    print(f"{'jax':8s}{one:8.1f}ms{two:8.1f}ms{one / two:12.2f}")


if __name__ == "__main__":
    main()
