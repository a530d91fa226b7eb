"""Arrays joined by a function of NumPy's that looks at their number of axes, under the array API profile."""

from __future__ import annotations

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
        (MATRICES, "np.append(x, y, axis=0)", "xp.concat((x, y), axis=0)"),
        ("array_like", "np.append(1 - x, x, axis=1)", "xp.concat((1 - x, x), axis=1)"),
        ("array_like", "np.hstack((x, np.ones((3, 1))))", "xp.concat((x, xp.ones((3, 1))), axis=1)"),
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
        ("array_like", "np.hstack((x, y))"),  # of vectors or of matrices
        ("array_like of shape (n,) or (n, m)", "np.hstack((x, y))"),
        ("array_like of shape (..., n)", "np.vstack((x, y))"),
        (VECTORS, "np.hstack((x, 0))"),  # a number has no axes
        (VECTORS, "np.hstack(([0], x))"),
        (VECTORS, "np.vstack((x, y[:, None]))"),
        (MATRICES, "np.append(x, y)"),  # it flattens both
        (VECTORS, "np.append(x, 0)"),
        (VECTORS, "np.hstack([x, *y])"),
        (VECTORS, "np.r_[x, 0]"),
        (VECTORS, "np.r_['0,2', x, y]"),
        (VECTORS, "np.r_[0:k:5j]"),
    ],
)
def test_what_may_be_joined_along_another_axis_stays(said: str, call: str) -> None:
    code = f"def f(x, y, k):\n{DOCUMENTED.format(said)}    x = np.asarray(x)\n    return {call}\n"
    assert f"    return {call}\n" in fixed(code)


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
