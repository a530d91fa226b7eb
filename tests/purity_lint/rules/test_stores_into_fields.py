"""PUR206: stores into arrays that are fields of a dataclass, which `field(...)` declares."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CLASS = """\
from dataclasses import dataclass, field

import numpy as np

TABLE = np.zeros(3)


@dataclass
class Network:
    n: int
    matrix: np.ndarray = {field}
{body}
"""
_SET_UP = """
    def __post_init__(self):
        self.matrix = np.zeros((self.n, 2))
        self.matrix[0, 1] -= 1
"""
_LATER = """
    def clear(self):
        self.matrix[0] = 0
"""
_STORE = "self.matrix = ops.assign"


def _written(field: str, body: str, fixed: Fixed, *, unsafe: bool = False) -> str:
    return fixed(_CLASS.format(field=field, body=body), unsafe=unsafe)


@pytest.mark.parametrize(
    "field",
    [
        "field(init=False)",
        "field(init=False, repr=False)",
        "field(init=False, default_factory=lambda: np.zeros(3))",
        "field(default_factory=lambda: np.zeros(3))",
    ],
)
def test_what_a_method_makes_of_a_field_is_changed(field: str, fixed: Fixed) -> None:
    assert _STORE in _written(field, _SET_UP, fixed)


def test_what_a_caller_may_have_given_is_changed_on_demand(fixed: Fixed) -> None:
    field = "field(default_factory=lambda: np.zeros(3))"
    assert _STORE not in _written(field, _LATER, fixed)
    assert _STORE in _written(field, _LATER, fixed, unsafe=True)


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("field(default_factory=lambda: TABLE)", _LATER),
        ("field(default=TABLE)", _LATER),
        (
            "field(default_factory=lambda: np.zeros(3))",
            "    other: np.ndarray = field(init=False)\n\n    def __post_init__(self):\n"
            "        self.other = self.matrix\n" + _LATER + "        return self.other\n",
        ),
        (
            "field(default_factory=lambda: np.zeros(3))",
            _LATER + "\n\nGIVEN = np.ones(3)\nnetwork = Network(1, GIVEN)\nnetwork.clear()\nprint(GIVEN)\n",
        ),
    ],
)
def test_what_others_hold_stays(field: str, body: str, fixed: Fixed) -> None:
    assert _STORE not in _written(field, body, fixed, unsafe=True)


_MODEL = """\
import numpy as np
from pydantic import BaseModel, ConfigDict, Field


def empty() -> np.ndarray:
    return np.array([])


class Results(BaseModel{keywords}):
    model_config = ConfigDict(arbitrary_types_allowed=True{settings})
    profit: np.ndarray = Field(default_factory=empty, description="of each leg")


class Data(Results):
    cost: float = 0.0


def run(data: Data, n: int) -> np.ndarray:
    data.profit = np.zeros((n, 3))
    for i in range(n):
        fill(data, i)
    return data.profit


def fill(data: Data, i: int) -> None:
    data.profit[i] += 1.0
"""
_STORE_OF_MODEL = "data.profit = ops.assign_add(data.profit, i, 1.0)"


def test_fields_of_models_are_changed_as_those_of_dataclasses(fixed: Fixed) -> None:
    assert _STORE_OF_MODEL in fixed(_MODEL.format(keywords="", settings=""), unsafe=True)


@pytest.mark.parametrize(("keywords", "settings"), [(", frozen=True", ""), ("", ", frozen=True")])
def test_fields_of_frozen_models_stay(keywords: str, settings: str, fixed: Fixed) -> None:
    assert "data.profit[i] += 1.0" in fixed(_MODEL.format(keywords=keywords, settings=settings), unsafe=True)


def test_fields_of_modules_of_equinox_stay(fixed: Fixed) -> None:
    code = """\
import equinox
import numpy as np


class Module(equinox.Module):
    weights: np.ndarray = equinox.field(default_factory=lambda: np.zeros(3))


def fill(module: Module) -> None:
    module.weights[0] = 1.0
"""
    assert "module.weights[0] = 1.0" in fixed(code, unsafe=True)
