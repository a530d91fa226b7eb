"""PUR104: `x.view("int32")` reads the bytes of an array as other numbers, by way of NumPy."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODE = "import numpy as np\nfrom emberops import ops\n\n\ndef f(x: np.ndarray):\n    {line}\n"


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return x.view('int32')", "return ops.from_numpy(ops.to_numpy(x).view('int32'))"),
        ("return abs(x.view(dtype=np.uint8))", "return abs(ops.from_numpy(ops.to_numpy(x).view(np.uint8)))"),
        ("return np.exp(x).view('<f4')", "return ops.from_numpy(ops.to_numpy(np.exp(x)).view('<f4'))"),
    ],
)
def test_a_view_of_a_formula_goes_by_way_of_numpy(fixed: Fixed, line: str, after: str) -> None:
    assert fixed(_CODE.format(line=line), "PUR104", unsafe=True) == _CODE.format(line=after)
    assert fixed(_CODE.format(line=line), "PUR104") == _CODE.format(line=line)


@pytest.mark.parametrize(
    "line",
    [
        "return x.view(np.recarray)",
        "return x.view('S4')",
        "return x.view([('a', float)])",
        "return x.view(type=np.matrix)",
        "bits = x.view('int32'); bits[0] = 1; return x",  # `x` is to see that
    ],
)
def test_records_classes_and_what_is_written_into_stay(fixed: Fixed, line: str) -> None:
    code = _CODE.format(line=line)
    assert fixed(code, "PUR104", unsafe=True) == code
