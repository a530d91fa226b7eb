"""PUR206: arrays of records are told by the fields that the file reads, within what a name reaches."""

from __future__ import annotations

import pytest
from snippets import Fixed

_FUNCTION = """\
import numpy as np


def fold(k, n):
    s = np.zeros(n)
    s[k] = 1.0
    {use}


{others}
"""
_STORE = "s = ops.assign("


@pytest.mark.parametrize(
    "others",
    [
        'def read(doc):\n    return [(s["name"], s["ra"]) for s in doc["stars"]]',
        'def read(s):\n    return s["ra"]',
        'class Stars:\n    def read(self):\n        s = self.load()\n        return s["ra"]',
    ],
)
def test_a_variable_of_the_same_name_elsewhere_says_nothing(others: str, fixed: Fixed) -> None:
    assert _STORE in fixed(_FUNCTION.format(use="return s", others=others))


@pytest.mark.parametrize(
    "use",
    [
        'return s["ra"]',
        'return [s["ra"] for _ in range(3)]',
        'return lambda: s["ra"]',
        'def inner():\n        return s["ra"]\n\n    return inner',
    ],
)
def test_fields_that_are_read_there_make_it_one_of_records(use: str, fixed: Fixed) -> None:
    assert _STORE not in fixed(_FUNCTION.format(use=use, others=""), unsafe=True)


def test_a_parameter_may_be_what_others_call_alike(fixed: Fixed) -> None:
    code = """\
import numpy as np


def fill(rec: np.ndarray):
    rec[0] = (1.0, 2.0)
    return rec


def show(rec):
    return rec["x"]
"""
    assert "ops.assign" not in fixed(code, unsafe=True)


@pytest.mark.parametrize(
    ("given", "stays"), [("np.arange(9.0)", False), ('np.zeros(9, dtype=[("x", float)])', True)]
)
def test_a_parameter_that_is_given_numbers_has_no_fields(given: str, stays: bool, fixed: Fixed) -> None:
    code = f"""\
import numpy as np


def fill(rec):
    rec[0] = 1.0
    return rec


def show():
    rec = np.zeros(3, dtype=[("x", float)])
    return rec["x"]


def main():
    return fill({given})
"""
    assert ("ops.assign" not in fixed(code, unsafe=True)) == stays
