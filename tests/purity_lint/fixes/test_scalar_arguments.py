"""Numbers, lists and dtypes in the arguments of calls: functions of the array API standard take fewer of them."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from under_profile import fixed

IMPORT = "import numpy as np\nfrom array_api_compat import array_namespace\n\n\n"
GIVEN = IMPORT + (
    'def f(x, n):\n    """Do.\n\n    Parameters\n    ----------\n    x : 1-D array\n    n : int\n    """\n'
    "    x = np.asarray(x)\n    "
)
DATA = [1.5, 0.5, 3.0]
CHANGED = [
    ("np.where(x > 1, -1, 1)", "xp.where(x > 1, xp.asarray(-1), 1)"),
    ("np.where(x > 1, 1, 0.5)", "xp.where(x > 1, 1, xp.asarray(0.5))"),
    ("np.where(x > 1, np.nan, 2)", "xp.where(x > 1, xp.asarray(xp.nan), 2)"),
    ("np.broadcast_to(n, x.shape)", "xp.broadcast_to(xp.asarray(n), x.shape)"),
    ("x + np.reshape(2.5, (1,))", "x + xp.reshape(xp.asarray(2.5), (1,))"),
    ("np.diff(x, prepend=0)", "xp.diff(x, prepend=xp.asarray([0], dtype=x.dtype))"),
    ("np.diff(x + 1, append=n)", "xp.diff(x + 1, append=xp.asarray([n], dtype=x.dtype))"),
    ("np.max([x**2, np.exp(-x)], axis=0)", "xp.max(xp.stack([x**2, xp.exp(-x)]), axis=0)"),
    ("np.any((x > 2, x < 1), axis=0)", "xp.any(xp.stack((x > 2, x < 1)), axis=0)"),
    ("x - np.arange(n)", "x - xp.arange(n, dtype=x.dtype)"),
    ("(2 * np.arange(1, 4) - 1) * x", "(2 * xp.arange(1, 4, dtype=x.dtype) - 1) * x"),
    ("(2 * np.arange(1, n + 1) - 1) / (2 * n)", "(2 * xp.arange(1, n + 1, dtype=x.dtype) - 1) / (2 * n)"),
    ("np.reshape(x, [x.shape[0]] + [1] * n)", "xp.reshape(x, tuple([x.shape[0]] + [1] * n))"),
    ("np.zeros_like(x, shape=n)", "xp.zeros(n, dtype=x.dtype)"),
    ("np.full_like(x, 2, shape=(n, 2))", "xp.full((n, 2), 2, dtype=x.dtype)"),
    ("np.ones_like(x, shape=n, dtype=bool)", "xp.ones(n, dtype=xp.bool)"),
]


def _function(code: str) -> Any:
    names: dict[str, Any] = {}
    exec(code, names)
    return names["f"]


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_a_call_is_given_what_the_standard_takes(before: str, after: str) -> None:
    code = f"{GIVEN}return {before}\n"
    text = fixed(code)
    assert f"return {after}\n" in text
    function, expected = _function(text), _function(code)(np.asarray(DATA), 3)
    assert np.array_equal(function(np.asarray(DATA), 3), expected, equal_nan=True)
    got = function(array_api_strict.asarray(DATA), 3)
    assert np.array_equal(np.asarray(got), expected, equal_nan=True)


BODIES = [
    # what becomes a place is no float, whatever it is computed with on its way
    ("i = np.arange(0, 2)\n    j = i + 1\n    return x[j] * 2", "i = xp.arange(0, 2)"),
    (
        "i = np.arange(0, 2)\n    j = 1 + i\n    k = j - 1\n    return np.take(x, k) * 2",
        "i = xp.arange(0, 2)",
    ),
    ("i = np.arange(0, 3)\n    j = i + 1\n    return x * j", "i = xp.arange(0, 3, dtype=x.dtype)"),
    ("a = 0.5 * n\n    i = np.arange(0, 3) - a\n    return x * i", "i = xp.arange(0, 3, dtype=x.dtype) - a"),
    (
        "s = np.array(x.shape)\n    s[0] = 1\n    return np.exp(x)[:1] + np.zeros(s)",
        "return xp.exp(x)[:1] + xp.zeros(tuple(s))",
    ),
    (
        "s = np.asarray((2, 3))\n    return np.broadcast_to(x, s)",
        "return xp.broadcast_to(x, tuple(s))",
    ),
    (
        "s = list(x.shape)\n    s[0] = 3\n    return np.broadcast_to(x, s)",
        "return xp.broadcast_to(x, tuple(s))",
    ),
    (
        "eps = np.finfo(x.dtype).eps\n    return x / np.maximum(np.abs(x), eps)",
        "return x / xp.clip(xp.abs(x), min=eps)",
    ),
    (
        "p = 1.0\n    if n > 5:\n        p = np.exp(x)\n    return x * np.sqrt(p)",
        "return x * xp.sqrt(xp.asarray(p))",
    ),
    (
        "p = -np.inf\n    if n > 1:\n        p = np.max(x)\n    return np.clip(p, 0, 1)",
        "return xp.clip(xp.asarray(p), 0, 1)",
    ),
    ("p = 1.0\n    p = np.exp(x)\n    return np.sqrt(p)", "return xp.sqrt(p)"),
    ("return np.minimum(x, np.finfo(x.dtype).max)", "return xp.clip(x, max=xp.finfo(x.dtype).max)"),
]


@pytest.mark.parametrize(("body", "after"), BODIES)
def test_numbers_and_shapes_by_their_names_are_what_the_standard_takes(body: str, after: str) -> None:
    code = f"{GIVEN}{body}\n"
    text = fixed(code)
    assert f"    {after}\n" in text
    function, expected = _function(text), _function(code)(np.asarray(DATA), 3)
    for library in (np, array_api_strict, torch):
        got = function(library.asarray(DATA), 3)
        np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-6)


def test_arrays_are_full_of_a_number_that_may_be_an_array() -> None:
    code = (
        f"{IMPORT}def f(x, first=None):\n    x = np.asarray(x)\n    if not np.isscalar(first):\n"
        "        raise ValueError(first)\n    return np.concatenate([np.full((1,), first, dtype=x.dtype), x])\n"
    )
    function = _function(fixed(code))
    for library in (np, array_api_strict, torch):
        got = function(library.asarray(DATA), 2.0)
        np.testing.assert_array_equal(np.asarray(got), [2.0, *DATA])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.where(x > 1, x, 0)", "xp.where(x > 1, x, 0)"),
        ("np.where(x > 1, 0, x)", "xp.where(x > 1, 0, x)"),
        ("np.diff(x, prepend=x[:1])", "xp.diff(x, prepend=x[:1])"),
        ("x[np.arange(n) + 1]", "x[xp.arange(n) + 1]"),
        ("x * np.arange(n, dtype=float)", "x * xp.arange(n, dtype=xp.float64)"),
        ("np.reshape(x, (n, 1))", "xp.reshape(x, (n, 1))"),
        ("np.zeros_like(x)", "xp.zeros_like(x)"),
        ("x.reshape(x.shape[0], 1)", "xp.reshape(x, (x.shape[0], 1))"),
        ("x + np.max([x[0], 1.0])", "x + np.max([x[0], 1.0])"),
        ("x + np.sum([n, 2 * n])", "x + np.sum([n, 2 * n])"),
    ],
)
def test_other_arguments_stay(before: str, after: str) -> None:
    assert f"return {after}\n" in fixed(f"{GIVEN}return {before}\n")


def test_a_number_is_not_repeated_along_axes_that_nobody_counted() -> None:
    code = GIVEN.replace("1-D array", "array_like") + "return np.diff(x, prepend=0)\n"
    assert "return np.diff(x, prepend=0)\n" in fixed(code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.dot(x * y, z)", "(x * y) @ z"),
        ("np.dot(x @ y, z)", "x @ y @ z"),
        ("np.dot(x, y * z)", "x @ (y * z)"),
        ("np.dot(x, y) - z", "x @ y - z"),
        ("np.dot(-x, y)", "-x @ y"),
    ],
)
def test_what_is_multiplied_first_stands_in_parentheses(before: str, after: str) -> None:
    code = f"{IMPORT}def f(x, y, z):\n    x, y, z = np.asarray(x), np.asarray(y), np.asarray(z)\n    return {before}\n"
    assert f"return {after}\n" in fixed(code)


@pytest.mark.parametrize("made", ["int", "float", "bool"])
def test_what_becomes_a_number_is_not_asked_for_its_axes(made: str) -> None:
    code = f"def f(x, xp):\n    x = xp.asarray(x)\n    return {made}(x[()])\n"
    assert fixed(code) == code
