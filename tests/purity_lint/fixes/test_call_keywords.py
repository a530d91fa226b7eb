"""A safe fix of a call keeps what each of its arguments means; ``benchmarks/call_keywords.py`` has them all."""

from __future__ import annotations

from random import Random

import pytest
from call_keywords import examine
from differential import SETTINGS

FUNCTIONS = (
    "np.add$",
    "np.sum$",
    "np.unique$",
    "np.average$",
    "np.linspace$",
    "np.linalg.svd$",
    "np.histogram_bin_edges$",
    "x.sum$",
    "x.take$",
    "x.argsort$",
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_argument_means_the_same(function: str) -> None:
    tally, found = examine(SETTINGS["safe"], Random(0), function)
    assert tally["changed"] > 3
    assert found == []
