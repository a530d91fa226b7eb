"""Arrays joined by a function of NumPy's that looks at their number of axes, under the array API profile."""

from __future__ import annotations

from collections.abc import Callable

import array_api_strict
import numpy as np
import pytest
import under_profile

DOCUMENTED = '    """Do.\n\n    Parameters\n    ----------\n    x : {0}\n    y : {0}\n    """\n'
VECTORS, MATRICES = "array_like of shape (n,)", "ndarray, shape (n, m)"


def fixed(code: str, *, unsafe: bool = True) -> str:
    """What code becomes below the imports of a file."""
    return under_profile.fixed(f"import numpy as np\n\n\n{code}", unsafe=unsafe)


@pytest.mark.parametrize(
    ("said", "before", "after"),
    [
        (VECTORS, "np.hstack((x, y))", "xp.concat((x, y))"),
        (MATRICES, "np.hstack((x, y))", "xp.concat((x, y), axis=1)"),
        (VECTORS, "np.vstack([x, y])", "xp.stack([x, y])"),
        (MATRICES, "np.vstack([x, y])", "xp.concat([x, y])"),
        (VECTORS, "np.column_stack((1 - x, x))", "xp.stack((1 - x, x), axis=1)"),
        (MATRICES, "np.column_stack((x, y))", "xp.concat((x, y), axis=1)"),
        (VECTORS, "np.c_[x, y]", "xp.stack([x, y], axis=1)"),
        (VECTORS, "np.r_[x, y]", "xp.concat([x, y])"),
        (VECTORS, "np.append(x, y)", "xp.concat((x, y))"),
        (MATRICES, "np.append(x, y)", "xp.concat((xp.reshape(x, (-1,)), xp.reshape(y, (-1,))))"),
        ("array_like", "np.append(2 * x, np.zeros(3))", "xp.concat((xp.reshape(2 * x, (-1,)), xp.zeros(3)))"),
        (MATRICES, "np.append(x, y, axis=0)", "xp.concat((x, y), axis=0)"),
        ("array_like", "np.append(1 - x, x, axis=1)", "xp.concat((1 - x, x), axis=1)"),
        ("array_like", "np.hstack((x, np.ones((3, 1))))", "xp.concat((x, xp.ones((3, 1))), axis=1)"),
        (VECTORS, "np.r_[x, 0]", "xp.concat([x, xp.asarray([0], dtype=x.dtype)])"),
        (
            VECTORS,
            "np.r_[0.5, 2 * x, 1]",
            "xp.concat([xp.asarray([0.5]), 2 * x, xp.asarray([1], dtype=x.dtype)])",
        ),
        ("array_like", "np.r_[x, np.zeros(3)]", "xp.concat([x, xp.zeros(3)])"),
        (
            "array_like",
            "np.sum(x) * np.r_[0, np.arange(k)]",
            "xp.sum(x) * xp.concat([xp.asarray([0]), xp.arange(k)])",
        ),
        (VECTORS, "np.append(x, 0)", "xp.concat((x, xp.asarray([0], dtype=x.dtype)))"),
        (VECTORS, "np.hstack((x, 0))", "xp.concat((x, xp.asarray([0], dtype=x.dtype)))"),
        (VECTORS, "np.concatenate(([0.0], x))", "xp.concat((xp.asarray([0.0]), x))"),
        (VECTORS, "np.concatenate([x, [1, 2]])", "xp.concat([x, xp.asarray([1, 2], dtype=x.dtype)])"),
        # NumPy refuses to join a matrix with numbers, and nothing without axes has parts
        ("array_like", "np.concatenate(([0], x))", "xp.concat((xp.asarray([0], dtype=x.dtype), x))"),
        (VECTORS, "np.hstack(([0.0] * len(k), x))", "xp.concat((xp.asarray([0.0] * len(k)), x))"),
        ("array_like", "np.hstack((x[1:], 1))", "xp.concat((x[1:], xp.asarray([1], dtype=x.dtype)))"),
        ("array_like", "np.r_[0, np.diff(x)]", "xp.concat([xp.asarray([0], dtype=x.dtype), xp.diff(x)])"),
        (
            "array_like",
            "np.r_[True, np.exp(x) > x[:1], True]",
            "xp.concat([xp.asarray([True]), xp.exp(x) > x[:1], xp.asarray([True])])",
        ),
        ("array_like", "np.sum(x) * np.r_[0:k]", "xp.sum(x) * xp.arange(k)"),
        ("array_like", "np.sum(x) * np.r_[1:k]", "xp.sum(x) * xp.arange(1, k)"),
    ],
)
def test_arrays_are_joined_along_the_axis_that_numpy_chooses(said: str, before: str, after: str) -> None:
    code = f"def f(x, y, k):\n{DOCUMENTED.format(said)}    x = np.asarray(x)\n    return {before}\n"
    assert fixed(code).endswith(f"    return {after}\n")
    assert after not in fixed(code, unsafe=False)


@pytest.mark.parametrize(
    ("said", "call"),
    [
        (
            "array_like",
            "np.hstack((2 * x, -y))",
        ),  # of vectors or of matrices, and none has a name to be asked
        ("array_like", "np.hstack((x, 2 * y[0]))"),  # which may have no axes
        ("array_like of shape (n,) or (n, m)", "np.column_stack((x, y))"),
        ("array_like", "np.hstack((x, 0))"),  # a number has no axes
        ("array_like", "np.r_[x[0], 0]"),
        (MATRICES, "np.r_[x, 0]"),
        ("array_like", "np.r_[0, np.cumsum(x)]"),  # what stays NumPy's is given nothing else
        ("array_like", "np.c_[np.abs(x), np.exp(x)]"),
        (VECTORS, "np.concatenate((x, 0))"),  # NumPy refuses it as well
        (VECTORS, "np.hstack(([k], x))"),  # it may be an array
        (VECTORS, "np.hstack(([0.0] * k, x))"),
        (VECTORS, "np.hstack([x, *y])"),
        (VECTORS, "np.r_['0,2', x, y]"),
        (VECTORS, "np.r_[0:k:5j]"),
    ],
)
def test_what_may_be_joined_along_another_axis_stays(said: str, call: str) -> None:
    code = f"def f(x, y, k):\n{DOCUMENTED.format(said)}    x = np.asarray(x)\n    return {call}\n"
    assert f"    return {call}\n" in fixed(code)


