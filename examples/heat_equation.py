"""Heat in a plate, by explicit steps on an ``emberops.Array``: written as for NumPy, on any backend, JAX included.

Run ``python examples/heat_equation.py jax``.
"""

from __future__ import annotations

import sys
from typing import Any

from emberops import Array, ops


def step(u: Any, number: float) -> None:
    """One step of ``du/dt = laplacian(u)`` in place, with cold edges; ``number`` is ``dt / dx**2``, at most 1/4."""
    inner = u[1:-1, 1:-1]
    inner += number * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * inner)


def solve(size: int, steps: int, backend: str) -> Any:
    """The temperature after some steps from the first mode ``sin(pi x) sin(pi y)``."""
    x = ops.linspace(0.0, 1.0, size, dtype=ops.float32)
    mode = ops.sin(ops.multiply(ops.pi, x))
    u = Array(ops.to_numpy(ops.outer(mode, mode)), backend=backend)
    for _ in range(steps):
        step(u, 0.2)
    return u


def main(backend: str) -> None:
    """Print how much of the heat is left in the middle, and how much there should be."""
    size, steps = 33, 200
    u = solve(size, steps, backend)
    # The mode is an eigenvector of the scheme itself: each step multiplies it by this factor.
    factor = 1 - 0.2 * 8 * float(ops.square(ops.sin(ops.pi / 2 / (size - 1))))
    print(f"{backend}: {float(u[size // 2, size // 2]):.5f}, exactly {factor**steps:.5f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "numpy")
