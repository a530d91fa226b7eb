"""Stores into arrays that something else holds stay, and are reported: on JAX it would not see what is made anew."""

from __future__ import annotations

import textwrap

import pytest
from snippets import Fixed

HEAD = """\
import functools
from threading import Thread

import numpy as np
from emberops import ops


def put(buf: np.ndarray):
    buf[0] = 1.0
    return buf


class Viewer:
    def __init__(self, array=None):
        self.shown = array

    def attach(self, array):
        self.shown = array

    def draw(self):
        return self.shown * 2


def twice(array):
    return ops.add(array, array)


class Summary:
    def __init__(self, array):
        self.total = float(np.sum(array))


"""
HELD = {
    "an object that is made of a view": """
        c = np.zeros(3)
        viewer = Viewer(c[1:])
        c[0] = 1.0
        return viewer.draw(), c
    """,
    "a method that keeps it": """
        c = np.zeros(3)
        viewer = Viewer()
        viewer.attach(c)
        c[0] = 1.0
        return viewer.draw(), c
    """,
    "a default": """
        c = np.zeros(3)
        read = lambda c=c: c * 2
        c[0] = 1.0
        return read(), c
    """,
    "a partial call": """
        c = np.zeros(3)
        store = functools.partial(print, c)
        c[0] = 1.0
        return store(), c
    """,
    "the list that it is the least of": """
        rows = [np.zeros(3), np.ones(3)]
        c = min(rows, key=np.sum)
        c[0] = 1.0
        return rows
    """,
    "the list that it is the first of, sorted": """
        rows = [np.zeros(3), np.ones(3)]
        c = sorted(rows, key=np.sum)[0]
        c[0] = 1.0
        return rows
    """,
    "the list that an iterator goes through": """
        rows = [np.zeros(3), np.ones(3)]
        each = iter(rows)
        c = next(each)
        c[0] = 1.0
        return rows
    """,
}
ALONE = {
    "a function that computes with it": """
        c = np.zeros(3)
        doubled = np.add(twice(c), 1)
        c[0] = 1.0
        return doubled, c
    """,
    "an object that keeps a number of it": """
        c = np.zeros(3)
        summary = Summary(c)
        c[0] = 1.0
        return summary, c
    """,
    "an object that nobody asks afterwards": """
        c = np.zeros(3)
        viewer = Viewer(c)
        c[0] = 1.0
        return c
    """,
    "an object of which only a result is left": """
        c = np.zeros(3)
        drawn = Viewer(c).draw()
        c[0] = 1.0
        return drawn, c
    """,
    "an object that is made of it afterwards": """
        c = np.zeros(3)
        c[0] = 1.0
        return Viewer(c)
    """,
    "a list that nobody reads afterwards": """
        rows = [np.zeros(3), np.ones(3)]
        c = min(rows, key=np.sum)
        c[0] = 1.0
        return c
    """,
}


def _function(body: str) -> str:
    return HEAD + "def run():\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"


@pytest.mark.parametrize("body", HELD.values(), ids=HELD)
def test_the_store_stays(fixed: Fixed, body: str) -> None:
    code = fixed(_function(body), "PUR2", unsafe=True)
    assert "    c[0] = 1.0\n" in code


@pytest.mark.parametrize("body", ALONE.values(), ids=ALONE)
def test_nobody_else_reads_it(fixed: Fixed, body: str) -> None:
    code = fixed(_function(body), "PUR2", unsafe=True)
    assert "    c = ops.assign(c, 0, 1.0)\n" in code


@pytest.mark.parametrize(
    "use",
    [
        "Thread(target=put, args=(c,)).start()",
        "functools.partial(put, c)()",
        "list(map(put, [c]))",
        "HOOKS = [put]",
        "Viewer(put)",
    ],
)
def test_a_function_that_is_handed_over_keeps_its_store(fixed: Fixed, use: str) -> None:
    code = fixed(_function(f"c = np.zeros(3)\n{use}\nreturn c"), "PUR2", unsafe=True)
    assert "    buf[0] = 1.0\n" in code


@pytest.mark.parametrize("use", ["c = put(c)", "c = jax.jit(put)(c)"])
def test_a_function_whose_result_is_taken_returns_the_new_array(fixed: Fixed, use: str) -> None:
    head = "import jax\n" if "jax" in use else ""
    code = fixed(head + _function(f"c = np.zeros(3)\n{use}\nreturn c"), "PUR2", unsafe=True)
    assert "    buf = ops.assign(buf, 0, 1.0)\n" in code


def test_an_attribute_that_another_object_was_given_keeps_its_store(fixed: Fixed) -> None:
    code = HEAD + textwrap.dedent(
        """\
        class Solver:
            def __init__(self):
                self.x = np.zeros(3)
                self.viewer = {made}

            def step(self):
                self.x[0] = 1.0
                return self.viewer.draw()
        """
    )
    assert "self.x[0] = 1.0" in fixed(code.format(made="Viewer(self.x)"), "PUR2", unsafe=True)
    assert "self.x = ops.assign(self.x, 0, 1.0)" in fixed(
        code.format(made="Summary(self.x)"), "PUR2", unsafe=True
    )


@pytest.mark.parametrize(
    ("kept", "written"), [("self.x[0]", True), ("self.x[[0, 2]]", True), ("self.x[:2]", False)]
)
def test_an_attribute_that_keeps_an_element_does_not_see_the_store(
    fixed: Fixed, kept: str, written: bool
) -> None:
    code = HEAD + textwrap.dedent(
        f"""\
        class Samples:
            def __init__(self, first):
                self.x = np.inf * np.ones(3)
                self.x[0] = first
                self.begin = {kept}

            def add(self, k, value):
                self.x[k] = value
                return self.x[k] < self.begin
        """
    )
    assert ("self.x = ops.assign(self.x, k, value)" in fixed(code, "PUR2", unsafe=True)) is written


@pytest.mark.parametrize(
    "rows",
    ["[x[i] for i in range(len(x))]", "[x[0], x[1]]", "list(x)", "[*x]", "np.split(x, 2)", "np.vsplit(x, 2)"],
)
@pytest.mark.parametrize("made", ["def run(x: np.ndarray):", "def run():\n    x = np.ones((2, 2))"])
def test_a_part_that_a_list_holds_keeps_its_store_where_the_whole_is_read(
    fixed: Fixed, made: str, rows: str
) -> None:
    code = f"import numpy as np\n{made}\n    rows = {rows}\n    rows[0] += 5\n    return x\nrun(np.ones((2, 2)))\n"
    assert "rows[0] += 5" in fixed(code, "PUR2", unsafe=True)


def test_a_part_that_a_list_holds_is_bound_anew_where_nobody_reads_the_whole(fixed: Fixed) -> None:
    body = "    rows = [x[0] + 1, x[1] + 1]\n    rows[0] += 5\n    return rows, x\n"
    code = f"import numpy as np\ndef run(x: np.ndarray):\n{body}"
    assert "rows[0] = ops.assign_add(rows[0], ..., 5)" in fixed(code, "PUR2", unsafe=True)
