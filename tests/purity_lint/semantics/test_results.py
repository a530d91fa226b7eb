"""Every result that a table may state has a meaning."""

from __future__ import annotations

import pytest

from purity_lint.knowledge.notation import Result
from purity_lint.semantics.evaluation import library_objects, results


@pytest.mark.parametrize("result", Result)
def test_every_result_has_one_interpretation(result: Result) -> None:
    of_tensors = results._HANDLERS.keys() | library_objects.OF_TENSORS.keys()
    interpreted = (result in results.SIMPLE) + (result in of_tensors)
    of_methods_alone = result in {Result.SHAPE_OR_DIM, Result.ITSELF, Result.LIKE_SECOND}
    assert interpreted == (0 if of_methods_alone else 1)
