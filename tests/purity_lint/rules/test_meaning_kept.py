"""Code whose meaning a rewrite would change, or that only NumPy can hold, stays as it is."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines, Report

import emberops

SUBCLASS = """\
import numpy as np


class Quaternion(np.ndarray):
    def __new__(cls, values):
        return np.array(values, dtype=float).view(cls)

    def __mul__(self, other):
        return Quaternion(np.roll(self, 1).dot(other))


def turn(a):
    p = Quaternion([a, 0.0])
    q = Quaternion([0.0, a])
    return p * q, -p
"""
OBJECTS = """\
import numpy as np


def empty(n):
    z = np.array([[None] * n]).T
    names = np.array(["a", "b"])
    return z, names.copy()
"""
MATRICES = """\
import numpy as np


def product(m, v):
    a = np.matrix(m)
    return a.T * np.matrix(v).T, a ** 2 * 3, -a
"""
COMPILED = """\
import numba as nb
import numpy as np


def plain(n: int):
    return n + 1


@nb.njit(cache=True)
def energy(x: np.ndarray, out: np.ndarray):
    out[0] = np.sum(x ** 2)
    return out
"""
COMPILED_BY_CALL = """\
import numpy as np
from numba import float64, njit, vectorize


def energy(x: np.ndarray, out: np.ndarray):
    out[0] = np.sum(x**2)
    return out


def make(compiled):
    def inner(x: np.ndarray):
        return np.sqrt(x) * 2

    return inner


def each(x: np.ndarray):
    return np.exp(x) + 1


energy_compiled = njit(energy, cache=True)
inner_compiled = njit(float64[:](float64[:]), cache=True)(make(compiled=True))
exponential = vectorize([float64(float64)])(each)
"""
COMPILED_BY_KEPT = """\
from functools import partial

import numba
import numpy as np

signature = numba.jit([numba.boolean(numba.float64[:])], nopython=True)
fast = partial(numba.njit, cache=True)


def all_equal(x):
    x = x.ravel()
    return np.sum(x - x[0]) == 0


@fast
def energy(x: np.ndarray):
    return np.sum(x**2)


all_equal = signature(all_equal)
"""
COUNTED = """\
import numpy as np


class Steps:
    def __init__(self):
        self.steps = {}

    def load(self, config: dict):
        self.steps = {k: np.array(v) for k, v in config.items()}

    def count(self, key, by: int):
        self.steps[key] = self.steps.get(key, 0) + 1
        return self.steps.get(key, 0) * by
"""
HELD = """\
from emberops import ops


class Aggregation:
    def __init__(self, both=ops.fmin):
        self.both = both


def combine(x, y, norm=ops.fmin):
    return norm(x, y), Aggregation(norm)
"""


_STAYING = {
    "subclass": SUBCLASS,
    "objects": OBJECTS,
    "matrices": MATRICES,
    "compiled": COMPILED,
    "compiled by call": COMPILED_BY_CALL,
    "compiled by a compiler that has a name": COMPILED_BY_KEPT,
    "held": HELD,
}


@pytest.mark.parametrize("code", _STAYING.values(), ids=_STAYING)
def test_stays(code: str, fixed: Fixed) -> None:
    assert fixed(code, unsafe=True) == code


def test_what_does_without_numba_is_rewritten_without_it(fixed: Fixed) -> None:
    optional = "try:\n    import numba as nb\nexcept ImportError:\n    from fallbacks import nb\n"
    code = fixed(COMPILED.replace("import numba as nb\n", optional), unsafe=True)
    assert "@nb" not in code
    assert "out = ops.assign(out, 0, ops.sum(ops.square(x)))" in code


@pytest.mark.parametrize("module", ["._compat", "package.utilities.accelerate"])
def test_numba_under_another_name_is_numba(module: str, fixed: Fixed) -> None:
    code = COMPILED.replace("import numba as nb\n", f"from {module} import jit, njit as compiled\n")
    code = code.replace("@nb.njit", "@compiled")
    assert fixed(code, unsafe=True) == code


@pytest.mark.parametrize("module", ["jax", "equinox"])
def test_the_jit_of_another_library_is_not_numba_s(module: str, lines: Lines) -> None:
    code = f"from {module} import jit\nimport numpy as np\n\n\n@jit\ndef f(x):\n    return np.sum(x)\n"
    assert "PUR108" not in {rule for _, rule in lines(code)}


def test_what_a_variable_holds_is_rewritten_where_it_is_named(fixed: Fixed) -> None:
    with_numpy = HELD.replace("from emberops import ops", "import numpy as np").replace("ops.", "np.")
    assert fixed(with_numpy, unsafe=True) == HELD


FILLED = """\
import numpy as np


