"""Arrays that whoever asked for them shares with others: stores into them are reported, and left where others look."""

from __future__ import annotations

import pytest
from fixed_programs import ran
from snippets import Fixed, Lines

HEAD = "import numpy as np\n\n\n"

LEFT = {
    "a generator goes on with what it gave out": """\
def acc(n):
    buf = np.zeros(2)
    for i in range(n):
        buf += i
        yield buf
""",
    "a generator fills what it gave out": """\
def frames(n):
    buf = np.zeros(2)
    for i in range(n):
        buf += i
        yield i, buf[:1]
""",
    "a cache gives it to whoever asks again": """\
from functools import lru_cache


@lru_cache(maxsize=None)
def table(n):
    return np.arange(float(n))


def run():
    t = table(3)
    t += 1.0
    return t
""",
    "a function gave back views of it": """\
def halves(a):
    return a[:2], a[2:]


def run():
    a = np.zeros(4)
    left, right = halves(a)
    left += 1.0
    return a, right
""",
    "nobody reads what is stored by the name that it is stored by": """\
def tail(a, n):
    places = tuple([slice(n, None)])
    return a[places]


def run():
    a = np.zeros(4)
    part = tail(a, 2)
    part += 1.0
    return a
""",
    "a function gave it back": """\
def same(a):
    return a


def run():
    a = np.zeros(4)
    b = same(a)
    b += 1.0
    return a, b
""",
    "the next turn takes the other branch": """\
def run(n):
    rows, given = np.zeros(3), np.ones(3)
    for i in range(n):
        if i % 2:
            rows = given
        else:
            rows += 1.0
    return rows, given
""",
    "a global has another name": """\
STATE = np.zeros(2)
FIRST = STATE


def bump():
    global STATE
    STATE += 1.0
""",
    "a sum of nothing is a view": """\
def run():
    c = np.zeros((3, 3))
    d = np.einsum("ii->i", c)
    d += 5.0
    return c
""",
    "the list is made for the call": """\
class Net:
    def __init__(self):
        self.w = np.zeros(2)
        self.b = np.zeros(2)

    def parameters(self):
        return [self.w, self.b]


def step(params):
    for p in params:
        p += 1.0


def train():
    net = Net()
    step(net.parameters())
    return net
""",
    "the optimizer holds a list made for it": """\
class Net:
    def __init__(self):
        self.w = np.zeros(2)

    def parameters(self):
        return [self.w]


class Descent:
    def __init__(self, params):
        self.params = params

    def step(self):
        for p in self.params:
            p += 1.0


def train():
    net = Net()
    descent = Descent(net.parameters())
    descent.step()
    return net
""",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_others_hold_is_reported_and_left(fixed: Fixed, lines: Lines, name: str) -> None:
    code = HEAD + LEFT[name]
    (store,) = [line for line in code.splitlines() if "+= " in line]
    assert "PUR202" in {rule for _, rule in lines(code)}
    assert f"\n{store}\n" in fixed(code, unsafe=True)


REWRITTEN = {
    "another name that nobody reads": """\
def run():
    first = np.zeros((2, 3))
    first[0] = 1.0
    rows = first
    rows[rows < 1.0] = 7.0
    return rows
""",
    "another name that each turn makes anew": """\
def run():
    rows = np.ones((2, 3))
    for k in range(3):
        made = np.zeros((2, 3))
        made[0] = rows[0] + k
        rows = made
    rows[1] = 5.0
    return rows
""",
    "what was given to a function is not read": """\
def same(a):
    return a


def run():
    b = same(np.zeros(3))
    b += 1.0
    b[0] = 7.0
    return b
""",
    "it is another array's name in the other branch": """\
def run(other=None):
    rows = np.zeros((3, 3))
    given = np.ones((2, 2))
    if other is not None:
        rows = given
    else:
        rows[np.ix_([0, 2], [0, 2])] = given
    return rows + given[0, 0]
""",
    "the other branch reads it": """\
def run(other=None):
    first = np.zeros(3)
    rows = first
    if other is None:
        rows[0] = 5.0
    else:
        rows = first * 2
    return rows
""",
    "each turn gives out an array of its own": """\
def frames():
    for i in range(3):
        buf = np.zeros(2)
        buf += i
        yield buf


def run():
    return np.stack(list(frames()))
""",
    "a list that stays": """\
def step(params):
    for p in params:
        p += 1.0


def run():
    params = [np.zeros(2), np.ones(2)]
    step(params)
    return np.stack(params)
""",
}


@pytest.mark.parametrize("name", REWRITTEN)
@pytest.mark.parametrize("backend", ["numpy", "jax", "mlx"])
def test_what_nobody_else_reads_goes_on_as_a_new_array(fixed: Fixed, backend: str, name: str) -> None:
    after = fixed(HEAD + REWRITTEN[name], unsafe=True)
    assert "np." not in after
    assert ran(after, backend).tolist() == ran(HEAD + REWRITTEN[name], "numpy").tolist()
