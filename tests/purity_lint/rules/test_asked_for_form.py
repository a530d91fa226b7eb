"""PUR206: an array that another name is asked for the length of only may be bound anew by a store."""

from __future__ import annotations

import pytest
from snippets import Fixed

CODE = """\
import numpy as np


def scales(n):
    f = np.zeros(n)
    s = f
    {change}
    return s * 2, {read}
"""


@pytest.mark.parametrize("read", ["len(f)", "f.shape", "f.shape[0] + f.ndim", "f.dtype"])
def test_what_is_asked_for_its_form_alone_does_not_see_the_store(fixed: Fixed, read: str) -> None:
    after = fixed(CODE.format(change="s[0] = 3", read=read), unsafe=True)
    assert "s = ops.assign(s, 0, 3)" in after


@pytest.mark.parametrize("read", ["f", "f[0]", "len(list(f))", "sum(f)", "f.shape, f.T"])
def test_what_is_read_otherwise_does(fixed: Fixed, read: str) -> None:
    assert "    s[0] = 3\n" in fixed(CODE.format(change="s[0] = 3", read=read), unsafe=True)


def test_another_form_is_seen_under_every_name(fixed: Fixed) -> None:
    assert "    s.resize(n + 1)\n" in fixed(CODE.format(change="s.resize(n + 1)", read="len(f)"), unsafe=True)
