"""Generated programs do on NumPy what they did before they were fixed; `benchmarks/differential.py` runs thousands."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from differential import ANNOUNCED, difference, examine, plain
from programs import write_program

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_safe_fixes_change_nothing_on_numpy(seed: int) -> None:
    found = list(examine(write_program(Random(seed)), seed, modes=("safe",)))
    assert not found, f"{found[0].kind}: {found[0].detail}\n{found[0].program.text}"


def test_result_where_numpy_raised_is_announced() -> None:
    found = difference([("raises", "TypeError", (), "")], [("gives", plain(1.0), ())])
    assert found is not None
    assert found[0] in ANNOUNCED


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (np.ones(2), np.ones(2), None),
        (np.array([np.nan]), np.array([np.nan]), None),
        (np.ones(2), np.zeros(2), "value"),
        (np.ones(2), np.ones(2, dtype=np.float32), "type"),
        (np.ones(2), [1.0, 1.0], "type"),
        (np.ones(()), np.float64(1), "type"),
        (1.0, np.float64(1), "number"),
        ([1.0, 2.0], [np.float64(1), 3.0], "value"),
        ({"a": [np.ones(2)]}, {"a": [np.zeros(2)]}, "value"),
    ],
)
def test_what_counts_as_a_difference(before: object, after: object, kind: str | None) -> None:
    found = difference([("gives", plain(before), ())], [("gives", plain(after), ())])
    assert (None if found is None else found[0]) == kind
