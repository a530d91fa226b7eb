"""What names of functions are used for says what they are, where nothing else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.findings.diagnostics import Evidence
from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]


@pytest.mark.parametrize(
    "code",
    [
        "def f(places):\n    lon, lat, u = places\n    return np.sqrt(u ** 2 + 1), u * 2",
        "def f(places):\n    lon, lat, u = places\n    w = u * 2\n    return np.sqrt(w)",
        "def f(places):\n    u = places.load()\n    w = u * 2\n    return u.shape",
        "def f(places):\n    u = places.load()\n    w = u * 2\n    return u.reshape(-1)",
        "def f(places):\n    u = places.load()\n    w = u * 2\n    return u[:, 0]",
        "def f(places):\n    u = places.load()\n    w = u * 2\n    return u @ places.other()",
        "def f(places):\n    for u in places.load():\n        w = u * 2\n        yield np.exp(u)",
        "def g(v):\n    return np.exp(v)\ndef f(places):\n    u = places.load()\n    return u * 2 - g(u)",
        "def g(v):\n    return np.exp(v)\ndef f(places):\n    u = places.load()\n    return u * 2 - g(v=u)",
        "def f(places):\n    u = places.load()\n    w = u * 2\n    return np.exp(w) if places else (u - 1).mean()",
        "def f(a, b):\n    u, v = a.load(), b.load()\n    w = u * 2\n    return (u - v).reshape(-1)",
    ],
)
def test_a_name_is_what_it_is_used_for(value_of: ValueOf, code: str) -> None:
    expression = "u ** 2" if "u ** 2" in code else "u * 2"
    value = value_of(code, expression)
    assert value.kind is Kind.TENSOR
    assert value.evidence is Evidence.INFERRED
    assert value.maybe or "g(" in code


@pytest.mark.parametrize(
    "code",
    [
        "def f(places):\n    u = places.count()\n    return u * 2, int(np.ceil(u / 2))",
        "def f(places):\n    u = places.count()\n    return u * 2, bool(3 < np.sqrt(u))",
        "def f(places):\n    u = places.count()\n    return [np.sqrt(u), u * 2] * range(u)[0]",
        "def f(places):\n    u = places.count()\n    return math.exp(u) + np.exp(u), u * 2",
        "def f(places):\n    u = places.count()\n    if u > 1:\n        return np.sqrt(u), u * 2",
        "def f(places, x: np.ndarray):\n    u = places.count()\n    return np.maximum(x, u), u * 2",
        "def f(places, x: np.ndarray):\n    u = places.count()\n    return np.sqrt(x ** u), u * 2",
        "def f(places):\n    u = places.count()\n    return (u * places.load()).mean(), u * 2",
        "def f(places):\n    u, v = places.two()\n    return np.sqrt(u / v), u * 2",
    ],
)
def test_what_may_be_a_number_stays_unknown(value_of: ValueOf, code: str) -> None:
    assert value_of(code, "u * 2").evidence is Evidence.SUSPECTED or (
        value_of(code, "u * 2").kind is not Kind.TENSOR
    )


def test_what_is_known_of_a_name_outweighs_its_use(value_of: ValueOf) -> None:
    code = "def g():\n    return 3\ndef f(t):\n    m = g()\n    return np.sqrt(m), m * 2"
    assert value_of(code, "m * 2").kind is Kind.INT


def test_a_declared_number_is_none_because_a_name_may_be_a_tensor(value_of: ValueOf) -> None:
    code = "def g(x: float):\n    return x * 2\ndef f(places):\n    u = places.load()\n    return np.exp(u) + g(u)"
    assert value_of(code, "x * 2").kind is Kind.FLOAT


@pytest.mark.parametrize(
    ("code", "expression"),
    [
        ("def f(model):\n    w = model.rate * 2\n    return model.rate.reshape(-1), w", "model.rate * 2"),
        ("def f(d):\n    w = d['x'] * 2\n    return d['x'].reshape(-1), w", "d['x'] * 2"),
        ("def f(load, i):\n    xs = load()\n    w = xs[i] * 2\n    return xs[0].reshape(-1), w", "xs[i] * 2"),
    ],
)
def test_attributes_and_items_are_what_they_are_used_for(
    value_of: ValueOf, code: str, expression: str
) -> None:
    value = value_of(code, expression)
    assert value.kind is Kind.TENSOR
    assert value.evidence is Evidence.INFERRED
    assert value.maybe


@pytest.mark.parametrize(
    ("code", "expression"),
    [
        ("def f(model):\n    w = model.rate * 2\n    return np.exp(model.rate), w", "model.rate * 2"),
        ("def f(load):\n    t = load()\n    w = t['x'] * 2\n    return np.exp(t['x']), w", "t['x'] * 2"),
        (
            "import pandas as pd\ndef f(load):\n    t = load()\n    w = t * 2\n    return np.exp(t), w",
            "t * 2",
        ),
    ],
)
def test_settings_and_columns_stay_unknown(value_of: ValueOf, code: str, expression: str) -> None:
    assert value_of(code, expression).kind is not Kind.TENSOR


def test_labels_say_nothing(value_of: ValueOf) -> None:
    code = "def f(t, i):\n    w = t.loc * 2\n    return t.loc[i, :], w"
    assert value_of(code, "t.loc * 2").kind is not Kind.TENSOR


DESCRIPTORS = """
class Once:
    def __init__(self, function):
        self.function = function
    def __get__(self, instance, owner=None):
        return self.function(instance)
def once(function):
    return Once(function)
class Signal:
    @once
    def rates(self):
        return np.arange(3.0)
    @Once
    def phases(self):
        return np.arange(3.0)
    def both(self):
        return self.rates * 2 + self.phases * 3
"""


@pytest.mark.parametrize("expression", ["self.rates * 2", "self.phases * 3"])
def test_a_decorator_may_make_a_property(value_of: ValueOf, expression: str) -> None:
    assert value_of(DESCRIPTORS, expression).kind is Kind.TENSOR
    code = DESCRIPTORS.replace(
        "    def __get__", "    def __call__(self):\n        return 1\n    def __get__"
    )
    assert value_of(code, expression).kind is not Kind.TENSOR


NUMERIC = """
def f(t, n):
    '''A sum.

    Parameters
    ----------
    t : numeric, optional
    n : numeric value
    '''
    return np.exp(t) + t * 2 + n * 3, np.exp(n)
"""


def test_numeric_is_a_number_or_an_array(value_of: ValueOf) -> None:
    assert value_of(NUMERIC, "t * 2").kind is Kind.TENSOR
    assert value_of(NUMERIC, "n * 3").kind is not Kind.TENSOR
