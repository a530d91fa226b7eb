"""Stores into a view, `c = w[1:-1]` and `c += e`: what they make is put back into the array, on every backend."""

from __future__ import annotations

import pytest
from fixed_programs import ran
from snippets import Fixed, Lines

HEAD = "import numpy as np\n\n\n"

WRITTEN = {
    "slice": """\
def run(n):
    w = np.zeros(n)
    c = w[1:-1]
    c += 2.0
    return w
""",
    "one after the other": """\
def run(n):
    a = np.zeros((n, n))
    c = a[0]
    c += 1.0
    c = a[1]
    c *= 2.0
    c[0] = 3.0
    return a
""",
    "rows of loops": """\
def run(n):
    a = np.zeros((n, n))
    for row in a:
        row[0] = 1.0
    for i, row in enumerate(a):
        row += i
    return a
""",
    "view of a view": """\
def run(n):
    a = np.zeros((n, n, 2))
    for i in range(n):
        plane = a[i]
        for j in range(n):
            cell = plane[j]
            cell += i + j
    return a
""",
    "halves": """\
def run(n):
    a = np.zeros(2 * n)
    x, y = a[:n], a[n:]
    x[:] = 1.0
    y += 2.0
    x[0] += 5.0
    return a
""",
    "views of what callers gave": """\
def advance(w, dt):
    c = w[1:-1]
    lap = w[2:] - 2 * c + w[:-2]
    c += dt * lap


def scale(a, i):
    row = a[i, :]
    row[0] = 7.0
    row *= 2.0


def run(n):
    w = np.zeros(n)
    w[n // 2] = 1.0
    for _ in range(3):
        advance(w, 0.125)
    a = np.ones((n, n))
    scale(a, 1)
    return a + w
""",
    "one name for two arrays": """\
def stretched(x, logarithmic, previous):
    ends = np.array([np.min(x), np.max(x)])
    if previous is not None:
        scaled = np.log2(ends) if logarithmic else ends
        scaled[0] = 2.0 * scaled[0]
        ends = np.power(2.0, scaled) if logarithmic else scaled
    ends[1] = 8.0
    return ends


def run(n):
    return stretched(np.arange(2.0, n), True, 1.0) + stretched(np.arange(2.0, n), False, 1.0)
""",
    "one of each": """\
def turned(strike, dip):
    strike, dip = np.atleast_1d(strike, dip)
    mask = dip > 90
    dip[mask] = 180 - dip[mask]
    strike[mask] += 180
    return strike, -dip


def run(n):
    strike, dip = turned(np.linspace(0, 90, n), np.linspace(0, 180, n))
    return strike - dip
""",
    "the array is stored into meanwhile": """\
def run(n):
    u = np.arange(float(n))
    left = u[:-1]
    u[0] = 7.0
    left += 1.0
    return u
""",
    "columns": """\
def run(n):
    a = np.zeros((n, n))
    for j in range(n):
        col = a[:, j]
        col -= j
        col[0] = 9.0
        col.sort()
    return a
""",
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_views_are_put_back(fixed: Fixed, backend: str, name: str) -> None:
    code = HEAD + WRITTEN[name]
    after = fixed(code, unsafe=True)
    assert "np." not in after
    assert ran(after, backend, 4).tolist() == ran(code, "numpy", 4).tolist()


def test_the_part_is_stored_where_it_was_taken_from(fixed: Fixed) -> None:
    after = fixed(HEAD + WRITTEN["slice"], unsafe=True)
    assert "    c = ops.assign_add(c, ..., 2.0)\n    w = ops.assign(w, slice(1, -1), c)\n" in after


def test_no_safe_fix_puts_views_back(fixed: Fixed) -> None:
    after = fixed(HEAD + WRITTEN["slice"])
    assert "    c += 2.0\n" in after


LEFT = {
    "the array has its other name on some paths": """\
def run(n):
    a = np.zeros(n)
    b = a
    b += 1.0
    if n > 3:
        a = b
    return a
""",
    "another view is read that overlaps": """\
def run(n):
    u = np.arange(float(n))
    left, right = u[:-1], u[1:]
    left += 1.0
    return u, right
""",
    "the index is another one": """\
def run(n):
    a = np.zeros((n, n))
    i = 0
    row = a[i]
    i = 1
    row += 5.0
    return a, i
""",
    "it may be one of two views": """\
def run(n):
    a = np.zeros((n, n))
    c = a[0]
    if n > 3:
        c = a[1]
    c += 1.0
    return a
""",
    "the array has another name": """\
def run(n):
    a = np.zeros((n, n))
    b = a
    c = a[0]
    c += 1.0
    return a, b
""",
    "nobody hands the array back": """\
def run(a: np.ndarray):
    row = a[1:]
    row += 1.0
""",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_more_than_the_array_sees_is_reported_and_left(fixed: Fixed, lines: Lines, name: str) -> None:
    code = HEAD + LEFT[name]
    (store,) = [line for line in code.splitlines() if "+= " in line]
    assert "PUR202" in {rule for _, rule in lines(code)}
    assert f"\n{store}\n" in fixed(code, unsafe=True)


def test_elements_are_numbers(fixed: Fixed) -> None:
    code = """\
def run(n):
    a = np.arange(float(n))
    x = a[0]
    x += 10.0
    for v in a:
        v += 1.0
    return a
"""
    after = fixed(HEAD + code, unsafe=True)
    assert "assign" not in after
    assert ran(after, "mlx", 4).tolist() == [0.0, 1.0, 2.0, 3.0]
