"""Every result that a table may state has a meaning."""

from __future__ import annotations

import pytest

from purity_lint.knowledge.notation import Result
from purity_lint.semantics.evaluation import results


@pytest.mark.parametrize("result", Result)
def test_every_result_has_one_interpretation(result: Result) -> None:
    interpreted = (result in results.SIMPLE) + (result in results._HANDLERS)
    assert interpreted == (0 if result is Result.SHAPE_OR_DIM else 1)  # of a method alone
