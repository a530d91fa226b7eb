"""What reaches an elementwise function is a number or an array: the author says it, or what is done with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]

BOTH_DO = (
    "import numpy as np\n{before}\ndef f(x, kind=None):\n    {first}\n    return np.exp(x + 1) * (x + 2)\n"
)


@pytest.mark.parametrize(
    ("before", "first", "kind"),
    [
        ("", "pass", Kind.TENSOR),
        ("def g(x: float, y: float): return x * y", "pass", Kind.SCALAR),
        ("def g(x: float, y: np.ndarray): return x * y\ndef h(x: np.ndarray): return x", "pass", Kind.TENSOR),
        ("def g(y: float, z: float, v: float, w: float): return y * z", "pass", Kind.SCALAR),
        ("def g(y: float, z: float, v: np.ndarray, w: float): return y * z", "pass", Kind.TENSOR),
        ("def g(y: float): return y", "pass", Kind.TENSOR),
        ("", "if not 0 < x < 1: raise ValueError", Kind.SCALAR),
        ("", "assert kind or x >= 0", Kind.SCALAR),
        ("", "if np.isscalar(x) and x < 0: raise ValueError", Kind.TENSOR),
        ("", "if np.all(x > 0): return 1", Kind.TENSOR),
        ("", "if x == 0: return 1", Kind.TENSOR),
        ("", "return int(np.ceil(x / 2))", Kind.SCALAR),
        ("", "return int(np.ceil(x / 2).max())", Kind.TENSOR),
    ],
)
def test_what_reaches_an_elementwise_function_is_a_number_or_an_array(
    value_of: ValueOf, before: str, first: str, kind: Kind
) -> None:
    assert value_of(BOTH_DO.format(before=before, first=first), "x + 2").kind is kind


def test_unknown_names_are_numbers_in_a_function_of_numbers(value_of: ValueOf) -> None:
    code = "def f(p{said}, params):\n    rest = p - params['p0']\n    return np.log(rest) + rest * 2"
    assert value_of(code.format(said=": float"), "rest * 2").kind is Kind.UNKNOWN
    assert value_of(code.format(said=""), "rest * 2").kind is Kind.TENSOR


@pytest.mark.parametrize(
    ("said", "sizes", "kind"),
    [
        (": float", "list[float] | np.ndarray", Kind.FLOAT),
        ("", "list[float] | np.ndarray", Kind.SCALAR),
        (": float", "list | np.ndarray", Kind.FLOAT),
        ("", "list | np.ndarray", Kind.TENSOR),
    ],
)
def test_what_may_be_a_number_is_one_where_the_annotation_says_so(
    value_of: ValueOf, said: str, sizes: str, kind: Kind
) -> None:
    """An item of `list[float] | np.ndarray` is a number of either, which no caller means for an array."""
    code = f"def area(d{said}):\n    return d * d\ndef total(sizes: {sizes}):\n    return area(sizes[0])\n"
    assert value_of(code, "d * d").kind is kind


def test_an_array_that_is_passed_for_a_number_is_one(value_of: ValueOf) -> None:
    code = "def area(d: float):\n    return d * d\narea(np.ones(3))"
    assert value_of(code, "d * d").kind is Kind.TENSOR


ENERGY = """
def energy({given}, params):
    part = np.power(volume / params["v"], params["n"])
    return part * 3
"""


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("volume: float", Kind.SCALAR),
        ("volume", Kind.TENSOR),
        ("volume: np.ndarray", Kind.TENSOR),
        ("volume: float, weights: np.ndarray", Kind.TENSOR),
    ],
)
def test_a_formula_of_numbers_and_unknown_items_gives_a_number(
    value_of: ValueOf, given: str, kind: Kind
) -> None:
    assert value_of(ENERGY.format(given=given), "part * 3").kind is kind


def test_a_formula_that_depends_on_an_unknown_parameter_is_of_arrays(value_of: ValueOf) -> None:
    code = "def kernel(x, width: float):\n    part = np.exp(x / width)\n    return part * 3"
    assert value_of(code, "part * 3").kind is Kind.TENSOR


STATES = """
class State:
    def volume(self, temperature, pressure):
        '''
        :type temperature: {said}
        '''
        raise NotImplementedError

    def mass(self, temperature{other}):
        raise NotImplementedError

class Gas(State):
    def _part(self, temperature):
        return np.sqrt(temperature) + temperature * 2
"""


@pytest.mark.parametrize(
    ("said", "other", "kind"),
    [
        ("float", "", Kind.SCALAR),
        ("float", ": np.ndarray", Kind.TENSOR),
        ("numpy.ndarray", "", Kind.TENSOR),
        ("dict", "", Kind.TENSOR),
    ],
)
def test_the_methods_of_a_class_mean_the_same_by_a_name(
    value_of: ValueOf, said: str, other: str, kind: Kind
) -> None:
    assert value_of(STATES.format(said=said, other=other), "temperature * 2").kind is kind


@pytest.mark.parametrize(
    ("test", "kind"),
    [
        ("part > 1e-12", Kind.SCALAR),
        ("part > 0 and params", Kind.SCALAR),
        ("np.any(part > 0)", Kind.TENSOR),
        ("part == 0", Kind.TENSOR),
        ("np.ndim(part) == 0 and part > 0", Kind.TENSOR),
        ("params", Kind.TENSOR),
    ],
)
def test_what_a_formula_gives_is_a_number_where_it_is_compared_for_truth(
    value_of: ValueOf, test: str, kind: Kind
) -> None:
    code = f"def f(params):\n    part = np.sqrt(params['t'])\n    if {test}:\n        return part * 2"
    assert value_of(code, "part * 2").kind is kind


def test_an_array_that_is_known_stays_one_where_it_is_compared(value_of: ValueOf) -> None:
    code = "def f(x: np.ndarray):\n    part = np.sqrt(x)\n    if part > 0:\n        return part * 2"
    assert value_of(code, "part * 2").kind is Kind.TENSOR
