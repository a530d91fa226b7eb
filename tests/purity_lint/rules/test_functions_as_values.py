"""Functions and classes of NumPy that are asked for what no operation has, or told apart, stay NumPy's."""

from __future__ import annotations

from pathlib import Path

import pytest
from snippets import Fixed

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

_ASKED = (
    """\
def total(x, add=np.add):
    return add.reduce(x)
""",
    """\
def product(a, b, func):
    return func._implementation(a, b)


def dot(a, b):
    return product(a, b, func=np.dot)
""",
    """\
ANGULAR = (np.sin, np.cos)


def takes_angles(function):
    return function in ANGULAR
""",
    """\
OPERATORS = (np.add, np.multiply)


class Quantity:
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return [o for o in OPERATORS if o is ufunc]
""",
    """\
def kind(x, y):
    return type(x) in (int, np.ndarray), {np.ndarray: 1}[type(y)]
""",
    """\
def bare(x):
    return x.view(np.ndarray)
""",
)


@pytest.mark.parametrize("code", _ASKED)
def test_what_is_asked_for_more_than_a_call_stays(code: str, fixed: Fixed) -> None:
    code = "import numpy as np\n\n\n" + code
    assert fixed(code, "PUR101", "PUR103", unsafe=True) == code


def test_a_variable_of_another_function_says_nothing(fixed: Fixed) -> None:
    code = """\
import numpy as np


def root(x):
    f = np.sqrt
    return f(x)


def read(path):
    f = open(path)
    return f.read()
"""
    assert "f = ops.sqrt" in fixed(code, "PUR103", unsafe=True)


def test_a_table_of_functions_may_be_asked_for_its_keys(fixed: Fixed) -> None:
    code = """\
import numpy as np


def wave(x, shape):
    shapes = {"sine": np.sin, "cosine": np.cos}
    if shape not in shapes:
        raise ValueError(f"one of {shapes.keys()} is wanted")
    return shapes[shape](x)
"""
    assert '{"sine": ops.sin, "cosine": ops.cos}' in fixed(code, "PUR103", unsafe=True)
    assert "np.sin" in fixed(code.replace("shapes.keys()", "shapes.values()"), "PUR103", unsafe=True)


def test_a_function_that_is_given_by_position_goes_by_the_name_of_the_parameter(fixed: Fixed) -> None:
    code = """\
import numpy as np


def product(a, b, func, *rest):
    return func._implementation(a, b)


def dot(a, b, *rest):
    return product(a, b, np.dot, *rest)
"""
    assert "np.dot" in fixed(code, "PUR103", unsafe=True)


@pytest.mark.parametrize(
    "table",
    [
        'TABLE["einsum", "numpy"] = {f}',
        'TABLE = {{"numpy": {f}, "torch": None}}',
        'register("numpy", {f})',
    ],
)
def test_what_is_registered_for_numpy_stays_numpys(fixed: Fixed, table: str) -> None:
    """Whoever looks it up by that name hands it NumPy's arrays, and arguments that NumPy takes."""
    code = f"import numpy as np\n\nTABLE = {{}}\n{table.format(f='np.einsum')}\n"
    assert fixed(code, unsafe=True) == code
    other = code.replace('"numpy"', '"sum"')
    assert "ops.einsum" in fixed(other, unsafe=True)


_FILLED = """\
from functools import partial
import numpy as np
import scipy.sparse as sp
from emberops import ops

pad = partial(np.pad, pad_width=[(1, 1), (0, 0)], mode="constant")
diagonals = partial(sp.diags, format="csr")


def f(x: ops.Tensor):
    weights = diagonals(ops.divide(1.0, x), 0, (3, 3))
    return pad(weights @ weights.T), pad(x)
"""


def test_what_partial_fills_is_called_with_its_options(fixed: Fixed) -> None:
    code = fixed(_FILLED, unsafe=True)
    assert 'pad = partial(ops.pad, pad_width=[(1, 1), (0, 0)], mode="constant")' in code
    assert "diagonals(ops.to_numpy(ops.divide(1.0, x)), 0, (3, 3))" in code
    assert "weights @ weights.T" in code


def test_options_that_partial_fills_must_fit_with_those_of_the_calls(fixed: Fixed) -> None:
    code = _FILLED.replace("pad(x)", 'larger(x, casting="same_kind")')
    code = code.replace("\n\n\ndef", "\nlarger = partial(np.maximum, 0.0)\n\n\ndef")
    assert "partial(np.maximum, 0.0)" in fixed(code, unsafe=True)


_GIVEN_TO_OBJECTS = """\
import numpy as np


class Spread:
    def __init__(self, f):
        self.f = f

    def __call__(self, f, **options):
        return f(np.ones(3), **options)

    def run(self):
        return self.f(np.ones(3), ddof=1)


spread = Spread(np.var)
print(spread(np.nanstd, ddof=1), spread.run())
"""


def test_functions_given_to_objects_that_call_them_otherwise_stay(fixed: Fixed) -> None:
    code = fixed(_GIVEN_TO_OBJECTS, unsafe=True)
    assert "Spread(np.var)\nprint(spread(np.nanstd, ddof=1), spread.run())" in code


