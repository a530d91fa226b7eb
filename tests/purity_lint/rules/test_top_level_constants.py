"""Names that a file binds once, at its top, to a number are that number: `np.sqrt(G)` is `math.sqrt(G)`."""

from __future__ import annotations

import pytest
from snippets import Fixed

CONSTANTS = """\
import numpy as np

G = 1.5
A = 2
T = np.sqrt(4 * np.pi**2 / G * A**3)
N = int(np.ceil(T / 0.1))


def root(m, steps={default}):
    {body}
"""


def test_what_is_computed_of_constants_stays_on_the_host(fixed: Fixed) -> None:
    after = fixed(CONSTANTS.format(default="A", body="return np.zeros(N), np.log(G * A)"), unsafe=True)
    assert "T = math.sqrt(4 * ops.pi**2 / G * A**3)\n" in after
    assert "N = math.ceil(T / 0.1)\n" in after
    assert "return ops.zeros(N), math.log(G * A)" in after


@pytest.mark.parametrize(
    "body",
    [
        "return np.sqrt(m)",
        "G = m; return np.sqrt(G)",
        "return [np.sqrt(G) for G in m]",
        "return (lambda G: np.sqrt(G))(m)",
        "global G; G = -1.0; return np.sqrt(G)",
        "return np.sqrt(G - 2)",
        "return np.exp(G * 1e6)",
        "return np.sqrt(10.0 ** A ** 400)",
        "return np.sqrt(LATER)\n\n\nLATER = LATER + 1",
        "return np.sqrt(LATER)\n\n\nif True:\n    LATER = 1.0",
        "return np.sqrt(G)\n\n\nfrom constants import *",
        "return np.sqrt(G)\n\n\nfrom constants import G",
    ],
)
def test_what_may_be_something_else_is_no_constant(fixed: Fixed, body: str) -> None:
    after = fixed(CONSTANTS.format(default="A", body=body), unsafe=True).partition("def root")[2]
    assert "math." not in after


def test_a_parameter_of_another_function_hides_nothing(fixed: Fixed) -> None:
    after = fixed(CONSTANTS.format(default="A", body="return np.sqrt(G), (lambda G: G)(m)"), unsafe=True)
    assert "return math.sqrt(G), " in after
