"""Stores into parts that tensors bound: ``x[ops.argmin(x) : k] |= v``."""

from __future__ import annotations

from snippets import Fixed

_CODES = ("PUR101", "PUR103", "PUR201", "PUR202", "PUR206", "PUR207", "PUR307")


def test_a_part_with_tensors_for_bounds_is_named_once_and_read_by_an_operation(fixed: Fixed) -> None:
    code = """\
import numpy as np


def grown(img: np.ndarray, se: np.ndarray):
    out = np.zeros_like(img)
    for dy, dx in np.argwhere(se):
        out[np.maximum(0, dy) :, np.maximum(0, dx) :] |= img
    return out
"""
    expected = """\
from emberops import ops


def grown(img: np.ndarray, se: np.ndarray):
    out = ops.zeros_like(img)
    for dy, dx in ops.argwhere(se):
        index = (slice(ops.maximum(0, dy), None), slice(ops.maximum(0, dx), None))
        out = ops.assign(out, index, ops.bitwise_or(ops.getitem(out, index), img))
    return out
"""
    got = fixed(code, *_CODES, unsafe=True)
    assert got.replace("import numpy as np\n", "") == expected


def test_a_part_with_numbers_for_bounds_is_read_as_it_was(fixed: Fixed) -> None:
    code = """\
from emberops import ops


def grown(out: ops.Tensor, start):
    out[start() :] |= True
    return out
"""
    assert "ops.bitwise_or(out[index], True)" in fixed(code, *_CODES, unsafe=True)
