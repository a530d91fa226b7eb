"""Tensors that a library makes for a call of its own that stays are made by it still."""

from __future__ import annotations

import pytest

from purity_lint import fix_source

CODE = """import numpy as np
import torch


def f(x, v, n):
    a = torch.as_tensor(np.asarray(x))
    b = a.transpose(0, 1) * 2
    places = torch.searchsorted(b, {queries}, right=True)
    return (places + torch.arange(n)).numpy()
"""


@pytest.mark.parametrize(
    "queries", ["torch.as_tensor(v)", "torch.zeros(n)", "torch.zeros(n, dtype=torch.int64)"]
)
def test_what_flows_into_a_call_that_stays_is_made_by_its_library(queries: str) -> None:
    fixed = fix_source(CODE.format(queries=queries), unsafe_fixes=True, isolated=True).source
    assert "torch.as_tensor(ops.asarray(x))" in fixed
    assert f"torch.searchsorted(b, {queries}, right=True)" in fixed
    assert "ops.multiply(ops.swapaxes(a, 0, 1), 2)" in fixed
    assert "ops.to_numpy(ops.add(places, ops.arange(n)))" in fixed


def test_what_no_call_keeps_is_made_by_operations() -> None:
    code = CODE.format(queries="v").replace("torch.searchsorted(b, v, right=True)", "b")
    assert "torch" not in fix_source(code, unsafe_fixes=True, isolated=True).source
