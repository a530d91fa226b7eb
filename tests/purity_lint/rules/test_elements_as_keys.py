"""An element of an array is a key by its value where a parameter that is documented as a whole number is given one."""

from __future__ import annotations

import pytest
from snippets import Fixed

PROGRAM = '''\
import numpy as np


def area(kind):
    """Look a formula up.

    Parameters
    ----------
    kind : {documented}
        Which one.
    """
{before}    formulas = {{1: "square", 2: "circle"}}
    return formulas[kind]


def areas(kinds: np.ndarray):
    return area({given})
'''


def test_an_element_becomes_a_number(fixed: Fixed) -> None:
    code = PROGRAM.format(documented="int", before="", given="kinds[0]")
    assert "return formulas[ops.item(kind)]" in fixed(code, "PUR306", unsafe=True)


@pytest.mark.parametrize(
    ("documented", "before", "given"),
    [
        ("int", "", "3"),
        ("int", "    kind = 1\n", "kinds[0]"),
        ("str", "", "kinds[0]"),
        ("int", "", "kinds.shape[0]"),
    ],
)
def test_other_keys_stay(documented: str, before: str, given: str, fixed: Fixed) -> None:
    code = PROGRAM.format(documented=documented, before=before, given=given)
    assert fixed(code, "PUR306", unsafe=True) == code
