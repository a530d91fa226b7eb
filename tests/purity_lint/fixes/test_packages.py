"""Fixes in a package that has functions of its own beside the array API standard."""

from __future__ import annotations

from pathlib import Path

import pytest
from ported_packages import HELPERS, ported

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

HEAD = """import numpy as np
from .consts import FLOAT_DTYPES


def f(x, y=None):
    x = np.asarray(x)
"""


@pytest.mark.parametrize(
    ("before", "after", "imported"),
    [
        ("x.size", "xp_size(x)", "xp_size"),
        ("np.ravel(x)", "xp_ravel(x)", "xp_ravel"),
        ("np.nanmin(x, axis=0)", "_nanmin(x, axis=0, xp=xp)", "_nanmin"),
        (
            "check(x, dtype=FLOAT_DTYPES)",
            "check(x, dtype=supported_float_dtypes(xp))",
            "supported_float_dtypes",
        ),
    ],
)
def test_the_package_s_own_function_is_called(tmp_path: Path, before: str, after: str, imported: str) -> None:
    text = ported(tmp_path, f"{HEAD}    return {before}\n")
    assert text.endswith(f"    return {after}\n")
    names = ", ".join(sorted({imported, "array_namespace"}))
    assert f"from pkg._lib._array_api import {names}\n" in text


def test_its_norm_and_its_real_part_come_before_those_of_the_standard(tmp_path: Path) -> None:
    helpers = (
        f"{HELPERS}def xp_vector_norm(x, /, *, axis=None, keepdims=False, ord=2, xp=None): ...\n"
        "def xp_real(x, /, *, xp=None): ...\n"
    )
    code = f"{HEAD}    return np.linalg.norm(x, axis=-1, keepdims=True), np.real(x)\n"
    text = ported(tmp_path, code, helpers)
    assert text.endswith("return xp_vector_norm(x, axis=-1, keepdims=True, xp=xp), xp_real(x)\n")
    assert ported(tmp_path, code).endswith(
        "return xp.linalg.vector_norm(x, axis=-1, keepdims=True), xp.real(x)\n"
    )


def test_dtypes_that_its_functions_are_told_are_those_of_the_namespace(tmp_path: Path) -> None:
    helpers = HELPERS.replace("subok=False", "order=None, subok=False")
    code = (
        f"{HEAD.replace('np.asarray(x)', 'np.asarray(x, dtype=float, order=chr(67))')}    return np.exp(x)\n"
    )
    assert "x = _asarray(x, dtype=xp.float64, order=chr(67), xp=xp)\n" in ported(tmp_path, code, helpers)


def test_what_has_been_made_an_array_above_is_none_to_be_made_again(tmp_path: Path) -> None:
    code = f"""{HEAD.replace("    x = np.asarray(x)", "    x, y = np.atleast_1d(x), np.atleast_1d(y)")}    if y.ok:
        x = np.abs(x)
    return np.size(x)
"""
    assert ported(tmp_path, code).endswith("return xp_size(x)\n")
    in_block = code.replace("    x, y =", "    if y is None:\n        x, y =")
    assert ported(tmp_path, in_block).endswith("return xp_size(xp.asarray(x))\n")


def test_the_module_of_the_package_is_called_by_its_name_where_a_file_has_it(tmp_path: Path) -> None:
    code = HEAD.replace("\n\n\n", "\n\nfrom ._lib import _array_api\n\n\n", 1)
    text = ported(tmp_path, f"{code}    return check(x, dtype=FLOAT_DTYPES)\n")
    assert text.endswith("    return check(x, dtype=_array_api.supported_float_dtypes(xp))\n")


def test_without_a_function_for_them_the_floating_dtypes_are_written_out(tmp_path: Path) -> None:
    code = f"{HEAD}    return check(x, dtype=FLOAT_DTYPES)\n"
    text = ported(tmp_path, code, helpers="def array_namespace(*arrays): ...\n")
    assert text.endswith("    return check(x, dtype=[xp.float64, xp.float32])\n")


def test_a_copy_is_spelled_as_the_standard_has_it(tmp_path: Path) -> None:
    assert ported(tmp_path, f"{HEAD}    return np.copy(x)\n").endswith("return xp.asarray(x, copy=True)\n")


def test_a_name_that_means_something_else_is_not_called(tmp_path: Path) -> None:
    text = ported(tmp_path, f"{HEAD}    return x.size\n\n\ndef xp_size(x): ...\n")
    assert "return math.prod(x.shape)\n" in text


def test_without_such_a_module_a_size_is_counted(tmp_path: Path) -> None:
    text = ported(tmp_path, f"{HEAD}    return x.size\n", helpers="def array_namespace(*arrays): ...\n")
    assert "import math\n" in text
    assert text.endswith("return math.prod(x.shape)\n")


def test_all_arrays_are_asked_for_the_namespace_also_those_that_may_be_left_out(tmp_path: Path) -> None:
    text = ported(tmp_path, f"{HEAD}    y = np.asarray(y)\n    return np.sum(x, axis=0)\n")
    assert "    xp = array_namespace(x, y)\n" in text


