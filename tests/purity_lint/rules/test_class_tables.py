"""NumPy's class among classes that the class of a value is looked up in: no array's own class is `ops.Tensor`."""

from __future__ import annotations

import pytest
from snippets import Fixed

KEEPER = """\
import numpy as np


class Keeper:
    HANDLED: tuple = (np.ndarray, list)

    def check(self, x):
        if {test}:
            raise TypeError
        return x
"""


@pytest.mark.parametrize(
    "test",
    [
        "type(x) not in self.HANDLED",
        "x.__class__ not in Keeper.HANDLED",
        "type(x) is self.HANDLED[0]",
        "self.HANDLED[0] == type(x)",
    ],
)
def test_a_class_that_classes_of_values_are_looked_up_among_stays(test: str, fixed: Fixed) -> None:
    code = KEEPER.format(test=test)
    assert fixed(code, "PUR103", unsafe=True) == code


@pytest.mark.parametrize("test", ["isinstance(x, self.HANDLED)", "type(x) in self.others"])
def test_one_that_instances_are_asked_about_is_rewritten(test: str, fixed: Fixed) -> None:
    assert "HANDLED: tuple = (ops.Tensor, list)" in fixed(KEEPER.format(test=test), "PUR103", unsafe=True)


def test_a_scalar_in_a_union_of_classes_stays(fixed: Fixed) -> None:
    code = "import numpy as np\n\nNumber = float | np.floating | np.bool_\nOther = np.float64 | None\n"
    assert fixed(code, "PUR305", unsafe=True) == code
