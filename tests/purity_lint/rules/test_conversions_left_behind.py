"""`np.asarray` of a tensor of ops: left behind by an earlier fix where operations go on, an exit elsewhere."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
import numpy as np
from scipy import signal
from emberops import ops


def f(z: ops.Tensor, y: ops.Tensor):
    {body}
"""


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("return ops.subtract(np.asarray(z), y)", "return ops.subtract(ops.asarray(z), y)"),
        ("return np.asarray(z, dtype=float) < y", "return ops.asarray(z, dtype=float) < y"),
        (
            "a = np.array(z)\n    n = a.shape[0]\n    return ops.add(a[1:], n)",
            "a = ops.array(z)\n    n = a.shape[0]\n    return ops.add(a[1:], n)",
        ),
        ("return ops.abs(np.array(z)[1:])", "return ops.abs(ops.array(z)[1:])"),
        (
            "a = np.array(z)\n    b = a[:, 0]\n    return ops.add(b, a[:, 1])",
            "a = ops.array(z)\n    b = a[:, 0]\n    return ops.add(b, a[:, 1])",
        ),
    ],
)
def test_operations_go_on_with_a_tensor(fixed: Fixed, body: str, after: str) -> None:
    code = fixed(CODE.format(body=body), "PUR103", "PUR401", unsafe=True)
    assert code == CODE.format(body=after)


@pytest.mark.parametrize(
    "body",
    [
        "return {}",
        "print({})",
        "a = {}\n    return ops.sum(a), signal.detrend(a)",
        "a = {}\n    a = ops.sum(a)\n    return a",
        "return ops.to_numpy({})",
    ],
)
def test_elsewhere_it_leaves_for_the_host(fixed: Fixed, body: str) -> None:
    code = CODE.format(body=body.format("np.asarray(z)"))
    assert fixed(code, "PUR103", "PUR401", unsafe=True) == CODE.format(body=body.format("ops.to_numpy(z)"))


def test_a_function_takes_whatever_callers_have(fixed: Fixed) -> None:
    code = """\
import numpy as np
from emberops import ops


def shown(z):
    z = np.asarray(z)
    return z, print(z)


def run():
    return shown(ops.zeros(3))
"""
    assert fixed(code, "PUR103", "PUR401", unsafe=True) == code.replace("np.asarray", "ops.asarray")
