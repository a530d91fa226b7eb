"""Fixes under the array API profile that rest on what code and its docstrings say of masks, axes and numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
import under_profile

POINTS = (
    '    """Do.\n\n    Parameters\n    ----------\n    x : array_like\n        {}\n    k : int\n    """\n'
)


def fixed(code: str, *, unsafe: bool = True) -> str:
    """What code becomes below the imports of a file."""
    return under_profile.fixed(f"import numpy as np\nfrom scipy import stats\n\n\n{code}", unsafe=unsafe)


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("1-D array of points.", "xpx.create_diagonal(2 * x[1:], offset=1, xp=xp)"),
        ("Two-dimensional array of points.", "xp.linalg.diagonal(2 * x[1:, ...], offset=1)"),
        ("1-D or 2-D array of points.", "np.diag(2 * x[1:], 1)"),
        ("N-D array of 1-D points.", "np.diag(2 * x[1:], 1)"),
        ("Points.", "np.diag(2 * x[1:], 1)"),
    ],
)
def test_a_diagonal_is_made_or_taken_as_the_docstring_says(said: str, after: str) -> None:
    code = f"def f(x, k):\n{POINTS.format(said)}    x = np.atleast_1d(x)\n    return np.diag(2 * x[1:], 1)\n"
    assert fixed(code).endswith(f"    return {after}\n")
    assert "diagonal(" not in fixed(code, unsafe=False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.place(y, x < 1, 0)", "y = xpx.at(y)[x < 1].set(0)"),
        ("np.putmask(y, ~np.isnan(x), -1.5)", "y = xpx.at(y)[~xp.isnan(x)].set(-1.5)"),
        ("np.place(y, x, np.nan)", "y = xpx.at(y)[xp.astype(x, xp.bool)].set(xp.nan)"),
        ("np.place(y, x < 1, x)", "np.place(y, x < 1, x)"),
        ("low = x < 1\n    np.place(y, low, 0)", "low = x < 1\n    y = xpx.at(y)[low].set(0)"),
    ],
)
def test_a_number_goes_where_a_mask_is_true(before: str, after: str) -> None:
    code = f"def f(x):\n    x = np.asarray(x)\n    y = np.zeros(x.shape)\n    {before}\n    return y\n"
    assert f"    {after}\n    return y\n" in fixed(code)


CHOSEN = "low = x < 1\n    t = np.extract({}, x)\n    np.place(y, low, {})"


@pytest.mark.parametrize(
    ("mask", "values", "after"),
    [
        ("low", "2 * t + np.pi", "t = x[low]\n    y = xpx.at(y)[low].set(2 * t + xp.pi)"),
        ("x > 2", "2 * t", "t = np.extract(x > 2, x)\n    np.place(y, low, 2 * t)"),
        ("low", "t * x", "t = np.extract(low, x)\n    np.place(y, low, t * x)"),
    ],
)
def test_values_that_a_mask_chose_go_back_to_its_places(mask: str, values: str, after: str) -> None:
    body = CHOSEN.format(mask, values)
    code = f"def f(x):\n    x = np.asarray(x)\n    y = np.zeros(x.shape)\n    {body}\n    return y\n"
    assert f"    {after}\n    return y\n" in fixed(code)
    assert "np.extract(" in fixed(code, unsafe=False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(1 - (x < 1)) & (x < 2)", "~(x < 1) & (x < 2)"),
        ("x[1 - (x < 1)]", "x[~(x < 1)]"),
        ("x * (1 - (x < 1))", "x * (1 - xp.astype(x < 1, x.dtype))"),
        ("(1 - x) & (x < 2)", "(1 - x) & (x < 2)"),
    ],
)
def test_the_complement_of_a_mask_is_no_difference(before: str, after: str) -> None:
    code = f"def f(x):\n    x = np.asarray(x)\n    return np.exp({before})\n"
    assert f"    return xp.exp({after})\n" in fixed(code)


def test_a_number_that_scipy_computes_goes_to_math() -> None:
    code = "def f(x, level=0.5):\n    x = np.asarray(x)\n    return x - np.exp(stats.norm.ppf(level))\n"
    assert "    return x - math.exp(stats.norm.ppf(level))\n" in fixed(code)


@pytest.mark.parametrize(("test", "made"), [("level > 0.5", "float({})"), ("level is None", "{}")])
def test_what_a_condition_compares_with_a_number_is_one(test: str, made: str) -> None:
    code = (
        "def f(x, level=0.9):\n    return _f(x, level=level)\n\n\ndef g(x):\n    return _f(x)\n\n\n"
        f"def _f(x, *, level=None):\n    x = np.asarray(x)\n    if {test}:\n        level = 1 - level\n"
        "    z = stats.norm.ppf(level / 2)\n    return x - z * np.exp(x)\n"
    )
    assert f"    z = {made.format('stats.norm.ppf(level / 2)')}\n" in fixed(code)


GIVEN = '''def f(x, high, low):
    """Do.

    Parameters
    ----------
    x : array_like
    high, low : float
    """
    x = np.asarray(x)
    {}
'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "h = 10 ** (0.1 * np.abs(high)); return x * np.sqrt(h - 1)",
            "h = 10 ** (0.1 * abs(high)); return x * math.sqrt(h - 1)",
        ),
        ("return x * np.arccosh(np.sqrt(high / low))", "return x * math.acosh(math.sqrt(high / low))"),
        ("return x[: int(np.ceil(np.log10(high) / 2))]", "return x[: math.ceil(math.log10(high) / 2)]"),
        ("return x * np.ceil(-np.log10(high))", "return x * np.ceil(-np.log10(high))"),
        ("high = high + x; return np.sqrt(high)", "high = high + x; return xp.sqrt(high)"),
    ],
)
def test_what_is_computed_of_numbers_alone_goes_to_math(before: str, after: str) -> None:
    assert fixed(GIVEN.format(before)).endswith(f"    {after}\n")


def test_a_name_for_abs_of_the_file_is_no_builtin() -> None:
    code = f"from numpy import abs\n\n\n{GIVEN.format('return x * np.abs(high)')}"
    assert "np.abs(high)" in fixed(code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return np.max(abs(x), axis=0) + abs(x)", "return xp.max(xp.abs(x), axis=0) + abs(x)"),
        ("return np.sqrt(abs(k + 1) + x)", "return xp.sqrt(abs(k + 1) + x)"),
        ("return np.zeros(3, float)", "return xp.zeros(3, dtype=xp.float64)"),
        ("return np.full(3, 1, bool)", "return xp.full(3, 1, dtype=xp.bool)"),
        (
            "y = np.minimum(x, x.sum()); return np.concatenate((np.atleast_1d(y), x))",
            "y = xp.minimum(x, xp.sum(x)); return xp.concat((xpx.atleast_nd(y, ndim=1), x))",
        ),
        (
            "y = np.atleast_1d(k); return x + y",
            "y = xpx.atleast_nd(xp.asarray(k), ndim=1, xp=xp); return x + y",
        ),
    ],
)
def test_dtypes_by_position_are_those_of_the_namespace_and_no_array_is_made_twice(
    before: str, after: str
) -> None:
    assert fixed(f"def f(x, k):\n    x = np.asarray(x)\n    {before}\n").endswith(f"    {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.max(abs(x), axis=1)", "xp.max(xp.abs(x), axis=1)"),
        ("np.any(x < 2 * abs(x))", "xp.any(x < 2 * xp.abs(x))"),
        ("np.sum(-abs(x))", "xp.sum(-xp.abs(x))"),
        ("np.sum(x) * abs(n)", "xp.sum(x) * abs(n)"),
    ],
)
def test_absolute_values_in_a_call_are_of_its_namespace(before: str, after: str) -> None:
    code = f"def f(x, n: int):\n    xp = array_namespace(x)\n    return {before}\n"
    assert fixed(f"from array_api_compat import array_namespace\n\n\n{code}").endswith(
        f"    return {after}\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.sum(x, axis=1, keepdims=1)", "xp.sum(x, axis=1, keepdims=True)"),
        ("x.mean(axis=1, keepdims=0)", "xp.mean(x, axis=1, keepdims=False)"),
        ("np.linalg.svd(x, full_matrices=0)", "xp.linalg.svd(x, full_matrices=False)"),
        ("np.sum(x, axis=1, keepdims=True)", "xp.sum(x, axis=1, keepdims=True)"),
        ("np.sum(x, axis=1, keepdims=k)", "xp.sum(x, axis=1, keepdims=k)"),
        ("np.sum(x, axis=1)", "xp.sum(x, axis=1)"),
        ("np.var(x, axis=0, ddof=1)", "xp.var(x, axis=0, correction=1)"),
    ],
)
def test_a_flag_is_no_number(before: str, after: str) -> None:
    assert fixed(f"def f(x, k):\n    x = np.asarray(x)\n    return {before}\n").endswith(
        f"    return {after}\n"
    )


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (
            "return np.exp(np.partition(x, (3, 4))) + np.exp(x)",
            "return np.exp(np.partition(x, (3, 4))) + xp.exp(x)",
        ),
        ("y = np.apply_along_axis(len, 0, x)\n    return np.mean(y[1:])", "return np.mean(y[1:])"),
        ("y = np.apply_along_axis(len, 0, x)\n    return np.isnan(y).any()", "return np.isnan(y).any()"),
        ("y = np.partition(x, (3, 4))\n    y = np.abs(x)\n    return np.mean(y)", "return xp.mean(y)"),
        ("y = np.sort(x)\n    return np.mean(y[1:])", "return xp.mean(y[1:])"),
        (
            "y = np.cumsum([2, 3])\n    z = np.exp(x)\n    return np.split(z, y, axis=-1)",
            "return [z[..., start:stop] for start, stop in zip([0, *y], [*y, None])]",
        ),
        ("return np.exp(np.sort(x)) * np.prod(x.shape)", "return xp.exp(xp.sort(x)) * np.prod(x.shape)"),
    ],
)
def test_what_is_computed_of_what_stays_with_numpy_stays_too(body: str, after: str) -> None:
    assert f"    {after}\n" in fixed(f"def f(x, xp):\n    x = xp.asarray(x)\n    {body}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.unique(x)", "xp.unique_values(x)"),
        ("np.unique(x, return_inverse=True)", "xp.unique_inverse(x)"),
        ("np.unique(x, return_counts=True)", "xp.unique_counts(x)"),
        (
            "np.unique(x, return_counts=True, return_index=True, return_inverse=True)",
            "xp.unique_all(x)",
        ),
        ("np.unique(x, return_index=True)", "np.unique(x, return_index=True)"),
        ("np.unique(x, return_counts=True, axis=0)", "np.unique(x, return_counts=True, axis=0)"),
        ("np.unique(x, return_counts=bool(x[0]))", "np.unique(x, return_counts=bool(x[0]))"),
    ],
)
def test_what_is_unique_comes_with_what_was_asked_for(before: str, after: str) -> None:
    code = f"def f(x):\n    x = np.asarray(x)\n    y = np.exp(x)\n    return y, {before}\n"
    text = fixed(code)
    assert f"    return y, {after}\n" in text
    values: dict[str, Callable[[object], tuple[object, object]]] = {}
    exec(text, values)
    expected = _several(eval(before, {"np": np, "x": np.asarray([3.0, 1.0, 3.0])}))
    libraries = [np, array_api_strict] if "xp." in after else [np]
    for library in libraries:
        made = _several(values["f"](library.asarray([3.0, 1.0, 3.0]))[1])
        assert all(np.array_equal(one, np.asarray(other)) for one, other in zip(expected, made, strict=True))


def _several(made: object) -> tuple[object, ...]:
    return made if isinstance(made, tuple) else (made,)


EQUAL = "def f(x, k):\n    x = np.asarray(x)\n    y = np.floor(x)\n    if not {}:\n        return y\n    return x - y\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.array_equal(x, y)", "(x.shape == y.shape and bool(xp.all(x == y)))"),
        (  # it would be named twice
            "np.array_equal(x, np.sort(y))",
            "np.array_equal(np.asarray(x), np.asarray(xp.sort(y)))",
        ),
        ("np.array_equal(x, [k])", "np.array_equal(x, [k])"),
        ("np.array_equal(x, [0, 1.5])", "(x.shape == (2,) and bool(xp.all(x == xp.asarray([0, 1.5]))))"),
        ("np.array_equal(x, [])", "np.array_equal(x, [])"),
        ("np.array_equal(x, np.zeros_like(x))", "bool(xp.all(x == xp.zeros_like(x)))"),
        ("np.array_equal(x, y, equal_nan=True)", "np.array_equal(x, y, equal_nan=True)"),
    ],
)
def test_arrays_that_are_equal_have_one_shape_and_the_same_elements(before: str, after: str) -> None:
    assert f"    if not {after}:\n" in fixed(EQUAL.format(before))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.choose(x > y, (x, y))", "xp.where(x > y, y, x)"),
        (
            "np.choose(np.zeros_like(x, dtype=bool), (x, y))",
            "xp.where(xp.zeros_like(x, dtype=xp.bool), y, x)",
        ),
        ("np.choose(x, (x, y))", "np.choose(x, (x, y))"),
        ("np.choose(x > y, (x, y, y))", "np.choose(x > y, (x, y, y))"),
    ],
)
def test_truth_values_choose_one_of_two(before: str, after: str) -> None:
    code = fixed(f"def f(x):\n    x = np.asarray(x)\n    y = np.floor(x)\n    return {before}\n")
    assert code.endswith(f"    return {after}\n")


def test_arrays_of_any_library_are_compared_as_numpy_compares_its_own() -> None:
    after: dict[str, Callable[[object, int], object]] = {}
    exec(fixed(EQUAL.format("np.array_equal(x, y)")), after)
    for given, expected in (([1.0, 2.0], [0.0, 0.0]), ([1.5, 2.0], [1.0, 2.0])):
        assert np.array_equal(after["f"](given, 0), expected)
        assert np.array_equal(np.asarray(after["f"](array_api_strict.asarray(given), 0)), expected)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.array(x == k, int)", "xp.asarray(x == k, dtype=xp.int64)"),
        ("np.array(2 * x, x.dtype)", "xp.asarray(2 * x, dtype=x.dtype)"),
        ("np.array(2 * x, x.dtype, copy=True)", "xp.asarray(2 * x, dtype=x.dtype, copy=True)"),
    ],
)
def test_a_dtype_by_position_goes_by_name(before: str, after: str) -> None:
    code = f"def f(x, k):\n    x = np.asarray(x)\n    return np.sum({before})\n"
    assert fixed(code).endswith(f"    return xp.sum({after})\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.dot(x, y) / k", "x @ y / k"),
        ("np.dot(x, y) * k", "x @ y * k"),
        ("k * np.dot(x, y)", "k * (x @ y)"),
        ("k / np.dot(x, y)", "k / (x @ y)"),
        ("np.dot(x, y) @ x", "x @ y @ x"),
        ("np.dot(x, y) // k", "(x @ y) // k"),
        ("np.dot(x, np.dot(y, x))", "x @ (y @ x)"),
    ],
)
def test_a_product_stands_alone_where_it_is_computed_first(before: str, after: str) -> None:
    code = f"def f(x, y, k):\n    x = np.asarray(x)\n    y = np.asarray(y)\n    return {before}\n"
    assert fixed(code).endswith(f"    return {after}\n")


AXES = """\
from array_api_compat import array_namespace
import array_api_extra as xpx


