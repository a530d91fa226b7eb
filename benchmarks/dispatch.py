"""What dispatch costs: ops against the backend's own function, keras.ops, autoray and array-api-compat.

    python benchmarks/dispatch.py [--backends numpy,torch,jax,mlx] [--repeat 7]

Prints nanoseconds per call (the minimum over the repeats) and, in brackets, those above the native call, all
variants of a row in turn in one process.  "look-up" is the least that dispatch in Python can do: a function that
finds the native one by the type of its argument and calls it.  The last column says how many look-ups ops costs, which
hardly changes from one machine to another.  "same" is what gives the answer of ops by the library
alone, where its own function gives another: an element that outlives a store to its tensor, all digits of exp.  keras
takes one backend per process, so each backend has its own.  Peers that are not installed, or do not know a backend, are
left out of its row, and a row takes two seconds at the most.  MLX figures are of building the graph; JAX on (1000,) is
mostly its dispatch thread, so read its (4,) rows.
"""

from __future__ import annotations

import operator
import time
import timeit
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from each_backend import main, native

KERAS = {"numpy": "numpy", "torch": "torch", "jax": "jax"}
SIZES = (4, 1000)
SECONDS = 0.3
"""How long a row takes at the most, for each repeat."""
Call = Callable[..., object]


def make(backend: str, size: int) -> tuple[object, object, object]:
    """Two float32 tensors and a boolean one."""
    import emberops

    xp = emberops.namespace(backend)
    a = xp.asarray([i / size * 4 for i in range(size)], dtype="float32")
    return a, xp.add(a, 1.0), xp.greater(a, 2.0)


def look_up(implementation: Call, tensors: tuple[object, ...]) -> Call:
    """The least dispatcher: one table of types, asked for the type of the first argument."""
    table: dict[type, Any] = {type(tensors[0]): implementation}
    dispatchers: dict[int, Call] = {
        1: lambda x: table[type(x)](x),
        2: lambda x, y: table[type(x)](x, y),
        3: lambda x, y, z: table[type(x)](x, y, z),
    }
    return dispatchers[len(tensors)]


def same_answer(backend: str, row: str) -> Call | None:
    """What gives the answer of `ops` by the library alone, where its own function gives another."""
    if (backend, row) == ("torch", "x[1]"):
        return lambda x, i: x[i].clone()
    if backend != "mlx":
        return None
    import mlx.core as mx

    return {
        "exp": lambda x: mx.real(mx.exp(x.astype(mx.complex64))),
        "mean": lambda x: mx.sum(x) / x.size,
    }.get(row)


def variants(backend: str, row: str, size: int) -> dict[str, Call]:
    """The same computation by each library."""
    from emberops import ops

    a, b, mask = make(backend, size)
    arguments: tuple[object, ...] = {
        "add": (a, b),
        "add 1.5": (a, 1.5),
        "add 2": (a, 2),
        "exp": (a,),
        "mean": (a,),
        "sum": (a,),
        "where": (mask, a, b),
        "matmul": (a, b),
        "x[1]": (a, 1),
        "x[1:3]": (a, slice(1, 3)),
    }[row]
    xp, bound = native(backend), {}
    same = same_answer(backend, row)
    alike = {"same": same} if same else {}
    name = "getitem" if row.startswith("x[") else row.partition(" ")[0]
    if name == "getitem":  # an operator, which no peer has a function for
        return _timers({"native": operator.getitem, **alike, "ops": ops.getitem}, arguments)
    bound.update({"native": getattr(xp, name), **alike})
    bound["look-up"] = look_up(bound["native"], arguments)
    bound["ops"] = getattr(ops, name)
    if backend in KERAS and find_spec("keras"):
        import keras

        bound["keras.ops"] = getattr(keras.ops, name)
    if find_spec("autoray"):
        import autoray

        bound["autoray"] = lambda *args: autoray.do(name, *args)
    if backend != "mlx":
        import array_api_compat

        def compat(*args: object) -> object:
            return getattr(array_api_compat.array_namespace(*args), name)(*args)

        bound["array-api-compat"] = compat
    return _timers(bound, arguments)


def _timers(bound: dict[str, Call], arguments: tuple[object, ...]) -> dict[str, Callable[[int], float]]:
    # Arguments by name, as people write calls: unpacking a tuple costs a Python function more than one in C.
    names = [f"x{i}" for i in range(len(arguments))]
    call = f"f({', '.join(names)})"
    scope = dict(zip(names, arguments, strict=True))
    return {label: timeit.Timer(call, globals={"f": f, **scope}).timeit for label, f in bound.items()}


def measure(calls: dict[str, Callable[[int], float]], repeat: int) -> dict[str, float]:
    """Minimum nanoseconds per call, the variants taking turns; short samples, for others interrupt long ones.

    A row ends after ``repeat`` times :data:`SECONDS` at the latest, for peers may take a hundred times the native call.
    """
    best = dict.fromkeys(calls, float("inf"))
    count = max(20, int(0.0002 / max(calls["native"](200) / 200, 1e-9)))
    end = time.perf_counter() + SECONDS * repeat
    for _ in range(100 * repeat):
        for label, call in calls.items():
            best[label] = min(best[label], call(count) / count * 1e9)
        if time.perf_counter() > end:
            break
    return best


def print_table(backend: str, repeat: int) -> None:
    """Print the table of one backend."""
    for name in ("add", "add 1.5", "add 2", "exp", "mean", "sum", "where", "matmul", "x[1]", "x[1:3]"):
        for size in SIZES:
            best = measure(variants(backend, name, size), repeat)
            cells = [f"{label} {t:7.0f} ({t - best['native']:+.0f})" for label, t in best.items()]
            if "look-up" in best:
                cells.append(
                    f"{(best['ops'] - best['native']) / (best['look-up'] - best['native']):.1f} look-ups"
                )
            print(f"{backend:6} {name:7} ({size:4},)  " + "  ".join(cells), flush=True)


def keras_backend(backend: str) -> dict[str, str]:
    """What keras reads from the environment."""
    return {"KERAS_BACKEND": KERAS.get(backend, "numpy")}


if __name__ == "__main__":
    main(__doc__, print_table, repeat=7, environment=keras_backend)
