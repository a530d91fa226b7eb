"""The one call of a function that no namespace has goes to NumPy and back; the rest goes to the namespace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import array_api_strict
import numpy as np
import pytest
import torch
from ported_packages import ported
from under_profile import fixed

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

HELPERS = """
def get_namespace(*arrays, xp=None): ...
def _convert_to_numpy(array, xp): ...
def device(x): ...
"""
HEAD = "import numpy as np\n\n\n"
OF_SCIPY = "import numpy as np\nfrom scipy import linalg\n\n\n"
REST = "np.exp(x), np.abs(x), np.sqrt(x)"


def body(code: str, parameters: str = "x", rest: str = REST) -> str:
    """The body of a function with other calls, after fixing."""
    text = fixed(f"{HEAD}def f({parameters}):\n    x = np.asarray(x)\n    {code}\n    return {rest}\n")
    return text.partition("    x = xp.asarray(x)\n")[2]


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("y = np.partition(x, (3, 4))", "y = xp.asarray(np.partition(np.asarray(x), (3, 4)))"),
        ("y = np.percentile(x, 30)", "y = xp.asarray(np.percentile(np.asarray(x), 30))[()]"),
        (
            "y = np.polyval(np.arange(3), x) / 2",
            "y = xp.asarray(np.polyval(np.arange(3), np.asarray(x))) / 2",
        ),
        ("y = x.view(float)", "y = xp.asarray(np.asarray(x).view(float))"),
        ("y = x.take(k, mode='clip')", "y = xp.asarray(np.asarray(x).take(k, mode='clip'))"),
        (
            "h, e = np.histogram(x, 10)",
            "h, e = np.histogram(np.asarray(x), 10)\n    h = xp.asarray(h)\n    e = xp.asarray(e)",
        ),
    ],
)
def test_a_call_without_counterpart_goes_to_numpy_and_back(code: str, after: str) -> None:
    assert body(code) == f"    {after}\n    return xp.exp(x), xp.abs(x), xp.sqrt(x)\n"


def test_what_may_be_left_out_stays_so() -> None:
    text = body("y = np.average(x, weights=w)", "x, w=None")
    assert "weights=None if w is None else np.asarray(w)" in text


@pytest.mark.parametrize(
    ("above", "given"),
    [
        ("if w is not None:\n        w = np.asarray(w)", "None if w is None else np.asarray(w)"),
        ("if n:\n        w = np.ones_like(x)", "None if w is None else np.asarray(w)"),
        ("if w is None:\n        w = np.ones_like(x)", "np.asarray(w)"),
        ("if w is None:\n        return np.mean(x)", "np.asarray(w)"),
    ],
)
def test_what_may_still_be_left_out_stays_so(above: str, given: str) -> None:
    text = body(f"{above}\n    y = np.average(x, weights=w)", "x, n, w=None")
    assert f"weights={given}))" in "".join(text.split("\n        ")).replace(",)", ")")


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("if w is not None:\n        y = np.average(x, weights=w)", "np.asarray(w)"),
        ("y = 0 if w is None else np.average(x, weights=w)", "np.asarray(w)"),
        ("y = w is not None and np.average(x, weights=w)", "np.asarray(w)"),
        ("if w is None or n:\n        y = np.average(x, weights=w)", "None if w is None else np.asarray(w)"),
    ],
)
def test_what_was_asked_for_is_not_asked_for_again(code: str, given: str) -> None:
    assert f"weights={given})" in body(code, "x, n, w=None").replace("\n            ", "")


def test_a_function_that_is_given_no_weights_gives_what_it_gave() -> None:
    code = (
        f"{HEAD}def f(x, w=None):\n    x = np.asarray(x)\n    if w is not None:\n        w = np.asarray(w)\n"
        f"    y = np.average(x, axis=0, weights=w)\n    return {REST}, y\n"
    )
    before: dict[str, Callable[..., Any]] = {}
    after: dict[str, Callable[..., Any]] = {}
    exec(code, before)
    exec(fixed(code), after)
    for given in ([1.0, 2.0],), ([1.0, 2.0], [1.0, 3.0]):
        assert after["f"](*given)[-1] == before["f"](*given)[-1]


def test_what_was_left_out_and_is_made_by_then_is_no_longer_none() -> None:
    made = "if w is None:\n        w = np.sort(x)\n    else:\n        w = np.asarray(w)"
    assert "if np.array_equal(np.asarray(w), n):" in body(
        f"{made}\n    if np.array_equal(w, n):\n        n = 1", "x, n, w=None"
    )
    text = body("if np.array_equal(x, w):\n        n = 1", "x, w=None", f"np.sqrt(w), {REST}")
    assert "if np.array_equal(np.asarray(x), None if w is None else np.asarray(w)):" in text


@pytest.mark.parametrize(
    "code",
    [
        "y = np.apply_along_axis(len, 0, x)",
        "y = [np.partition(x, (k, 4)) for k in range(3)]",
        "for k in range(3):\n        y = np.partition(x, (k, 4))",
        "y = np.partition(x, (3, 4), out=x)",
        "y = [(1 + 2 * (np.partition(x, (3, 4)) - 1))]",
    ],
)
def test_functions_that_are_called_back_loops_and_long_formulas_are_left(code: str) -> None:
    assert not body(code)


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("y = np.apply_along_axis(g, k, x)", "np.apply_along_axis(g, k, np.asarray(x))"),
        ("y = np.percentile(q=k, a=x)", "np.percentile(q=k, a=np.asarray(x))"),
    ],
)
def test_what_is_taken_to_numpy_holds_wherever_the_array_stands(code: str, after: str) -> None:
    text = fixed(f"{HEAD}def f(x, k):\n    x = np.asarray(x)\n    {code}\n    return {REST}, y\n")
    assert after in text
    assert fixed(text) == text


@pytest.mark.parametrize("rest", ["np.exp(x)", "np.exp(x), np.partition(x, (1, 2)), np.abs(x)"])
def test_where_more_would_stay_than_go_nothing_is_begun(rest: str) -> None:
    assert not body("y = np.partition(x, (3, 4))", rest=rest)


def test_the_function_of_the_package_takes_arrays_to_numpy(tmp_path: Path) -> None:
    code = f"{HEAD}def f(x):\n    x = np.asarray(x)\n    y = np.partition(x, (3, 4))\n    return {REST}, y\n"
    text = ported(tmp_path, code, HELPERS)
    assert "y = xp.asarray(np.partition(_convert_to_numpy(x, xp=xp), (3, 4)), device=device(x))\n" in text
    assert "from pkg._lib._array_api import _convert_to_numpy, device, get_namespace\n" in text
    assert ported(tmp_path, text, HELPERS) == text


def test_what_scipy_computes_goes_the_same_way() -> None:
    code = f"{OF_SCIPY}def f(x):\n    x = np.asarray(x)\n    y = linalg.expm(x)\n    return {REST}, y\n"
    text = fixed(code)
    assert "y = xp.asarray(linalg.expm(np.asarray(x)))\n" in text
    assert fixed(text) == text


@pytest.mark.parametrize("given", ["np.asarray(x)", "_convert_to_numpy(x, xp=xp)", "move_to(x, xp=np)"])
def test_a_package_that_is_given_arrays_of_numpy_is_silent(given: str, tmp_path: Path) -> None:
    code = f"{OF_SCIPY}def f(x, xp):\n    y = linalg.expm({given})\n    return xp.asarray(y)\n"
    assert f"y = linalg.expm({given})\n    return xp.asarray(y)\n" in ported(tmp_path, code, HELPERS)


def test_what_scipy_gives_beside_operations_is_still_told_of() -> None:
    code = (
        "from emberops import ops\nfrom scipy.linalg import expm\n\n\n"
        "def f(x: ops.Tensor):\n    y = expm(ops.to_numpy(x))\n    return y\n"
    )
    found = check(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), Settings()).diagnostics
    assert [one.code for one in found] == ["PUR105"]


RUN = """import numpy as np


