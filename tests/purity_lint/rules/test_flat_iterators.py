"""PUR104: `x.flat` is an iterator that stores into `x`, and becomes `ops.ravel(x)` where it is read at once."""

from __future__ import annotations

import pytest
from snippets import Fixed

_FUNCTION = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    {body}\n"


@pytest.mark.parametrize(
    "body",
    [
        "flat = x.flat\n    flat[0] = 1\n    return x",
        "for column, target in ((x * 2, x.flat),):\n        target[:] = column\n    return x",
        "each = x.flat\n    return next(each), next(each)",
        "return next(x.flat)",
        "return fill(x.flat)",
    ],
)
def test_an_iterator_that_is_kept_stays(body: str, fixed: Fixed) -> None:
    assert "x.flat" in fixed(_FUNCTION.format(body=body), unsafe=True)


@pytest.mark.parametrize(
    "body",
    ["return x.flat[3]", "return [v for v in x.flat]", "return np.sum(x.flat)", "return max(x.flat)"],
)
def test_what_is_read_at_once_is_flattened(body: str, fixed: Fixed) -> None:
    assert "ops.ravel(x)" in fixed(_FUNCTION.format(body=body), unsafe=True)
