"""What a library makes of an object of another class may be one as well: operators on it are not safely replaced."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = "import numpy as np\n\n\ndef f(v, w: np.ndarray):\n    "
_MADE_OF_UNKNOWN = (
    "return np.dot(v, np.full(3, 1.5)) * 2.0",
    "return np.vstack([v, w])[0] * 2.0",
    "return np.zeros_like(v) + 1.0",
    "return np.asanyarray(v) + 1.0",
    "return np.divmod(v, w)[0] * 2.0",
    "return np.split(v, 3)[0] * 2.0",
    "made = w * v\n    return made + 1.0",
    "made = w if len(w) else np.outer(v, w)\n    return made + 1.0",
)
_MADE_OF_ARRAYS = (
    "return np.dot(w, np.full(3, 1.5)) * 2.0",
    "return np.vstack([w, w])[0] * 2.0",
    "return np.asarray(v) + 1.0",
    "return np.linspace(0, v, 5) + 1.0",
    "return np.reshape(w, v) + 1.0",
    "made = w * len(v)\n    return made + 1.0",
    "made = w if len(v) else np.outer(w, w)\n    return made + 1.0",
)


@pytest.mark.parametrize("body", _MADE_OF_UNKNOWN)
def test_results_of_what_may_be_foreign_are_unsafe(body: str, fixed: Fixed) -> None:
    assert fixed(_HEAD + body, "PUR201") == _HEAD + body
    assert fixed(_HEAD + body, "PUR201", unsafe=True) != _HEAD + body


@pytest.mark.parametrize("body", _MADE_OF_ARRAYS)
def test_results_of_arrays_are_safe(body: str, fixed: Fixed) -> None:
    assert fixed(_HEAD + body, "PUR201") != _HEAD + body


_ADDED_TO = """\
import numpy as np


def f(v):
    root = np.zeros_like(v)
    v += v
    return v, root


def main():
    return f({given}), f({other})
"""


def test_what_may_be_a_tuple_is_no_tensor_that_is_added_to(fixed: Fixed) -> None:
    assert "v += v" in fixed(_ADDED_TO.format(given="(3, 1, 2)", other="(1, 2)"), "PUR202", unsafe=True)
    assert "v += v" not in fixed(
        _ADDED_TO.format(given="np.arange(3.0)", other="np.ones(2)"), "PUR202", unsafe=True
    )


def test_an_array_without_axes_that_is_handed_in_stays_one(fixed: Fixed) -> None:
    code = (
        _ADDED_TO.format(given="np.array(4.0)", other="np.float64(0.5)")
        .replace("v += v", "v *= v")
        .replace("zeros_like", "sqrt")
    )
    assert "v = ops.assign_multiply(v, ..., v)" in fixed(code, "PUR202", unsafe=True)


_WEIGHTS = """\
import numpy as np


class Cache:
    def __init__(self, w):
        self.w = w

    def trace(self, x: np.ndarray):
        both = (self.w.sparse.T + self.w.sparse) @ self.w.sparse
        return np.sum(both.diagonal()), self.w.sparse.T @ x
"""


def test_an_attribute_that_is_called_sparse_keeps_its_operators(fixed: Fixed) -> None:
    assert fixed(_WEIGHTS, "PUR104", "PUR201", unsafe=True) == _WEIGHTS


_PERHAPS_SPARSE = """\
import numpy as np


def lag(s, u):
    \"\"\"Take the lag.

    Parameters
    ----------
    s : scipy.sparse.csr
    u : array
    \"\"\"
    return s @ u


def main(given, x: np.ndarray):
    return lag(given.table, x), lag([x], x)
"""


def test_what_may_be_sparse_among_others_keeps_its_operators(fixed: Fixed) -> None:
    assert "return s @ u" in fixed(_PERHAPS_SPARSE, "PUR201", unsafe=True)


_TAKING_OVER = """\
import numpy as np


