"""Arrays that may hold ``None``, and those of dates: no tensor holds them, and what NumPy makes of them stays."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CLASS = """\
import numpy as np


class Estimator:
    def __init__(self):
        self.sizes: np.ndarray = {start}

    @property
    def sizes(self):
        return self._sizes

    @sizes.setter
    def sizes(self, sizes: np.ndarray):
        {test}self._sizes = np.array(sizes)
"""


@pytest.mark.parametrize(
    ("start", "test", "expected"),
    [
        ("None", "", "ops.array(sizes, strict=False)"),
        ("[1]", "", "ops.array(sizes)"),
        ("None", "if sizes is not None: ", "ops.array(sizes)"),
    ],
)
def test_a_setter_that_is_given_none_keeps_it(start: str, test: str, expected: str, fixed: Fixed) -> None:
    written = fixed(_CLASS.format(start=start, test=test), "PUR103", unsafe=True)
    assert written.splitlines()[-1] == f"        {test}self._sizes = {expected}"


@pytest.mark.parametrize(
    ("default", "expected"),
    [("=None", "ops.array(x, strict=False)"), ("", "ops.array(x)"), ("=1.0", "ops.array(x)")],
)
def test_a_parameter_that_may_be_none_is_kept(default: str, expected: str, fixed: Fixed) -> None:
    source = f"import numpy as np\n\n\nclass A:\n    def set(self, x{default}):\n        self.x = "
    assert (
        fixed(f"{source}np.array(x)\n", "PUR103", unsafe=True).splitlines()[-1]
        == f"        self.x = {expected}"
    )


@pytest.mark.parametrize(
    ("element", "is_number"),
    [
        ("pd.Timedelta(days=t)", False),
        ("datetime.timedelta(t)", False),
        ("pd.Timestamp(t)", False),
        ("float(t)", True),
        ("t", True),
    ],
)
def test_an_array_of_dates_stays(element: str, is_number: bool, fixed: Fixed) -> None:
    source = f"""\
import datetime
import numpy as np
import pandas as pd


def f(days: list):
    return np.array([{element} for t in days])
"""
    written = fixed(source, "PUR103", unsafe=True)
    assert ("ops.array" in written) == is_number


@pytest.mark.parametrize("maker", ["array", "asarray"])
@pytest.mark.parametrize(
    ("data", "is_missing"),
    [
        ("[x.time if x.known else None for x in xs]", True),
        ("[[x.time, None if x.lost else 1.0] for x in xs]", True),
        ("[x.time, None]", True),
        ("[x.time if x.known else np.nan for x in xs]", False),
        ("[x.time for x in xs if x.time is not None]", False),
        ("[x.at(None) for x in xs]", False),
        ("[x.time, 1.0]", False),
    ],
)
def test_a_list_in_which_none_stands_for_what_is_missing(
    data: str, is_missing: bool, maker: str, fixed: Fixed
) -> None:
    source = f"import numpy as np\n\n\ndef f(xs, x):\n    return np.{maker}({data})\n"
    after = fixed(source, "PUR103", unsafe=True).splitlines()[-1]
    data = data.replace("np.", "ops.")
    expected = f"ops.array({data}, strict=False)" if is_missing else f"ops.{maker}({data})"
    assert after == f"    return {expected}"


@pytest.mark.parametrize(
    ("dtype", "stays"),
    [
        ('[("x", float), ("y", "U4")]', True),
        ('"U8"', True),
        ("object", True),
        ('"f8"', False),
        ("np.float32", False),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_an_array_of_a_dtype_that_holds_no_numbers_stays(
    dtype: str, stays: bool, named: bool, fixed: Fixed
) -> None:
    made, kind = (f"KIND = np.dtype({dtype})\n", "KIND") if named else ("", f"np.dtype({dtype})")
    source = (
        f"import numpy as np\n\n{made}\ndef f(p, names):\n    out = np.empty(len(p), dtype={kind})\n"
        "    for k, name in enumerate(names):\n        out[name] = p[:, k]\n    return out\n"
    )
    written = fixed(source, unsafe=True)
    assert ("np.empty" in written and "out[name] = " in written) is stays


@pytest.mark.parametrize(
    "call", ["np.full(n, None)", "np.full((n, 2), fill_value='')", "np.full(n, [None, None])"]
)
def test_an_array_full_of_none_or_text_stays(call: str, fixed: Fixed) -> None:
    code = f"import numpy as np\n\n\ndef f(n):\n    return {call}\n"
    assert fixed(code, "PUR103", unsafe=True) == code


@pytest.mark.parametrize("call", ["full(n, None, dtype=float)", "full_like(x, None)", "full(n, 0)"])
def test_one_that_holds_numbers_all_the_same_goes(call: str, fixed: Fixed) -> None:
    code = f"import numpy as np\n\n\ndef f(n, x: np.ndarray):\n    return np.{call}\n"
    assert f"return ops.{call}" in fixed(code, "PUR103")