def lengths(parts, start):
    sizes = np.array([len(part) for part in parts])
    count = sizes[0]
    return [start] * count, [1.0, 2.0] * sizes
"""


def test_a_list_is_filled_with_a_number_of_numpy(fixed: Fixed) -> None:
    code = fixed(FILLED, unsafe=True)
    assert "return [start] * ops.item(count), ops.multiply([1.0, 2.0], sizes)" in code


SORTED = """\
import numpy as np


def rows(values):
    if isinstance(values, np.ndarray):
        return np.reshape(values, (-1, 3))
    return [list(values[i : i + 3]) for i in range(0, len(values), 3)]


def ordered(values, levels: np.ndarray):
    return sorted(rows(values)), sorted(levels)
"""


def test_what_may_be_a_list_of_lists_is_sorted_by_its_rows(fixed: Fixed) -> None:
    assert "return sorted(rows(values)), list(ops.sort(levels))" in fixed(SORTED, unsafe=True)


WINDOWED = '''\
import numpy as np
from scipy.signal import welch


def power(signal: np.ndarray, rate, window="hann"):
    """Return the power.

    Parameters
    ----------
    window : str or array_like
        Its name or its values.
    """
    frequencies, density = welch(signal, rate, window)
    return frequencies, np.mean(density, axis=-1)
'''


def test_what_may_be_text_goes_to_scipy_as_it_is(fixed: Fixed) -> None:
    argument = "ops.to_numpy(window) if ops.is_tensor(window) else window"
    assert f"welch(ops.to_numpy(signal), rate, {argument})" in fixed(WINDOWED, unsafe=True)


SIZE_IF_ANY = """\
from emberops import ops


def f(x: ops.Tensor | None):
    try:
        return {size}
    except AttributeError:
        return {other}
"""


@pytest.mark.parametrize(
    ("header", "fixed_header"),
    [
        ("", "import math\n\n"),
        ("import math\n\n", "import math\n\n"),
    ],
    ids=["absent", "there"],
)
def test_module_of_a_fix_is_imported_once(header: str, fixed_header: str, fixed: Fixed) -> None:
    after = fixed_header + SIZE_IF_ANY.format(size="math.prod(x.shape)", other="0")
    assert fixed(header + SIZE_IF_ANY.format(size="x.size", other="0"), "PUR104", unsafe=True) == after


def test_module_of_a_fix_whose_name_is_taken_is_not_imported(fixed: Fixed) -> None:
    code = SIZE_IF_ANY.format(size="x.size", other="0").replace("(x:", "(math, x:")
    assert fixed(code, "PUR104", unsafe=True) == code
    code = SIZE_IF_ANY.format(size="x.size", other="0") + "\n\ndef math():\n    return f(None)\n"
    assert fixed(code, "PUR104", unsafe=True) == code


def test_size_of_a_tensor_is_asked_of_ops_where_no_error_of_it_is_caught(fixed: Fixed) -> None:
    code = SIZE_IF_ANY.format(size="0", other="x.size")
    assert "ops.size(x)" in fixed(code, "PUR104", unsafe=True)
    assert "ops.size(x)" in fixed(code.replace("AttributeError", "KeyError"), "PUR104", unsafe=True)


DTYPES = """\
import numpy as np


def known(x: np.ndarray, kinds, kind):
    return x.dtype in kinds, x.dtype == kind


def listed(x: np.ndarray, y: np.ndarray):
    return x.dtype in (np.float32, np.float64), x.dtype == y.dtype, x.dtype == int
"""


def test_a_dtype_is_looked_up_as_it_is_among_those_of_a_library(fixed: Fixed) -> None:
    assert "x.dtype in kinds, x.dtype == kind" in fixed(DTYPES)
    assert "x.dtype in kinds, ops.dtype(x) == kind" in fixed(DTYPES, unsafe=True)


def test_a_dtype_is_compared_with_known_ones_by_ops(fixed: Fixed) -> None:
    asked = (
        "ops.dtype(x) in (np.float32, np.float64), ops.dtype(x) == ops.dtype(y), ops.dtype(x) == ops.int64"
    )
    assert asked in fixed(DTYPES)


def test_what_may_be_a_whole_number_of_python_stays_one(fixed: Fixed) -> None:
    code = fixed(COUNTED, unsafe=True)
    assert "self.steps.get(key, 0) + 1" in code
    assert "self.steps.get(key, 0) * by" in code
    assert "ops.array(v)" in code


def test_constants_are_calculated_on_the_host(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return np.sum(x) * np.sqrt(2 / np.pi)\n"
    assert "ops.multiply(ops.sum(x), np.sqrt(2 / np.pi))" in fixed(code)
    assert "math.sqrt(2 / ops.pi)" in fixed(code, unsafe=True)


OF_ANY_LIBRARY = """\
from array_api_compat import array_namespace


