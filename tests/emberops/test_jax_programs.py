"""How many programs JAX compiles for the first call of an operation with a shape: each takes hundredths of a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import jax
import numpy as np
import pytest

import emberops
from emberops import ops, use_backend

_SIZE = 37  # a length that no other test uses


@contextmanager
def _counted() -> Iterator[list[str]]:
    """The names of the programs compiled in a block."""
    compiled: list[str] = []

    def listen(event: str, _seconds: float, **told: Any) -> None:
        if event == "/jax/core/compile/backend_compile_duration":
            compiled.append(str(told.get("fun_name")))

    jax.monitoring.register_event_duration_secs_listener(listen)
    try:
        yield compiled
    finally:
        jax.monitoring.unregister_event_duration_listener(listen)


_X = np.sin(np.arange(_SIZE, dtype=np.float32))
_FEW = np.arange(_SIZE, dtype=np.int32) % 5
_ROWS = np.sin(np.arange(_SIZE * 3, dtype=np.float32)).reshape(_SIZE, 3)

CASES: dict[str, tuple[Callable[..., Any], tuple[np.ndarray, ...], int]] = {
    "arange": (lambda: ops.arange(_SIZE), (), 0),
    "linspace": (lambda: ops.linspace(0.0, 1.0, _SIZE), (), 0),
    "geomspace": (lambda: ops.geomspace(1.0, 8.0, _SIZE), (), 1),
    "linspace of tensors": (lambda x: ops.linspace(x, 1.0, 4), (_X,), 0),
    "hanning": (lambda: ops.hanning(_SIZE), (), 0),
    "triu_indices": (lambda: ops.triu_indices(_SIZE), (), 0),
    "fft.fftfreq": (lambda: ops.fft.fftfreq(_SIZE), (), 0),
    "asarray": (lambda: ops.asarray(np.zeros((_SIZE, 2), np.float32)), (), 0),
    "tri": (lambda: ops.tri(_SIZE), (), 1),
    "diagflat": (ops.diagflat, (_X,), 1),
    "unique": (ops.unique, (_X,), 0),
    "unique_counts": (ops.unique_counts, (_FEW,), 0),
    "setdiff1d": (ops.setdiff1d, (_FEW, _FEW[:11]), 1),
    "union1d": (ops.union1d, (_FEW, _FEW[:11]), 0),
    "getitem by a mask": (lambda x: ops.getitem(x, ops.greater(x, 0.0)), (_X,), 1),
    "nonzero": (ops.nonzero, (_X,), 0),
    "bincount": (ops.bincount, (_FEW,), 0),
    "histogram": (lambda x: ops.histogram(x, 7), (_X,), 0),
    "digitize": (lambda x, y: ops.digitize(x, ops.sort(y)), (_X, _X[:13]), 1),
    "searchsorted": (lambda x, y: ops.searchsorted(ops.sort(x), y), (_X, _X[:13]), 1),
    "histogram_bin_edges": (lambda x: ops.histogram_bin_edges(x, 7), (_X,), 0),
    "histogram2d": (lambda x, y: ops.histogram2d(x, y, 3), (_X, _X), 0),
    "assign by a mask": (lambda x: ops.assign(x, ops.greater(x, 0.0), 0.0), (_X,), 2),
    "packbits": (ops.packbits, (_FEW,), 1),
    "unpackbits": (ops.unpackbits, (_FEW.astype(np.uint8),), 1),
    "nanargmax": (ops.nanargmax, (_X,), 1),
    "cumulative_prod": (lambda x: ops.cumulative_prod(x, include_initial=True), (_X,), 1),
    "modf": (ops.modf, (_X,), 1),
    "frexp": (ops.frexp, (_X,), 1),
    "abs of complex numbers": (ops.abs, (_X.astype(np.complex64),), 1),
    "random.permutation": (lambda x: ops.random.permutation(ops.random.key(0), x), (_X,), 3),
    "roots": (ops.roots, (_X[:7],), 0),
    "polymul": (ops.polymul, (_X[:7], _X[:5]), 0),
    "polydiv": (ops.polydiv, (_X[1:8], _X[1:6]), 0),
    "linalg.cond": (ops.linalg.cond, (_ROWS,), 2),
    "gradient": (ops.gradient, (_X,), 1),
    "unwrap": (ops.unwrap, (_X,), 1),
    "choose": (lambda x, y: ops.choose(x, [y, y, y, y, y]), (_FEW, _FEW), 1),
    "poly": (ops.poly, (_X[:13],), 0),
    "polyval": (ops.polyval, (_X[:13], _X), 1),
    "toeplitz": (ops.toeplitz, (_X,), 1),
    "cdist": (ops.cdist, (_ROWS, _ROWS), 1),
    "pad": (lambda x: ops.pad(x, 2, "median"), (_X,), 1),
    "remainder": (ops.remainder, (_X, _X), 1),
    "nn.softmax": (ops.nn.softmax, (_X,), 1),
    "nn.layer_normalization": (ops.nn.layer_normalization, (_ROWS,), 1),
    "linalg.lstsq": (ops.linalg.lstsq, (_ROWS, _X), 3),
    "polyfit": (lambda x, y: ops.polyfit(x, y, 2), (_X, _X), 6),
    "std": (ops.std, (_X,), 1),
    "var of integers": (lambda x: ops.var(x, axis=0, correction=1, keepdims=True), (_FEW,), 1),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.on_processor(reason="only what lies on the host is computed there")
def test_a_new_shape_takes_few_programs(name: str) -> None:
    operation, arrays, most = CASES[name]
    with use_backend("jax"):
        tensors = [jax.device_put(x) for x in arrays]
        with _counted() as compiled:
            operation(*tensors)
    assert len(compiled) <= most, compiled


def test_a_number_that_changes_is_not_compiled_anew() -> None:
    x = jax.device_put(_X[:19])
    ops.gradient(x, 0.5), ops.polyval(x, 3)
    with _counted() as compiled:
        slopes, value = ops.gradient(x, 0.25), ops.polyval(x, 4)
    assert compiled == []
    np.testing.assert_allclose(slopes, np.gradient(_X[:19], 0.25), rtol=1e-5)
    np.testing.assert_allclose(value, np.polyval(_X[:19].astype(float), 4), rtol=1e-5)


@pytest.mark.parametrize("p", [0, 1, 2, 3, np.inf])
def test_distances_of_many_coordinates_are_a_loop(p: float) -> None:
    """Neither do all differences lie in memory at once, nor does a program grow with the coordinates."""
    programs = [
        str(jax.make_jaxpr(lambda x, y: ops.cdist(x, y, p))(*(np.ones((n, size), "f") for n in (5, 4))))
        for size in (70, 71)
    ]
    assert "[5,4,70]" not in programs[0]
    assert programs[0].count("\n") == programs[1].count("\n")


def test_what_is_compiled_follows_the_default_dtype() -> None:
    x = jax.device_put(np.arange(3, dtype=np.int32))
    made = []
    for dtype in ("float16", "bfloat16"):
        emberops.set_default_dtype(dtype)
        try:
            made.append(str(ops.nn.silu(x).dtype))
        finally:
            emberops.set_default_dtype(None)
    assert made == ["float16", "bfloat16"]


def test_edges_of_integers_have_the_digits_of_the_default_dtype() -> None:
    """In float32 the smallest number is none of int32's."""
    limits = np.array([-(2**31) + 4, 2**31 - 4], np.int32)
    emberops.set_default_dtype("float64")
    try:
        edges = jax.jit(lambda x: ops.histogram(x, 2)[1])(jax.device_put(limits))
    finally:
        emberops.set_default_dtype(None)
    assert edges.tolist() == [limits[0], 0, limits[1]]


