"""PUR211 and PUR210 of methods: whichever definition of a name runs, all of them give back what they change."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from fixed_programs import fixed_project, ran
from snippets import Fixed

VERLET = """\
import numpy as np


class Verlet:
    def __init__(self, dt):
        self.dt = dt

    def kick(self, vel, acc):
        vel += 0.5 * self.dt * acc

    def drift(self, pos, vel):
        pos[:] = pos + self.dt * vel

    def step(self, pos, vel):
        self.kick(vel, -pos)
        self.drift(pos, vel)
        self.kick(vel, -pos)


def run():
    pos, vel = np.linspace(0, 1, 5), np.ones(5)
    solver = Verlet(0.1)
    for _ in range(10):
        solver.step(pos, vel)
    return np.concatenate([pos, vel])
"""

CLAMP = """\
import numpy as np


class Tools:
    @staticmethod
    def cut(a, low):
        a[a < low] = low

    @classmethod
    def scale(cls, a):
        cls.cut(a, -1.0)
        a /= np.abs(a).max()


def run():
    a, b = np.linspace(-3, 3, 7), np.linspace(-4, 4, 7)
    Tools.cut(a, -2)
    Tools.scale(b)
    return a + b
"""

BOUNDARIES = """\
class Boundary:
    def fill(self, u):
        raise NotImplementedError


class Periodic(Boundary):
    def fill(self, u):
        u[0] = u[-2]
        u[-1] = u[1]


class Fixed(Boundary):
    def fill(self, u):
        u[0] = u[-1] = 0.5
"""

SOLVERS = """\
import numpy as np


class Solver:
    def __init__(self, boundary):
        self.boundary = boundary
        self.u = np.linspace(0, 1, 7) ** 2

    def step(self):
        self.boundary.fill(self.u)
        self.u[1:-1] += 0.1 * (self.u[2:] - 2 * self.u[1:-1] + self.u[:-2])
        self.finish(self.u)

    def finish(self, u):
        pass


class Clipped(Solver):
    def finish(self, u):
        u[u > 0.5] = 0.5
"""

MAIN = """\
import numpy as np
from boundaries import Fixed, Periodic
from solvers import Clipped, Solver


def run():
    found = []
    for make in (Solver, Clipped):
        for boundary in (Periodic(), Fixed()):
            solver = make(boundary)
            for _ in range(4):
                solver.step()
            found.append(solver.u.copy())
    return np.concatenate(found)
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            VERLET,
            (
                "        return vel\n",
                "        pos = self.drift(pos, vel)\n",
                "        pos, vel = solver.step(pos, vel)\n",
            ),
        ),
        (CLAMP, ("        a = cls.cut(a, -1.0)\n", "    a = Tools.cut(a, -2)\n", "    b = Tools.scale(b)\n")),
    ],
)
def test_what_methods_change_is_given_back(
    fixed: Fixed, backend: str, code: str, lines: tuple[str, ...]
) -> None:
    after = fixed(code, unsafe=True)
    for line in lines:
        assert line in after
    np.testing.assert_allclose(ran(after, backend), ran(code, "numpy"), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_methods_of_several_classes_and_files_give_back_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    before = {"boundaries": BOUNDARIES, "solvers": SOLVERS, "main": MAIN}
    after = fixed_project(tmp_path, before)
    assert after["boundaries"].count("        return u\n") == len(["Periodic", "Fixed"])
    assert "        self.u = self.boundary.fill(self.u)\n" in after["solvers"]
    assert "        self.u = self.finish(self.u)\n" in after["solvers"]
    assert "    def finish(self, u):\n        return u\n" in after["solvers"]  # no `pass` is left
    results = []
    for files, on in ((before, "numpy"), (after, backend)):
        for name in ("boundaries", "solvers"):
            module = ModuleType(name)
            exec(compile(files[name], f"{name}.py", "exec"), module.__dict__)
            monkeypatch.setitem(sys.modules, name, module)
        results.append(ran(files["main"], on))
    np.testing.assert_allclose(results[1], results[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        u[0] = u[-1] = 0.5\n", "        u[0] = u[-1] = 0.5\n        return 2\n"),
        ("        u[0] = u[-1] = 0.5\n", "        print(u)\n"),
        ("    def fill(self, u):\n        u[0] = u[-1]", "    def fill(self, v, u):\n        u[0] = u[-1]"),
        ("        u[0] = u[-1] = 0.5\n", "        u = u * 2\n        u[0] = 1\n"),
        ("class Fixed(Boundary):\n    def", "class Fixed(Boundary):\n    async def"),
        ("        u[0] = u[-1] = 0.5\n", "        u[0] = u[-1] = 0.5\n        yield\n"),
        ("class Fixed(Boundary):\n    def", "class Fixed(Boundary):\n    @cached\n    def"),
        ("class Boundary:", "BOTH = [Periodic().fill]\n\n\nclass Boundary:"),
    ],
)
def test_methods_stay_where_one_of_the_name_does_something_else(tmp_path: Path, old: str, new: str) -> None:
    """On some backend the caller would go on with `None`, or without the change."""
    assert old in BOUNDARIES
    after = fixed_project(
        tmp_path, {"boundaries": BOUNDARIES.replace(old, new), "solvers": SOLVERS, "main": MAIN}
    )
    assert "        self.boundary.fill(self.u)\n" in after["solvers"]
    assert "        u[0] = u[-2]\n" in after["boundaries"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("solver.step(pos, vel)", "solver.step(pos, vel[:])"),
        ("solver.step(pos, vel)", "solver.step(pos, pos)"),
        ("solver.step(pos, vel)", "print(solver.step(pos, vel))"),
        ("solver.step(pos, vel)", "step = solver.step\n        step(pos, vel)"),
        ("class Verlet:", "class Verlet(Unknown):"),
        ("        self.kick(vel, -pos)\n\n\n", "        return self.kick(vel, -pos)\n\n\n"),
    ],
)
def test_methods_stay_where_a_call_cannot_take_what_is_given_back(fixed: Fixed, old: str, new: str) -> None:
    assert old in VERLET
    after = fixed(VERLET.replace(old, new), unsafe=True)
    assert "pos[:] = " in after


def test_what_python_calls_itself_returns_nothing(fixed: Fixed) -> None:
    code = """\
import numpy as np


class Base:
    def __init__(self, u):
        u[0] = 1
        self.first = u[0]


class Sub(Base):
    def __init__(self, u):
        super().__init__(u)


def run():
    u = np.zeros(3)
    Sub(u)
    return u
"""
    after = fixed(code, unsafe=True)
    assert "        super().__init__(u)\n" in after
    assert after.count("return") == code.count("return")


def test_a_method_that_arrays_have_too_is_not_taken_for_one_of_the_project(fixed: Fixed) -> None:
    code = """\
import numpy as np


class Frame:
    def fill(self, u):
        u[0] = np.sin(1)


def run(other, u: np.ndarray):
    Frame().fill(u)
    other.fill(u)
    return u
"""
    after = fixed(code, unsafe=True)
    assert "    other.fill(u)\n" in after
    assert "        u[0] = " in after
