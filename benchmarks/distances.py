"""What ``ops.cdist`` takes of the time of SciPy's on the host.

    python benchmarks/distances.py [--backends numpy,torch,jax,mlx] [--repeat 5]

Prints milliseconds (the minimum over the repeats, the two taking turns in one process) of SciPy's ``cdist`` and of
``ops.cdist`` for the same vectors, and how many times as long the latter takes; with a gradient kept and with one
taken as well, where PyTorch goes another way.  Results are computed, not only asked for.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.spatial.distance
from each_backend import main, native

SHAPES = ((2000, 2), (1000, 50), (400, 200))


def waiting(backend: str, xp: Any) -> Callable[[Any], Any]:
    """What makes a backend compute what it gave."""
    if backend == "jax":
        return lambda x: x.block_until_ready()
    return xp.eval if backend == "mlx" else lambda x: x  # type: ignore[no-any-return]  # a module chosen by name


def print_table(backend: str, repeat: int) -> None:
    """Print the table of one backend."""
    import emberops
    from emberops import ops

    emberops.set_backend(backend)
    wait = waiting(backend, native(backend))
    random = np.random.default_rng(0)
    for shape in SHAPES:
        for dtype in ("float32", "float64"):
            if backend in ("jax", "mlx") and dtype == "float64":
                continue
            x1, x2 = (random.standard_normal(shape).astype(dtype) for _ in range(2))
            y1, y2 = ops.asarray(x1), ops.asarray(x2)
            calls: dict[str, Callable[[], Any]] = {
                "scipy": lambda x1=x1, x2=x2: scipy.spatial.distance.cdist(x1, x2),
                "ops": lambda y1=y1, y2=y2: wait(ops.cdist(y1, y2)),
            }
            if backend == "torch":
                kept = y1.clone().requires_grad_()
                calls["ops, gradient kept"] = lambda y1=kept, y2=y2: ops.cdist(y1, y2)
                calls["ops, gradient taken"] = lambda y1=kept, y2=y2: ops.cdist(y1, y2).sum().backward()
            print_row(f"{backend:6} {shape!s:10} {dtype}", calls, repeat)


def print_row(title: str, calls: dict[str, Callable[[], Any]], repeat: int) -> None:
    """Print the best time of each call, and what it takes of the first one's."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(repeat + 1):  # JAX compiles in the first
        for label, call in calls.items():
            best[label] = min(best[label], timeit.timeit(call, number=1) * 1e3)
    first = next(iter(best.values()))
    print(
        title, *(f"{label} {t:.1f} ms ({t / first:.2f})" for label, t in best.items()), sep="  ", flush=True
    )


if __name__ == "__main__":
    main(__doc__, print_table, repeat=5)
