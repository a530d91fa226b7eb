"""Fourier transforms: NumPy's values on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import ArgumentError
from emberops.testing import assert_close

RNG = np.random.default_rng(0)
REAL = RNG.standard_normal((3, 4, 6)).astype(np.float32)
COMPLEX = (REAL + 1j * RNG.standard_normal(REAL.shape)).astype(np.complex64)
CLOSE = {"rtol": 1e-4, "atol": 1e-4}


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
@pytest.mark.parametrize(
    "arguments", [{}, {"n": 5}, {"n": 8}, {"axis": 0}, {"norm": "ortho"}, {"norm": "forward"}]
)
def test_one_axis(backend, name, arguments):
    x = REAL if name in ("rfft", "ihfft") else COMPLEX
    if name in {"irfft", "hfft"}:
        x = x.copy()
        x.imag[..., 0] = 0
    assert_close(getattr(ops.fft, name)(x, **arguments), getattr(np.fft, name)(x, **arguments), **CLOSE)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"])
@pytest.mark.parametrize(
    "arguments",
    [{}, {"axes": (0, 1)}, {"s": (4, 5), "axes": (1, 2)}, {"norm": "ortho"}, {"s": (5, 8), "axes": (-2, -1)}],
)
def test_several_axes(backend, name, arguments):
    x = REAL if name.startswith("rfft") else np.fft.rfftn(REAL).astype(np.complex64)
    assert_close(getattr(ops.fft, name)(x, **arguments), getattr(np.fft, name)(x, **arguments), **CLOSE)


def test_sizes_without_axes_are_those_of_the_last_ones(backend):
    assert_close(ops.fft.fftn(REAL, s=(4, 5)), np.fft.fftn(REAL, s=(4, 5), axes=(1, 2)), **CLOSE)


@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
@pytest.mark.parametrize("axes", [None, 1, (0, 2)])
def test_shift(backend, name, axes):
    assert_close(getattr(ops.fft, name)(REAL, axes=axes), getattr(np.fft, name)(REAL, axes=axes))


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
@pytest.mark.parametrize("n", [4, 5])
def test_frequencies(backend, name, n):
    assert_close(getattr(ops.fft, name)(n, d=0.1), getattr(np.fft, name)(n, d=0.1))
    assert str(getattr(ops.fft, name)(n, dtype=ops.float32).dtype).endswith("float32")


def test_integers_are_transformed_as_floats(backend):
    assert_close(ops.fft.fft([1, 2, 3]), np.fft.fft([1, 2, 3]), **CLOSE)
    assert_close(ops.fft.rfft([1, 2, 3]), np.fft.rfft([1, 2, 3]), **CLOSE)


def test_there_and_back(backend):
    assert_close(ops.fft.irfft(ops.fft.rfft(REAL), n=6), REAL, **CLOSE)


def test_unknown_norm(backend):
    for name in ("fft", "hfft"):
        with pytest.raises((ValueError, RuntimeError)):
            getattr(ops.fft, name)(REAL, norm="loud")


@pytest.mark.parametrize("name", ["ifft", "ihfft", "ifftn", "fft"])
@pytest.mark.on_processor(reason="PyTorch converts no tensor of a GPU to NumPy unasked")
def test_results_convert_to_numpy(backend, name):
    x = np.asarray([1.0, 2.0, 0.5], dtype="float32")
    np.testing.assert_allclose(np.asarray(getattr(ops.fft, name)(x)), getattr(np.fft, name)(x), rtol=1e-5)


@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
def test_axes_to_shift_may_be_a_list(backend: str, name: str) -> None:
    x = np.arange(6.0).reshape(2, 3)
    assert_close(getattr(ops.fft, name)(ops.asarray(x), axes=[1]), getattr(np.fft, name)(x, axes=[1]))
    assert_close(ops.rot90(ops.asarray(x), axes=[1, 0]), np.rot90(x, axes=[1, 0]))
    assert_close(ops.median(ops.asarray(x), axis=[0, 1]), np.median(x, axis=[0, 1]))


@pytest.mark.parametrize("name", ["irfft", "irfftn", "irfft2", "hfft"])
def test_one_value_becomes_no_real_numbers(backend, name):
    """JAX gives none for it, without a word."""
    with pytest.raises(ArgumentError):
        getattr(ops.fft, name)(ops.ones((2, 1)))
    axes = {"axis": 0} if name in ("irfft", "hfft") else {"axes": (1, 0)}
    assert ops.shape(getattr(ops.fft, name)(ops.ones((2, 1)), **axes)) == (2, 1)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"])
@pytest.mark.parametrize(
    "options", [{"axes": (0, 0)}, {"axes": (0, 0, 1)}, {"s": (4, 2), "axes": (1, 1)}, {"axes": (0,)}]
)
def test_an_axis_that_is_named_twice_or_alone(backend: str, name: str, options: dict[str, Any]) -> None:
    x = np.arange(12.0, dtype=np.float32).reshape(3, 4)
    expected = getattr(np.fft, name)(x, **options)
    assert_close(getattr(ops.fft, name)(ops.asarray(x), **options), expected, rtol=1e-4, atol=1e-4)


def test_samples_that_are_no_whole_number(backend: str) -> None:
    for function in (ops.fft.fftfreq, ops.fft.rfftfreq):
        with pytest.raises(ValueError, match="n"):
            function(4.0)


@pytest.mark.parametrize("n", [-1, -2, -3, -8])
def test_a_negative_number_of_samples_has_no_half_of_the_frequencies(backend: str, n: int) -> None:
    assert ops.shape(ops.fft.rfftfreq(n)) == (0,)
    with pytest.raises(ValueError, match="n"):
        ops.fft.fftfreq(n)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "fft2", "ifft2"])
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_over_no_axes_nothing_is_transformed(backend: str, name: str, dtype: str) -> None:
    x = ops.asarray(np.arange(6.0).reshape(2, 3), dtype=dtype)
    found = getattr(ops.fft, name)(x, axes=())
    assert ops.dtype(found) == dtype
    assert_close(found, np.arange(6.0).reshape(2, 3))
