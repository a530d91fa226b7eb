"""Text and objects stay with NumPy, and a tensor of any backend says which of them are chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import ShapeError, TextError

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
OF_LISTS: dict[str, tuple[Callable[[], Any], Any]] = {
    "unique": (lambda: ops.unique(["b", "a", "b"]), ["a", "b"]),
    "unique, with counts": (lambda: ops.unique(["b", "a", "b"], return_counts=True)[1], [1, 2]),
    "sort": (lambda: ops.sort(["b", "a"]), ["a", "b"]),
    "argsort": (lambda: ops.argsort(["b", "a"]), [1, 0]),
    "isin": (lambda: ops.isin(["b", "a"], NAMES[:1]), [False, True]),
    "concatenate": (lambda: ops.concatenate([NAMES, ["d"]]), ["a", "b", "c", "d"]),
    "append": (lambda: ops.append(NAMES, "d"), ["a", "b", "c", "d"]),
    "full": (lambda: ops.full(2, "x"), ["x", "x"]),
    "tile": (lambda: ops.tile("ab", 2), ["ab", "ab"]),
    "setdiff1d": (lambda: ops.setdiff1d(["b", "a"], ["a"]), ["b"]),
    "equal": (lambda: ops.equal(["b", "a"], "a"), [False, True]),
    "array_equal": (lambda: ops.array_equal(["a", "b", "c"], NAMES), True),
}


@pytest.mark.parametrize("name", CHOICES)
def test_text_is_chosen_by_tensors(backend: str, name: str) -> None:
    choose, expected = CHOICES[name]
    found = choose(ops.asarray(np.array([1.0, -1.0, 2.0])))
    assert isinstance(found, np.ndarray)
    assert found.tolist() == expected


def test_text_is_chosen_by_an_array_of_numpy(backend: str) -> None:
    assert ops.where(np.array([True, False]), "up", "down").tolist() == ["up", "down"]


@pytest.mark.parametrize("name", OF_LISTS)
def test_lists_of_text_are_moved_and_told_apart(backend: str, name: str) -> None:
    run, expected = OF_LISTS[name]
    found = run()
    assert (found.tolist() if isinstance(found, np.ndarray) else found) == expected


@pytest.mark.parametrize("backend", ["torch", "jax", "mlx"], indirect=True)
def test_nothing_is_computed_of_a_list_of_text(backend: str) -> None:
    with pytest.raises(TextError, match="no tensor holds str objects, such as 'a'"):
        ops.exp(["a"])


def test_a_list_that_holds_itself_is_refused(backend: str) -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises((ValueError, TypeError, RecursionError)):
        ops.sort(endless)


@pytest.mark.parametrize("name", ["torch", "jax", "mlx"])
def test_bytes_are_text_and_no_numbers(name: str) -> None:
    with emberops.use_backend(name), pytest.raises(TextError, match="bytes"):
        ops.asarray(b"abc")


@pytest.mark.parametrize(
    "x",
    [
        [1, "b"],
        (1, ["b", 2.5], None),
        [],
        [[], [1, 2]],
        ["a", np.float32(1.5), NAMES],
        [{"a": 1}],
    ],
    ids=repr,
)
def test_lists_keep_objects_that_no_tensor_holds(backend: str, x: Any) -> None:
    expected = [*map(_as_lists, x)]
    if x == [[], [1, 2]]:
        with pytest.raises(ShapeError):  # of numbers alone: a tensor that is ragged
            ops.tolist(x)
        return
    found = ops.tolist(x)
    assert found == expected
    assert [*map(type, found)] == [*map(type, expected)]


def _as_lists(x: Any) -> Any:
    if isinstance(x, (list, tuple)):
        return [*map(_as_lists, x)]
    return x.tolist() if hasattr(x, "tolist") else x


def test_lists_of_numbers_are_those_of_their_tensor(backend: str) -> None:
    assert ops.tolist([1, 2.5]) == [1.0, 2.5]
    assert [*map(type, ops.tolist([1, 2.5]))] == [float, float]
    assert ops.tolist(2.5) == 2.5


@pytest.mark.parametrize("name", ["histogram", "histogram_bin_edges"])
def test_text_that_names_no_way_to_choose_bins_is_no_data(backend: str, name: str) -> None:
    with pytest.raises(ValueError, match="notaway"):
        getattr(ops, name)(ops.asarray([1.0, 2.0]), bins="notaway")
    with pytest.raises(ValueError) as caught:  # noqa: PT011  each library words it differently
        getattr(ops, name)(ops.asarray([1.0, 2.0]), bins="notaway")
    assert not isinstance(caught.value, TextError)
