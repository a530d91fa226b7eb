"""Fixes that call what a package has for code that no namespace runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from ported_packages import ported

HELPERS = """
def get_namespace(*arrays, xp=None): ...
def supported_float_dtypes(xp): ...
def _xlogy(x, y, xp=None): ...
def _expit(X, xp=None): ...
def _tolist(array, xp=None): ...
def _asarray_with_order(array, dtype=None, order=None, copy=None, *, xp=None, device=None): ...
def _fill_or_add_to_diagonal(array, value, xp, add_value=True, wrap=False):
    array[0] = value
"""
BY_NAMES = """
def get_namespace(*arrays, xp=None): ...
def _add_to_diagonal(array, value, xp): ...
def _fill_diagonal(array, value, xp):
    array[0] = value
"""
FUNCTIONAL = """
def get_namespace(*arrays, xp=None): ...
def _fill_diagonal(array, value, xp):
    return array + value
"""
HEAD = """import numpy as np
from scipy.special import expit, xlogy

from ._lib._array_api import get_namespace


def f(x, y, check):
    xp, _ = get_namespace(x, y)
    x = xp.asarray(x)
"""


def written(tmp_path: Path, line: str, helpers: str = HELPERS) -> str:
    """What becomes of a line of a function that has its namespace."""
    text = ported(tmp_path, f"{HEAD}    {line}\n    return x, y\n", helpers)
    return text.partition("x = xp.asarray(x)\n    ")[2].removesuffix("\n    return x, y\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = xlogy(x, y)", "y = _xlogy(x, y, xp=xp)"),
        ("y = -xlogy(x, y).sum(axis=1)", "y = -xp.sum(_xlogy(x, y, xp=xp), axis=1)"),
        ("y = expit(x)", "y = _expit(x)"),
        ("y = x.tolist()", "y = _tolist(x)"),
        ("x.flat[:: len(x) + 1] += 1.0 / y", "_fill_or_add_to_diagonal(x, 1.0 / y, xp=xp)"),
        ("x.flat[:: x.shape[0] + 1] = 0", "_fill_or_add_to_diagonal(x, 0, add_value=False, xp=xp)"),
        ("np.fill_diagonal(x, 0)", "_fill_or_add_to_diagonal(x, 0, add_value=False, xp=xp)"),
        (
            "y = check(x, dtype=[np.float64, np.float32, np.float16])",
            "y = check(x, dtype=supported_float_dtypes(xp))",
        ),
        ("y = check(x, dtype=[np.float64, np.float32])", "y = check(x, dtype=[xp.float64, xp.float32])"),
    ],
)
def test_a_function_of_the_package_takes_the_place(tmp_path: Path, before: str, after: str) -> None:
    assert written(tmp_path, before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.flat[:: len(x) + 1] += 1.0", "_add_to_diagonal(x, 1.0, xp=xp)"),
        ("np.fill_diagonal(x, 0)", "_fill_diagonal(x, 0, xp=xp)"),
        ("x[np.diag_indices_from(x)] = 0", "_fill_diagonal(x, 0, xp=xp)"),
        ("x[np.diag_indices_from(x)] += y", "_add_to_diagonal(x, y, xp=xp)"),
    ],
)
def test_functions_of_diagonals_are_known_by_their_names(tmp_path: Path, before: str, after: str) -> None:
    assert written(tmp_path, before, BY_NAMES) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('np.asarray(x, order="C")', '_asarray_with_order(x, order="C", xp=xp)'),
        ('np.array(x, order="F")', '_asarray_with_order(x, order="F", copy=True, xp=xp)'),
        ('np.array(x, order="F", copy=n)', '_asarray_with_order(x, order="F", copy=n, xp=xp)'),
    ],
)
def test_the_order_of_a_layout_is_kept(tmp_path: Path, before: str, after: str) -> None:
    code = "import numpy as np\n\n\ndef f(x, n=False):\n    x = {}\n    return x * 2\n"
    assert f"    x = {after}\n" in ported(tmp_path, code.format(before), HELPERS)
    plain = ported(tmp_path, code.format(before), BY_NAMES)
    assert "_with_order" not in plain


def test_what_a_function_gives_is_kept(tmp_path: Path) -> None:
    assert written(tmp_path, "np.fill_diagonal(x, 0)", FUNCTIONAL) == "x = _fill_diagonal(x, 0, xp=xp)"
    assert written(tmp_path, "x.flat[:: n + 1] = 0", FUNCTIONAL) == "x = _fill_diagonal(x, 0, xp=xp)"
    assert written(tmp_path, "y.x.flat[:: n + 1] = 0", FUNCTIONAL) == "y.x.flat[:: n + 1] = 0"


@pytest.mark.parametrize(
    "line",
    [
        "x.flat[:: n + 2] += 1.0",  # no diagonal
        "x.flat[1 :: n + 1] += 1.0",  # another one
        "x.flat[:: n + 1] -= 1.0",
        "y = x.flat[:: n + 1]",
        "x[np.diag_indices_from(y)] = 0",
        "y[0] = x[np.diag_indices_from(x)]",
        "np.fill_diagonal(x, 0, wrap=True)",  # which this one does not take
        "y = xlogy(x, y)",  # for which there is none
        "y = check(x, dtype=[np.float64, np.float16, np.object_])",
    ],
)
def test_what_no_function_of_the_package_does_stays(tmp_path: Path, line: str) -> None:
    after = written(tmp_path, line, BY_NAMES)
    assert "_diagonal(" not in after.replace("np.fill_diagonal(", "")
    assert "supported_float_dtypes" not in after
    assert "_xlogy" not in after


def test_without_a_namespace_nothing_is_called(tmp_path: Path) -> None:
    code = "from scipy.special import xlogy\n\n\ndef f():\n    return xlogy(1.0, 2.0)\n"
    assert ported(tmp_path, code, HELPERS) == code


def test_a_name_of_the_file_is_not_the_package_s(tmp_path: Path) -> None:
    code = f"{HEAD}    y = xlogy(x, y)\n    return x, y\n\n\ndef _xlogy(x, y, xp): ...\n"
    assert "    y = xlogy(x, y)\n" in ported(tmp_path, code, HELPERS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.asarray(x, order='C', dtype=np.float64)", "_asarray(x, order='C', dtype=xp.float64, xp=xp)"),
        ("np.asfortranarray(x)", "_asarray(x, order='F', xp=xp)"),
        ("np.ascontiguousarray(x, dtype=np.float64)", "_asarray(x, dtype=xp.float64, order='C', xp=xp)"),
    ],
)
def test_a_layout_is_an_option_of_what_a_package_has(tmp_path: Path, before: str, after: str) -> None:
    helpers = (
        "def array_namespace(*arrays): ...\ndef _asarray(array, dtype=None, order=None, *, xp=None): ...\n"
    )
    code = f"import numpy as np\n\n\ndef f(x):\n    return np.exp({before})\n"
    assert f"xp.exp({after})" in ported(tmp_path, code, helpers).replace('"', "'")
