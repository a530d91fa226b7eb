"""What a solver of SciPy's pays for a function of ops: as it is, and as `ops.numpy_callback` hands it over.

    python benchmarks/callbacks.py [--backends numpy,torch,jax,mlx] [--repeat 3]

Each row is one whole call of SciPy's with the backend as the default one; it prints milliseconds (the minimum over the
repeats), and what that is of the same call with the function written in NumPy.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from each_backend import main
from scipy.integrate import quad, solve_ivp
from scipy.optimize import minimize

import emberops
from emberops import ops

Problem = tuple[Callable[..., Any], Callable[..., Any], Callable[[Any], Any]]
"""A function in NumPy, the same in ops, and the call that is handed one of them."""


def problems() -> dict[str, Problem]:
    """One call of each kind: of arrays for times, of arrays alone, of numbers."""

    def oscillator(_t: float, y: Any) -> Any:
        return np.array([y[1], np.negative(np.sin(y[0]))])

    def oscillator_of_ops(_t: float, y: Any) -> Any:
        return ops.array([y[1], ops.negative(ops.sin(y[0]))])

    def bowl(x: Any) -> Any:
        return np.sum(np.square(np.subtract(x, 1.0)))

    def bowl_of_ops(x: Any) -> Any:
        return ops.sum(ops.square(ops.subtract(x, 1.0)))

    def bell(x: float) -> Any:
        return np.exp(np.negative(np.square(x)))

    def bell_of_ops(x: float) -> Any:
        return ops.exp(ops.negative(ops.square(x)))

    return {
        "solve_ivp": (
            oscillator,
            oscillator_of_ops,
            lambda f: solve_ivp(f, (0, 20), [1.0, 0.0], max_step=0.1),
        ),
        "minimize": (bowl, bowl_of_ops, lambda f: minimize(f, np.zeros(8))),
        "quad": (bell, bell_of_ops, lambda f: quad(f, -8, 8, limit=200)),
    }


def print_table(backend: str, repeat: int) -> None:
    """Print the times of each problem on one backend."""
    emberops.set_backend(backend)
    print(f"\n{backend}\n{'':12} {'NumPy':>10} {'ops':>10} {'ratio':>7} {'callback':>10} {'ratio':>7}")
    for name, (function, of_ops, solve) in problems().items():
        milliseconds = [
            min(timeit.repeat(partial(solve, f), number=1, repeat=repeat)) * 1e3
            for f in (function, of_ops, ops.numpy_callback(of_ops))
        ]
        base, plain, wrapped = milliseconds
        print(
            f"{name:12} {base:10.1f} {plain:10.1f} {plain / base:7.1f} {wrapped:10.1f} {wrapped / base:7.1f}"
        )


if __name__ == "__main__":
    main(__doc__, print_table, repeat=3)
