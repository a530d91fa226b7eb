"""Stores into an array of which a view is read later: the view is taken anew, and every backend gives the same."""

from __future__ import annotations

import pytest
from fixed_programs import ran
from snippets import Fixed

HEAD = "import numpy as np\n\n\n"

READ_LATER = {
    "costs": """\
def run(n):
    whole = np.zeros((n + 1, n + 1))
    whole[0, 1:] = np.inf
    whole[1:, 0] = np.inf
    inner = whole[1:, 1:]
    whole[1:, 1:] = np.ones((n, n))
    cost = inner.copy()
    for i in range(n):
        for j in range(n):
            inner[i, j] += min(whole[i, j], whole[i, j + 1], whole[i + 1, j])
    return inner[-1, -1] + np.sum(cost)
""",
    "in a loop": """\
def run(n):
    a = np.zeros(n)
    head = a[:2]
    total = 0.0
    for i in range(n):
        a[i] = i
        a[0] += 1.0
        total = total + head[0] + head[1]
    return total
""",
    "the whole changes": """\
def run(n):
    a = np.ones((n, n))
    top, rest = a[:1], a[1:n]
    a += 1.0
    return np.sum(top) + np.sum(rest)
""",
}


@pytest.mark.parametrize("name", READ_LATER)
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_views_are_taken_anew(fixed: Fixed, backend: str, name: str) -> None:
    code = HEAD + READ_LATER[name]
    after = fixed(code, unsafe=True)
    assert "np." not in after
    assert ran(after, backend, 4).tolist() == ran(code, "numpy", 4).tolist()


def test_no_safe_fix_takes_views_anew(fixed: Fixed) -> None:
    assert "    whole[1:, 1:] = " in fixed(HEAD + READ_LATER["costs"])


LEFT = {
    "on some paths there is none": """\
def run(n):
    a = np.zeros(n)
    if n > 3:
        k = 2
        part = a[:k]
    a[0] = 1.0
    return a, part
""",
    "the index is another one": """\
def run(n):
    a = np.zeros(n)
    k = 2
    part = a[:k]
    k = 3
    a[0] = 1.0
    return a, part, k
""",
    "the view is kept": """\
def run(n, kept):
    a = np.zeros(n)
    part = a[:2]
    kept.part = part
    a[0] = 1.0
    return a, part
""",
    "it is of another array": """\
def run(n):
    a = np.zeros(n)
    part = a[:2]
    b = a
    a = np.ones(n)
    b[0] = 1.0
    return a, part
""",
    "a function reads it": """\
def run(n):
    a = np.zeros(n)
    part = a[:2]
    a[0] = 1.0
    def read():
        return part[0]
    return a, read
""",
}


@pytest.mark.parametrize("name", LEFT)
def test_other_stores_are_left(fixed: Fixed, name: str) -> None:
    (store,) = [line for line in LEFT[name].splitlines() if "[0] = " in line]
    assert f"\n{store}\n" in fixed(HEAD + LEFT[name], unsafe=True)
