"""`ops.tolist` of NumPy's arrays that hold no numbers, which `ops.unique` and others give back on every backend."""

from __future__ import annotations

import datetime

import numpy as np
import pytest

from emberops import ops


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.array(["a", "bb"]), ["a", "bb"]),
        (np.array([[None, "a"]], dtype=object), [[None, "a"]]),
        (np.array("2020-01-02", "datetime64[D]"), datetime.date(2020, 1, 2)),
    ],
)
def test_arrays_of_text_objects_and_dates_become_lists(array: np.ndarray, expected: object) -> None:
    assert ops.tolist(array) == expected
