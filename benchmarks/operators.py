"""Whether operators cost more than functions, and what reading a scalar in a loop costs.

    python benchmarks/operators.py [--size 1000000] [--rounds 15]

Prints, for each backend, the median ratio of ``a + b * c`` by operators to the same by the library's functions
(1.00: no difference), and that of a chain of 20 steps which reads ``float(y[0])`` after every step to the same
chain without.  Pairs are taken in turn in one process, so that a machine that drifts does not matter.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import emberops
from emberops import ops

STEPS = 20


def ready(x: Any) -> None:
    """Wait for lazy and asynchronous backends."""
    if hasattr(x, "block_until_ready"):
        x.block_until_ready()
    elif type(x).__module__.startswith("mlx"):
        import mlx.core as mx

        mx.eval(x)


def clock(function: Callable[[], Any]) -> float:
    """Seconds until the result is there."""
    start = time.perf_counter()
    ready(function())
    return time.perf_counter() - start


def ratio(one: Callable[[], Any], other: Callable[[], Any], rounds: int) -> float:
    """Median of one/other, pair by pair."""
    for warm in (one, other):
        ready(warm())
    return statistics.median(clock(one) / clock(other) for _ in range(rounds))


def chain(xp: Any, x: Any, read: bool) -> Any:
    """Twenty small steps, each with a look at the first element or not."""
    for _ in range(STEPS):
        x = xp.add(xp.multiply(x, 0.5), 1.0)
        if read:
            float(x[0])
    return x


def print_ratios(backend: str, size: int, rounds: int) -> None:
    """Print the row of one backend."""
    xp = emberops.namespace(backend)
    with emberops.use_backend(backend):
        a = ops.arange(size, dtype="float32")
        small = ops.arange(1000, dtype="float32")
    b, c = xp.add(a, 1.0), xp.multiply(a, 0.5)
    ready(b), ready(c)
    same = ratio(lambda: a + b * c, lambda: xp.add(a, xp.multiply(b, c)), rounds)
    sync = ratio(lambda: chain(xp, small, True), lambda: chain(xp, small, False), rounds)
    print(f"{backend:6} operators/functions {same:5.2f}   float(y[0]) each step/none {sync:5.2f}")


def main() -> None:
    """Print a row per backend."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    for backend in ("numpy", "torch", "jax", "mlx"):
        print_ratios(backend, options.size, options.rounds)


if __name__ == "__main__":
    main()