def f(x, w=None):
    x = np.asarray(x)
    y = np.partition(x, (1, 2))
    counts, edges = np.histogram(x, 3)
    mean = np.average(x, weights=w)
    z = np.polyval(np.arange(3), x) / 2
    parts = np.exp(y) * np.abs(x), np.sqrt(edges), np.sin(x) + np.cos(x), np.log(x) + np.tan(x), np.cosh(x) * np.sinh(x)
    return counts, mean, np.percentile(x, 30), np.sum(z) + np.max(x), *parts
"""


def test_what_is_written_runs_where_it_is_meant_to_and_gives_numpy_s_users_what_they_had() -> None:
    before: dict[str, Callable[..., Any]] = {}
    after: dict[str, Callable[..., Any]] = {}
    exec(RUN, before)
    exec(fixed(RUN), after)
    given = np.asarray([3.0, 1.0, 2.0, 5.0, 4.0])
    expected = before["f"](given)
    for same in (after["f"](given), after["f"](given.tolist())):
        assert [type(part) for part in same] == [type(part) for part in expected]
        assert all(np.array_equal(one, other) for one, other in zip(same, expected, strict=True))
    for library in (array_api_strict, torch):
        made = after["f"](library.asarray(given))
        assert {type(part) for part in made} == {type(library.asarray(given))}
        assert all(np.allclose(np.asarray(one), other) for one, other in zip(made, expected, strict=True))


BESIDE_DISTRIBUTIONS = """import numpy as np
from scipy import stats


