"""What functions are given that is no array, and dtypes that one library alone takes: a fix keeps both working."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
from under_profile import fixed

IMPORT = "import numpy as np\n\n\n"
GIVEN = IMPORT + "def f(x, y, k):\n    x, y = np.asarray(x), np.asarray(y)\n    "


@pytest.mark.parametrize(
    "asked",
    [
        "if isinstance(t, str):\n        return None",
        "if isinstance(t, (str, bytes)):\n        return None",
        "if t == 'cutoff':\n        return None",
        "if t in ('cutoff', 'fall'):\n        return None",
    ],
)
def test_no_text_is_asked_for_its_namespace(asked: str) -> None:
    code = f"{IMPORT}def f(t):\n    {asked}\n    return np.exp(-t * t)\n"
    assert fixed(code) == code


@pytest.mark.parametrize(
    "asked",
    [
        "if isinstance(t, list):\n        return None",
        "if isinstance(k, str):\n        return None",
        "if k == 'cutoff' or k in ('a', 'b'):\n        return None",
        "if t in names:\n        return None",
    ],
)
def test_what_is_no_text_is_asked(asked: str) -> None:
    code = f"{IMPORT}def f(t, k, names):\n    {asked}\n    t = np.asarray(t)\n    return np.exp(-t * t)\n"
    assert "return xp.exp(-t * t)\n" in fixed(code)


def test_a_shape_is_no_array_whatever_it_becomes() -> None:
    code = IMPORT + (
        "def f(shape, idx):\n    out = np.zeros(shape)\n    shape = np.atleast_1d(shape)\n"
        "    out[idx] = 1\n    return out, shape // 2\n"
    )
    assert "array_namespace" not in fixed(code)
    later = IMPORT + "def f(x):\n    x = np.asarray(x)\n    n = x.shape\n    return np.zeros(n) + np.exp(x)\n"
    assert "xp = array_namespace(x)" in fixed(later)


def test_numbers_and_lists_have_sizes_too() -> None:
    code = GIVEN + "return np.size(k), np.size(x), x.size, x + np.log(y)\n"
    after = fixed(code)
    assert (
        "return math.prod(xp.asarray(k).shape), math.prod(x.shape), math.prod(x.shape), x + xp.log(y)\n"
        in after
    )
    names: dict[str, Any] = {}
    exec(after, names)
    given = np.asarray([1.0, 2.0])
    for k, size in ((3.5, 1), ([1, 2, 3], 3), (given, 2)):
        assert names["f"](given, given, k)[:3] == (size, 2, 2)


@pytest.mark.parametrize(
    ("bound", "after"),
    [
        ("kind = float", "kind = xp.float64"),
        ("kind = x.dtype if k else int", "kind = x.dtype if k else xp.int64"),
        ("kind = complex if k else x.dtype", "kind = xp.complex128 if k else x.dtype"),
    ],
)
def test_types_of_python_become_dtypes_where_a_name_is_one(bound: str, after: str) -> None:
    code = f"{GIVEN}{bound}\n    return np.zeros(3, kind), np.ones(x.shape, dtype=kind)\n"
    text = fixed(code)
    assert f"    {after}\n    return xp.zeros(3, dtype=kind), xp.ones(x.shape, dtype=kind)\n" in text
    function: dict[str, Any] = {}
    exec(text, function)
    given = array_api_strict.asarray([1.0, 2.0])
    for made in function["f"](given, given, True):
        assert type(made) is type(given)


@pytest.mark.parametrize(
    "bound",
    [
        "kind = float\n    y = kind(3) * y",
        "kind = x.dtype",
        "float = x.dtype\n    kind = float",
    ],
)
def test_what_is_more_than_a_dtype_stays(bound: str) -> None:
    assert f"    {bound}\n" in fixed(f"{GIVEN}{bound}\n    return np.zeros(3, dtype=kind) * np.exp(y)\n")


@pytest.mark.parametrize("bound", ["object", "np.dtype('long')", "np.min_scalar_type(k)"])
def test_arrays_of_a_dtype_that_numpy_alone_has_stay(bound: str) -> None:
    kept = (
        f"if k > 3:\n        kind = {bound}\n    else:\n        kind = np.int64\n"
        "    out = np.empty_like(x, dtype=kind)\n    out[0] = 1\n"
    )
    assert kept in fixed(f"{GIVEN}{kept}    return out, np.exp(y)\n")
    assert f"np.zeros(k, dtype={bound})" in fixed(f"{GIVEN}return np.zeros(k, dtype={bound}), np.exp(y)\n")


def test_an_order_of_axes_stays_with_numpy() -> None:
    kept = "order = np.arange(x.ndim)\n    order[[0, -1]] = [-1, 0]\n"
    assert kept in fixed(f"{GIVEN}{kept}    return x.transpose(*order) * np.sin(x)\n")
    counted = fixed(f"{GIVEN}return np.arange(x.shape[0]) * np.sin(x)\n")
    assert "xp.arange(x.shape[0], dtype=x.dtype) * xp.sin(x)" in counted or "xp.arange(x.shape[0])" in counted


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.full(3, np.mean(x))", "xp.asarray(xp.broadcast_to(xp.mean(x), (3,)), copy=True)"),
        ("np.full((2, 3), x[0])", "xp.asarray(xp.broadcast_to(x[0], (2, 3)), copy=True)"),
        ("np.full(x.shape, np.sum(x))", "xp.asarray(xp.broadcast_to(xp.sum(x), x.shape), copy=True)"),
        ("np.full_like(x, np.max(y))", "xp.astype(xp.broadcast_to(xp.max(y), x.shape), x.dtype)"),
        (
            "np.full((2, 3), np.max(y), dtype=y.dtype)",
            "xp.astype(xp.broadcast_to(xp.max(y), (2, 3)), y.dtype)",
        ),
    ],
)
def test_arrays_full_of_a_value_of_an_array(before: str, after: str) -> None:
    text = fixed(f"{GIVEN}return {before}\n")
    assert f"return {after}\n" in text
    names: dict[str, Any] = {}
    old: dict[str, Any] = {}
    exec(text, names)
    exec(f"{GIVEN}return {before}\n", old)
    x, y = [1.5, 2.5, 4.0], [3.0, 2.0, 7.25]
    expected = old["f"](x, y, 2)
    strict = names["f"](*(array_api_strict.asarray(a) for a in (x, y)), 2)
    plain = names["f"](np.asarray(x), np.asarray(y), 2)
    assert plain.flags.writeable
    assert type(strict) is type(array_api_strict.asarray(x))
    for got in (plain, np.asarray(strict)):
        assert np.array_equal(got, expected)
        assert got.dtype == expected.dtype


@pytest.mark.parametrize(
    ("kept", "after"),
    [
        ("np.full(3, 1.5)", "xp.full(3, 1.5)"),
        ("np.full(3, np.nan)", "xp.full(3, xp.nan)"),
        ("np.full(3, k)", "xp.full(3, k)"),
        ("np.full_like(x, 0)", "xp.full_like(x, 0)"),
        ("np.full(x.shape, x.shape[0])", "xp.full(x.shape, x.shape[0])"),
    ],
)
def test_arrays_full_of_numbers_stay_so(kept: str, after: str) -> None:
    assert f"return {after}, xp.exp(x)\n" in fixed(f"{GIVEN}return {kept}, np.exp(x)\n")


ASKED = [
    ("if isinstance(k, np.ndarray):\n        y = y * 2", False),
    ("if not isinstance(k, np.ndarray):\n        y = y * 2", False),
    ("vals = made(y)\n    if isinstance(vals, np.ndarray):\n        y = y * 2", False),
    ("if np.isscalar(k):\n        y = y + 1\n    elif isinstance(k, np.ndarray):\n        y = y * 2", True),
    ("if np.isscalar(k):\n        return y\n    if isinstance(k, np.ndarray):\n        y = y * 2", True),
    (
        "if isinstance(k, np.generic):\n        return y\n    if isinstance(k, np.ndarray):\n        y = y * 2",
        True,
    ),
    ("if np.isscalar(x):\n        return y\n    if isinstance(k, np.ndarray):\n        y = y * 2", False),
]


@pytest.mark.parametrize(("statement", "changed"), ASKED)
def test_numbers_of_numpys_are_no_arrays(statement: str, *, changed: bool) -> None:
    after = fixed(f"{GIVEN}y = np.exp(y)\n    {statement}\n    return y\n")
    assert ("is_array_api_obj(k)" in after.replace("is_array_api_obj(k) else", "")) is changed
    assert "y = xp.exp(y)\n" in after


PHASES = "def _phase(t, poly):\n    return 2 * np.polyval(np.polyint(poly), t)\n\n\n"


def test_what_a_function_of_the_file_made_with_numpy_stays() -> None:
    code = f"{IMPORT}{PHASES}def f(t, poly):\n    phase = _phase(t, poly)\n    return np.cos(phase + 1), np.sin(t)\n"
    assert fixed(code) == code
    mixed = code.replace("np.cos(phase + 1)", "np.cos(np.exp(t) - phase)")
    assert fixed(mixed) == mixed
    own = code.replace("2 * np.polyval(np.polyint(poly), t)", "2 * np.exp(t)")
    assert "return xp.cos(phase + 1), xp.sin(t)\n" in fixed(own)


def test_degrees_of_a_number_are_math() -> None:
    code = f"{IMPORT}def f(x, phi: float = 0.0):\n    x = np.asarray(x)\n    return np.cos(x) + np.deg2rad(phi)\n"
    after = fixed(code)
    assert "return xp.cos(x) + math.radians(phi)\n" in after
    function: dict[str, Any] = {}
    exec(after, function)
    strict = function["f"](array_api_strict.asarray([1.0]), 45.0)
    assert np.asarray(strict)[0] == np.cos(1.0) + np.deg2rad(45.0)


def test_what_a_private_function_is_handed_of_callers_may_be_a_list() -> None:
    code = IMPORT + (
        "def _edges(x, bounds=None):\n    if bounds is not None and len(bounds) != 2:\n        raise ValueError\n"
        "    return np.exp(np.asarray(x))\n\n\n"
        'def edges(x, bounds=None):\n    """Do.\n\n    Parameters\n    ----------\n    x : array_like\n'
        '    bounds : array_like, optional\n    """\n    return _edges(x, bounds)\n'
    )
    after = fixed(code)
    assert "len(bounds) != 2" in after
    assert "xp.exp(xp.asarray(x))" in after


def test_each_of_many_may_be_a_list_until_arrays_are_made_of_all() -> None:
    head = "def f(*samples):\n    y = np.sqrt(np.exp(samples[0]))\n    "
    code = f"{IMPORT}{head}if y[0] > 9:\n        samples = [np.sort(s) for s in samples]\n    n = len(samples[1])\n"
    code += "    return y * n, [len(s) for s in samples]\n"
    after = fixed(code)
    assert "    n = len(samples[1])\n    return y * n, [len(s) for s in samples]\n" in after
    function: dict[str, Any] = {}
    exec(after, function)
    assert function["f"]([1.0], [2.0])[1] == [1, 1]
    assert "    n = samples[1].shape[0]\n" in fixed(code.replace("if y[0] > 9:\n        samples", "samples"))


def test_numbers_of_a_list_that_may_be_empty_are_no_stack() -> None:
    code = f"{GIVEN}return np.asarray([np.sum(x) for _ in range(k)]), np.asarray([np.sqrt(x) for _ in range(k)])\n"
    after = fixed(code)
    assert "xp.asarray([xp.sum(x) for _ in range(k)])" in after
    assert "xp.stack([xp.sqrt(x) for _ in range(k)])" in after
