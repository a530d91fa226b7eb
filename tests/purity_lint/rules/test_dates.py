"""Dates and spans of time are NumPy's alone: what is computed with them stays with NumPy, on every backend."""

from __future__ import annotations

import pytest

from purity_lint.api import check_source

HEADER = "import numpy as np\n"


@pytest.mark.parametrize(
    "line",
    [
        'np.datetime64("2020-01-01") + np.arange(n) * np.timedelta64(1, "D")',
        'np.arange(1, n).astype("timedelta64[s]")',
        'np.asarray(t).astype("datetime64[Y]")',
    ],
)
def test_what_becomes_dates_stays_with_numpy(line: str) -> None:
    found = check_source(f"{HEADER}def f(n, t: np.ndarray):\n    return {line}\n").diagnostics
    assert not [d for d in found if d.code == "PUR201"]
    fixes = [d.fix for d in found if d.code in ("PUR103", "PUR104")]
    assert fixes
    assert not any(fixes)


def test_a_name_that_is_computed_with_dates_stays_with_numpy() -> None:
    code = f'{HEADER}def f(n):\n    days = np.arange(n)\n    return np.datetime64("2020-01-01") + days\n'
    found = [d for d in check_source(code).diagnostics if d.code == "PUR103"]
    assert [(d.span.line, d.fix) for d in found] == [(3, None)]
    assert "dates" in found[0].message


def test_numbers_beside_them_go_on() -> None:
    line = 'return np.sin(t / np.timedelta64(1, "s")), np.arange(3) * x'
    code = f"{HEADER}def f(t: np.ndarray, x: np.ndarray):\n    {line}\n"
    found = [d for d in check_source(code).diagnostics if d.span.line == 3]
    assert [d.code for d in found if d.fix is not None] == ["PUR103", "PUR103", "PUR201"]
