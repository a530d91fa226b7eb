"""Stores into arrays that come out of unpacked results and loops stay, unless they are put back where others look."""

from __future__ import annotations

import textwrap

import pytest
from snippets import Fixed

HEAD = """\
import numpy as np
from emberops import ops

STATE = {"w": np.zeros(3), "v": np.ones(3)}
GIVEN = [np.zeros(3), np.ones(3)]


def pair():
    return STATE["w"], 4


def everything():
    return (1, *GIVEN)


def fresh():
    return np.zeros(3), 4


def split(state):
    return state["w"], state["v"], 0.5


"""
HELD = {
    "one of two that the list of an attribute holds": """
        class Chain:
            def __init__(self):
                self.rows = [np.zeros(3), np.ones(3)]

            def step(self):
                b, a = self.rows
                a[0] = 1.0


        chain = Chain()
        chain.step()
        print(chain.rows[1])
    """,
    "a held array in a tuple": """
        def run():
            a, k = pair()
            a[0] = 1.0


        run()
        print(STATE["w"])
    """,
    "one among starred items": """
        def run():
            n, a, *rest = everything()
            a[0] = 1.0


        run()
        print(GIVEN[0])
    """,
    "an item of what was handed over": """
        def run(state):
            a, v, k = split(state)
            a[0] = 1.0


        run(STATE)
        print(STATE["w"])
    """,
    "the rest, which is another list": """
        def run():
            arrays = [np.zeros(3), np.ones(3), np.ones(3)]
            first, *rest = arrays
            for a in rest:
                a[0] = 1.0
            return arrays
    """,
    "a loop over arrays that another list holds": """
        def run():
            x = [np.zeros(3), np.ones(3)]
            y = [x[0], x[1]]
            for a in x:
                a[0] = 1.0
            return y
    """,
    "attributes in a tuple": """
        class Model:
            def __init__(self):
                self.w = np.zeros(3)

            def parameters(self):
                return self.w, 1


        def run(model):
            a, k = model.parameters()
            a[0] = 1.0


        model = Model()
        run(model)
        print(model.w)
    """,
}
ALONE = {
    "made for who asked": """
        def run():
            a, k = fresh()
            a[0] = 1.0
            return a, k
    """,
    "put back into the list": """
        def run():
            arrays = [np.zeros(3), np.ones(3)]
            for a, w in zip(arrays, [1.0, 2.0]):
                a[0] = 1.0
            return arrays
    """,
    "put back into the list that was handed over": """
        def run(arrays, ws):
            for a, w in zip(arrays, ws):
                a[0] = 1.0


        arrs = [np.zeros(3), np.zeros(2)]
        run(arrs, [1.0, 2.0])
        print([float(a[0]) for a in arrs])
    """,
    "put back into the dict": """
        def run():
            d = {"x": np.zeros(3), "y": np.ones(2)}
            for k, a in d.items():
                a[0] = 1.0
            return d
    """,
}


def _program(body: str) -> str:
    return HEAD + textwrap.dedent(body).strip("\n") + "\n"


@pytest.mark.parametrize("body", HELD.values(), ids=HELD)
def test_the_store_stays(fixed: Fixed, body: str) -> None:
    assert " a[0] = 1.0\n" in fixed(_program(body), "PUR2", unsafe=True)


@pytest.mark.parametrize("body", ALONE.values(), ids=ALONE)
def test_what_others_see_is_rewritten(fixed: Fixed, body: str) -> None:
    code = fixed(_program(body), "PUR2", unsafe=True)
    assert "ops.assign(a, 0, 1.0)" in code
    assert " a[0] = 1.0\n" not in code
