"""Calls with `out=` whose result is bound to another name, or given back: it is the array that is written into."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fixed_programs import ran

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HEAD = "import numpy as np\n\n\n"
PROGRAM = """
def run():
    x = np.array([-2.0, -0.5, 0.0, 1.0])
    angles = np.full(4, 7.0)
    np.arcsin(x, out=angles, where=np.abs(x) <= 1)
    inverse = np.zeros(4)
    given = np.divide(1.0, x, out=inverse, where=x != 0)
    given += 1
    np.nan_to_num(angles, copy=False, nan=1.0)
    np.nan_to_num(angles[1:3], copy=False, posinf=2.0)
    return np.stack([angles, inverse, given, cut(x)])


def cut(x: np.ndarray):
    t = x + 1
    return np.minimum(t, 0.5, out=t)
"""


def _fixed(code: str, *, unsafe: bool = True) -> str:
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), Settings(unsafe_fixes=unsafe))
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_results_are_the_array_that_was_written(backend: str) -> None:
    code = _fixed(HEAD + PROGRAM)
    assert "np." not in code
    given = ran(code, backend)
    wanted = ran(HEAD + PROGRAM, "numpy")
    rows = [0, 1, 2, 3] if backend in ("numpy", "torch") else [0, 2, 3]  # `+=` reaches no other name there
    np.testing.assert_allclose(given[rows], wanted[rows], rtol=1e-6)


def test_what_is_written() -> None:
    code = _fixed(HEAD + PROGRAM)
    assert "given = inverse = ops.assign(inverse, ..., " in code
    assert "return ops.assign(t, ..., ops.minimum(t, 0.5))" in code


KEPT = {
    "an array of a closure": (
        "def f(x: np.ndarray):\n    t = x + 1\n    keep(lambda: t)\n    return np.minimum(t, 0.5, out=t)\n"
    ),
    "a function that reads it at last": (
        "def f(x: np.ndarray):\n    t = x + 1\n    try:\n        return np.minimum(t, 0.5, out=t)\n"
        "    finally:\n        keep(t)\n"
    ),
    "no result": "def f(x: np.ndarray):\n    t = x + 1\n    return np.add.at(t, 0, 1)\n",
}


@pytest.mark.parametrize("case", KEPT)
def test_what_others_see_stays(case: str) -> None:
    line = next(line for line in KEPT[case].splitlines() if "out=" in line or ".at" in line)
    assert line in _fixed(HEAD + KEPT[case])


def test_an_array_of_the_caller_is_given_back_to_it() -> None:
    code = "def f(x: np.ndarray, t: np.ndarray):\n    return np.minimum(x, 0.5, out=t)\n"
    assert "return ops.assign(t, ..., ops.minimum(x, 0.5))" in _fixed(HEAD + code)
    caller = "\n\ndef run(x: np.ndarray, ts: list):\n    f(x, ts[0])\n    return ts\n"
    assert "ts[0] = f(x, ts[0])" in _fixed(HEAD + code + caller)


@pytest.mark.parametrize("made", ["t = x + 1", "t = other(x)", "t = {}\n    t[0] = x\n    t = t[0]"])
def test_what_is_given_back_in_a_choice_is_the_new_value(made: str) -> None:
    code = f"def f(x: np.ndarray, n):\n    {made}\n    return t if n else np.minimum(t, 0.5, out=t)\n"
    assert "    return t if n else ops.assign(t, ..., ops.minimum(t, 0.5))\n" in _fixed(HEAD + code)
    seen = code.replace("return t if n else", "n = t if n else").replace("=t)", "=t)\n    return t, n")
    assert "np.minimum(t, 0.5, out=t)" in _fixed(HEAD + seen)  # which is read afterwards


def test_what_a_function_made_is_given_back() -> None:
    made = "def made(x: np.ndarray):\n    return x + 1\n\n\n"
    code = f"{HEAD}{made}def f(x: np.ndarray):\n    t = made(x)\n    return np.minimum(t, 0.5, out=t)\n"
    assert "return ops.assign(t, ..., ops.minimum(t, 0.5))" in _fixed(code)


def test_safe_fixes_leave_them() -> None:
    assert "out=t)" in _fixed(HEAD + PROGRAM, unsafe=False)


def test_a_mask_that_calls_much_is_not_written_twice() -> None:
    body = "t = np.zeros(3)\n    np.log(x, out=t, where=np.abs(np.sin(x)) > 0.5)\n    return t\n"
    assert "np.log(x, out=t" in _fixed(f"{HEAD}def f(x: np.ndarray):\n    {body}")


def test_another_name_of_what_was_written_is_no_array_of_its_own() -> None:
    head = "from emberops import ops\n\n\ndef f(x: ops.Tensor):\n    y = ops.zeros(4)\n"
    after = "    z += 1\n    return y, z\n"
    for made in ("z = y = ops.assign(y, ..., x)", "z = ops.assign(y, ..., x)"):
        assert "z = ops.add(" not in _fixed(f"{head}    {made}\n{after}")
    copied = _fixed(f"{head}    z = ops.assign(y, ..., x, copy=True)\n{after}")
    assert "z = ops.add(z, 1)" in copied


def test_safe_fixes_keep_the_array_that_a_result_was_written_into() -> None:
    code = (
        f"{HEAD}def run():\n    a = np.ones(4)\n    b = np.zeros(4)\n    c = np.multiply(a, 2.0, out=b)\n"
        "    c += 1.0\n    return b\n"
    )
    fixed = _fixed(code, unsafe=False)
    np.testing.assert_array_equal(ran(fixed, "numpy"), [3.0, 3.0, 3.0, 3.0])


def test_an_attribute_is_another_name_as_well() -> None:
    code = (
        f"{HEAD}def f(region, x: np.ndarray):\n    t = x + 1\n    {{}}region.v = np.multiply(t, x, out=t)\n"
    )
    assert "region.v = t = ops.assign_multiply(t, ..., x)" in _fixed(code.format(""))
    held = code.format("region.first = t\n    ")
    assert "region.v = np.multiply(t, x, out=t)" in _fixed(held)  # which would be left with the old array


def test_an_operand_that_is_written_into_is_an_array() -> None:
    code = f"{HEAD}def f(region, mu):\n    a = region.one(mu)\n    np.multiply(mu, a, out=a)\n    return a\n"
    assert "a = ops.assign(a, ..., ops.multiply(mu, a))" in _fixed(code)
    assert _fixed(code, unsafe=False) == code
    assert "np.exp(mu, out=a)" in _fixed(code.replace("np.multiply(mu, a, out=a)", "np.exp(mu, out=a)"))
