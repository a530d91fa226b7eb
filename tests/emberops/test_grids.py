"""Histograms of points: cells of a grid, and the edges of bins alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.testing import assert_close

POINTS = np.random.default_rng(3).normal(size=(40, 3)).astype(np.float32)
WEIGHTS = np.random.default_rng(4).random(40).astype(np.float32)
A = ops.asarray


@pytest.mark.parametrize("bins", [10, 3, [0.0, 1.0, 5.0], "auto", "fd"])
def test_edges_of_bins_are_those_of_the_histogram(backend: str, bins: Any) -> None:
    edges = ops.histogram_bin_edges(A(POINTS), bins)
    assert_close(edges, np.histogram_bin_edges(POINTS, bins), rtol=1e-5)
    assert_close(edges, ops.histogram(A(POINTS), bins)[1])


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"bins": [3, 4]},
        {"bins": [3, [0.0, 1.0, 2.0]], "density": True},
        {"bins": [-1.0, 0.0, 1.0]},
        {"bins": 3, "range": [[0, 1], [-1, 1]]},
        {"bins": 3, "weights": WEIGHTS},
    ],
)
def test_points_in_the_plane(backend: str, options: dict[str, Any]) -> None:
    given = {k: A(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}
    made = ops.histogram2d(A(POINTS[:, 0]), A(POINTS[:, 1]), **given)
    for x, y in zip(made, np.histogram2d(POINTS[:, 0], POINTS[:, 1], **options), strict=True):
        assert_close(x, y, rtol=1e-4, atol=1e-5)
    assert not ops.isdtype(ops.dtype(made[0]), "integral")


def test_points_in_cells_between_edges_in_a_tensor(backend: str) -> None:
    edges = np.array([-1.0, 0.0, 0.5, 2.0], np.float32)
    counts, first, second = ops.histogram2d(A(POINTS[:, 0]), A(POINTS[:, 1]), A(edges))
    assert_close(counts, np.histogram2d(POINTS[:, 0], POINTS[:, 1], edges)[0])
    assert_close(first, edges)
    assert_close(second, edges)


@pytest.mark.parametrize(
    "options",
    [
        {"bins": 4},
        {"bins": [2, 3, 4], "density": True},
        {"bins": [2, 3, [-1.0, 0.0, 1.0]]},
        {"bins": 3, "range": [None, (0, 1), None]},
        {"bins": 2, "weights": WEIGHTS},
    ],
)
def test_points_in_space(backend: str, options: dict[str, Any]) -> None:
    given = {k: A(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}
    counts, edges = ops.histogramdd(A(POINTS), **given)
    expected, ends = np.histogramdd(POINTS, **options)
    assert_close(counts, expected, rtol=1e-4, atol=1e-5)
    assert len(edges) == 3
    for made, wanted in zip(edges, ends, strict=True):
        assert_close(made, wanted, rtol=1e-4, atol=1e-5)
    by_coordinate, _ = ops.histogramdd([A(POINTS[:, i]) for i in range(3)], **given)
    assert_close(by_coordinate, counts)


def test_points_on_a_line(backend: str) -> None:
    for sample in (A(POINTS[:, 0]), [1.0, 2.0, 4.0]):
        counts, edges = ops.histogramdd(sample, 3)
        expected, (ends,) = np.histogramdd(np.asarray(ops.to_numpy(sample)), 3)
        assert_close(counts, expected)
        assert_close(edges[0], ends, rtol=1e-5)


def test_no_points_at_all(backend: str) -> None:
    counts, first, _ = ops.histogram2d(A(np.zeros(0, np.float32)), A(np.zeros(0, np.float32)), 2)
    assert ops.tolist(counts) == [[0.0, 0.0], [0.0, 0.0]]
    assert ops.tolist(first) == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.histogram2d(A(POINTS[:, 0]), A(POINTS[:3, 1])),
        lambda: ops.histogram2d(A(POINTS[:, 0]), A(POINTS[:, 1]), 0),
        lambda: ops.histogramdd(A(POINTS), [2, 3]),
        lambda: ops.histogramdd(A(POINTS), [2, 0.5, 2]),
        lambda: ops.histogramdd(ops.ones((1, 10)), 2**10),
        lambda: ops.histogramdd(A(POINTS), [2, 2, [1.0, 0.0]]),
        lambda: ops.histogramdd(A(POINTS), 2, range=[(0, 1)]),
        lambda: ops.histogram_bin_edges(A(POINTS), [0.0, 5.0, 1.0]),
        lambda: ops.histogram_bin_edges(A(POINTS), "none"),
    ],
)
def test_what_makes_no_grid(backend: str, call: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  NumPy's words differ from call to call
        call()


@pytest.mark.parametrize("order", ["C", "F"])
def test_places_by_rows_or_columns(backend: str, order: Any) -> None:
    places = np.array([[5, 11], [0, 7]])
    made = ops.unravel_index(A(places), (3, 4), order)
    for x, y in zip(made, np.unravel_index(places, (3, 4), order), strict=True):
        np.testing.assert_array_equal(ops.to_numpy(x), y)
    back = ops.ravel_multi_index(made, (3, 4), order=order)
    np.testing.assert_array_equal(ops.to_numpy(back), places)
    wrapped = ops.ravel_multi_index((A([1, 2]), A([0, 5])), (3, 4), mode=("raise", "wrap"), order=order)
    expected = np.ravel_multi_index(([1, 2], [0, 5]), (3, 4), mode=("raise", "wrap"), order=order)
    np.testing.assert_array_equal(ops.to_numpy(wrapped), expected)


def test_an_order_that_there_is_none_of(backend: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  NumPy's words
        ops.unravel_index(A([1]), (2, 2), "K")
