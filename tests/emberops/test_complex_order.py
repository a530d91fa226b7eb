"""Complex numbers have NumPy's order everywhere: by the real part, then the imaginary one, those with a NaN last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import DTypeError
from emberops.testing import assert_close

PARTS = (np.nan, -np.inf, -1.0, 0.0, 2.0, np.inf)
ALL = np.random.default_rng(0).permutation(
    np.array([complex(a, b) for a in PARTS for b in PARTS], dtype=np.complex64)
)
FINITE = ALL[np.isfinite(ALL)]
X = np.concatenate([ALL, ALL[:6]]).reshape(6, 7)
OF_ONE: dict[str, Callable[[Any], Any]] = {
    "sort": lambda x: ops.sort(x, axis=1),
    "sort of all": lambda x: ops.sort(x, axis=None),
    "sort, falling": lambda x: ops.sort(x, axis=0, descending=True),
    "argsort": lambda x: ops.argsort(x, axis=0),
    "argsort, falling": lambda x: ops.argsort(x, axis=1, descending=True),
    "lexsort": lambda x: ops.lexsort([x[1], x[0]]),
    "sort_complex": ops.sort_complex,
    "max": lambda x: ops.max(x, axis=1),
    "min": lambda x: ops.min(x, axis=0, keepdims=True),
    "argmax": lambda x: ops.argmax(x, axis=1),
    "argmin": ops.argmin,
    "nanmax": lambda x: ops.nanmax(x, axis=0),
    "nanargmin": lambda x: ops.nanargmin(x, axis=0),
    "median": lambda x: ops.median(x, axis=1),
    "top_k": lambda x: ops.top_k(x, 3)[1],
    "clip": lambda x: ops.clip(x, -1 + 1j, 2 + 1j),
}


def agree(found: Any, expected: Any) -> None:
    found = np.asarray(ops.to_numpy(found))
    assert found.shape == expected.shape
    for part in (np.real, np.imag) if expected.dtype.kind == "c" else (np.asarray,):
        np.testing.assert_array_equal(part(found), part(expected))


def on_numpy(function: Callable[..., Any], *arrays: Any) -> Any:
    with np.errstate(invalid="ignore"), emberops.use_backend("numpy"):
        return np.asarray(function(*arrays))


@pytest.mark.parametrize("name", OF_ONE)
def test_of_one(backend: str, name: str) -> None:
    agree(OF_ONE[name](ops.asarray(X)), on_numpy(OF_ONE[name], X))


@pytest.mark.parametrize(
    "name", ["less", "less_equal", "greater", "greater_equal", "maximum", "minimum", "fmax", "fmin"]
)
def test_of_two(backend: str, name: str) -> None:
    function = np.errstate(invalid="ignore")(getattr(ops, name))
    agree(function(ops.asarray(X[:, :1]), ops.asarray(X[:1])), on_numpy(function, X[:, :1], X[:1]))
    agree(function(ops.asarray(X), 2 - 1j), on_numpy(function, X, np.complex64(2 - 1j)))


@pytest.mark.parametrize("name", ["partition", "argpartition"])
def test_partition(backend: str, name: str) -> None:
    found = ops.to_numpy(getattr(ops, name)(ops.asarray(ALL), 4))
    ordered = np.sort(ALL)
    values = found if name == "partition" else ALL[found]
    assert values[4] == ordered[4]
    assert set(values[:4]) == set(ordered[:4])


@pytest.mark.parametrize("side", ["left", "right"])
def test_searchsorted(backend: str, side: str) -> None:
    line = np.sort(np.concatenate([ALL, FINITE]))
    agree(ops.searchsorted(ops.asarray(line), ops.asarray(X), side), np.searchsorted(line, X, side))
    order = np.argsort(FINITE)
    agree(
        ops.searchsorted(ops.asarray(FINITE), ops.asarray(X), side, ops.asarray(order)),
        np.searchsorted(FINITE, X, side, order),
    )


def test_sets(backend: str) -> None:
    x, some = ops.asarray(FINITE), ops.asarray(FINITE[::2])
    assert_close(ops.isin(x, some), np.isin(FINITE, FINITE[::2]))
    assert_close(ops.setdiff1d(x, some), np.setdiff1d(FINITE, FINITE[::2]))
    assert_close(ops.intersect1d(x, some), np.intersect1d(FINITE, FINITE[::2]))


@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile", "digitize"])
def test_complex_numbers_have_no_quantiles_and_no_bins(backend: str, name: str) -> None:
    with pytest.raises(DTypeError, match="real numbers"):
        getattr(ops, name)(ops.asarray(FINITE), 0.5 if name != "digitize" else ops.asarray([0.0, 1.0]))


def test_a_complex_number_beside_real_ones(backend: str) -> None:
    x = np.array([0.0, 1.0, 2.0], np.float32)
    for name in ("less", "greater_equal", "maximum"):
        function = getattr(ops, name)
        agree(function(ops.asarray(x), 1 + 1j), on_numpy(function, x, np.complex64(1 + 1j)))


def test_an_infinite_part_makes_the_size_infinite(backend: str) -> None:
    x = np.array(
        [complex(np.nan, np.inf), complex(-np.inf, np.nan), complex(np.nan, 1), 3 + 4j], np.complex64
    )
    agree(ops.abs(ops.asarray(x)), np.abs(x))
    y = np.array([complex(a, b) for a in (0.0, -1.0, np.nan) for b in (np.inf, -np.inf)], np.complex64)
    agree(ops.sqrt(ops.asarray(y)), np.sqrt(y))