def test_a_new_axis_is_none_where_namespaces_come_in_tuples(tmp_path: Path) -> None:
    text = ported(
        tmp_path, f"{HEAD}    return x[:, np.newaxis]\n", helpers="def get_namespace(*arrays): ...\n"
    )
    assert "    xp, _ = get_namespace(x)\n" in text
    assert text.endswith("return x[:, None]\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.zeros(3, dtype=float) + x", "xp.zeros(3, dtype=xp.float64, device=xp_device(x)) + x"),
        ("np.median(np.abs(x))", "np.median(np.abs(x))"),
        ("np.sum(np.abs(x))", "xp.sum(xp.abs(x))"),
        ("np.sum(x, int(np.asarray(axis)))", "xp.sum(x, axis=int(np.asarray(axis)))"),
        ("np.maximum(x - 1, 0.0)", "xp.clip(x - 1, min=0.0)"),
        ("np.minimum(1, x)", "xp.clip(x, max=1)"),
        ("np.minimum(x, x + 1)", "xp.minimum(x, x + 1)"),
        ("x.reshape(x.shape[0], -1)", "xp.reshape(x, (x.shape[0], -1))"),
        ("np.expand_dims(x, 0)", "xp.expand_dims(x, axis=0)"),
        ("x / np.prod(x.shape)", "x / np.prod(x.shape)"),
        (
            "np.zeros(np.sum(np.array([x.shape]), axis=0))",
            "xp.zeros(np.sum(np.array([x.shape]), axis=0), device=xp_device(x))",
        ),
        ("np.concatenate(list(x))", "xp.concat(list(x))"),
    ],
)
def test_lines_are_written_whole_or_left(tmp_path: Path, before: str, after: str) -> None:
    code = f"import numpy as np\n\n\ndef f(x, axis):\n    x = np.asarray(x)\n    return {before}\n"
    assert ported(tmp_path, code).endswith(f"    return {after}\n")


def test_numbered_arguments_of_a_docstring_are_arrays(tmp_path: Path) -> None:
    doc = "Parameters\n    ----------\n    sample1, sample2, ... : array_like\n        Arrays.\n    "
    code = f'import numpy as np\n\n\ndef f(*samples):\n    """F.\n\n    {doc}"""\n    return np.abs(samples[0])\n'
    text = ported(tmp_path, code)
    assert text.endswith("    xp = array_namespace(*samples)\n    return xp.abs(samples[0])\n")


def test_the_advice_is_what_is_new_in_the_call(tmp_path: Path) -> None:
    ported(tmp_path, "", HELPERS + "def _tolist(array, xp=None): ...\n")
    settings = from_table({"profile": "array-api"}, Settings(root=tmp_path), "the test")
    code = f"{HEAD}    return set(x), np.exp(x)\n"
    found = check(
        source_from_bytes(code.encode(), tmp_path / "pkg" / "module.py", None), settings
    ).diagnostics
    assert "`set` on the tensor `x`; use `_tolist`" in [d.message for d in found]


@pytest.mark.parametrize(("bound", "count"), [("[(None, None)] * n", 0), ("(y,)", 0), ("np.zeros(n)", 1)])
def test_the_length_of_what_is_a_list_on_some_way_is_asked_of_the_list(
    tmp_path: Path, bound: str, count: int
) -> None:
    ported(tmp_path, "")
    settings = from_table({"profile": "array-api"}, Settings(root=tmp_path), "the test")
    ways = f"    if y is None:\n        y = {bound}\n"
    code = f"{HEAD}    n = x.shape[0]\n{ways}    m = len(y)\n    return np.exp(x) + np.abs(y), m\n"
    found = check(
        source_from_bytes(code.encode(), tmp_path / "pkg" / "module.py", None), settings
    ).diagnostics
    assert [d.code for d in found].count("PUR205") == count


WRAPPED = """import numpy as np


def f(x):
    return _f(x, 2){}


def _f(x, n):
    x = np.asarray(x)
    return np.exp(x) * n
"""


@pytest.mark.parametrize(
    ("more", "bound"),
    [
        ("", "    xp = array_namespace(x)\n"),
        (" + np.sin(x)", "    xp = array_namespace(x) if xp is None else xp\n"),
    ],
)
def test_callers_that_call_no_library_hand_no_namespace_on(tmp_path: Path, more: str, bound: str) -> None:
    text = ported(tmp_path, WRAPPED.format(more))
    assert f"{bound}    x = xp.asarray(x)\n" in text
    assert ("_f(x, 2, xp=xp)" in text) is bool(more)


def test_functions_of_the_package_are_called_in_none_that_stays(tmp_path: Path) -> None:
    stays = "def f(x):\n    x = np.asarray(x)\n    y = np.partition(x, (3, 4)), np.partition(x, (1, 2))\n"
    stays += "    return y, x.size, np.ravel(x), {}\n"
    begun = "\n\ndef g(x):\n    x = np.asarray(x)\n    return np.exp(x), x.size\n"
    text = ported(tmp_path, f"import numpy as np\n\n\n{stays.format('len(x)')}{begun}")
    assert stays.format("len(x)") in text
    assert "return xp.exp(x), xp_size(x)\n" in text
