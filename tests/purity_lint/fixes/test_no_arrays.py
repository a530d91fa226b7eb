"""Results that look like arrays or numbers and are none: safe fixes leave alone what only NumPy decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

SAFE = Settings(root=Path.cwd())
UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)


def fixed(code: str, settings: Settings) -> str:
    outcome = fix(source_from_bytes(f"import numpy as np\n\n\n{code}".encode(), Path("numbers.py")), settings)
    return outcome.after or outcome.before or code


def test_a_scalar_of_an_operator_takes_no_store() -> None:
    code = "def f():\n    x = np.array(2.5)\n    y = abs(x)\n    np.add(y, 2, out=y)\n    return y\n"
    assert "np.add(y, 2, out=y)" in fixed(code, SAFE)
    assert "y = ops.assign_add(y, ..., 2)" in fixed(code, UNSAFE)


def test_an_array_takes_it() -> None:
    code = "def f():\n    x = np.zeros(3)\n    y = abs(x)\n    np.add(y, 2, out=y)\n    return y\n"
    assert "y = ops.assign_add(y, ..., 2)" in fixed(code, SAFE)


def test_the_norm_of_a_sparse_matrix_is_one() -> None:
    code = "def f(x):\n    return np.linalg.norm(x) * np.zeros((3, 3))\n"
    assert "norm(x) * np.zeros" in fixed(code, SAFE)
    assert "ops.multiply(ops.linalg.norm(x)" in fixed(code, UNSAFE)


def test_so_it_is_under_a_name() -> None:
    code = "def f(x):\n    length = np.linalg.norm(x)\n    return length * np.zeros((3, 3))\n"
    assert "length * np.zeros" in fixed(code, SAFE)


def test_the_norm_of_an_array_is_a_number() -> None:
    code = "def f(n):\n    x = np.arange(n)\n    return np.linalg.norm(x) * np.zeros((3, 3))\n"
    assert "ops.multiply(ops.linalg.norm(x)" in fixed(code, SAFE)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(n):\n    return np.asarray(n) * [1, 2]\n", "ops.multiply(ops.asarray(n), [1, 2])"),
        (
            "def f(n, v):\n    x = np.atleast_1d(n)[0]\n    return x.T * list(map(np.dot, v, v))\n",
            "ops.multiply(ops.transpose(x), list(map(ops.dot, v, v)))",
        ),
        (
            "def f(n, v):\n    x = np.abs(n)\n    return x * list(map(np.dot, v, v)) if x.shape[0] > 1 else x\n",
            "ops.multiply(x, list(map(ops.dot, v, v)))",
        ),
        (
            "def f(x: np.ndarray):\n    s = [1, 2]\n    return s * np.asarray(x)\n",
            "ops.multiply(s, ops.asarray(x))",
        ),
        ("def f(x: np.ndarray):\n    steps = [1, 2]\n    return steps * x\n", "ops.multiply(steps, x)"),
        ("def f():\n    m = np.array(3)\n    return [0.0] * m\n", "[0.0] * m"),
        ("def f(x: np.ndarray):\n    i = np.argmax(x)\n    return [0.0] * i\n", "[0.0] * ops.item(i)"),
    ],
)
def test_a_list_is_repeated_by_scalars_and_not_by_arrays(code: str, expected: str) -> None:
    assert expected in fixed(code, UNSAFE)


def test_a_matrix_stays_one_in_another_dtype() -> None:
    code = (
        "def f(x):\n    m = np.matrix(x)\n    return np.sqrt(m, dtype=complex), np.sqrt(x, dtype=complex)\n"
    )
    assert "np.sqrt(m, dtype=complex), ops.sqrt(ops.asarray(x, dtype=complex))" in fixed(code, UNSAFE)


SPARSE_RESULTS = """\
def scale(x, y):
    {line}
    def by(t):
        return t * np.zeros((3, 3))
    return by({used})
"""


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("length = np.prod(x)", "abs(length)"),
        ("length = 2 * np.linalg.norm(x)", "length"),
        ("length = np.sqrt(np.vdot(x, x))", "-length"),
        ("length = np.prod(x) if y else np.float64(2.0)", "round(length, 2)"),
    ],
)
def test_what_is_computed_of_it_may_be_one_wherever_it_goes(line: str, used: str) -> None:
    code = SPARSE_RESULTS.format(line=line, used=used)
    assert "return t * np.zeros" in fixed(code, SAFE)
    assert "ops.multiply(t, ops.zeros" in fixed(code, UNSAFE)
    certain = code.replace("(x, y):", "(n, y):\n    x = np.arange(n)")
    assert "ops.multiply(t, ops.zeros" in fixed(certain, SAFE)


def test_the_product_of_a_known_sparse_matrix_is_one() -> None:
    code = "import scipy.sparse\n\n\ndef f(x):\n    s = scipy.sparse.eye(x)\n    return np.prod(s) * np.ones(3)\n"
    assert "prod(s) * ops.ones(3)" in fixed(code, SAFE)
    assert "prod(s) * ops.ones(3)" in fixed(code, UNSAFE)


CONJUGATED = "def f(n, x):\n    x = np.asarray(x{dtype})\n    y = x.conj()\n    y[0] = n\n    return x, y\n"


def test_the_conjugate_of_a_real_array_is_that_array() -> None:
    assert "y = x.conj()" in fixed(CONJUGATED.format(dtype=""), SAFE)
    assert "y = ops.conj(x)" in fixed(CONJUGATED.format(dtype=""), UNSAFE)


def test_the_conjugate_of_a_complex_array_is_a_new_one() -> None:
    assert "y = ops.conj(x)" in fixed(CONJUGATED.format(dtype=", dtype=complex"), SAFE)


OF_OBJECTS = """\
from fractions import Fraction

def f(v):
    return {{round(t, 3) for t in {made}}}

def main():
    return f(np.array([Fraction(1, 2), Fraction(1, 3)], dtype=object))
"""


@pytest.mark.parametrize("made", ["np.where(v > 0, v, 1.5)", "np.outer(v, v)[0]", "np.square(v) + 1"])
def test_what_is_computed_of_objects_stays_objects(made: str) -> None:
    assert "{round(t, 3) for t in" in fixed(OF_OBJECTS.format(made=made), UNSAFE)


def test_what_is_masked_stays_masked() -> None:
    code = (
        "def f(x):\n    m = np.ma.masked_array(x, x > 2)\n"
        "    return sorted(np.round(m, 1)), np.sqrt(m, dtype=complex)\n"
    )
    assert "return sorted(np.round(m, 1)), np.sqrt(m, dtype=complex)" in fixed(code, UNSAFE)


def test_an_array_of_an_instance_in_some_dtype_is_an_array() -> None:
    code = (
        "class Table:\n    def __array__(self, dtype=None):\n        return np.zeros(3)\n\n"
        "def f():\n    t = Table()\n    return np.asarray(t, dtype=float)\n"
    )
    assert "return ops.asarray(t, dtype=float)" in fixed(code, UNSAFE)
