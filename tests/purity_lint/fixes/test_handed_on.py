"""Arrays that are handed on to objects are not asked for a namespace beside those that a function computes with."""

from __future__ import annotations

import pytest
from under_profile import fixed

HEAD = "import numpy as np\n\n\ndef f(self, X, y=None):\n    "
TEXT = '"""Fit.\n\n    Parameters\n    ----------\n    X : array-like\n    y : array-like\n    """\n    '


@pytest.mark.parametrize(
    "body",
    [
        "self.model.fit(np.exp(X), y)\n    return np.sum(X)",
        "if y is None:\n        return np.exp(X)\n    return self.model.fit(np.exp(X), labels=y)",
    ],
)
def test_what_objects_get_alone_may_be_of_another_library(body: str) -> None:
    text = fixed(f"{HEAD}{TEXT}{body}\n")
    assert "array_namespace(X)" in text
    assert "(X, y)" not in text.partition('"""\n    xp')[2].partition("\n")[0]


@pytest.mark.parametrize(
    "body",
    [
        "return np.exp(X) + np.sum(y)",
        "self.model.fit(X, y)\n    return np.exp(X) + y",
        "return solve(np.exp(X), y)",
        "y = y.copy()\n    self.model.fit(X, y)\n    return np.exp(X)",
    ],
)
def test_what_a_function_computes_with_is_asked(body: str) -> None:
    assert "in (X, y)" in fixed(f"{HEAD}{TEXT}{body}\n")


def test_the_only_arrays_are_asked() -> None:
    code = f"{HEAD}{TEXT}self.model.fit(X, y)\n    return np.zeros(3) * self.model.fit(X, y)\n"
    assert "in (X, y)" in fixed(code)


def test_what_a_function_of_the_file_is_to_ask_is_asked_before() -> None:
    code = """import numpy as np


def f(a, b, n):
    return np.exp(np.real(helper(a, b, n=n)))


def helper(a, b, n):
    if n > 1:
        return f(a, b, n - 1)
    a, b = np.asarray(a), np.asarray(b)
    return np.sqrt(a) * b
"""
    text = fixed(code)
    assert "return xp.exp(xp.real(helper(a, b, n=n)))" in text  # of NumPy's functions a tensor may be refused
    assert text.count("in (a, b)") == 2
