"""A store into what another place of the file holds is reported: on JAX nobody else would see it."""

from __future__ import annotations

import sys
import textwrap
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from snippets import Fixed, Report

from emberops import ops, use_backend

HELD = {
    "a dict that a helper looks into": """
        def update(state, k, g):
            x = state.get(k)
            if x is None:
                x = np.zeros(3)
                state[k] = x
            x += g
            return x.sum()

        def main():
            state = {}
            a = update(state, "w", np.ones(3))
            b = update(state, "w", np.ones(3))
            return a, b, state["w"]
    """,
    "the variable of a function around": """
        def make():
            buf = np.zeros(3)

            def push(v):
                nonlocal buf
                buf[0] = v
                return buf

            def read():
                return buf.sum()

            return push, read

        def main():
            push, read = make()
            held = push(1.0)
            push(5.0)
            return read(), held
    """,
    "an attribute that a method gives a view of": """
        class Field:
            def __init__(self, n):
                self.data = np.zeros((n, n))

            def interior(self):
                return self.data[1:-1, 1:-1]

            def diag(self):
                return np.einsum("ii->i", self.data)

        def main():
            f = Field(4)
            inner = f.interior()
            inner[:] = 1.0
            d = f.diag()
            d += 2
            return f.data
    """,
    "a view beside an iterator that writes": """
        def main():
            a = np.arange(6.0).reshape(2, 3)
            v = a.T
            with np.nditer(a, op_flags=["readwrite"]) as it:
                for x in it:
                    x[...] = 2 * x
            return a, v
    """,
    "a list that an attribute is kept in": """
        class Body:
            def __init__(self, x):
                self.x = x
                self.trail = []

            def move(self, d):
                self.trail.append(self.x)
                self.x += d

        def main():
            bodies = [Body(np.zeros(2)), Body(np.ones(2))]
            for b in bodies:
                b.move(1.0)
                b.move(1.0)
            return [b.x for b in bodies], [b.trail for b in bodies]
    """,
    "a name beside a queue and a heap": """
        from collections import deque
        import heapq

        def main():
            q = deque([np.zeros(2), np.ones(2)])
            first = q[0]
            x = q.popleft()
            x[0] = 4.0
            h = [(2, first), (1, q[0])]
            heapq.heapify(h)
            _, y = heapq.heappop(h)
            y += 10
            return first, x, q[0], y
    """,
    "two objects with one field": """
        from dataclasses import dataclass

        @dataclass
        class Particle:
            pos: np.ndarray
            mass: float

        def main():
            origin = np.zeros(2)
            a = Particle(origin, 1.0)
            b = Particle(a.pos, 2.0)
            a.pos[0] = 3.0
            b.pos += 1.0
            return a.pos, b.pos, origin
    """,
}
ALONE = {
    "what a function makes of its parameter, by the same name": """
        class Noise:
            def added(self, x, n):
                x = x + n
                x = x * 2.0
                return x

        def main():
            noise = Noise()
            u = np.ones(2)
            v = noise.added(u, 1.0)
            v[0] = 5.0
            return u, v
    """,
    "what a property makes whenever it is asked": """
        class Sampler:
            def __init__(self):
                self.c = np.eye(2)
                self.kept = self.scaled

            @property
            def scaled(self):
                return self.c * 2.0

        def main():
            sampler = Sampler()
            sampler.kept[0] = 7.0
            return sampler.scaled, sampler.kept
    """,
    "a pair that a function makes": """
        def make(n):
            return np.zeros(n), np.ones(n)

        def main():
            u, v = make(3)
            x, y = make(3)
            u[0] = 5.0
            x[1] = 2.0
            return u, v, x, y
    """,
    "what is filled and then kept": """
        class Table:
            def __init__(self):
                self.rows = []

            def add(self, n):
                row = np.zeros(n)
                row[0] = 5.0
                self.rows.append(row)
                self.last = row

        def main():
            table = Table()
            table.add(2)
            table.add(2)
            return table.rows, table.last
    """,
    "objects with arrays of their own": """
        class Body:
            def __init__(self, x):
                self.x = x

            def move(self, d):
                self.x[0] = self.x[0] + d

        def main():
            bodies = [Body(np.zeros(2)), Body(np.ones(2))]
            for body in bodies:
                body.move(2.0)
            return [body.x for body in bodies]
    """,
    "two attributes that a function gives": """
        class Model:
            def fit(self, m):
                self.values, self.vectors = np.linalg.eigh(m)
                self.values[0] = 0.0
                return self.vectors.shape

        def main():
            model = Model()
            shape = model.fit(np.eye(3))
            return shape, model.values
    """,
    "a dict by its keys": """
        def main():
            state = {"x": np.zeros(2), "v": np.ones(2)}
            state["x"][0] = 5.0
            return state["v"], state["x"]
    """,
    "what is taken from a queue and put elsewhere": """
        def main():
            queue, done = [np.zeros(2), np.ones(2)], []
            while queue:
                x = queue.pop()
                x[0] = 7.0
                done.append(x)
            return done
    """,
}


def _code(text: str) -> str:
    return "import numpy as np\n\n" + textwrap.dedent(text).lstrip("\n")


def _ran(code: str, backend: str, module: Any) -> Any:
    namespace = module.__dict__
    with use_backend(backend):
        exec(code, namespace)
        return _listed(namespace["main"]())


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_listed(item) for item in value]
    return np.round(ops.to_numpy(value), 6).tolist() if ops.is_tensor(value) else value


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module by whose name dataclasses find their annotations."""
    made = ModuleType("aliases_of_a_file")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    return made


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
@pytest.mark.parametrize("text", HELD.values(), ids=HELD)
def test_no_other_result_without_a_finding(
    fixed: Fixed, report: Report, module: Any, text: str, backend: str
) -> None:
    before = _code(text)
    after = fixed(before, "PUR", unsafe=True)
    expected = _ran(before, "numpy", module)
    if backend in ("numpy", "torch"):
        assert _ran(after, backend, module) == expected
    else:
        assert report(after, "PUR") or _ran(after, backend, module) == expected


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
@pytest.mark.parametrize("text", ALONE.values(), ids=ALONE)
def test_what_nobody_else_holds_is_rewritten(fixed: Fixed, module: Any, text: str, backend: str) -> None:
    before = _code(text)
    after = fixed(before, "PUR", unsafe=True)
    assert "ops.assign(" in after
    assert _ran(after, backend, module) == _ran(before, "numpy", module)
