"""Objects of nobody's library that compute with tensors: operators and methods of theirs are what `ops` calls."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from scipy import sparse

from emberops import ops, use_backend
from emberops.errors import DTypeError

BACKENDS = ("numpy", "torch", "jax", "mlx")
ARITHMETIC = {
    "add": ("+", "add"),
    "subtract": ("-", "sub"),
    "multiply": ("*", "mul"),
    "divide": ("/", "truediv"),
    "floor_divide": ("//", "floordiv"),
    "remainder": ("%", "mod"),
    "pow": ("**", "pow"),
    "matmul": ("@", "matmul"),
    "bitwise_and": ("&", "and"),
    "bitwise_or": ("|", "or"),
    "bitwise_xor": ("^", "xor"),
    "bitwise_left_shift": ("<<", "lshift"),
    "bitwise_right_shift": (">>", "rshift"),
}
"""Operation -> the operator, and the name of its methods."""
COMPARISONS = {
    "equal": ("==", "eq"),
    "not_equal": ("!=", "ne"),
    "less": ("<", "lt"),
    "less_equal": ("<=", "le"),
    "greater": (">", "gt"),
    "greater_equal": (">=", "ge"),
}
BINARY = {name: sign for name, (sign, _) in (ARITHMETIC | COMPARISONS).items()}
_EXCHANGED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _method(sign, *, exchanged=False):
    def answer(self, other):
        return ("matrix", sign, "second" if exchanged else "first")

    return answer


class Matrix:
    """A matrix known by its parts, which reads by blocks without an end: no tensor can be made of it."""

    __array_priority__ = 2000
    __hash__ = None
    shape, ndim = (2, 2), 2

    def __getitem__(self, index):
        return self

    def __len__(self):
        return 2

    @property
    def T(self):  # noqa: N802  the name that tensors have for it
        return "transposed"

    def transpose(self):
        return self.T

    def sum(self, axis=None):
        return ("sum", axis)

    def __neg__(self):
        return "negated"


for _sign, _methods in ARITHMETIC.values():
    setattr(Matrix, f"__{_methods}__", _method(_sign))
    setattr(Matrix, f"__r{_methods}__", _method(_sign, exchanged=True))
for _sign, _methods in COMPARISONS.values():
    setattr(Matrix, f"__{_methods}__", _method(_sign))


@pytest.fixture(params=BACKENDS)
def x(request):
    with use_backend(request.param):
        yield ops.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("name", BINARY)
def test_an_operation_is_the_operator_of_the_first(name, x):
    assert getattr(ops, name)(Matrix(), x) == ("matrix", BINARY[name], "first")


@pytest.mark.parametrize("name", BINARY)
def test_an_operation_is_the_operator_of_the_second(name, x):
    sign = BINARY[name]
    place = (
        "first" if sign in ("==", "!=", *_EXCHANGED) else "second"
    )  # comparisons have no methods for the second
    assert getattr(ops, name)(x, Matrix()) == ("matrix", _EXCHANGED.get(sign, sign), place)


def test_numbers_and_sequences_stand_beside_it_as_well(x):
    assert ops.multiply(2.0, Matrix()) == ("matrix", "*", "second")
    assert ops.matmul([1.0, 2.0], Matrix()) == ("matrix", "@", "second")


def test_it_is_transposed_negated_and_summed_by_itself(x):
    assert ops.transpose(Matrix()) == "transposed"
    assert ops.negative(Matrix()) == "negated"
    assert ops.sum(Matrix(), axis=1) == ("sum", 1)


class Silent:
    """It knows the operator, and not what stands beside it."""

    def __add__(self, other):
        return NotImplemented

    __radd__ = __add__


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_what_knows_no_answer_is_refused_as_before(backend):
    with use_backend(backend), pytest.raises(DTypeError, match="x2 is of Silent, and a tensor is wanted"):
        ops.add(ops.array([1.0, 2.0]), Silent())


class Holding:
    """Data: an array can be made of it, and its operators are not asked."""

    def __array__(self, dtype=None, copy=None):
        return np.asarray([1.0, 2.0])

    def __add__(self, other):
        return "its own"


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_becomes_a_tensor_is_data(backend):
    with use_backend(backend):
        assert ops.add(Holding(), ops.array([1.0, 1.0])).tolist() == [2.0, 3.0]


def test_sparse_matrices_compute_beside_arrays_of_numpy():
    assert ops.matmul(sparse.csr_array(np.eye(2)), np.array([1.0, 2.0])).tolist() == [1.0, 2.0]


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_refuses_the_functions_of_numpy_is_refused(backend):
    with use_backend(backend), pytest.raises(TypeError):
        ops.multiply(Polynomial([1, 2]), ops.array([1.0, 2.0]))


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_sparse_matrices_do_not_take_tensors_to_numpy(backend):
    with use_backend(backend), pytest.raises(DTypeError, match="sparse"):
        ops.matmul(sparse.csr_array(np.eye(2)), ops.array([1.0, 2.0]))
