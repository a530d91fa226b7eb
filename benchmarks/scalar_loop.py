"""What code written number by number costs: ops against the backend's own operators and functions.

    python benchmarks/scalar_loop.py [--backends numpy,torch,jax,mlx] [--repeat 5]

Code that was written for NumPy reads vectors element by element, computes with the numbers and builds small arrays
of them again.  Each row is one such step on float32 values; it prints microseconds (the minimum over the repeats)
and what ops takes of what the native step takes.  MLX is made to compute each result, as a loop that branches on it
would; "ops, x[i]" reads elements as the native step does, and leaves everything else to ops.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from typing import Any

from each_backend import main, native

Step = Callable[[Any, Any, Any], Any]


def native_steps(backend: str, xp: Any) -> dict[str, Step]:
    """Each step as a user of the library writes it."""

    def vector(numbers: list[Any]) -> Any:
        if backend == "numpy":
            return xp.array(numbers)
        return xp.stack([xp.asarray(number) for number in numbers])

    def product(p: Any, q: Any, _matrix: Any) -> Any:
        return vector(
            [
                p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
                p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
            ]
        )

    def normalise(p: Any, _q: Any, _matrix: Any) -> Any:
        return p / xp.linalg.norm(p)

    def update(p: Any, _q: Any, matrix: Any) -> Any:
        if backend == "jax":
            return matrix.at[1, 2].set(p[0]).at[2].set(p[:3])
        matrix[1, 2] = p[0]
        matrix[2] = p[:3]
        return matrix

    def skew(p: Any, _q: Any, _matrix: Any) -> Any:
        zero = p[0] * 0
        rows = [[zero, -p[2], p[1]], [p[2], zero, -p[0]], [-p[1], p[0], zero]]
        return xp.array(rows) if backend in ("numpy", "jax") else xp.stack([vector(row) for row in rows])

    def constants(_p: Any, _q: Any, _matrix: Any) -> Any:
        return xp.eye(3) + xp.zeros((3, 3))

    return {f.__name__: f for f in (product, normalise, update, skew, constants)}


def ops_steps(at: Callable[[Any, Any], Any]) -> dict[str, Step]:
    """Each step in ops, with ``at`` reading elements."""
    from emberops import ops

    def sums(terms: list[tuple[int, Any, Any]]) -> Any:
        (_, x, y), *rest = terms
        total = ops.multiply(x, y)
        for sign, x, y in rest:
            part = ops.multiply(x, y)
            total = ops.add(total, part) if sign > 0 else ops.subtract(total, part)
        return total

    def product(p: Any, q: Any, _matrix: Any) -> Any:
        signs = ((1, -1, -1, -1), (1, 1, 1, -1), (1, -1, 1, 1), (1, 1, -1, 1))
        order = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
        return ops.array(
            [
                sums([(s, at(p, i), at(q, j)) for i, (s, j) in enumerate(zip(row, columns, strict=True))])
                for row, columns in zip(signs, order, strict=True)
            ]
        )

    def normalise(p: Any, _q: Any, _matrix: Any) -> Any:
        return ops.divide(p, ops.linalg.norm(p))

    def update(p: Any, _q: Any, matrix: Any) -> Any:
        changed = ops.assign(matrix, (1, 2), at(p, 0))
        return ops.assign(changed, 2, at(p, slice(3)))

    def skew(p: Any, _q: Any, _matrix: Any) -> Any:
        x, y, z = at(p, 0), at(p, 1), at(p, 2)
        return ops.array([[0.0, ops.negative(z), y], [z, 0.0, ops.negative(x)], [ops.negative(y), x, 0.0]])

    def constants(_p: Any, _q: Any, _matrix: Any) -> Any:
        return ops.add(ops.eye(3), ops.zeros((3, 3)))

    return {f.__name__: f for f in (product, normalise, update, skew, constants)}


def print_table(backend: str, repeat: int) -> None:
    """Print the table of one backend."""
    import emberops
    from emberops import ops

    emberops.set_backend(backend)
    p, q = (ops.asarray(values, dtype="float32") for values in ([1.0, 2.0, 3.0, 4.0], [0.5, -1.0, 2.0, 0.25]))
    matrix = ops.zeros((3, 3), dtype="float32")
    xp: Any = native(backend)
    kinds = {
        "native": native_steps(backend, xp),
        "ops": ops_steps(ops.getitem),
        "ops, x[i]": ops_steps(lambda x, i: x[i]),
    }
    for name in kinds["native"]:
        best = dict.fromkeys(kinds, float("inf"))
        for _ in range(repeat):
            for label, steps in kinds.items():
                call = "eval(step(p, q, matrix))" if backend == "mlx" else "step(p, q, matrix)"
                scope = {
                    "step": steps[name],
                    "p": p,
                    "q": q,
                    "matrix": matrix,
                    "eval": getattr(xp, "eval", None),
                }
                timer = timeit.Timer(call, globals=scope)
                timer.timeit(5)  # JAX compiles
                best[label] = min(best[label], timer.timeit(200) / 200 * 1e6)
        cells = [f"{label} {t:7.1f} us ({t / best['native']:.2f})" for label, t in best.items()]
        print(f"{backend:6} {name:10} " + "  ".join(cells), flush=True)


if __name__ == "__main__":
    main(__doc__, print_table, repeat=5)
