"""PUR103: `np._NoValue`, which a wrapper hands on where its caller has given nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from snippets import Fixed

CODE = """\
import numpy as np


def total(x, axis=None, keepdims=np._NoValue):
    return np.sum(x, axis=axis, keepdims=keepdims), np.max(x)
"""


@pytest.mark.parametrize("unsafe", [False, True])
def test_what_is_handed_on_stays_with_numpy(fixed: Fixed, unsafe: bool) -> None:
    after = fixed(CODE, unsafe=unsafe)
    assert "ops.max(x)" in after, "other calls are rewritten"
    before_names: dict[str, Any] = {}
    after_names: dict[str, Any] = {}
    exec(compile(CODE, "<code>", "exec"), before_names)
    exec(compile(after, "<fixed>", "exec"), after_names)
    x = np.array([1.0, 2.5])
    assert before_names["total"](x) == after_names["total"](x)
