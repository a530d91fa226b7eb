"""`x += y` of what may be a number and has another name: NumPy's numbers do not change, tensors without axes do."""

from __future__ import annotations

from snippets import Fixed

_STEPS = """\
import numpy as np


def f(start, slope):
    x = start
    step = np.sqrt(slope) / 2
    trial = x
    trial {operator} step
    return x, trial
"""


def test_what_may_be_a_number_is_updated_as_one(fixed: Fixed) -> None:
    source = _STEPS.format(operator="+=")
    assert "trial += step" in fixed(source, "PUR202")
    assert "trial = ops.assign_add(trial, ..., step)" in fixed(source, "PUR202", unsafe=True)


def test_an_array_that_another_name_sees_is_left(fixed: Fixed) -> None:
    source = _STEPS.format(operator="+=").replace("x = start", "x = np.asarray(start)")
    assert "trial += step" in fixed(source, "PUR202", unsafe=True)
