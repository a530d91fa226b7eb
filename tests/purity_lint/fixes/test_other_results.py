"""Safe fixes in code that has a namespace, run on NumPy before and after: value, type and exception stay."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import pytest
import under_profile

HEAD = "import numpy as np\nfrom array_api_compat import array_namespace\n\n\n"
ARRAYS = [
    np.asarray(2.5),
    np.asarray([1.0, np.nan, np.nan, 3.5, 0.0]),
    np.asarray([3, 1, 1, 2]),
    np.arange(200.0) ** 0.5,
    *np.random.default_rng(0).normal(size=(40, 301)),
    np.asarray([[4.0, 1.0], [1.0, 3.0]]),
    np.asarray([[4, 1], [1, 3]]),
    np.asarray([[1.0, 1.0], [1.0, 1.0 + 1e-15]]),
    np.arange(8.0).reshape(2, 2, 2),
    np.asarray([1.5, 0.25], dtype=np.float32),
]
KEPT = ["np.cumsum(y)", "np.cumprod(y)", "np.dot(y, y)", "np.linalg.matrix_rank(y)"]
KEPT += ["np.unique(y)", "np.unique(y, return_counts=True)", "np.linalg.norm(y)", "np.linalg.pinv(y)"]
KEPT += ["np.clip(y, 0.5, 1.5)", "np.maximum(y, 0.5)", "np.sum(y > 1)", "np.count_nonzero(y)"]
KEPT += ["np.array_equal(x, y)", "np.rint(y)", "np.flipud(y)", "np.fliplr(y)", "np.cross(y, y)"]
ALIKE_HERE = {"np.array_equal(x, y)", "np.cross(y, y)"}
"""Those that differ for other namespaces of NumPy's arrays than that of `array_api_compat`, such as NumPy itself."""
WRITTEN = {
    "np.cumsum(y, axis=0)": "xp.cumulative_sum(y, axis=0)",
    "np.clip(y, 0, 1)": "xp.clip(y, 0, 1)",
    "np.maximum(y, 0)": "xp.clip(y, min=0)",
    "np.sum(y > 1) / 2": "xp.count_nonzero(y > 1) / 2",
    "int(np.count_nonzero(y))": "int(xp.count_nonzero(y))",
    "np.linalg.norm(y, axis=0)": "xp.linalg.vector_norm(y, axis=0)",
    "np.append(y, y)": "xp.concat((xp.reshape(y, (-1,)), xp.reshape(y, (-1,))))",
    "np.array_equal(y, xp.abs(y))": "np.array_equal(y, xp.abs(y))",
    "np.outer(y, y)": "xp.linalg.outer(y, y)",
    "np.sort(y)": "xp.sort(y)",
    "np.std(y, axis=0)": "xp.std(y, axis=0)",
    "np.linalg.inv(y)": "xp.linalg.inv(y)",
}


def _code(result: str) -> str:
    return f"def f(x):\n    xp = array_namespace(x)\n    y = xp.positive(x)\n    return {result}\n"


def _answer(code: str, x: np.ndarray) -> str:
    space: dict[str, Callable[[object], object]] = {}
    exec(code, space)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = space["f"](x)
        except Exception as error:  # whichever: before and after the fix it has to be the same
            return type(error).__name__
    several = found if isinstance(found, tuple) else (found,)
    return str(
        [(type(one).__name__, getattr(one, "dtype", None), np.asarray(one).tolist()) for one in several]
    )


@pytest.mark.parametrize("result", KEPT)
def test_what_numpy_answers_otherwise_for_some_arrays_takes_an_unsafe_fix(result: str) -> None:
    code = HEAD + _code(result)
    assert under_profile.fixed(code, unsafe=False) == code
    unsafe = under_profile.fixed(code)
    assert result not in unsafe
    assert any(_answer(code, x) != _answer(unsafe, x) for x in ARRAYS) or result in ALIKE_HERE


@pytest.mark.parametrize(("result", "written"), WRITTEN.items())
def test_what_is_written_safely_answers_as_numpy_does(result: str, written: str) -> None:
    code = HEAD + _code(result)
    after = under_profile.fixed(code, unsafe=False)
    assert after.endswith(f"    return {written}\n")
    for x in ARRAYS:
        assert _answer(after, x) == _answer(code, x)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("xp.cumsum(x)", "xp.cumsum(x)"),
        ("xp.cumsum(x, axis=0)", "xp.cumulative_sum(x, axis=0)"),
        ("xp.arccos(x)", "xp.acos(x)"),
    ],
)
def test_names_of_numpy_on_a_namespace_are_held_to_the_same(before: str, after: str) -> None:
    code = f"{HEAD}def f(x):\n    xp = array_namespace(x)\n    return {before}\n"
    assert f"    return {after}\n" in under_profile.fixed(code, unsafe=False)