def center(a):
    xp = array_namespace(a)
    mean = xp.mean(a, axis=0) / 2
    mean[mean < 0] = 0
    return a - mean
"""


def test_arrays_of_any_library_are_left_to_their_own_operators(fixed: Fixed) -> None:
    assert fixed(OF_ANY_LIBRARY) == OF_ANY_LIBRARY
    assert fixed(OF_ANY_LIBRARY, unsafe=True) == OF_ANY_LIBRARY


def test_the_root_of_a_whole_number_is_taken_on_the_host(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray, n: int, m):\n    return np.sqrt(2 * n) * x, np.sqrt(m) * x\n"
    assert "ops.multiply(math.sqrt(2 * n), x), ops.multiply(ops.sqrt(m), x)" in fixed(code, unsafe=True)


@pytest.mark.parametrize(
    "made",
    ["np.median(x).round(2)", "x[0].astype(int)", "np.linalg.norm(x).clip(0, 1)", "(x @ x).reshape(1)"],
)
def test_methods_of_numbers_that_numpy_computed_are_operations(fixed: Fixed, made: str) -> None:
    """They are 0-d tensors elsewhere, which have other methods."""
    code = f"import numpy as np\n\nx = np.linspace(0.0, 3.0, 8)\nprint({made})\n"
    method = made.rpartition("(")[0].rpartition(".")[2]
    assert f"ops.{method}(" in fixed(code)


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_places_and_rounded_numbers_are_whole_numbers_everywhere(fixed: Fixed, backend: str) -> None:
    code = """\
import numpy as np

x = np.linspace(0.0, 3.0, 8)
k = np.searchsorted(x, 1.0)
given = [len(x[:k]), len(x[x.searchsorted(2.0):]), round(np.sum(x)), round(x[-1])]
"""
    after = fixed(code, unsafe=True)
    names: dict[str, object] = {}
    with emberops.use_backend(backend):
        exec(compile(after, "places.py", "exec"), names)
    assert names["given"] == [3, 3, 12, 3]


def test_a_name_may_hold_a_number_of_pythons_that_has_no_such_method(report: Report) -> None:
    code = """\
import numpy as np

def mean(x: np.ndarray, n):
    total = 0.0
    for i in range(n):
        total = total + np.sum(x)
    return total.round(2)
"""
    (found,) = report(code, "PUR104")
    assert found.fix is not None
    assert found.fix.applicability == "unsafe"


@pytest.mark.parametrize("method", ["is_integer()", "conjugate()", "item()"])
def test_methods_of_every_number_stay(report: Report, method: str) -> None:
    code = f"import numpy as np\n\nx = np.linspace(0.0, 3.0, 8)\nprint(np.max(x).{method})\n"
    assert not [d for d in report(code, "PUR104") if method[:-2] in d.message]


def test_what_a_class_gives_numpy_is_an_array_of_numpys(fixed: Fixed) -> None:
    given = "    def __array__(self, dtype=None, copy=None):\n        return np.array(self.x, dtype=dtype)\n"
    code = (
        "import numpy as np\n\n\nclass Vector:\n    def __init__(self, x):\n        self.x = np.array(x)\n\n"
        + given
    )
    after = fixed(code, unsafe=True)
    assert given in after
    assert "self.x = ops.array(x)" in after


def test_a_formula_in_ops_is_finished_in_a_project_with_namespaces(fixed: Fixed) -> None:
    code = (
        "from array_api_compat import array_namespace\n\nfrom emberops import ops\n\n\n"
        "def centre(x):\n    xp = array_namespace(x)\n    return x - xp.mean(x)\n\n\n"
        "def plain(x, y):\n    return x.sum() * 2\n\n\n"
        "def counted(s: ops.Tensor):\n    return ops.sum(s) + 1\n"
    )
    assert fixed(code) == code.replace("ops.sum(s) + 1", "ops.add(ops.sum(s), 1)")


@pytest.mark.parametrize(
    "made",
    ["np.ndarray((3,), dtype=float, buffer=memory)", "np.ndarray(3, float, memory)", "np.frombuffer(memory)"],
)
def test_an_array_in_memory_of_others_is_changed_where_it_is(made: str, fixed: Fixed) -> None:
    """Shared memory: another process reads what `s *= 2` stores, and a new array is nothing to it."""
    code = f"import numpy as np\n\n\ndef double(memory, x: np.ndarray):\n    s = {made}\n    s *= 2\n    s[:] = x + s\n"
    after = fixed(code, "PUR202", "PUR206", unsafe=True)
    assert "s *= 2" in after
    assert "s[:] = " in after


RECORDS = """\
import numpy as np

