"""PUR105: packages on NumPy are handed a dtype that they know."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_CODE = """\
import numba
import pandas as pd
from emberops import ops
from scipy import sparse


@numba.njit
def compiled(x, dtype):
    return x.astype(dtype)


def f(x: ops.Tensor, rows: list[int], n: int, dtype, kind=None):
    d = x.dtype
    e = ops.to_numpy(x).dtype
    p = ops.dtype(x)
    return {made}


def g(x: ops.Tensor):
    return f(x, [1], 2, x.dtype)
"""


@pytest.mark.parametrize(
    ("made", "handed"),
    [
        ("sparse.csr_matrix((n, n), dtype=x.dtype)", "sparse.csr_matrix((n, n), dtype=ops.dtype(x))"),
        ("sparse.csr_matrix((n, n), dtype=d)", "sparse.csr_matrix((n, n), dtype=ops.dtype(d))"),
        ("sparse.csr_matrix((n, n), dtype=dtype)", "sparse.csr_matrix((n, n), dtype=ops.dtype(dtype))"),
        ("pd.Series(rows, dtype=x.dtype)", "pd.Series(rows, dtype=ops.dtype(x))"),
        (
            "sparse.csr_matrix(x, dtype=x.dtype)",
            "sparse.csr_matrix(ops.to_numpy(x), dtype=ops.dtype(x))",
        ),
    ],
)
def test_the_dtype_of_a_tensor_is_handed_over(lines: Lines, fixed: Fixed, made: str, handed: str) -> None:
    code = _CODE.format(made=made)
    assert (16, "PUR105") in lines(code, "PUR105")
    after = fixed(code, "PUR105", unsafe=True)
    assert after == _CODE.format(made=handed)
    assert lines(after, "PUR105") == []


@pytest.mark.parametrize(
    "made",
    [
        "sparse.csr_matrix((n, n), dtype=e)",
        "sparse.csr_matrix((n, n), dtype=p)",
        "sparse.csr_matrix((n, n), dtype=kind)",
        "sparse.csr_matrix((n, n), dtype=float)",
        "sparse.csr_matrix((n, n), dtype=ops.float32)",
        "sparse.csr_matrix((n, n), dtype=ops.to_numpy(x).dtype)",
        "ops.zeros(n, dtype=x.dtype)",
    ],
)
def test_no_dtype_of_a_tensor_and_no_such_package(lines: Lines, made: str) -> None:
    assert lines(_CODE.format(made=made), "PUR105") == []
