"""PUR206: loops over names that store into each."""

from __future__ import annotations

import pytest
from snippets import Fixed

HEAD = """\
import numpy as np


def f(x: np.ndarray):
    a, b = np.ones(5), np.zeros(5)
    mask = x > 0
"""
LOOP = HEAD + "    for c in (a, b):\n        c[mask] = 7.0\n    return a, b\n"


def test_all_of_them_are_bound_anew(fixed: Fixed) -> None:
    after = fixed(LOOP, unsafe=True)
    assert "    a, b = [ops.assign(c, mask, 7.0) for c in (a, b)]\n    return a, b" in after
    assert "        c[mask] = 7.0\n" in fixed(LOOP)
    added = LOOP.replace("= 7.0", "+= x[mask]")
    assert "a, b = [ops.assign_add(c, mask, ops.getitem(x, mask)) for c in (a, b)]" in fixed(
        added, unsafe=True
    )


def test_both_arrays_change_on_numpy(fixed: Fixed) -> None:
    import numpy as np

    from emberops import use_backend

    results = []
    for module in (LOOP, fixed(LOOP, unsafe=True)):
        namespace: dict[str, object] = {}
        with use_backend("numpy"):
            exec(module, namespace)
            results.append(namespace["f"](np.array([1.0, -1.0, 2.0, 0.0, 3.0])))  # type: ignore[operator]  # a function
    for before, after in zip(*results, strict=True):
        assert before.tolist() == after.tolist()


def test_comments_stay(fixed: Fixed) -> None:
    commented = LOOP.replace("(a, b):", "(a, b):  # both").replace("= 7.0", "= 7.0  # out of range")
    after = fixed(commented, unsafe=True)
    assert "# both" in after
    assert "# out of range" in after


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return a, b", "return a, b, c"),
        ("= 7.0", "= a[mask]"),
        ("(a, b):", "(a, a):"),
        ("(a, b):", "(a, np.ones(5)):"),
        ("= 7.0", "= 7.0\n        print(c)"),
        ("    return a, b", "    else:\n        a = b\n    return a, b"),
    ],
    ids=["read behind", "reads another", "twice the same", "no name", "more statements", "an else"],
)
def test_other_loops_stay(fixed: Fixed, old: str, new: str) -> None:
    head, _, body = LOOP.partition("    mask = x > 0\n")
    code = f"{head}    mask = x > 0\n{body.replace(old, new)}"
    assert code != LOOP
    assert " = [ops." not in fixed(code, unsafe=True)


def test_a_new_shape_for_each(fixed: Fixed) -> None:
    code = LOOP.replace("c[mask] = 7.0", "c.shape = 5, 1")
    assert "    a, b = [ops.reshape(c, (5, 1)) for c in (a, b)]\n" in fixed(code, unsafe=True)


@pytest.mark.parametrize("loop", ["for c in x:", "for c in (a, np.ones(5)):"])
def test_a_new_shape_that_no_name_would_have_stays(fixed: Fixed, loop: str) -> None:
    code = LOOP.replace("for c in (a, b):", loop).replace("c[mask] = 7.0", "c.shape = 5, 1")
    assert "        c.shape = 5, 1\n" in fixed(code, unsafe=True)
