"""A parameter that holds several arrays is asked for their namespace as a whole, however it is unpacked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from under_profile import fixed

SEVERAL = "import numpy as np\n\n\ndef f(*samples):\n    "
REST = "\n    return np.exp(x) + np.sum(y)\n"
UNPACKED = [
    "x, y = samples",
    "x, y = map(np.asarray, samples)",
    "x, y = [np.asarray(s) for s in samples]",
    "x, y = tuple(np.asarray(s) for s in samples)",
]


@pytest.mark.parametrize("unpacked", UNPACKED)
def test_what_is_unpacked_to_arrays_is_asked_and_gives_what_it_gave(unpacked: str) -> None:
    code = f"{SEVERAL}{unpacked}{REST}"
    text = fixed(code)
    assert "in (*samples,)" in text
    before: dict[str, Callable[..., Any]] = {}
    after: dict[str, Callable[..., Any]] = {}
    exec(code, before)
    exec(text, after)
    given = [1.0, 2.0], [0.5, 0.25]
    expected = before["f"](*given)
    np.testing.assert_array_equal(after["f"](*given), expected)
    for library in (array_api_strict, torch):
        result = after["f"](*(library.asarray(one, dtype=library.float64) for one in given))
        assert type(result).__module__.partition(".")[0] == library.__name__
        np.testing.assert_allclose(np.asarray(result), expected)


@pytest.mark.parametrize(
    ("said", "asked"), [("tuple of array_like", "in (*points,)"), ("iterable of tuples", "def f(points)")]
)
def test_a_parameter_is_asked_that_is_said_to_hold_arrays(said: str, asked: str) -> None:
    text = f'"""F.\n\n    Parameters\n    ----------\n    points : {said}\n        Points.\n    """'
    code = f"import numpy as np\n\n\ndef f(points):\n    {text}\n    x, y = points{REST}"
    assert asked in fixed(code)


@pytest.mark.parametrize("body", ["x, y = points", "x, y = [s for s in points if s]"])
def test_what_may_be_an_iterator_is_left(body: str) -> None:
    code = f"import numpy as np\n\n\ndef f(points):\n    {body}{REST}"
    assert fixed(code) == code
