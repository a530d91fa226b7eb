"""A strict library: truth values are no numbers (PUR114), rows no items (PUR115), integers not divided (PUR117)."""

from __future__ import annotations

import array_api_strict
import numpy as np
import pytest
from under_profile import fixed

GIVEN = "def f(x, y, n: int, xp):\n    x, y = xp.asarray(x), xp.asarray(y)\n    "
DATA = [[1.5, -0.5, 3.0], [2.0, 0.25, -1.0]]
CHANGED = [
    ("(x > 1) * y", "xp.astype(x > 1, y.dtype) * y"),
    ("y - (x > 1)", "y - xp.astype(x > 1, y.dtype)"),
    ("2.0 * (x > 1)", "2.0 * xp.astype(x > 1, x.dtype)"),
    ("~(x > 1) * (x + 1)", "xp.astype(~(x > 1), x.dtype) * (x + 1)"),
    ("xp.isnan(x) * 3", "xp.astype(xp.isnan(x), xp.int64) * 3"),
    ("(x > 1) * (y > 1)", "(x > 1) & (y > 1)"),
    ("xp.isnan(x) + (y > 1)", "xp.isnan(x) | (y > 1)"),
    ("x[(x > 1) * (y > 1)]", "x[(x > 1) & (y > 1)]"),
    ("xp.sum((x > 0) & (y > 0), axis=-1)", "xp.count_nonzero((x > 0) & (y > 0), axis=-1)"),
    ("xp.sum(x > 0, axis=0, keepdims=True)", "xp.count_nonzero(x > 0, axis=0, keepdims=True)"),
    ("xp.sum(x > 0, axis=0, dtype=x.dtype)", "xp.sum(xp.astype(x > 0, x.dtype), axis=0, dtype=x.dtype)"),
    ("xp.mean(~(x > 0), axis=0)", "xp.mean(xp.astype(~(x > 0), xp.float64), axis=0)"),
    ("xp.prod(x > 0, axis=0)", "xp.prod(xp.astype(x > 0, xp.int64), axis=0)"),
    ("xp.max(xp.isnan(x), axis=1)", "xp.any(xp.isnan(x), axis=1)"),
    ("xp.min(x > 0, axis=1)", "xp.all(x > 0, axis=1)"),
    (
        "[xp.max(row) for row in xp.reshape(x, (3, 2))]",
        "[xp.max(row) for row in xp.unstack(xp.reshape(x, (3, 2)))]",
    ),
    ("[a[0] + b[0] for a, b in zip(x, y)]", "[a[0] + b[0] for a, b in zip(xp.unstack(x), xp.unstack(y))]"),
    ("[i * row[0] for i, row in enumerate(x)]", "[i * row[0] for i, row in enumerate(xp.unstack(x))]"),
    ("[row @ row for row in x]", "[row @ row for row in xp.unstack(x)]"),
    ("xp.count_nonzero(x > 0, axis=0) / n", "xp.astype(xp.count_nonzero(x > 0, axis=0), xp.float64) / n"),
    ("(xp.argsort(x, axis=1) + 0.5) / n", "(xp.astype(xp.argsort(x, axis=1), xp.float64) + 0.5) / n"),
    ("xp.sum(x > 0, axis=0) / n", "xp.astype(xp.count_nonzero(x > 0, axis=0), xp.float64) / n"),
    ("[a + b + c for a, b, c in x]", "[a + b + c for a, b, c in xp.unstack(x)]"),
]


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_it_becomes_what_a_strict_library_takes(before: str, after: str) -> None:
    code = f"{GIVEN}return {before}\n"
    text = fixed(code)
    assert text == f"{GIVEN}return {after}\n"
    function: dict[str, object] = {}
    original: dict[str, object] = {}
    exec(text, function)
    exec(code, original)
    expected = original["f"](DATA, DATA, 2, np)  # type: ignore[operator]
    got = function["f"](DATA, DATA, 2, np)  # type: ignore[operator]
    strict = function["f"](DATA, DATA, 2, array_api_strict)  # type: ignore[operator]
    for one, other, third in zip(
        expected, got, strict if isinstance(strict, list) else np.asarray(strict), strict=True
    ):
        assert np.array_equal(one, other)
        assert np.array_equal(one, np.asarray(third))


@pytest.mark.parametrize(
    "kept",
    [
        "return (n > 0) * x",
        "return (x > 0) & (y > 0)",
        "return xp.where(x > 0, x, 0)",
        "return (x > 0) | (n > 2)",
        "return xp.sum(x), xp.any(x > 0), xp.count_nonzero(x > 0)",
        "return xp.sum(xp.astype(x > 0, xp.int64))",
        "return xp.asarray(n > 0)",
        "names = [1.0, 2.0]\n    return [name * 2 for name in names]",
        "return [float(number) for number in xp.reshape(x, (-1,))]",
        "return [number + 1 for number in x]",
        "return xp.argsort(x) * n, xp.argsort(x) // n, (xp.argsort(x) + x) / n",
        "count = xp.count_nonzero(x)\n    count = count + y\n    return count / n",
        "a, b = xp.meshgrid(x, y)\n    return a",
        "a, b = x.shape\n    return a",
        "return [a + b for a, b in zip([x, y], [y, x])]",
        "for i in range(n):\n        x = x + i\n    return x",
    ],
)
def test_what_looks_alike_stays(kept: str) -> None:
    code = f"{GIVEN}{kept}\n"
    assert fixed(code) == code


def test_code_of_numpy_stays() -> None:
    code = (
        "import numpy as np\n\n\ndef f(x, xp):\n    x = xp.asarray(x)\n    w = np.asarray([[1.0], [2.0]])\n"
        "    pairs = [row[0] for row in w]\n    return xp.sum(x) * len(pairs), (w > 1) * w\n"
    )
    assert fixed(code) == code
    asked = f"{GIVEN}if is_numpy(xp):\n        return (x > 0) * y\n    return y\n"
    assert fixed(asked) == asked


def test_the_letter_of_what_a_namespace_promotes_to_is_asked_in_its_words() -> None:
    code = f"{GIVEN}t = xp.result_type(x, y)\n    return t.kind in 'bui'\n"
    assert "return xp.isdtype(t, ('integral', 'bool'))" in fixed(code).replace('"', "'")


def test_the_letter_is_asked_before_a_class_takes_the_place_of_the_dtype() -> None:
    code = f"{GIVEN}t = xp.result_type(x, y)\n    if t.kind in 'bui':\n        t = xp.float64\n    return t\n"
    assert "if xp.isdtype(t, ('integral', 'bool')):" in fixed(code).replace('"', "'")
    made = code.replace("t = xp.float64", "t = np.dtype([('a', float)])")
    assert "if t.kind in 'bui':" in fixed(f"import numpy as np\n\n\n{made}")