def test_arrays_that_are_asked_for_a_second_axis_are_joined_as_matrices() -> None:
    code = "def f(x, y):\n    x = np.asarray(x)\n    y = y * x[0, 1]\n    return np.hstack((x, x)), np.vstack((x, x))\n"
    assert "    return xp.concat((x, x), axis=1), xp.concat((x, x))\n" in fixed(code)


@pytest.mark.parametrize("call", ["np.hstack((1 - x, x))", "np.vstack((1 - x, x))", "np.vstack([x, 2 * x])"])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_arrays_of_which_nobody_says_how_many_axes_they_have_are_asked(call: str, rank: int) -> None:
    code = f"import numpy as np\n\n\ndef f(x):\n    x = np.asarray(x)\n    return {call}\n"
    before: dict[str, Callable[[object], object]] = {}
    after: dict[str, Callable[[object], object]] = {}
    text = under_profile.fixed(code)
    exec(code, before)
    exec(text, after)
    assert "stack" not in text
    for given in (np.zeros((3,) * rank), array_api_strict.zeros((3,) * rank)):
        assert np.array_equal(np.asarray(after["f"](given)), before["f"](np.zeros((3,) * rank)))


def test_what_is_appended_stands_in_a_row_as_numpy_puts_it() -> None:
    said = DOCUMENTED.format("array_like")
    code = (
        f"import numpy as np\n\n\ndef f(x, y):\n{said}    x = np.asarray(x)\n    return np.append(x, 2 * x)\n"
    )
    after: dict[str, Callable[[object, object], object]] = {}
    exec(under_profile.fixed(code), after)
    for given in ([[1.0, 2.0], [3.0, 4.0]], 5.0, [1]):
        x = np.asarray(given)
        assert np.array_equal(after["f"](given, given), np.append(x, 2 * x))
        strict = array_api_strict.asarray(given)
        assert np.array_equal(np.asarray(after["f"](strict, strict)), np.append(x, 2 * x))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y.take([k], axis=0)", "xp.take(y, xp.asarray([k]), axis=0)"),
        ("y.take(k, axis=0)", "xp.take(y, k, axis=0)"),
    ],
)
def test_indices_of_a_method_are_an_array_as_well(before: str, after: str) -> None:
    code = f"def f(y, k):\n    y = np.asarray(y)\n    return {before}\n"
    assert fixed(code).endswith(f"    return {after}\n")


def test_what_a_function_calls_is_not_asked_for_its_namespace() -> None:
    step = "def step(hess, p):\n    r = p - hess(p)\n    return np.sum(np.abs(r))\n"
    code = f"{step}\n\ndef f(a, p):\n    return step(np.exp(a), p)\n"
    after = fixed(code)
    assert "return xp.sum(xp.abs(r))" in after
    assert "(hess" not in after.replace("def step(hess", "").replace("hess(p)", "")


def test_numbers_are_asked_by_math_whether_they_are_finite() -> None:
    code = (
        'def f(x, k):\n    """Do.\n\n    Parameters\n    ----------\n'
        '    k : non-negative int, np.inf, or None\n    """\n'
        "    if not np.isfinite(k):\n        return np.sum(x)\n    return np.exp(x)\n"
    )
    assert "if not math.isfinite(k):" in fixed(code)


@pytest.mark.parametrize(
    "joined",
    [
        "np.r_[x, 0]",
        "np.r_[0.5, 2 * x, 1]",
        "np.append(x, 0)",
        "np.hstack((x, 0.5))",
        "np.concatenate(([0.0, 1.0], x))",
    ],
)
def test_numbers_are_joined_as_numpy_joins_them(joined: str) -> None:
    body = f"{DOCUMENTED.format(VECTORS)}    x = np.asarray(x)\n    return {joined}\n"
    code = f"import numpy as np\n\n\ndef f(x):\n{body}"
    after: dict[str, Callable[[object], object]] = {}
    before: dict[str, Callable[[object], object]] = {}
    exec(under_profile.fixed(code), after)
    exec(code, before)
    expected = before["f"]([1.5, 2.0])
    assert np.array_equal(after["f"]([1.5, 2.0]), expected)
    assert np.array_equal(np.asarray(after["f"](array_api_strict.asarray([1.5, 2.0]))), expected)


@pytest.mark.parametrize(
    ("said", "before", "after"),
    [
        (VECTORS, "x[::-1]", "xp.flip(x)"),
        (VECTORS, "np.flip(x, axis=k)", "xp.flip(x, axis=k)"),
        (MATRICES, "x[::-1]", "xp.flip(x, axis=0)"),
        ("array_like", "np.flip(x, axis=-1)", "xp.flip(x, axis=-1)"),
    ],
)
def test_a_vector_is_turned_around_without_an_axis(said: str, before: str, after: str) -> None:
    code = f"def f(x, y, k):\n{DOCUMENTED.format(said)}    x = np.asarray(x)\n    return {before}\n"
    assert fixed(code).endswith(f"    return {after}\n")
