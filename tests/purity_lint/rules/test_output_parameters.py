"""PUR211 and what follows it: functions that change several arrays of their callers, or do so through each other."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from fixed_programs import fixed_project, ran
from snippets import Fixed

BOUNDARY = """\
import numpy as np


def set_boundary(n, x):
    x[0, :] = x[1, :]
    x[n, :] = x[n - 1, :]


def solve(n, x, x0):
    for _ in range(4):
        x[1:n, 1:n] = x0[1:n, 1:n] + x[0:n - 1, 1:n]
        set_boundary(n, x)


def step(n, x, x0):
    solve(n, x, x0)
    set_boundary(n, x)


def run():
    x = np.zeros((8, 8))
    for _ in range(3):
        step(7, x, np.ones((8, 8)))
    return x
"""

PARTICLES = """\
import numpy as np


def advance(position, velocity, dt):
    velocity[:] += -position * dt
    position[:] += velocity * dt


def bounce(position, velocity, box):
    if box is None:
        return
    outside = position > box
    velocity[outside] = -velocity[outside]
    position[outside] = box


def step(position, velocity, dt, box):
    advance(position, velocity, dt)
    bounce(position, velocity, box)


class World:
    def __init__(self):
        self.position, self.velocity = np.linspace(0, 1, 5), np.ones(5)

    def run(self, n):
        for _ in range(n):
            step(self.position, self.velocity, 0.1, 1.2)


def run():
    position, velocity = np.linspace(0, 1, 5), np.ones(5)
    for _ in range(10):
        step(position, velocity, 0.1, 1.2)
    world = World()
    world.run(4)
    return np.concatenate([position, velocity, world.position, world.velocity])
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (BOUNDARY, ("        x = set_boundary(n, x)", "    x = solve(n, x, x0)\n", "        x = step(7, x,")),
        (
            PARTICLES,
            (
                "        return position, velocity\n",
                "    position, velocity = advance(position, velocity, dt)",
                "self.position, self.velocity = step(self.position, self.velocity, 0.1, 1.2)",
            ),
        ),
    ],
)
def test_what_functions_change_through_each_other_is_given_back(
    fixed: Fixed, backend: str, code: str, lines: tuple[str, ...]
) -> None:
    after = fixed(code, unsafe=True)
    for line in lines:
        assert line in after
    np.testing.assert_allclose(ran(after, backend), ran(code, "numpy"), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        step(position, velocity, 0.1, 1.2)", "        step(position, velocity[:], 0.1, 1.2)"),
        ("        step(position, velocity, 0.1, 1.2)", "        step(position, position, 0.1, 1.2)"),
        ("        step(position, velocity, 0.1, 1.2)", "        print(step(position, velocity, 0.1, 1.2))"),
        ("    advance(position, velocity, dt)", "    return advance(position, velocity, dt)"),
        ("    advance(position, velocity, dt)", "    advance(position, velocity[::2], dt)"),
        ("def step(position, velocity, dt, box):\n", "def step(position, velocity, dt, box):\n    yield\n"),
        ("    bounce(position, velocity, box)", "    bounce(position, velocity, box)\n    velocity = None"),
    ],
)
def test_functions_stay_where_one_in_the_chain_cannot_give_back(fixed: Fixed, old: str, new: str) -> None:
    """`advance` alone would return arrays that `step` does not hand on: on JAX the change would be lost in silence."""
    assert old in PARTICLES
    after = fixed(PARTICLES.replace(old, new), unsafe=True)
    assert "velocity[:] += " in after
    assert "return position, velocity" not in after.partition("def bounce")[0]


def test_arrays_of_which_one_is_returned_are_told_apart(fixed: Fixed) -> None:
    """Whoever takes one result of two knows nothing of the other."""
    code = PARTICLES.replace(
        "    position[:] += velocity * dt\n", "    position[:] += velocity * dt\n    return velocity\n"
    )
    after = fixed(code, unsafe=True)
    assert "velocity[:] += " in after
    assert "position[:] += " in after


SOLVER = """\
import numpy as np


def kick(position, velocity, dt):
    velocity[:] += -position * dt


def drift(position, velocity, dt):
    kick(position, velocity, dt)
    position[:] += velocity * dt
"""

