"""What it costs to make tensors of host data, and to call operations on it, against the library's own function.

    python benchmarks/host_data.py [--backends numpy,torch,jax,mlx] [--repeat 7]

Prints microseconds per call (the minimum over the repeats, the variants of a row taking turns in one process) of `ops`
and of the library, and how many times as long the one takes as the other.  The library's own call is what a program
writes that names it: ``torch.tensor([1.0, 2.0])``, ``jnp.sin(jnp.asarray(x))``.  The backend is the default one.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from typing import Any

import numpy as np
from each_backend import main, native

from emberops import ops, use_backend

Call = Callable[[], object]
NUMBERS: dict[str, Any] = {
    "3 floats": [1.0, 2.0, 3.0],
    "3 integers": [1, 2, 3],
    "mixed": [1, 2.5, 3],
    "2 x 2 floats": [[1.0, 2.0], [3.0, 4.0]],
    "2 tuples": ((1.0, 2.0), (3.0, 4.0)),
    "1000 floats": [float(i) for i in range(1000)],
    "100 x 10 integers": [[*range(10)] for _ in range(100)],
    "1 float": 2.5,
    "1 integer": 2,
    "NumPy's (3,)": np.array([1.0, 2.0, 3.0], np.float32),
    "NumPy's number": np.float32(2.5),
    "3 NumPy numbers": [np.float32(1.0), np.float32(2.0), np.float32(3.0)],
}


def maker(xp: Any, backend: str) -> Callable[[Any], Any]:
    """What the library's own users write."""
    if backend == "torch":
        return xp.tensor  # type: ignore[no-any-return]  # a module chosen by name
    if backend == "mlx":  # which reads no list of NumPy's numbers
        return lambda data: xp.array(np.array(data) if data is NUMBERS["3 NumPy numbers"] else data)
    return xp.array  # type: ignore[no-any-return]  # likewise


def rows(backend: str) -> dict[str, tuple[Call, Call]]:
    """By what is done: the call of `ops`, and the library's own."""
    xp: Any = native(backend)
    make, make_typed = maker(xp, backend), xp.tensor if backend == "torch" else xp.array
    made = {f"array({name})": (bind(ops.array, data), bind(make, data)) for name, data in NUMBERS.items()}
    floats, whole = NUMBERS["3 floats"], NUMBERS["NumPy's (3,)"]
    tensor = make(whole)
    return {
        **made,
        "array(3 floats, float32)": (
            lambda: ops.array(floats, dtype="float32"),
            lambda: make_typed(floats, dtype=xp.float32),
        ),
        "asarray(3 floats)": (bind(ops.asarray, floats), bind(make, floats)),
        "sin(1 float)": (bind(ops.sin, 2.5), lambda: xp.sin(make(2.5))),
        "sin(3 floats)": (bind(ops.sin, floats), lambda: xp.sin(make(floats))),
        "sin(NumPy's (3,))": (bind(ops.sin, whole), lambda: xp.sin(make(whole))),
        "add(floats)": (lambda: ops.add(1.5, 2.5), lambda: xp.add(make(1.5), make(2.5))),
        "add(NumPy's)": (lambda: ops.add(whole, whole), lambda: xp.add(make(whole), make(whole))),
        "add(tensor, NumPy's)": (lambda: ops.add(tensor, whole), lambda: xp.add(tensor, make(whole))),
        "add(tensor, list)": (lambda: ops.add(tensor, floats), lambda: xp.add(tensor, make(floats))),
        "stack(2 NumPy's)": (
            lambda: ops.stack([whole, whole]),
            lambda: xp.stack([make(whole), make(whole)]),
        ),
        "zeros(3)": (lambda: ops.zeros(3), lambda: xp.zeros((3,))),
        "zeros((3, 2))": (lambda: ops.zeros((3, 2)), lambda: xp.zeros((3, 2))),
        "arange(5)": (lambda: ops.arange(5), lambda: xp.arange(5)),
        "linspace(0, 1, 5)": (lambda: ops.linspace(0.0, 1.0, 5), lambda: xp.linspace(0.0, 1.0, 5)),
    }


def bind(function: Callable[[Any], object], data: Any) -> Call:
    """The call of a function on these data."""
    return lambda: function(data)


def measure(calls: tuple[Call, Call], repeat: int) -> tuple[float, float]:
    """Minimum microseconds of each call, the two taking turns."""
    timers = [timeit.Timer(call).timeit for call in calls]
    counts = [max(5, int(0.001 / max(timer(20) / 20, 1e-9))) for timer in timers]
    best = [float("inf"), float("inf")]
    for _ in range(20 * repeat):
        for i, (timer, count) in enumerate(zip(timers, counts, strict=True)):
            best[i] = min(best[i], timer(count) / count * 1e6)
    return best[0], best[1]


def print_table(backend: str, repeat: int) -> None:
    """Print the table of one backend."""
    with use_backend(backend):
        for name, calls in rows(backend).items():
            own, library = measure(calls, repeat)
            ratio = f"{own / library:5.1f} times"
            print(f"{backend:6} {name:26} ops {own:8.2f}  library {library:8.2f}  {ratio}", flush=True)


if __name__ == "__main__":
    main(__doc__, print_table, repeat=7)
