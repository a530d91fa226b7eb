"""Functions in a table of a class: what calls one is given no object first, as a method is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]

_CODE = """
class Model:
    {table}

    def __init__(self, points, kind):
        self.kernel = self.KERNELS[kind]
        self.points = np.asarray(points, dtype=float)
        self.a = self.kernel(self.points)
"""


@pytest.mark.parametrize(
    "table", ["KERNELS = {'a': lambda r: r, 'b': lambda r: r * 2}", "KERNELS = [lambda r: r]"]
)
def test_an_item_takes_what_it_is_called_with(value_of: ValueOf, table: str) -> None:
    value = value_of(_CODE.replace("{table}", table), "self.kernel(self.points)")
    assert value.is_tensor
    assert not value.maybe
    assert value.name is None


def test_a_function_with_a_name_is_a_method(value_of: ValueOf) -> None:
    code = "class A:\n    double = lambda self, x: x * 2\n\ny = A().double(np.ones(3))\n"
    assert value_of(code, "A().double(np.ones(3))").is_tensor
