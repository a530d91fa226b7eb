"""What a class is given in its body stands in the place of a property that a base declares under that name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]

DECLARED = """
from abc import ABC, abstractmethod

class Rotation:
    @classmethod
    def jacobian(cls, angle):
        return np.array([[1.0, angle], [0.0, 1.0]])

class Declared(ABC):
    @property
    @classmethod
    @abstractmethod
    def rotation(cls):
        pass

    @property
    @abstractmethod
    def weights(self):
        pass

class Pose(Declared):
    rotation = Rotation
    weights: object = np.array([1.0, 2.0])

class Scaled(Pose):
    @classmethod
    def exp(cls, angle):
        return cls.rotation.jacobian(angle)

    def log(self, angle):
        return self.rotation.jacobian(2 * angle)

    def weigh(self):
        return self.weights[0]
"""


@pytest.mark.parametrize(
    "expression", ["cls.rotation.jacobian(angle)", "self.rotation.jacobian(2 * angle)", "self.weights"]
)
def test_what_the_class_is_given(value_of: ValueOf, expression: str) -> None:
    assert value_of(f"import numpy as np\n{DECLARED}", expression).is_tensor


def test_a_property_of_the_class_itself_stays(value_of: ValueOf) -> None:
    code = (
        "import numpy as np\n"
        "class Base:\n"
        "    size = None\n"
        "class Sized(Base):\n"
        "    @property\n"
        "    def size(self):\n"
        "        return np.zeros(3)\n"
        "def f(s: Sized):\n"
        "    return s.size\n"
    )
    assert value_of(code, "s.size").is_tensor