class Quantity(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return super().__array_ufunc__(ufunc, method, *inputs, **kwargs)


def inverse(a):
    return np.linalg.pinv(a).view(np.ndarray) / a.units
"""


def test_a_class_with_a_method_for_universal_functions_keeps_unknown_operands(fixed: Fixed) -> None:
    assert fixed(_TAKING_OVER, "PUR201", unsafe=True) == _TAKING_OVER


_OWN_METHODS = """\
import numpy as np


class Rows:
    def __array_function__(self, function, types, args, kwargs):
        return NotImplemented

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return NotImplemented

    def ravel(self):
        return self.data


def flat(rows):
    return rows.ravel()
"""


def test_a_method_that_a_class_of_the_file_has_stays_where_nothing_else_is_known(fixed: Fixed) -> None:
    assert fixed(_OWN_METHODS, "PUR104", unsafe=True) == _OWN_METHODS


def test_methods_and_parts_of_what_may_be_foreign_may_be_so(fixed: Fixed) -> None:
    code = """\
import numpy as np
from scipy import sparse


def f(x: np.ndarray, cond, given):
    s = sparse.csr_matrix(x) if cond else np.asarray(given)
    return s.sum(axis=0) * x, s.T @ x
"""
    after = fixed(code, "PUR201", unsafe=True)
    assert "s.sum(axis=0) * x, s.T @ x" in after


def test_what_is_tested_to_be_no_instance_of_a_class_is_none(fixed: Fixed) -> None:
    code = """from dataclasses import dataclass

import numpy as np


@dataclass
class Grid:
    data: np.ndarray

    def __add__(self, other):
        data = other.data if isinstance(other, Grid) else other
        return Grid(self.data + data)

    def half(self):
        return self.data.sum(axis=0) / 2


both = Grid(np.zeros(3)) + Grid(np.ones(3))
"""
    assert "return ops.divide(ops.sum(self.data, axis=0), 2)" in fixed(code, "PUR1", "PUR201", unsafe=True)


def test_another_class_than_the_tested_one_stays_foreign(fixed: Fixed) -> None:
    code = """import numpy as np


class Base:
    def __mul__(self, other):
        return self


class Special(Base):
    pass


def scale(x: np.ndarray, by):
    if isinstance(by, Special):
        return x
    return by * x


scale(np.ones(3), Base())
"""
    assert "return by * x" in fixed(code, "PUR201", unsafe=True)


def test_text_that_a_mask_chooses_stays_with_numpy(fixed: Fixed) -> None:
    head = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    trend = "
    source = f'{head}np.where(x > 0, "up", "down")\n    return trend.astype(object), trend.reshape(2, 3), trend + "!"'
    after = fixed(source, unsafe=True)
    assert "ops.where(" in after
    assert after.endswith('return trend.astype(object), trend.reshape(2, 3), trend + "!"')


_ARRAY_LIKE = """\
import numpy as np


def f(v):
    \"\"\"Compute.

    Parameters
    ----------
    v : array_like
    \"\"\"
    return v[::2] * 2, v[1:].max()
"""


def test_a_part_of_what_is_like_an_array_may_be_a_list(fixed: Fixed) -> None:
    assert "return v[::2] * 2, v[1:].max()" in fixed(_ARRAY_LIKE)
    assert "ops.multiply(v[::2], 2), ops.max(v[1:])" in fixed(_ARRAY_LIKE, unsafe=True)
    converted = _ARRAY_LIKE.replace("    return", "    v = np.asarray(v)\n    return")
    assert "ops.multiply(v[::2], 2), ops.max(v[1:])" in fixed(converted)


_CHAIN = """\
import numpy as np
import {library} as lib


def lifted(x: np.ndarray, masks: list):
    variables = [lib.Variable(3) for _ in masks]
    total = 0
    for mask, v in zip(masks, variables):
        total = total + x.T @ v @ x
    return total * x + 1
"""


@pytest.mark.parametrize("library", ["cvxpy", "casadi", "sympy", "picos", "pyomo", "gurobipy"])
def test_a_formula_goes_on_behind_an_array(library: str, fixed: Fixed) -> None:
    source = fixed(_CHAIN.format(library=library), "PUR2", unsafe=True)
    assert "total = total + x.T @ v @ x" in source
    assert "return total * x + 1" in source


@pytest.mark.parametrize("library", ["cvxpy", "sympy"])
def test_what_a_library_makes_of_its_objects_is_one_of_them(library: str, fixed: Fixed) -> None:
    source = f"""\
import numpy as np
import {library} as lib


def f(x: np.ndarray, k: float):
    w = lib.Variable(3)
    size = np.sqrt(x)
    penalty = k * (size @ lib.abs(w))
    return x @ w - penalty
"""
    after = fixed(source, unsafe=True)
    assert "penalty = k * (size @ lib.abs(w))" in after
    assert "return x @ w - penalty" in after


def test_an_element_of_what_is_like_an_array_may_be_a_number(fixed: Fixed) -> None:
    each = _ARRAY_LIKE.replace(
        "return v[::2] * 2, v[1:].max()", "a, b = v\n    return [t * 2 for t in v], a * 2, b + 1"
    )
    assert "[t * 2 for t in v], a * 2, b + 1" in fixed(each)
    assert "ops.multiply(t, 2)" in fixed(each, unsafe=True)


def test_what_numpy_makes_of_a_list_of_text_is_text(fixed: Fixed) -> None:
    source = """\
import numpy as np


def f(names: list[str]):
    kinds, counts = np.unique(names, return_counts=True)
    table = {kind: 1 for kind in kinds}
    return table, counts / counts.sum(), np.sort(kinds) + "!"
"""
    after = fixed(source, unsafe=True)
    assert "{kind: 1 for kind in kinds}" in after
    assert "ops.divide(counts, ops.sum(counts))" in after
    assert 'np.sort(kinds) + "!"' in after


_ARRAYS_THAT_CAN_MORE = """\
import numpy as np


class Vector(np.ndarray):
    def __new__(cls, values):
        return np.asarray(values, dtype=float).view(cls)

    def cross(self, other):
        return Vector(np.cross(np.append(self, 0)[:3], np.append(other, 0)[:3]))

    def norm(self):
        return np.linalg.norm(self)


def area(a, b):
    first, second = Vector(a), Vector(b)
    return (first - second).cross(first).norm()


def shifted(v: Vector, t: np.ndarray):
    return (v + t).norm()
"""


def test_arrays_that_have_methods_of_their_own_keep_them_and_their_operators(fixed: Fixed) -> None:
    code = fixed(_ARRAYS_THAT_CAN_MORE, unsafe=True)
    assert "return (first - second).cross(first).norm()" in code
    assert "return (v + t).norm()" in code


_METHODS_OF_NO_ARRAY = """\
import numpy as np


def steps(predicted, actual):
    err = np.abs(predicted - actual)
    return np.sign(predicted.diff().fillna(predicted)), err.mean()
"""


def test_methods_that_arrays_of_numpy_lack_are_of_another_class(fixed: Fixed) -> None:
    code = fixed(_METHODS_OF_NO_ARRAY, unsafe=True)
    assert "np.sign(predicted.diff().fillna(predicted)), ops.mean(err)" in code


_BORDERS = """\
import numpy as np


def fill(row, width, axis, options):
    row[: width[0]] = 1


def padded(n):
    return np.pad(np.ones(n), 2, mode=fill), np.pad(np.ones(n), 2, fill), np.pad(np.ones(n), 2, "edge")
"""


def test_borders_that_a_function_fills_are_numpys(fixed: Fixed) -> None:
    code = fixed(_BORDERS, "PUR103", unsafe=True)
    assert (
        'np.pad(ops.ones(n), 2, mode=fill), np.pad(ops.ones(n), 2, fill), ops.pad(ops.ones(n), 2, "edge")'
        in code
    )


_SPARSE_PARTS = """\
import numpy as np
from scipy import sparse


def build(x, dense=False):
    x = np.atleast_2d(x)
    return x if dense else sparse.csc_array(x)


def fit(x, y, weights):
    design = build(x)
    left = sparse.diags(np.exp(weights))
    kept = left.diagonal() > 0.5
    return left.dot(design[kept, :]), left.dot(design[:3])
"""


def test_parts_of_what_may_be_a_sparse_matrix_may_be_one(fixed: Fixed) -> None:
    code = fixed(_SPARSE_PARTS, unsafe=True)
    assert "left.dot(ops.getitem(design, (kept, slice(None))))" in code
    assert "left.dot(design[:3])" in code


_PERHAPS_MASKED = """\
import numpy as np


def first(y: np.ndarray):
    if isinstance(y, np.ma.MaskedArray):
        return y.copy(), y * 2, y.sum()
    return y.sum()


def kept(y: np.ndarray):
    return y.sum() if not isinstance(y, np.memmap) else None
"""


def test_what_is_asked_for_a_mask_keeps_it_and_is_an_array_otherwise(fixed: Fixed) -> None:
    code = fixed(_PERHAPS_MASKED)
    assert "return y.copy(), y * 2, y.sum()\n    return ops.sum(y)" in code
    assert "return ops.sum(y) if not isinstance(y, np.memmap) else None" in code


_SCALED = """\
import numpy as np
from scipy import sparse


def f(x: np.ndarray, smooth: float | None):
    matrix = sparse.eye(3)
    p = 1.0 / np.sum(x) if smooth is None else smooth
    return p * matrix
"""


def test_a_number_or_tensor_is_handed_over_to_the_matrix_that_it_scales(fixed: Fixed) -> None:
    assert "return ops.to_numpy(p) * matrix" in fixed(_SCALED, unsafe=True)


_MAPPED = """\
import numpy as np


def f(path):
    stored = np.memmap(path, dtype="f4", mode="r+", shape=(3,))
    stored[:] = [1, 2, 3]
    stored += 1
    stored.flush()
    return stored * 2, np.asarray(stored) + 1
"""


def test_an_array_in_a_file_stays_that_array(fixed: Fixed) -> None:
    code = fixed(_MAPPED, unsafe=True)
    kept = _MAPPED.partition("    stored[:]")[2].partition(" * 2,")[0]
    assert kept in code
    assert "ops.add(ops.asarray(stored), 1)" in code


_GROWN = """\
import numpy as np


class Total:
    def __iadd__(self, x):
        self.last = x
        return self


def f(items):
    total = Total()
    for item in items:
        total += np.asarray(item)
    total += np.ones(2)
    return total, total < np.ones(2)
"""


def test_what_has_an_augmented_operator_of_its_own_keeps_it(fixed: Fixed) -> None:
    code = fixed(_GROWN, unsafe=True)
    assert (
        "total += ops.asarray(item)\n    total += ops.ones(2)\n    return total, total < ops.ones(2)" in code
    )


_SCALED_BY_UNKNOWN = """\
import numpy as np
import scipy.sparse as sp


def solve(x, smooth=None):
    r = sp.spdiags(np.ones((1, 3)), [0], 3, 3, format="csr")
    p = smooth
    if smooth is None:
        p = np.mean(x)
    return (p * r).toarray(), p @ r
"""


def test_what_scales_a_sparse_matrix_is_a_number_on_every_path(fixed: Fixed) -> None:
    after = fixed(_SCALED_BY_UNKNOWN, "PUR103", "PUR105", unsafe=True)
    assert "(ops.to_numpy(p) * r).toarray(), p @ r" in after


_SOLVED = """\
import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as la


def f(x: np.ndarray, given):
    a = sp.eye(3, format="csc")
    u = la.spsolve(a, np.diff(x))
    return u * 2, la.spsolve(a, given), la.spsolve(a, a)
"""


def test_what_is_solved_for_an_array_is_an_array(fixed: Fixed) -> None:
    after = fixed(_SOLVED, unsafe=True)
    assert "u = ops.from_numpy(la.spsolve(a, ops.to_numpy(ops.diff(x))))" in after
    assert "return ops.multiply(u, 2), la.spsolve(a, given), la.spsolve(a, a)" in after


def test_the_size_of_what_may_be_foreign_is_asked_for_unsafely(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\n\n"
        "def f(v, k):\n"
        "    rows = np.array([v, k], dtype=object)\n"
        "    w = np.zeros(3) if k else rows\n"
        "    return w.{}\n"
    )
    assert fixed(code.format("size"), "PUR104") == code.format("size")
    assert "return ops.size(w)" in fixed(code.format("size"), "PUR104", unsafe=True)
    assert "return w.T" in fixed(code.format("T"), "PUR104", unsafe=True)


@pytest.mark.parametrize(
    "use",
    [
        'w.astype("O") / 2',
        "w.astype(object) * v",
        'w.astype(dtype="datetime64[s]") - 1',
        'w.astype("U5") == "x"',
        "w.astype(str) + w.astype(np.str_)",
    ],
)
def test_what_is_cast_to_objects_text_or_dates_stays(use: str, fixed: Fixed) -> None:
    assert fixed(f"{_HEAD}return {use}", "PUR104", "PUR201", unsafe=True) == f"{_HEAD}return {use}"
    assert (
        fixed(f"{_HEAD}return w.astype(float) * 2", "PUR104", "PUR201")
        != f"{_HEAD}return w.astype(float) * 2"
    )


_FORMULA = """\
import numpy as np
import {library} as lib


def constraints(x, y, tangent: np.ndarray):
    return [lib.norm(x[2:4, :]) <= x[1, :] / tangent, lib.norm(y) + tangent]
"""


@pytest.mark.parametrize("library", ["cvxpy", "casadi", "sympy", "picos", "pytensor"])
def test_what_a_function_hands_to_a_library_of_formulas_may_be_one(library: str, fixed: Fixed) -> None:
    code = _FORMULA.format(library=library)
    source = fixed(code, "PUR2", unsafe=True)
    assert "[lib.norm(x[2:4, :]) <= x[1, :] / tangent, lib.norm(y) + tangent]" in source


def test_what_other_libraries_are_handed_is_none(fixed: Fixed) -> None:
    source = fixed(_FORMULA.format(library="somebody"), "PUR2", unsafe=True)
    assert "ops.divide(x[1, :], tangent)" in source


@pytest.mark.parametrize(
    "body",
    [
        "p = made.pop()\n    p *= ops.sum(x)\n    return p.x + p.y",
        "p = made.pop()\n    q = p * ops.sum(x)\n    return q, p.centre()",
        "p = made.pop()\n    return ops.sum(x) - p, p.label",
    ],
)
def test_what_has_members_that_no_array_has_keeps_its_operators(body: str, fixed: Fixed) -> None:
    code = f"from emberops import ops\n\n\ndef f(made, x: ops.Tensor):\n    {body}\n"
    assert fixed(code, "PUR2", unsafe=True) == code


@pytest.mark.parametrize(
    "body", ["p = made.pop()\n    p *= ops.sum(x)\n    return p.shape", "return ops.sum(x) - made.pop()"]
)
def test_what_has_members_of_arrays_may_be_one(body: str, fixed: Fixed) -> None:
    code = f"from emberops import ops\n\n\ndef f(made, x: ops.Tensor):\n    {body}\n"
    assert fixed(code, "PUR2", unsafe=True) != code


_LOADS = """\
from typing import NamedTuple

import numpy as np


class Ends(NamedTuple):
    left: float
    right: float
{operator}

class Load:
    def ends(self, length: float) -> Ends:
        return Ends(length, 2 * length)


def f(load: Load, length: float):
    total = np.zeros(2)
    total += load.ends(length)
    return total + load.ends(length)
"""
_OPERATOR = """
    def __radd__(self, other):
        return Ends(other[0], other[1])

"""


def test_named_tuples_are_rows_beside_arrays(fixed: Fixed) -> None:
    program = _LOADS.format(operator="")
    given = fixed(program, "PUR201", "PUR202", unsafe=True)
    assert "total = ops.assign_add(total, ..., load.ends(length))" in given
    assert "return ops.add(total, load.ends(length))" in given
    assert fixed(program, "PUR201", "PUR202") == program  # a class below it may have operators


def test_named_tuples_with_operators_keep_them(fixed: Fixed) -> None:
    program = _LOADS.format(operator=_OPERATOR)
    assert "+ load.ends(length)" in fixed(program, "PUR201", "PUR202", unsafe=True)


def test_named_tuples_are_repeated_as_tuples_are(fixed: Fixed) -> None:
    program = _LOADS.format(operator="").replace("total + load", "np.argmax(total) * load")
    assert "np.argmax(total) * load.ends(length)" in fixed(program, "PUR201", unsafe=True)


@pytest.mark.parametrize("base", ["sparray", "spmatrix"])
def test_what_is_annotated_as_sparse_or_an_array_keeps_its_operators(base: str, fixed: Fixed) -> None:
    head = f"from typing import Union\n\nimport numpy as np\nfrom scipy.sparse import {base}\n\n"
    alias = f"Weights = Union[np.ndarray, {base}]\n\n\n"
    program = head + alias + "def f(w: Weights, x: np.ndarray):\n    return w @ x + x, w * 2\n"
    assert "return w @ x + x, w * 2" in fixed(program, "PUR201", unsafe=True)


def test_shifts_by_what_is_not_known_stay(fixed: Fixed) -> None:
    """`x << unit` gives a quantity, where `np.left_shift` makes an array of objects."""
    body = "    return np.exp(x) << unit, unit >> x, x << n\n"
    program = f"import numpy as np\n\n\ndef f(x: np.ndarray, unit, n: int):\n{body}"
    assert "return ops.exp(x) << unit, unit >> x, ops.bitwise_left_shift(x, n)\n" in fixed(
        program, unsafe=True
    )