def f(x, axis):
    xp = array_namespace(x)
    y = xp.exp(x)
    y = xp.moveaxis(y, axis, -1)
    y[..., 0] *= 2.0
    {after}
    return xp.moveaxis(y, -1, axis)
"""


@pytest.mark.parametrize("after", ["y = xp.sin(y)", "y[..., 1] = 0.0", "y = y + x"])
def test_an_array_is_stored_into_though_its_namespace_is_used_again(after: str) -> None:
    assert "y = xpx.at(y)[..., 0].multiply(2.0)" in lazily_fixed(AXES.format(after=after))


@pytest.mark.parametrize("made", ["xp.moveaxis(y, 0, -1)", "xp.reshape(y, (-1,))", "xp.flip(y)"])
def test_a_view_of_an_array_that_is_read_again_is_not_given_an_array_of_its_own(made: str) -> None:
    code = AXES.format(after="z = y").replace("y = xp.moveaxis(y, axis, -1)", f"z = {made}\n    z[0] = 0.0")
    after = lazily_fixed(code)
    assert "    z[0] = 0.0\n" in after
    assert "z = xpx.at(z)" not in after


def lazily_fixed(code: str) -> str:
    """What a file for lazy arrays becomes."""
    own = replace(under_profile.settings("array-api"), lazy=True)
    return under_profile.fixed_by(own, code)


def test_what_a_function_of_the_callers_gave_may_be_numbers() -> None:
    code = """def f(x, metric):
    x = np.asarray(x)
    values = []
    for bound in (0.5, 1.5):
        values.append(metric(x > bound, np.sqrt(x)))
    values = np.asarray(values)
    return values
"""
    text = fixed(code)
    assert "    values = xp.asarray(values)\n" in text
    space: dict[str, Any] = {}
    exec(text, space)
    assert space["f"](np.asarray([1.0, 4.0]), lambda above, roots: float(roots[0])).tolist() == [1.0, 1.0]


def test_an_element_that_is_kept_while_its_array_changes_is_copied() -> None:
    """PyTorch's element is a part of the array: what was read before a store was what the store had put there."""
    code = "def f(x, k):\n    y = np.exp(np.asarray(x))\n    old = y[k]\n    y[k] = 3.0\n    return np.sum(y) - old\n"
    text = fixed(code)
    assert "    old = xp.asarray(y[k], copy=True)\n" in text
    names: dict[str, Any] = {}
    exec(text, names)
    expected = 3.0 + np.exp(2.0) - np.exp(1.0)
    for library in (np, array_api_strict, torch):
        assert float(names["f"](library.asarray([1.0, 2.0]), 0)) == pytest.approx(expected, rel=1e-6)
