"""PUR105: packages that draw by NumPy's generators are handed one of NumPy's."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_CODE = """\
import pandas as pd
from emberops import ops
from scipy import stats
from sklearn.cluster import KMeans

rng = {made}


def f(n: int, frame: pd.DataFrame, rng={default}):
    return {drawn}
"""


def _code(drawn: str, made: str = "ops.random.default_rng(0)", default: str = "rng") -> str:
    return _CODE.format(made=made, default=default, drawn=drawn)


@pytest.mark.parametrize("made", ["ops.random.default_rng(0)", "ops.random.RandomState(0)"])
@pytest.mark.parametrize(
    ("drawn", "handed"),
    [
        (
            "stats.norm.rvs(size=n, random_state=rng)",
            "stats.norm.rvs(size=n, random_state=ops.to_numpy(rng))",
        ),
        ("KMeans(3, random_state=rng)", "KMeans(3, random_state=ops.to_numpy(rng))"),
        ("frame.sample(3, random_state=rng)", "frame.sample(3, random_state=ops.to_numpy(rng))"),
    ],
)
def test_a_generator_of_ops_is_handed_over(
    lines: Lines, fixed: Fixed, made: str, drawn: str, handed: str
) -> None:
    code = _code(drawn, made)
    assert lines(code, "PUR105") == [(10, "PUR105")]
    after = fixed(code, "PUR105", unsafe=True)
    assert after == _code(handed, made)
    assert lines(after, "PUR105") == []


@pytest.mark.parametrize(
    ("drawn", "made", "default"),
    [
        ("stats.norm.rvs(size=n, random_state=n)", "ops.random.default_rng(0)", "None"),
        ("stats.norm.rvs(size=n, random_state=rng)", "None", "None"),
        ("g(n, random_state=rng)", "ops.random.default_rng(0)", "rng"),
        ("rng.permutation(n)", "ops.random.default_rng(0)", "rng"),
    ],
)
def test_no_generator_and_no_such_package(lines: Lines, drawn: str, made: str, default: str) -> None:
    assert lines(_code(drawn, made, default), "PUR105") == []


_SPREAD = """\
from emberops import ops
from scipy import sparse


def f(n: int, old: bool):
    rng = ops.random.default_rng(0)
    options = {options}
    return sparse.random_array((n, n), **options)
"""


def test_a_generator_in_options_that_are_written_out_is_too(fixed: Fixed) -> None:
    options = '{"random_state": rng} if old else {"rng": rng}'
    handed = '{"random_state": ops.to_numpy(rng)} if old else {"rng": ops.to_numpy(rng)}'
    assert fixed(_SPREAD.format(options=options), "PUR105", unsafe=True) == _SPREAD.format(options=handed)
