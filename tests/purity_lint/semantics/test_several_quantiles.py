"""Quantiles have the axes of what they are asked for: of a list of probabilities there are several."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]

_CODE = """
    def f(values, q, x: np.ndarray):
        points = np.linspace(0.0, 1.0, 7)[1:-1]
        rows = np.zeros((3, 4))
        return {call}
    """


@pytest.mark.parametrize(
    ("call", "rank"),
    [
        ("np.quantile(values, points)", 1),
        ("np.quantile(x, [0.1, 0.9])", 1),
        ("np.nanpercentile(x, q=points)", 1),
        ("ops.quantile(x, points)", 1),
        ("np.percentile(rows, points, axis=0)", 2),
        ("np.percentile(rows, 50, axis=0)", 1),
        ("np.quantile(x, q)", None),
    ],
)
def test_there_is_one_axis_more_for_several(value_of: ValueOf, call: str, rank: int | None) -> None:
    value = value_of(_CODE.format(call=call), call)
    assert value.is_tensor
    assert value.rank == rank


@pytest.mark.parametrize("call", ["np.quantile(x, 0.5)", "np.percentile(x.ravel(), 50, axis=0)"])
def test_one_quantile_is_a_number(value_of: ValueOf, call: str) -> None:
    assert value_of(_CODE.format(call=call), call).kind is Kind.SCALAR