def _pvalue(z, distribution, tail):
    return distribution.cdf(z) if tail else 2 * distribution.sf(z)


def f(x, tail=False):
    x = np.asarray(x)
    z = np.exp(x) / np.sqrt(np.abs(x))
    return z, _pvalue(z, stats.norm, tail)


def g(x, n):
    z = np.log(np.exp(np.asarray(x)))
    return z, _pvalue(z, stats.t(n), True)
"""


def test_what_a_function_hands_to_a_distribution_goes_there_and_back() -> None:
    text = fixed(BESIDE_DISTRIBUTIONS)
    assert "return z, xp.asarray(_pvalue(np.asarray(z), stats.norm, tail))" in text
    assert "return z, xp.asarray(_pvalue(np.asarray(z), stats.t(n), True))" in text
    assert "z = xp.exp(x) / xp.sqrt(xp.abs(x))" in text
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    exec(BESIDE_DISTRIBUTIONS, before)
    exec(text, after)
    given = np.asarray([0.3, 1.5])
    for made, expected in zip(after["f"](torch.asarray(given)), before["f"](given), strict=True):
        assert isinstance(made, torch.Tensor)
        assert np.allclose(made.numpy(), expected)
    for made, expected in zip(after["f"](given.tolist()), before["f"](given.tolist()), strict=True):
        assert type(made) is type(expected)
        assert np.array_equal(made, expected)


def test_such_calls_are_reported_until_they_are_given_numpys_arrays() -> None:
    def found(code: str) -> list[str]:
        source = source_from_bytes(code.encode(), Path("a.py"), None)
        diagnostics = check(source, Settings(root=Path.cwd(), profile="array-api")).diagnostics
        return [one.code for one in diagnostics if "hands its tensors" in one.message]

    assert found(BESIDE_DISTRIBUTIONS) == ["PUR105", "PUR105"]
    assert found(fixed(BESIDE_DISTRIBUTIONS)) == []
    other_function = BESIDE_DISTRIBUTIONS.replace("distribution.cdf(z)", "z").replace(
        "2 * distribution.sf(z)", "z"
    )
    assert found(other_function) == []


def test_what_a_function_of_the_file_makes_of_numbers_is_taken_to_the_namespace() -> None:
    code = f"""{HEAD}def _powers(n):
    out = np.zeros(n, dtype=np.dtype("long"))
    out[0] += 1
    return out


def f(x):
    x = np.asarray(x)
    return np.exp(x) * _powers(x.shape[0])


def _rounded(x):
    return np.nan_to_num(x, nan=1.0)


def g(x):
    x = np.asarray(x)
    return np.exp(x) * _rounded(x)
"""
    text = fixed(code)
    assert "return xp.exp(x) * xp.asarray(_powers(x.shape[0]))" in text
    assert "return np.exp(x) * _rounded(x)" in text


def test_what_is_no_operation_counts_for_the_rest_of_its_function() -> None:
    head = f"{HEAD}def f(x):\n    x = np.asarray(x)\n    x = x.ravel()\n"
    text = fixed(f"{head}    y = np.partition(x, (3, 4))\n    return y + x.size\n")
    assert "y = xp.asarray(np.partition(np.asarray(x), (3, 4)))\n" in text
    assert "x = xp.reshape(x, (-1,))\n" in text


def test_lists_of_arrays_for_special_functions_are_stacked_in_what_has_no_namespace_yet() -> None:
    head = "import numpy as np\nfrom scipy import special\n\n\n"
    code = f"{head}def f(x):\n    x = np.asarray(x)\n    y = np.exp(x)\n    return special.logsumexp([x, y], axis=0)\n"
    assert "special.logsumexp(xp.stack([x, y]), axis=0)" in fixed(code)
