"""Text and objects stay with NumPy, and a tensor of any backend says which of them are chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops

NAMES = np.array(["a", "b", "c"])
OBJECTS = np.array(["a", None, ("c",)], dtype=object)
CHOICES: dict[str, tuple[Callable[[Any], Any], list[Any]]] = {
    "where": (lambda x: ops.where(ops.greater(x, 0), "up", "down"), ["up", "down", "up"]),
    "where, of an array": (lambda x: ops.where(ops.greater(x, 0), NAMES, ""), ["a", "", "c"]),
    "where, of objects": (lambda x: ops.where(ops.greater(x, 0), OBJECTS, "none"), ["a", "none", ("c",)]),
    "select": (lambda x: ops.select([ops.greater(x, 1)], ["big"], "small"), ["small", "small", "big"]),
    "take": (lambda x: ops.take(NAMES, ops.argsort(x)), ["b", "a", "c"]),
    "compress": (lambda x: ops.compress(ops.greater(x, 0), NAMES), ["a", "c"]),
    "repeat": (lambda x: ops.repeat(NAMES, ops.asarray([1, 2, 0])), ["a", "b", "b"]),
}


@pytest.mark.parametrize("name", CHOICES)
def test_text_is_chosen_by_tensors(backend: str, name: str) -> None:
    choose, expected = CHOICES[name]
    found = choose(ops.asarray(np.array([1.0, -1.0, 2.0])))
    assert isinstance(found, np.ndarray)
    assert found.tolist() == expected


def test_text_is_chosen_by_an_array_of_numpy(backend: str) -> None:
    assert ops.where(np.array([True, False]), "up", "down").tolist() == ["up", "down"]
