"""PUR103: `np.copy` makes a plain array of a masked one and of a matrix; `ops.copy` keeps what it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from snippets import Fixed

CODE = "import numpy as np\n\n\ndef f({parameter}):\n    return np.copy({copied})\n"


@pytest.mark.parametrize(
    ("parameter", "copied", "is_safe"),
    [
        ("x", "x", False),
        ("x", "np.sqrt(x)", False),
        ("x: np.ndarray", "x", True),
        ("n: int", "np.zeros(n)", True),
    ],
)
def test_a_copy_is_safe_of_what_is_no_subclass(
    fixed: Fixed, parameter: str, copied: str, is_safe: bool
) -> None:
    code = CODE.format(parameter=parameter, copied=copied)
    assert ("ops.copy(" in fixed(code)) == is_safe
    assert "ops.copy(" in fixed(code, unsafe=True)


def test_what_a_safe_fix_leaves_drops_the_mask(fixed: Fixed) -> None:
    names: dict[str, Any] = {}
    exec(compile(fixed(CODE.format(parameter="x", copied="x")), "<fixed>", "exec"), names)
    copied = names["f"](np.ma.masked_array([1.0, 2.0], mask=[True, False]))
    assert type(copied) is np.ndarray
