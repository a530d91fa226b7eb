"""Arguments that a library takes for something else, or answers without a word: NumPy's answer on every backend."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.errors import LinAlgError, ShapeError
from emberops.testing import assert_close

ENDS = [1.0, -1.0, 0.0, -0.0, 65504.0, -65504.0, -np.inf, np.inf, np.nan, -2.0]
TWO_BY_THREE = np.ones((2, 3))


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_spacing_is_numpys_at_zero_and_below(backend: str, dtype: str) -> None:
    x = np.asarray(ENDS, dtype)
    with np.errstate(all="ignore"):
        expected = np.spacing(x)
    found = ops.to_numpy(ops.spacing(ops.asarray(x)))
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found[2:4]), [False, False])


@pytest.mark.parametrize("convert", [ops.astype, lambda x, d: ops.asarray(x, dtype=d)])
def test_an_imaginary_number_is_true(backend: str, convert: Callable[..., Any]) -> None:
    x = ops.asarray(np.asarray([1j, 0, 2, -1 - 1j], np.complex64))
    assert_close(convert(x, "bool"), [True, False, True, True])


SHAPED: dict[str, Callable[[Any], Any]] = {
    "zeros": ops.zeros,
    "full": lambda shape: ops.full(shape, 1.0),
    "zeros_like": lambda shape: ops.zeros_like(ops.ones(3), shape=shape),
    "ones_like": lambda shape: ops.ones_like(ops.ones(3), shape=shape),
    "reshape": lambda shape: ops.reshape(ops.ones(1), shape),
    "broadcast_to": lambda shape: ops.broadcast_to(ops.ones(1), shape),
}


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("shape", [True, False])
def test_a_boolean_is_no_shape(backend: str, name: str, shape: bool) -> None:
    with pytest.raises(TypeError):
        SHAPED[name](shape)


def test_a_boolean_tensor_or_a_vector_is_no_size(backend: str) -> None:
    for size in (ops.asarray(True), ops.asarray([3]), ops.asarray([[3]])):
        with pytest.raises(TypeError):
            ops.reshape(ops.ones(3), (size, -1))
    assert ops.shape(ops.reshape(ops.ones(3), (ops.asarray(3), -1))) == (3, 1)


@pytest.mark.parametrize(
    ("x", "exponents"),
    [([1.0, -2.0], [2**40, -(2**40)]), ([np.inf, 0.0, 1.5], [-5000, 5000, 2**62]), ([3], [2**33])],
)
def test_ldexp_takes_exponents_of_any_size(backend: str, x: list[Any], exponents: list[int]) -> None:
    if backend == "jax" and max(map(abs, exponents)) >= 2**31:
        pytest.skip("JAX holds integers of 32 bits unless jax_enable_x64 is set")
    with np.errstate(all="ignore"):
        expected = np.ldexp(np.asarray(x, np.float64), exponents)
    assert_close(ops.ldexp(ops.asarray(x), ops.asarray(np.asarray(exponents))), expected)


@pytest.mark.parametrize("name", ["pinv", "svd"])
def test_a_hermitian_matrix_is_square(backend: str, name: str) -> None:
    with pytest.raises(LinAlgError):
        getattr(ops.linalg, name)(ops.asarray(TWO_BY_THREE), hermitian=True)


@pytest.mark.parametrize("name", ["rfftn", "irfftn", "rfft2", "irfft2"])
def test_a_transform_from_or_to_real_numbers_has_an_axis(backend: str, name: str) -> None:
    with pytest.raises(ShapeError):
        getattr(ops.fft, name)(ops.asarray(TWO_BY_THREE), axes=[])


@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
@pytest.mark.parametrize("axes", [(), []])
def test_nothing_is_shifted_along_no_axis(backend: str, name: str, axes: Any) -> None:
    x = ops.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert_close(getattr(ops.fft, name)(x, axes=axes), [[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("name", ["sum", "mean", "max", "ptp", "nanmax", "logsumexp", "linalg.vector_norm"])
def test_an_empty_list_names_no_axis_on_pytorch(name: str) -> None:
    torch = pytest.importorskip("torch")
    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    operation = ops.linalg.vector_norm if name == "linalg.vector_norm" else getattr(ops, name)
    assert_close(operation(x, axis=[]), operation(x, axis=()))


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
def test_unsigned_integers_are_true_or_not(backend: str, dtype: str) -> None:
    x = ops.asarray([3, 0, 1], dtype=dtype)
    assert_close(ops.where(x)[0], [0, 2])
    assert_close(ops.logical_or(x, 2.5), [True, True, True])
    assert_close(ops.logical_and(x, ops.asarray([0.0, 1.0, 2.0])), [False, False, True])


@pytest.mark.parametrize("exponents", [[1.0, 2.0], 2.0, 1j])
def test_ldexp_takes_integers_alone(backend: str, exponents: Any) -> None:
    with pytest.raises(TypeError):
        ops.ldexp(
            ops.asarray([1.0, 2.0]), ops.asarray(exponents) if isinstance(exponents, list) else exponents
        )


@pytest.mark.parametrize("dtype", ["bool", "uint8", "uint16", "uint32", "int8", "int16"])
def test_ldexp_takes_every_dtype_of_integers(backend: str, dtype: str) -> None:
    exponents = np.array([1, 0], dtype)
    assert_close(ops.ldexp(ops.asarray([1.5, 2.5]), ops.asarray(exponents)), np.ldexp([1.5, 2.5], exponents))


def test_a_variance_in_a_real_dtype_keeps_imaginary_parts(backend: str) -> None:
    x = np.array([[1 + 2j, 3 - 1j, 0.5j], [2, 1j, 1 - 1j]], "complex64")
    for name in ("var", "std", "nanvar", "nanstd"):
        for options in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # NumPy: the mean drops imaginary parts
                expected = getattr(np, name)(x, dtype="float32", **options)
                found = getattr(ops, name)(ops.asarray(x), dtype="float32", **options)
            assert_close(found, expected, rtol=1e-5)


def test_cov_asks_whether_bias_is_zero(backend: str) -> None:
    x = np.array([[1.0, 2.0, 4.0], [0.0, 1.0, -1.0]])
    for bias in (0, 1, False, True, []):
        assert_close(ops.cov(ops.asarray(x), bias=bias), np.cov(x, bias=bias), rtol=1e-5)


def test_what_is_taken_from_nothing_is_nothing(backend: str) -> None:
    p = [3.0, 2.0, 1.0]
    assert ops.shape(ops.polyder(ops.asarray(p), 900)) == (0,)
    if backend != "numpy":  # whose own goes on
        assert ops.shape(ops.polyder(ops.asarray(p), 2**31)) == (0,)
        assert ops.shape(ops.diff(ops.asarray(p), n=2**31)) == (0,)


def test_ranks_of_nothing_are_one_for_each_tolerance(backend: str) -> None:
    tolerances = np.array([0.5, 2.0])
    for x in (np.zeros((0, 0)), np.eye(3)):
        expected = np.linalg.matrix_rank(x, tol=tolerances)
        assert_close(ops.linalg.matrix_rank(ops.asarray(x), tol=tolerances), expected)
    assert ops.shape(ops.linalg.matrix_rank(ops.zeros((2, 0, 3)))) == (2,)


INDICES: list[tuple[tuple[int, ...], Any]] = [
    ((3,), [0, 1]),
    ((3, 2), [0, 1]),
    ((3, 2), 0),
    ((3, 2), ([0, 1], [1, 1])),
    ((3, 2), (..., [1, 0, 0])),
    ((3, 2), (None, [[0, 1]])),
    ((3, 2), np.array([True, False, True])),
    ((2, 3, 2), (0, slice(None, 2))),
]


@pytest.mark.parametrize("name", ["add_at", "subtract_at", "multiply_at", "maximum_at"])
@pytest.mark.parametrize(("shape", "index"), INDICES)
def test_values_have_no_more_axes_than_their_places(
    backend: str, name: str, shape: tuple[int, ...], index: Any
) -> None:
    function, part = getattr(ops, name), np.zeros(shape)[index].shape
    x = ops.zeros(shape)
    function(x, index, ops.ones(part), copy=True)
    with pytest.raises(ShapeError):
        function(x, index, ops.ones((1, *part)), copy=True)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32"])
@pytest.mark.parametrize(
    "subscripts", ["ij->j", "ij->", "ij,j->", "ij,j->i", "ij,k->", "ij,ij,ij->", "ij,kj->ik"]
)
def test_einsum_of_small_integers_stays_in_their_dtype(backend: str, subscripts: str, dtype: str) -> None:
    x = (np.arange(12).reshape(3, 4) * 23 % 120).astype(dtype)
    terms = subscripts.partition("->")[0].split(",")
    operands = [x if len(term) == 2 else x[0] for term in terms]
    found = ops.to_numpy(ops.einsum(subscripts, *map(ops.asarray, operands)))
    expected = np.einsum(subscripts, *operands)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.array(TWO_BY_THREE, ndmin=len),
        lambda: ops.tril(TWO_BY_THREE, k=len),
        lambda: ops.hanning(len),
        lambda: ops.quantile(TWO_BY_THREE, 0.5, axis=len),
        lambda: ops.trapezoid(TWO_BY_THREE, axis=len),
    ],
)
def test_a_function_in_the_place_of_a_number_is_refused_by_name(
    backend: str, call: Callable[[], Any]
) -> None:
    with pytest.raises(TypeError, match=r"^ops\."):
        call()


@pytest.mark.parametrize("text", ["", "no", b""])
def test_text_is_no_numbers_be_it_empty(backend: str, text: Any) -> None:
    for call in (lambda: ops.sign(text), lambda: ops.add(text, 1.0), lambda: ops.triu(text)):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("axis", ["", b"\0", {0}, {}], ids=repr)
@pytest.mark.parametrize(
    "name", ["sum", "mean", "std", "max", "any", "nanmean", "nanmax", "argmax", "count_nonzero"]
)
def test_text_and_sets_are_no_axes(backend: str, name: str, axis: Any) -> None:
    with pytest.raises(TypeError):
        getattr(ops, name)(ops.asarray(TWO_BY_THREE), axis=axis)


@pytest.mark.parametrize("name", ["quantile", "nanquantile", "percentile", "nanpercentile"])
@pytest.mark.parametrize("share", [np.int64(-7), np.float64(101.5)])
def test_a_share_of_numpys_lies_within_all(backend: str, name: str, share: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  each library words it differently
        getattr(ops, name)(ops.asarray(TWO_BY_THREE), share)