@pytest.mark.parametrize(
    "asked",
    [
        "how is np.mean",
        "how == np.mean",
        "how in (np.median, np.mean)",
        "how not in {np.mean}",
        '{np.mean: "average"}.get(how)',
    ],
)
def test_a_function_that_another_file_tells_apart_is_handed_over_as_it_is(tmp_path: Path, asked: str) -> None:
    core, use = tmp_path / "core.py", tmp_path / "use.py"
    core.write_text(f"import numpy as np\n\n\ndef reduce(x, how=np.mean):\n    return {asked}, how(x)\n")
    use.write_text(
        "import numpy as np\nfrom core import reduce\n\nprint(reduce([1], np.mean), np.mean([2]))\n"
    )
    settings = Settings(root=tmp_path, unsafe_fixes=True)
    fix_project([(path, settings) for path in (core, use)], write=True, jobs=1)
    assert "how=np.mean" in core.read_text()
    assert "reduce([1], np.mean), ops.mean([2])" in use.read_text()


@pytest.mark.parametrize(
    "code",
    [
        "add = np.frompyfunc(f, 2, 1)\nprint(add.reduce([1, 2]))\n",
        "print(np.frompyfunc(f, 2, 1).nin)\n",
        "add = np.vectorize(f)\nprint(add.pyfunc)\n",
    ],
)
def test_what_makes_a_function_that_is_asked_for_more_stays(fixed: Fixed, code: str) -> None:
    code = f"import numpy as np\n\n\ndef f(a, b):\n    return a + b\n\n\n{code}"
    assert fixed(code, unsafe=True) == code


def test_what_others_may_ask_for_more_is_not_safe(fixed: Fixed) -> None:
    code = "import numpy as np\n\nadd = np.frompyfunc(max, 2, 1)\nprint(np.frompyfunc(max, 2, 1)(1, 2))\n"
    safe = fixed(code, "PUR103")
    assert "add = np.frompyfunc" in safe
    assert "print(ops.frompyfunc" in safe
    assert "add = ops.frompyfunc" in fixed(code, "PUR103", unsafe=True)


@pytest.mark.parametrize(
    "body",
    [
        "class Op(Enum):\n    SIN = np.sin\n",
        "class Op(metaclass=Meta):\n    sin = np.sin\n",
        "@dataclass\nclass Op:\n    f: Callable = np.sin\n",
        "class Op(NamedTuple):\n    f: Callable = np.sin\n",
    ],
)
def test_members_and_fields_stay_what_they_are(fixed: Fixed, body: str) -> None:
    """A function of Python's is no member of an enumeration, and `staticmethod(f)` no value of a field."""
    code = f"import numpy as np\nfrom all_of_them import *\n\n\n{body}"
    assert fixed(code, unsafe=True) == code


@pytest.mark.parametrize(
    ("imported", "handed"),
    [
        ("from scipy.signal import argrelextrema", "argrelextrema(x, np.greater_equal)"),
        ("from scipy import ndimage", "ndimage.generic_filter(x, function=np.median, size=3)"),
        ("from scipy import stats", "stats.bootstrap((x,), np.mean)"),
        ("from sklearn.preprocessing import FunctionTransformer", "FunctionTransformer(np.log1p)"),
    ],
)
def test_what_a_package_on_numpy_calls_stays(imported: str, handed: str, fixed: Fixed) -> None:
    code = f"import numpy as np\n{imported}\n\n\ndef f(x):\n    return {handed}\n"
    assert fixed(code, "PUR101", "PUR103", unsafe=True) == code


@pytest.mark.parametrize("caller", ["apply", "self.apply", "list(map"])
def test_what_anybody_else_calls_goes_on(caller: str, fixed: Fixed) -> None:
    close = ")" * caller.count("(")
    code = f"import numpy as np\n\n\ndef f(self, x, apply):\n    return {caller}(np.negative, x){close}\n"
    assert f"{caller}(ops.negative, x)" in fixed(code, "PUR101", "PUR103", unsafe=True)


def test_what_is_computed_for_such_a_package_is_no_function(fixed: Fixed) -> None:
    code = (
        "import numpy as np\nfrom scipy import ndimage\n\n\ndef f():\n    return ndimage.label(np.ones(3))\n"
    )
    assert "ops.ones(3)" in fixed(code, "PUR101", "PUR103", unsafe=True)


@pytest.mark.parametrize("layer", ["Lambda(torch.squeeze, dim=1)", "Lambda(torch.mul, other=2)"])
def test_keywords_beside_a_function_may_be_its_own(fixed: Fixed, layer: str) -> None:
    code = f"import torch\nfrom layers import Lambda\n\nlayer = {layer}\n"
    assert fixed(code, "PUR103", unsafe=True) == code


def test_and_may_be_those_of_what_takes_it(fixed: Fixed) -> None:
    code = 'import torch\nfrom layers import Lambda\n\nlayer = Lambda(torch.exp, name="e")\n'
    assert 'Lambda(ops.exp, name="e")' in fixed(code, "PUR103", unsafe=True)


def test_what_a_function_carries_may_be_asked_for_its_class(fixed: Fixed) -> None:
    code = """\
import functools

import numpy as np


def vectorized(f):
    @functools.wraps(f)
    def wrapper(*numbers):
        return wrapper.__vectorized__(*numbers)

    wrapper.__vectorized__ = np.vectorize(f)
    return wrapper
"""
    assert fixed(code) == code
    assert "wrapper.__vectorized__ = ops.vectorize(f)" in fixed(code, unsafe=True)
