"""Numbers that a function counts with are no arrays: none is asked for a namespace, and `math` computes with them."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
from under_profile import fixed

IMPORT = "import numpy as np\n\n\n"
GIVEN = IMPORT + "def f(n, x):\n    x = np.asarray(x)\n"


@pytest.mark.parametrize(
    "counted",
    [
        "m = np.arange(-n + 1, n, 2)",
        "for i in range(n // 2):\n        x = x + i",
        "w = np.linspace(0, 1, n)",
        "z = np.zeros((n, 3))",
        "if int(n) != n:\n        raise ValueError(n)",
        "if not isinstance(n, (int, np.integer)):\n        raise TypeError(n)",
        "y = x[: n - 1]",
        "n = int(n)\n    y = x[n:]",
        "m = x.shape[1 - n]",
        "x, n = checked(x, n)\n    m = x.shape[n]",
    ],
)
def test_what_is_counted_with_is_no_array(counted: str) -> None:
    after = fixed(f"{GIVEN}    {counted}\n    return x * np.sqrt(n), np.polyval([1, 2], n)\n")
    assert "array_namespace(x)" in after
    assert "return x * math.sqrt(n), np.polyval([1, 2], n)\n" in after


@pytest.mark.parametrize(
    "taken",
    [
        "y = x + n",
        "y = np.zeros(n.shape)",
        "n = n.shape[0]\n    y = x[:n]",
        "for i in range(n.shape[0]):\n        x = x + i",
        "w = np.linspace(0, 1, n) if np.ndim(n) == 0 else np.asarray(n)",
        "w = np.linspace(n, 1, 9)",
        "if np.round(n) != n:\n        raise ValueError(n)",
    ],
)
def test_what_may_be_an_array_is_one(taken: str) -> None:
    after = fixed(
        f"{IMPORT}def f(n, x):\n    x = np.asarray(x)\n    m = np.sqrt(n)\n    {taken}\n    return x * m\n"
    )
    assert "m = xp.sqrt(n)\n" in after


def test_a_function_of_counts_alone_stays_with_numpy() -> None:
    code = IMPORT + "def f(n):\n    k = np.arange(1, n + 1)\n    return np.polyval([1, 2], n) + k\n"
    assert fixed(code) == code


def test_an_attribute_that_a_class_counts_with_is_a_number() -> None:
    code = (
        "class Grid:\n    def __init__(self, d, x):\n        self.d = d\n        self.x = np.asarray(x)\n"
        "        self.cell = 1 / np.sqrt(self.d)\n\n    def all(self):\n        return [i for i in range(self.d)]\n"
    )
    assert "self.cell = 1 / math.sqrt(self.d)" in fixed(IMPORT + code)
    others = code.replace("range(self.d)", "self.d")
    assert "math" not in fixed(IMPORT + others)


def test_what_is_computed_of_numbers_is_a_number_far_away() -> None:
    code = (
        'def f(x, high):\n    """Do.\n\n    Parameters\n    ----------\n    high : float\n    """\n'
        "    x = np.asarray(x)\n    g = 10 ** (0.1 * abs(high))\n    v = np.arccosh(np.sqrt((g - 1.0) / (g + 1.0)))\n"
        "    order = int(np.ceil(v / np.max(x)))\n    return np.cosh(1.0 / order * v) * x\n"
    )
    after = fixed(IMPORT + code)
    assert "v = math.acosh(math.sqrt((g - 1.0) / (g + 1.0)))" in after
    assert "return math.cosh(1.0 / order * v) * x" in after
    in_a_loop = code.replace("    order =", "    for v in x:\n        pass\n    order =")
    assert "np.cosh(1.0 / order * v)" not in fixed(IMPORT + in_a_loop)
    assert "math.cosh" not in fixed(IMPORT + in_a_loop)


def test_a_complex_number_is_none_of_math() -> None:
    code = "def f(x, w):\n    x = np.asarray(x)\n    z = 1j\n    return x * np.sqrt(2 * z) * np.sqrt(2.0)\n"
    assert "return x * np.sqrt(2 * z) * math.sqrt(2.0)" in fixed(IMPORT + code).replace("xp.sqrt", "np.sqrt")


def test_the_product_of_an_array_is_an_array_for_the_functions_that_take_it() -> None:
    code = (
        "def f(a, b, n):\n    a = np.asarray(a)\n    b = np.asarray(b)\n\n    def total(x, scale):\n"
        "        return np.sum(x) + np.log(scale)\n\n    d = np.prod(b - a) / 3\n    return total(a, d)\n"
    )
    assert "return xp.sum(x) + xp.log(scale)" in fixed(IMPORT + code)


def test_the_fixed_function_gives_what_it_gave() -> None:
    code = (
        "from array_api_compat import array_namespace\n\n\n"
        "def f(x, n):\n    x = np.asarray(x)\n    return np.sqrt(x[:n]) / np.sqrt(n)\n"
    )
    after: dict[str, Any] = {}
    before: dict[str, Any] = {}
    exec(fixed(IMPORT + code), after)
    exec(IMPORT + code, before)
    data = [1.0, 2.0, 3.0]
    got = after["f"](array_api_strict.asarray(data), 2)
    expected = before["f"](data, 2)
    assert np.allclose(np.asarray(got), expected)
    assert np.allclose(after["f"](data, 2), expected)


def test_a_number_of_turns_is_none_of_a_namespace() -> None:
    counted = (
        "d = np.asarray(d)[()]\n    if not np.isscalar(d) or np.floor(d) != d:\n        raise ValueError(d)\n"
    )
    turns = "    for j in range(1, d + 1):\n        x = x - j\n    return np.exp(x)\n"
    after = fixed(f"{IMPORT}def f(x, d):\n    x = np.asarray(x)\n    {counted}{turns}")
    assert "array_namespace(x)" in after
    assert counted in after
    assert "return xp.exp(x)\n" in after
    function: dict[str, Any] = {}
    exec(after, function)
    strict = function["f"](array_api_strict.asarray([1.0, 2.0]), 3)
    assert np.allclose(np.asarray(strict), np.exp([-5.0, -4.0]))


@pytest.mark.parametrize(
    "taken",
    [
        "for i in range(int(n)):\n        x = x + i",
        "for i in range(n.shape[0]):\n        x = x + i",
        "for i in range(len(n)):\n        x = x + i",
        "n = n + 1.5\n    for i in range(3):\n        x = x + n",
    ],
)
def test_an_array_with_turns_is_asked(taken: str) -> None:
    after = fixed(
        f"{IMPORT}def f(x, n):\n    x, n = np.asarray(x), np.asarray(n)\n    {taken}\n    return x * np.sqrt(n)\n"
    )
    assert "x, n = xp.asarray(x), xp.asarray(n)\n" in after


@pytest.mark.parametrize("used", ["x[i + 1]", "np.take(x, i - 1, axis=0)", "x[-(i - 1)]"])
def test_places_are_whole_numbers(used: str) -> None:
    after = fixed(f"{GIVEN}    i = np.arange(0, x.shape[0])\n    return np.exp({used})\n")
    assert "i = xp.arange(0, x.shape[0])\n" in after.replace(", device=xp_device(x)", "")