def test_edges_have_the_digits_of_their_range() -> None:
    x, limits = jax.device_put(np.array([1.0], np.float16)), np.array([1, 1 + 2**-20], np.float32)

    def edges(x: Any) -> Any:
        return ops.histogram(x, 1, range=limits)[1]

    assert edges(x).tolist() == jax.jit(edges)(x).tolist() == limits.tolist()


def test_a_spread_keeps_its_digits_far_from_zero_and_takes_a_traced_correction() -> None:
    x = np.float32(1e5) + _X
    for name in ("var", "std"):
        operation, expected = getattr(ops, name), getattr(np, name)(x.astype(float))
        np.testing.assert_allclose(operation(jax.device_put(x)), expected, rtol=1e-6)
        traced = jax.jit(lambda x, n, operation=operation: operation(x, correction=n))(x, 1.0)
        np.testing.assert_allclose(traced, getattr(np, name)(x.astype(float), ddof=1), rtol=1e-6)


def test_what_is_compiled_tells_zeros_apart_by_their_sign() -> None:
    x = jax.device_put(np.array([1.0, 0.0], np.float32))
    steps = [ops.diff(x, append=zero) for zero in (0.0, -0.0)]
    assert [bool(np.signbit(np.asarray(y)[-1])) for y in steps] == [False, True]


@pytest.mark.parametrize("num", [1, 2, 11, 50])
@pytest.mark.on_processor(reason="only what lies on the host is computed there")
def test_known_bounds_give_the_numbers_of_numpy(num: int) -> None:
    one, other = np.float32(0.1), np.float32(2.7)
    with use_backend("jax"):
        for name in ("linspace", "geomspace"):
            found = getattr(ops, name)(jax.device_put(one), jax.device_put(other), num)
            wanted = getattr(np, name)(one, other, num)
            assert np.asarray(found).tobytes() == wanted.astype(np.float32).tobytes()


def test_bounds_that_are_traced_have_a_slope() -> None:
    slope = jax.grad(lambda stop: ops.linspace(0.0, stop, 5)[2])(2.0)
    assert float(slope) == 0.5
