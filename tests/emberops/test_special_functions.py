"""Gamma, beta, distances, structured matrices, square roots and short-time spectra: SciPy's values on every backend."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.spatial.distance
import scipy.special

from emberops import ops
from emberops.errors import LinAlgError, ShapeError
from emberops.testing import assert_close

X = np.asarray([-3.7, -0.5, 1e-3, 0.3, 0.9, 1.2, 1.99, 2.5, 7.5, 8.6, 40.0, 300.0], np.float32)
A = np.asarray([0.1, 0.5, 1.0, 3.0, 20.0, 90.0, 150.0, 150.0], np.float32)
B = np.asarray([0.2, 0.1, 3.0, 2.0, 30.0, 85.0, 140.0, 165.0], np.float32)


def single(values: np.ndarray) -> np.ndarray:
    return np.asarray(values, np.float32)


def exact(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float64)


@pytest.mark.parametrize(("name", "scipys"), [("lgamma", "gammaln"), ("digamma", "digamma")])
def test_gamma_and_its_derivative(backend: str, name: str, scipys: str) -> None:
    expected = single(getattr(scipy.special, scipys)(exact(X)))
    assert_close(getattr(ops, name)(ops.asarray(X)), expected, rtol=2e-5, atol=2e-6)


def test_gamma_next_to_its_zeros_keeps_its_digits() -> None:
    steps = np.asarray([-(2.0**-40), 2.0**-40])
    curve = steps**2 * math.pi**2 / 12
    assert_close(ops.lgamma(1 + steps), -np.euler_gamma * steps + curve, rtol=1e-15, atol=0)
    assert_close(
        ops.lgamma(2 + steps), (1 - np.euler_gamma) * steps + curve - steps**2 / 2, rtol=1e-15, atol=0
    )


def test_gamma_at_its_poles_and_ends(backend: str) -> None:
    x = ops.asarray([0.0, -1.0, -2.0, math.inf, math.nan])
    assert ops.tolist(ops.lgamma(x))[:4] == [math.inf] * 4
    assert math.isnan(ops.tolist(ops.lgamma(x))[4])
    assert ops.tolist(ops.digamma(ops.asarray([0.0]))) == [-math.inf]
    assert math.isnan(ops.item(ops.digamma(ops.asarray(-2.0))))


@pytest.mark.parametrize("order", [0, 1, 2, 5])
def test_polygamma(backend: str, order: int) -> None:
    x = X[2:10]
    expected = single(scipy.special.polygamma(order, exact(x)))
    assert_close(ops.polygamma(order, ops.asarray(x)), expected, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_polygamma_of_negative_numbers_and_the_ends(backend: str, order: int) -> None:
    x = np.array(
        [-0.5, -1.5, -2.25, -0.125, -7.75, 0.0, -1.0, -3.0, math.inf, -math.inf, math.nan], np.float32
    )
    expected = single(scipy.special.polygamma(order, exact(x)))
    assert_close(ops.polygamma(order, ops.asarray(x)), expected, rtol=1e-4, atol=1e-6)


def test_polygamma_of_a_negative_order(backend: str) -> None:
    with pytest.raises(ValueError, match="negative"):
        ops.polygamma(-1, ops.asarray([1.0]))


@pytest.mark.parametrize("name", ["gammainc", "gammaincc"])
def test_incomplete_gamma(backend: str, name: str) -> None:
    expected = single(getattr(scipy.special, name)(exact(A), exact(B)))
    assert_close(getattr(ops, name)(ops.asarray(A), ops.asarray(B)), expected, rtol=1e-4, atol=1e-6)


def test_incomplete_gamma_in_double_precision() -> None:
    random = np.random.default_rng(0)
    a = 10 ** random.uniform(-2, 4, 500)
    x = a * 10 ** random.uniform(-0.5, 0.5, 500)
    assert_close(ops.gammainc(a, x), scipy.special.gammainc(a, x), rtol=1e-10, atol=1e-14)
    assert_close(ops.gammaincc(a, x), scipy.special.gammaincc(a, x), rtol=1e-10, atol=1e-14)


def test_incomplete_gamma_at_its_ends(backend: str) -> None:
    a, x = ops.asarray([1.0, 1.0]), ops.asarray([0.0, math.inf])
    assert ops.tolist(ops.gammainc(a, x)) == [0.0, 1.0]
    assert math.isnan(ops.item(ops.gammainc(ops.asarray(-1.0), ops.asarray(1.0))))


def test_incomplete_beta(backend: str) -> None:
    x = np.linspace(0.05, 0.95, len(A), dtype=np.float32)
    expected = single(scipy.special.betainc(exact(A), exact(B), exact(x)))
    assert_close(ops.betainc(ops.asarray(A), ops.asarray(B), ops.asarray(x)), expected, rtol=1e-4, atol=2e-5)
    ends = ops.betainc(ops.asarray(2.0), ops.asarray(3.0), ops.asarray([0.0, 1.0]))
    assert ops.tolist(ends) == [0.0, 1.0]


def test_incomplete_beta_in_double_precision() -> None:
    random = np.random.default_rng(0)
    a, b = (10 ** random.uniform(-1, 2.5, 500) for _ in range(2))
    x = random.uniform(0, 1, 500)
    assert_close(ops.betainc(a, b, x), scipy.special.betainc(a, b, x), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    ("p", "metric"), [(2.0, "euclidean"), (1.0, "cityblock"), (math.inf, "chebyshev"), (3.0, "minkowski")]
)
def test_distances(backend: str, p: float, metric: str) -> None:
    random = np.random.default_rng(0)
    x1, x2 = single(random.standard_normal((4, 3))), single(random.standard_normal((5, 3)))
    options = {"p": p} if metric == "minkowski" else {}
    expected = scipy.spatial.distance.cdist(x1, x2, metric, **options)
    assert_close(ops.cdist(ops.asarray(x1), ops.asarray(x2), p), single(expected), rtol=1e-5)


@pytest.mark.parametrize(
    ("rows", "columns", "size"), [(5, 3, 2), (3, 5, 12), (3, 4, 90), (40, 700, 3), (0, 2, 3), (2, 2, 0)]
)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_distances_of_few_and_many_coordinates(
    backend: str, rows: int, columns: int, size: int, dtype: str
) -> None:
    rng = np.random.default_rng(0)
    x1, x2 = ((rng.normal(size=(n, size)) * 9).astype(dtype) for n in (rows, columns))
    expected = np.sqrt(((x1[:, None].astype(float) - x2) ** 2).sum(-1))
    found = ops.cdist(ops.asarray(x1), ops.asarray(x2))
    assert_close(found, expected.astype(ops.to_numpy(found).dtype), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("p", [0, 0.5, 1, 2, 3, math.inf])
def test_distances_of_hard_numbers(backend: str, p: float) -> None:
    x1 = single([[3e30, 4e30], [3e-30, 4e-30], [1.0, 1.0], [math.nan, 0.0], [math.inf, 1.0]])
    x2 = single([[0.0, 0.0], [1.0, 1.0], [-1.0, 2.0], [math.inf, 0.0]])
    with np.errstate(all="ignore"):
        apart = np.abs(x1[:, None].astype(float) - x2)
        expected = {0: lambda: (apart != 0).sum(-1), math.inf: lambda: apart.max(-1)}.get(
            p, lambda: (apart**p).sum(-1) ** (1 / p)
        )()
        expected = expected.astype(np.float32)
    assert_close(ops.cdist(ops.asarray(x1), ops.asarray(x2), p), expected, rtol=1e-5)
    stacked = ops.cdist(ops.asarray(np.stack([x1, x1[::-1]])), ops.asarray(x2), p)
    assert_close(stacked, np.stack([expected, expected[::-1]]), rtol=1e-5)


@pytest.mark.parametrize("size", [3, 70])
def test_slopes_of_distances(backend: str, size: int) -> None:
    """Where a vector meets itself there is none; they have slopes themselves, and one for each of many."""
    x = ops.asarray(single(np.random.default_rng(0).standard_normal((4, size))))
    y = ops.concat([x[:1], x[1:] * 2], axis=0)

    def total(x: Any) -> Any:
        return ops.sum(ops.cdist(x, y))

    def slope(x: Any) -> np.ndarray:
        apart = ops.to_numpy(x)[:, None].astype(float) - ops.to_numpy(y)
        size = np.sqrt((apart**2).sum(-1, keepdims=True))
        return (apart / np.where(size == 0, np.inf, size)).sum(1)

    assert_close(ops.grad(total)(x), slope(x).astype(np.float32), rtol=1e-4, atol=1e-5)
    step = 1e-2
    along = ops.grad(lambda x: ops.sum(ops.grad(total)(x)[1:, 0]))(x)[1:, 0]
    finite = np.diag([0.0, step, step, step])[1:, :, None] * np.eye(size)[0]
    moved = [
        (slope(ops.to_numpy(x) + m) - slope(ops.to_numpy(x) - m))[1:, 0].sum() / (2 * step) for m in finite
    ]
    assert_close(along, single(moved), rtol=1e-2, atol=1e-2)
    if backend != "numpy":  # where transforms of many are a loop
        each = ops.vmap(lambda row: ops.cdist(row[None], y)[0])(x)
        assert_close(each, ops.cdist(x, y), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("p", [1.5, 2.0, 3.0])
@pytest.mark.parametrize("batch", [(), (3,)])
def test_slopes_of_distances_that_pytorch_keeps(batch: tuple[int, ...], p: float) -> None:
    import torch

    rng = np.random.default_rng(0)
    x1 = torch.tensor(rng.standard_normal((*batch, 4, 2)), requires_grad=True)
    x2 = torch.tensor(rng.standard_normal((5, 2)), requires_grad=True)

    def distances(x1: Any, x2: Any) -> Any:
        return ops.cdist(x1, x2, p)

    assert torch.autograd.gradcheck(distances, (x1, x2))
    assert torch.autograd.gradgradcheck(distances, (x1, x2))
    assert torch.autograd.gradcheck(lambda x: distances(x, x1.detach() * 2), (x2,))
    far = torch.tensor([[3e30, 4e30], [0.0, 0.0]], requires_grad=True)
    ops.cdist(far, torch.zeros((1, 2)), 2.0).sum().backward()
    assert_close(far.grad, [[0.6, 0.8], [0.0, 0.0]])


def test_distances_of_near_and_far_neighbours(backend: str) -> None:
    x1, x2 = ops.asarray([[3e30, 4e30], [1000.0, 1.0]]), ops.asarray([[0.0, 0.0], [1000.0, 1.001]])
    found = ops.cdist(x1, x2)
    assert_close(found[0, 0], np.float32(5e30), rtol=1e-6)
    assert_close(found[1, 1], np.float32(1.001) - np.float32(1), rtol=1e-6)
    with pytest.raises(ShapeError, match="vectors of one size"):
        ops.cdist(ops.asarray([[1.0]]), ops.asarray([[1.0, 2.0]]))


@pytest.mark.parametrize("size", [1, 20])
def test_distances_of_vectors_that_are_there_twice(backend: str, size: int) -> None:
    """Their squares are zero, as those of two near zero are that are not the same."""
    ones, near = np.ones((6, size)), 1e-30 * np.arange(1, 4)[:, None] * np.ones(size)
    for x1, x2 in (
        (ones, ones),
        (ones[:2], ones[:1] * 2),
        (np.concat([ones, near]), np.concat([near, ones])),
    ):
        expected = single(np.sqrt(size) * np.abs(x1[:, None, 0] - x2[:, 0]))
        assert_close(ops.cdist(ops.asarray(single(x1)), ops.asarray(single(x2))), expected, rtol=1e-5)


def test_block_diagonal(backend: str) -> None:
    x, y = np.asarray([[1, 2], [3, 4]], np.int32), np.asarray([5, 6, 7], np.int32)
    made = ops.block_diag(ops.asarray(x), ops.asarray(y), ops.asarray(x))
    assert_close(made, scipy.linalg.block_diag(x, y, x))
    with pytest.raises(ShapeError, match="no matrix"):
        ops.block_diag(ops.asarray(np.ones((1, 1, 1), np.float32)))


def test_toeplitz(backend: str) -> None:
    c, r = np.asarray([1, 2, 3], np.float32), np.asarray([9, 5, 6, 7], np.float32)
    assert_close(ops.toeplitz(ops.asarray(c), ops.asarray(r)), scipy.linalg.toeplitz(c, r))
    assert_close(ops.toeplitz(ops.asarray(c)), scipy.linalg.toeplitz(c))
    with pytest.raises(ShapeError, match="no vector"):
        ops.toeplitz(ops.asarray([[1.0]]))


def test_square_root_of_a_matrix(backend: str) -> None:
    x = np.asarray([[[4.0, 1.0], [0.5, 3.0]], [[1.0, 1.0], [0.0, 1.0]]], np.float32)
    expected = np.stack([scipy.linalg.sqrtm(matrix).real for matrix in exact(x)])
    assert_close(ops.linalg.sqrtm(ops.asarray(x)), single(expected), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "of", [[[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 5.0]], [[1.0, 3.0], [0.0, 2.0]]]
)
def test_square_root_of_a_matrix_to_its_last_digits(backend: str, of: list[list[float]]) -> None:
    root = ops.to_numpy(ops.linalg.sqrtm(ops.asarray(np.asarray(of))))
    few = 16 * np.finfo(root.dtype).eps
    np.testing.assert_allclose(root, scipy.linalg.sqrtm(np.asarray(of)), rtol=few, atol=few)


def test_square_root_of_a_matrix_that_has_none(backend: str) -> None:
    with pytest.raises(LinAlgError, match=r"square root|singular"):
        ops.linalg.sqrtm(ops.asarray([[-1.0, 0.0], [0.0, 2.0]]))


@pytest.mark.parametrize("center", [True, False])
def test_short_time_spectra(backend: str, center: bool) -> None:
    import torch

    random = np.random.default_rng(0)
    x, window = single(random.standard_normal((2, 50))), single(np.hanning(10) + 0.1)
    found = ops.fft.stft(ops.asarray(x), 10, 3, ops.asarray(window), center=center)
    expected = torch.stft(
        torch.asarray(x), 10, 3, window=torch.asarray(window), center=center, return_complex=True
    )
    assert_close(found, expected, rtol=1e-4, atol=1e-5)
    again = ops.fft.istft(found, 10, 3, ops.asarray(window), center=center)
    count = ops.shape(again)[-1]
    assert count > 40
    assert_close(again, x[:, :count], rtol=1e-4, atol=1e-5)


def test_a_short_time_inverse_of_a_given_length(backend: str) -> None:
    x = ops.asarray(np.arange(12, dtype=np.float32))
    spectra = ops.fft.stft(x, 4, 2)
    assert ops.shape(ops.fft.istft(spectra, 4, 2, length=9)) == (9,)
    assert ops.shape(ops.fft.istft(spectra, 4, 2, length=20)) == (20,)
    with pytest.raises(ShapeError, match="window"):
        ops.fft.stft(x, 4, 2, ops.asarray([1.0, 2.0]))


def test_an_ellipsis_stands_for_the_other_axes(backend: str) -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    t = ops.asarray(x)
    assert_close(ops.rearrange(t, "... c -> c ..."), np.moveaxis(x, -1, 0))
    assert_close(ops.rearrange(t, "b ... -> (...) b"), x.reshape(2, 12).T)
    assert_close(ops.rearrange(t, "a b c ... -> c b a ..."), x.transpose(2, 1, 0))
    with pytest.raises(ValueError, match="once on each side"):
        ops.rearrange(t, "... c -> c")


@pytest.mark.parametrize("name", ["lgamma", "digamma", "polygamma", "gammainc", "gammaincc", "betainc"])
def test_single_precision_stays(backend: str, name: str) -> None:
    x = ops.asarray(np.asarray([0.3, 0.8], np.float32))
    calls = {"polygamma": (1, x), "gammainc": (x, x), "gammaincc": (x, x), "betainc": (x, x, x)}
    assert str(getattr(ops, name)(*calls.get(name, (x,))).dtype).endswith("float32")


@pytest.mark.parametrize("name", ["erf", "erfc", "erfinv", "lgamma", "digamma"])
def test_half_precision_does_not_overflow_within(backend: str, name: str) -> None:
    x = np.asarray([0.3, 0.9, 2.5 if name != "erfinv" else -0.7], np.float16)
    expected = ops.to_numpy(getattr(ops, name)(x.astype(np.float64)))
    found = ops.to_numpy(getattr(ops, name)(ops.asarray(x, dtype="float16")))
    assert found.dtype == np.float16
    np.testing.assert_allclose(found, expected, rtol=2e-3, atol=1e-4)


def test_sinc_of_complex_numbers(backend: str) -> None:
    z = np.asarray([0.5 + 0.2j, 0j], np.complex64)
    assert_close(ops.sinc(ops.asarray(z)), np.sinc(z))


def test_incomplete_gamma_far_from_its_parameter(backend: str) -> None:
    a = np.asarray([0.5, 8.0, 8.0, 50.0, 5000.0, 5000.0], np.float32)
    x = np.asarray([1e30, 1e30, 400.0, 1e30, 4500.0, 1e-20], np.float32)
    with np.errstate(all="raise", under="ignore"):
        found = ops.gammaincc(ops.asarray(a), ops.asarray(x))
    assert_close(found, single(scipy.special.gammaincc(exact(a), exact(x))), rtol=1e-3, atol=1e-30)


def test_sinc_of_the_smallest_numbers_of_half_precision(backend: str) -> None:
    x = ops.asarray(np.asarray([0.0, 6e-8, 1e-3], np.float16), dtype="float16")
    assert ops.tolist(ops.astype(ops.sinc(x), "float32")) == [1.0, 1.0, 1.0]
