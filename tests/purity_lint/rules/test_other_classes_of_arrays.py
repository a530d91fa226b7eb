"""PUR103: functions that do else to a masked array, or to a class of one's own, than their operations.

`np.copy` makes a plain array of it, where `ops.copy` keeps what it is given; `np.add.reduce` and `np.where` disregard
the mask.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from snippets import Fixed

CODE = "import numpy as np\n\n\ndef f({parameter}):\n    return np.{function}({copied})\n"


FUNCTIONS = {
    "copy": "ops.copy(",
    "add.reduce": "ops.sum(",
    "maximum.reduce": "ops.max(",
    "where": "ops.nonzero(",
}


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("parameter", "copied", "is_safe"),
    [
        ("x", "x", False),
        ("x", "np.sqrt(x)", False),
        ("x: np.ndarray", "x", True),
        ("n: int", "np.zeros(n)", True),
    ],
)
def test_a_fix_is_safe_for_what_is_no_subclass(
    fixed: Fixed, function: str, parameter: str, copied: str, is_safe: bool
) -> None:
    code = CODE.format(function=function, parameter=parameter, copied=copied)
    assert (FUNCTIONS[function] in fixed(code)) == is_safe
    assert FUNCTIONS[function] in fixed(code, unsafe=True)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_a_safe_fix_leaves_disregards_the_mask(fixed: Fixed, function: str) -> None:
    names: dict[str, Any] = {"__name__": "fixed"}
    exec(compile(fixed(CODE.format(function=function, parameter="x", copied="x")), "<fixed>", "exec"), names)
    masked = np.ma.masked_array([3.0, 2.0], mask=[True, False])
    written: Any = {"copy": [3.0, 2.0], "add.reduce": 5.0, "maximum.reduce": 3.0, "where": [[0, 1]]}[function]
    assert np.array_equal(np.asarray(names["f"](masked)), written)