KIND = np.dtype([("x", float), ("name", "U4")])


def change(rows):
    a = np.array(rows, dtype=KIND)
    a["x"] += 1
    a[0] = (7, "z")
    a[1]["x"] = 5
    return a
"""


def test_stores_into_records_stay(fixed: Fixed) -> None:
    after = fixed(RECORDS, "PUR202", "PUR206", unsafe=True)
    assert all(f"    {line}\n" in after for line in ('a["x"] += 1', 'a[0] = (7, "z")', 'a[1]["x"] = 5'))


def test_a_module_whose_name_some_function_binds_anew_is_anyones(fixed: Fixed) -> None:
    code = """\
import numpy as np


def use(x):
    return np.sum(x)


def replaced(x, fake):
    global np
    old, np = np, fake
    try:
        return use(x)
    finally:
        np = old
"""
    assert fixed(code, unsafe=True) == code


@pytest.mark.parametrize(
    "asks", ["f.__annotations__", "typing.get_type_hints(f)", "inspect.signature(f).parameters", "print(f)"]
)
def test_annotations_that_are_read_stay_unless_unsafely(asks: str, fixed: Fixed) -> None:
    code = (
        f"import inspect, typing\nimport numpy as np\n\n\ndef f(x: np.ndarray):\n    return x\n\n\n{asks}\n"
    )
    assert ("x: np.ndarray" in fixed(code, "PUR601")) is not asks.startswith("print")
    assert "x: ops.Tensor" in fixed(code, "PUR601", unsafe=True)


def test_options_by_name_alone_do_not_reach_what_is_given_by_position(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(**k):\n    return np.linspace(**k), np.linspace(0, 1, **k)\n"
    assert "np.linspace(**k), ops.linspace(0, 1, **k)" in fixed(code, "PUR103", unsafe=True)


@pytest.mark.parametrize("call", ["np.mean(v for v in x)", "np.max(map(abs, x))", "np.sum(parts())"])
def test_numpy_does_not_take_the_items_of_a_generator(fixed: Fixed, call: str) -> None:
    code = f"import numpy as np\n\nx = [1.0, 2.0]\n\n\ndef parts():\n    yield 1.0\n\n\ny = {call}\n"
    assert f"y = {call}\n" in fixed(code, "PUR103")
    assert f"y = {call.replace('np', 'ops')}\n" in fixed(code, "PUR103", unsafe=True)


def test_a_function_of_complex_numbers_gives_one(fixed: Fixed) -> None:
    code = "import cmath\n\nimport numpy as np\n\nx = np.array([-4.0])\ny = cmath.sqrt(x[0])\n"
    assert "y = ops.sqrt(ops.cast(x[0], complex))" in fixed(code, unsafe=True)


def test_a_slice_of_the_elements_is_no_view(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\nx = np.eye(2)\npart = x.flat[1:3]\npart[0] = 9.0\nprint(x, part, x.flat[0])\n"
    )
    after = fixed(code, unsafe=True)
    assert "part = ops.copy(ops.ravel(x))[1:3]" in after
    assert "ops.ravel(x)[0]" in after


def test_a_module_that_becomes_something_else_is_asked(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\nfrom fakes import Fake\n\n\ndef late(x):\n    global np\n    return np.sum(x)\n\n\n"
        "saved, np = np, Fake()\nprint(late([1]))\nnp = saved\nprint(np.mean([1, 2]))\n"
    )
    assert fixed(code, "PUR103", unsafe=True) == code


def test_a_module_in_place_of_one_that_is_missing_is_none(fixed: Fixed) -> None:
    code = "try:\n    import numpy as np\nexcept ImportError:\n    np = None\n\n\ndef f(x):\n    return np.sum(x)\n"
    assert "return ops.sum(x)" in fixed(code, "PUR103")