MAIN = """\
import numpy as np
import solver
from solver import drift


def run():
    position, velocity = np.linspace(0, 1, 5), np.ones(5)
    for _ in range(4):
        drift(position, velocity, dt=0.1)
        solver.kick(position, velocity, 0.1)
    return np.concatenate([position, velocity])
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_what_functions_of_another_file_change_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    after = fixed_project(tmp_path, {"solver": SOLVER, "main": MAIN})
    assert "    return position, velocity\n" in after["solver"]
    assert "        position, velocity = drift(position, velocity, dt=0.1)\n" in after["main"]
    assert "        velocity = solver.kick(position, velocity, 0.1)\n" in after["main"]
    results = []
    for solver, main, on in ((SOLVER, MAIN, "numpy"), (after["solver"], after["main"], backend)):
        module = ModuleType("solver")
        exec(compile(solver, "solver.py", "exec"), module.__dict__)
        monkeypatch.setitem(sys.modules, "solver", module)
        results.append(ran(main, on))
    np.testing.assert_allclose(results[1], results[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("drift(position, velocity, dt=0.1)", "drift(*[position, velocity], dt=0.1)"),
        ("drift(position, velocity, dt=0.1)", "drift(position[:], velocity, dt=0.1)"),
        ("drift(position, velocity, dt=0.1)", "drift(position, position, dt=0.1)"),
    ],
)
def test_stores_stay_where_another_file_cannot_take_what_is_given_back(
    tmp_path: Path, old: str, new: str
) -> None:
    after = fixed_project(tmp_path, {"solver": SOLVER, "main": MAIN.replace(old, new)})
    assert new in after["main"]
    assert "    position[:] += " in after["solver"]
    assert "    velocity[:] += " in after["solver"]  # `kick` has its array from `drift`


@pytest.mark.parametrize("body", ["return kick(v)", "v = kick(v)\n    return v", "kick(v)\n    return v"])
@pytest.mark.parametrize("call", ["push(v)", "push(v[:])", "v = push(v)"])
def test_what_nobody_takes_of_a_chain_of_files_stays_a_store(tmp_path: Path, body: str, call: str) -> None:
    """`main` calls `push`, which hands its parameter on to `kick` of a third file."""
    solver = "import numpy as np\n\n\ndef kick(v):\n    v[:] += np.sin(v)\n    return v\n"
    middle = f"from solver import kick\n\n\ndef push(v):\n    {body}\n"
    main = "import numpy as np\nfrom middle import push\n\n\n"
    main += f"def run():\n    v = np.ones(3)\n    {call}\n    return v\n"
    after = fixed_project(tmp_path, {"solver": solver, "middle": middle, "main": main})
    stored, taken = "v[:] += " in after["solver"], "    v = push(v)\n" in after["main"]
    assert stored is not taken


@pytest.mark.parametrize(
    ("also", "is_returned"), [("", True), ("    minimize(f, x, callback=kick)\n", False)]
)
def test_what_is_called_back_from_another_file_returns_nothing(
    tmp_path: Path, also: str, is_returned: bool
) -> None:
    """SciPy's `minimize` stops where its callback returns something true."""
    main = (
        "import numpy as np\nfrom scipy.optimize import minimize\nfrom solver import kick\n\n\ndef run(f):\n"
    )
    main += f"    x, v = np.ones(3), np.ones(3)\n    kick(x, v, 0.1)\n{also}    return v\n"
    after = fixed_project(tmp_path, {"solver": SOLVER.partition("\n\ndef drift")[0], "main": main})
    assert ("return velocity" in after["solver"]) is is_returned


def test_a_function_of_another_file_of_the_same_name_is_not_taken_for_this_one(tmp_path: Path) -> None:
    for package in ("a", "b"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    fill = "import numpy as np\n\n\ndef fill(x):\n    x[0] = np.sin(1)\n"
    main = "import numpy as np\nfrom b.parts import fill\n\n\n"
    main += "def run():\n    x = np.ones(3)\n    fill(x)\n    return x\n"
    after = fixed_project(
        tmp_path,
        {
            "a/parts": fill + "    return x\n",
            "b/parts": fill.replace("x[0]", "print(x)\n    y"),
            "main": main,
        },
    )
    assert "    fill(x)\n" in after["main"]


def test_a_parameter_that_becomes_another_array_is_not_taken_from_another_file(tmp_path: Path) -> None:
    solver = "import numpy as np\n\n\ndef shown(x):\n    x[0] = 1.0\n    x = x * 2\n    return x\n"
    main = "import numpy as np\nfrom solver import shown\n\n\n"
    main += "def run():\n    x = np.ones(3)\n    shown(x)\n    return x\n"
    after = fixed_project(tmp_path, {"solver": solver, "main": main})
    assert "    shown(x)\n" in after["main"]
    assert "    x[0] = 1.0\n" in after["solver"]


CLIPPED = """\
import numpy as np


def clip_output(given: np.ndarray, output: np.ndarray, wanted):
    if wanted:
        np.clip(output, np.min(given), np.max(given), out=output)


def run():
    image = np.linspace(0.0, 3.0, 4)
    warped = 2 * np.exp(image)
    clip_output(image, warped, True)
    return warped
"""


@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_what_a_function_writes_by_its_out_is_given_back(fixed: Fixed, backend: str) -> None:
    after = fixed(CLIPPED, unsafe=True)
    assert "    return output\n" in after
    assert "    warped = clip_output(image, warped, True)\n" in after
    np.testing.assert_allclose(ran(after, backend), ran(CLIPPED, "numpy"))


def test_a_hook_that_is_handed_a_dict_gives_nothing_back(tmp_path: Path) -> None:
    base = """\
        class Base:
            def collect(self, stats, x):
                pass

            def fit(self, x):
                stats = {"n": 0}
                self.collect(stats, x)
                return stats
        """
    other = """\
        import numpy as np
        from base import Base


        class Sums(Base):
            def collect(self, stats, x):
                stats["s"] = np.zeros(2)
                stats["s"] += x.sum()


        def run():
            return Sums().fit(np.ones(3))
        """
    files = {"base": textwrap.dedent(base), "other": textwrap.dedent(other)}
    after = fixed_project(tmp_path, files)
    assert after["base"] == files["base"]


def test_a_variable_of_another_function_is_not_the_function_of_its_name(fixed: Fixed) -> None:
    after = fixed(
        f"{BOUNDARY}\n\ndef other():\n    for step in range(3):\n        print(step + 1)\n", unsafe=True
    )
    assert "        x = step(7, x, ops.ones((8, 8)))\n" in after


def test_what_a_test_puts_in_the_place_of_a_function_gives_nothing_back(tmp_path: Path) -> None:
    test = """\
        from unittest import mock

        import boundary


        def test_run():
            with mock.patch("boundary.set_boundary", side_effect=lambda n, x: None):
                boundary.run()
        """
    files = {"boundary": BOUNDARY, "test_boundary": textwrap.dedent(test)}
    after = fixed_project(tmp_path, files)
    assert "    x[0, :] = x[1, :]\n" in after["boundary"]
    assert "        set_boundary(n, x)\n" in after["boundary"]
