"""Decompositions, systems of equations and norms: NumPy's and SciPy's values, and one error, on every backend."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import scipy.linalg

from emberops import ops, use_backend
from emberops.backends.numpy import linalg as numpy_linalg
from emberops.errors import AxisError, LinAlgError, ShapeError
from emberops.testing import assert_close

RNG = np.random.default_rng(0)
CLOSE = {"rtol": 2e-3, "atol": 2e-4}
BATCHES = [(), (2,), (2, 3)]


@pytest.mark.parametrize("backend_name", ["numpy", "torch"])
def test_no_gradient_of_a_singular_matrix(backend_name):
    """JAX and MLX, which look at no values, have infinities or NaN there."""
    if backend_name == "numpy":
        pytest.importorskip("autograd", reason="gradients on NumPy need it")
    with use_backend(backend_name), pytest.raises(LinAlgError, match=r"^ops\.grad: "):
        ops.grad(lambda x: ops.linalg.slogdet(x)[1])(ops.asarray([[1.0, 2.0], [2.0, 4.0]]))


def matrices(*shape: int, kind: str = "float32") -> np.ndarray:
    x = RNG.standard_normal(shape)
    if kind == "complex64":
        x = x + 1j * RNG.standard_normal(shape)
    return x.astype(kind)


def square(*batch: int, kind: str = "float32") -> np.ndarray:
    return matrices(*batch, 4, 4, kind=kind) + 3 * np.eye(4, dtype=kind)


def definite(*batch: int, kind: str = "float32") -> np.ndarray:
    x = matrices(*batch, 4, 4, kind=kind)
    return x @ np.conj(np.swapaxes(x, -1, -2)) + 2 * np.eye(4, dtype=kind)


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("kind", ["float32", "complex64"])
@pytest.mark.parametrize("name", ["inv", "det", "pinv", "matrix_rank", "cond"])
def test_of_square_matrices(backend, name, batch, kind):
    x = square(*batch, kind=kind)
    assert_close(getattr(ops.linalg, name)(x), getattr(np.linalg, name)(x), **CLOSE)


@pytest.mark.parametrize("kind", ["float32", "complex64"])
def test_slogdet_and_logdet(backend, kind):
    x = definite(2, kind=kind)
    sign, logarithm = ops.linalg.slogdet(x)
    expected = np.linalg.slogdet(x)
    assert_close(sign, expected.sign, **CLOSE)
    assert_close(logarithm, expected.logabsdet, **CLOSE)
    assert_close(ops.real(ops.linalg.logdet(x)), expected.logabsdet, **CLOSE)


def test_slogdet_of_a_singular_matrix(backend):
    sign, logarithm = ops.linalg.slogdet(np.zeros((2, 2), np.float32))
    assert float(sign) == 0
    assert float(logarithm) == -np.inf


@pytest.mark.parametrize("kind", ["float32", "complex64"])
@pytest.mark.parametrize(
    "shapes",
    [
        ((4, 4), (4,)),
        ((4, 4), (4, 2)),
        ((2, 4, 4), (4, 2)),
        ((2, 4, 4), (2, 4, 3)),
        ((4, 4), (2, 4, 4)),
        ((2, 4, 4), (4,)),
    ],
)
def test_solve(backend, shapes, kind):
    a, b = square(*shapes[0][:-2], kind=kind), matrices(*shapes[1], kind=kind)
    assert_close(ops.linalg.solve(a, b), np.linalg.solve(a, b), **CLOSE)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("unit_diagonal", [False, True])
@pytest.mark.parametrize("right", [(4,), (4, 2)])
def test_solve_triangular(backend, lower, unit_diagonal, right):
    a, b = square(), matrices(*right)
    expected = scipy.linalg.solve_triangular(a, b, lower=lower, unit_diagonal=unit_diagonal)
    result = ops.linalg.solve_triangular(a, b, lower=lower, unit_diagonal=unit_diagonal)
    assert_close(result, expected, **CLOSE)


def test_a_triangular_matrix_has_a_triangular_inverse(backend):
    a = square()
    inverse = ops.linalg.solve_triangular(a, np.eye(4, dtype=a.dtype), lower=True)
    assert not np.triu(ops.to_numpy(inverse), 1).any()


def test_solve_triangular_of_a_batch(backend):
    a, b = square(3), matrices(3, 4, 2)
    assert_close(ops.linalg.solve_triangular(a, b, lower=True), np.linalg.solve(np.tril(a), b), **CLOSE)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.linalg.inv([[1.0, 2.0], [2.0, 4.0]]),
        lambda: ops.linalg.solve([[0.0, 0.0], [0.0, 0.0]], [1.0, 2.0]),
        lambda: ops.linalg.cholesky([[1.0, 2.0], [2.0, 1.0]]),
        lambda: ops.linalg.inv(np.ones((2, 3))),
        lambda: ops.linalg.det([1.0, 2.0]),
        lambda: ops.linalg.matrix_power([[0.0, 0.0], [0.0, 0.0]], -1),
        lambda: ops.linalg.solve_triangular([[1.0, 2.0], [0.0, 0.0]], [1.0, 2.0]),
        lambda: ops.linalg.eigh(np.ones((2, 3))),
        lambda: ops.linalg.eig([[1.0, np.nan], [0.0, 1.0]]),
        lambda: ops.linalg.eigvals([[1.0, 0.0], [np.inf, 1.0]]),
    ],
    ids=[
        "singular",
        "solve",
        "cholesky",
        "not-square",
        "vector",
        "power",
        "triangular",
        "eigh",
        "nan",
        "inf",
    ],
)
def test_one_error(backend, call):
    with pytest.raises(ops.linalg.LinAlgError):
        call()
    with pytest.raises(np.linalg.LinAlgError):
        call()
    with pytest.raises(ValueError, match=r"."):
        call()


def test_the_errors_of_scipy_are_caught_too():
    with pytest.raises(ops.linalg.LinAlgError):
        scipy.linalg.inv(np.zeros((2, 2)))


@pytest.mark.parametrize("full_matrices", [True, False])
@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (2, 4, 4)])
@pytest.mark.parametrize("kind", ["float32", "complex64"])
def test_svd(backend, shape, full_matrices, kind):
    x = matrices(*shape, kind=kind)
    result = ops.linalg.svd(x, full_matrices=full_matrices)
    expected = np.linalg.svd(x, full_matrices=full_matrices)
    assert [tuple(a.shape) for a in result] == [a.shape for a in expected]
    k = result.S.shape[-1]
    u, vh = result.U[..., :, :k], result.Vh[..., :k, :]
    assert_close(ops.matmul(u * ops.expand_dims(result.S, axis=-2), vh), x, **CLOSE)
    assert_close(result.S, expected.S, **CLOSE)
    assert_close(ops.linalg.svdvals(x), expected.S, **CLOSE)
    assert_close(ops.linalg.svd(x, compute_uv=False), expected.S, **CLOSE)


@pytest.mark.parametrize("mode", ["reduced", "complete"])
@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (2, 4, 4)])
@pytest.mark.parametrize("kind", ["float32", "complex64"])
def test_qr(backend, shape, mode, kind):
    x = matrices(*shape, kind=kind)
    result = ops.linalg.qr(x, mode)
    expected = np.linalg.qr(x, mode)
    assert [tuple(a.shape) for a in result] == [a.shape for a in expected]
    assert_close(ops.matmul(result.Q, result.R), x, **CLOSE)
    eye = np.broadcast_to(np.eye(expected.Q.shape[-1]), (*shape[:-2], *expected.Q.shape[-1:] * 2))
    assert_close(ops.matmul(ops.conj(ops.matrix_transpose(result.Q)), result.Q), eye, **CLOSE)
    assert_close(ops.abs(ops.linalg.qr(x, "r")), np.abs(np.linalg.qr(x, "r")), **CLOSE)


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (2, 4, 4), (0, 3), (3, 0), (2, 0, 3), (1, 1)])
@pytest.mark.parametrize("kind", ["float32", "complex64"])
@pytest.mark.parametrize("triangular", [False, True])
def test_qr_of_lapack_itself(backend, shape, kind, triangular):
    """Nothing is reflected where nothing is below the diagonal."""
    x = matrices(*shape, kind=kind)
    x = np.triu(x) if triangular else x
    result = ops.linalg.qr(x, "raw")
    expected = np.linalg.qr(x, "raw")
    assert [tuple(a.shape) for a in result] == [a.shape for a in expected]
    for a, b in zip(result, expected, strict=True):
        assert_close(a, b, **CLOSE)


def test_qr_of_complex_numbers_is_as_exact_as_that_of_real_ones(backend):
    x = matrices(6, 40, 40, kind="complex64")
    q = np.asarray(ops.to_numpy(ops.linalg.qr(ops.asarray(x)).Q), np.complex128)
    assert np.abs(np.conj(q.swapaxes(-1, -2)) @ q - np.eye(40)).max() < 1e-6


@pytest.mark.parametrize("kind", ["float32", "complex64"])
@pytest.mark.parametrize("batch", BATCHES)
def test_cholesky(backend, batch, kind):
    x = definite(*batch, kind=kind)
    assert_close(ops.linalg.cholesky(x), np.linalg.cholesky(x), **CLOSE)
    assert_close(ops.linalg.cholesky(x, upper=True), np.linalg.cholesky(x, upper=True), **CLOSE)


def test_cholesky_reads_the_lower_triangle(backend: str) -> None:
    rng = np.random.default_rng(0)
    half = rng.normal(size=(2, 3, 3)) + 1j * rng.normal(size=(2, 3, 3))
    x = (half @ half.conj().swapaxes(-1, -2) + np.eye(3)).astype("complex64")
    beside = np.triu(np.full((3, 3), 5 + 7j, "complex64"), 1) + 2j * np.eye(3, dtype="complex64")
    assert_close(ops.linalg.cholesky(ops.asarray(x + beside)), np.linalg.cholesky(x), rtol=1e-4, atol=1e-5)
    assert_close(
        ops.linalg.cholesky(ops.asarray((x + beside).real)), np.linalg.cholesky((x + beside).real), rtol=1e-4
    )


@pytest.mark.parametrize("upper", [False, True])
def test_cholesky_inverse(backend, upper):
    x = definite()
    factor = np.linalg.cholesky(x, upper=upper)
    assert_close(ops.linalg.cholesky_inverse(factor, upper=upper), np.linalg.inv(x), **CLOSE)


@pytest.mark.parametrize("kind", ["float32", "complex64"])
@pytest.mark.parametrize("batch", BATCHES)
def test_eigh(backend, batch, kind):
    x = definite(*batch, kind=kind)
    values, vectors = ops.linalg.eigh(x)
    assert_close(values, np.linalg.eigvalsh(x), **CLOSE)
    assert_close(
        ops.matmul(vectors * ops.expand_dims(values, axis=-2), ops.conj(ops.matrix_transpose(vectors))),
        x,
        **CLOSE,
    )


@pytest.mark.parametrize("triangle", ["L", "U"])
def test_eigh_reads_one_triangle(backend, triangle):
    x = matrices(4, 4)
    assert_close(ops.linalg.eigvalsh(x, UPLO=triangle), np.linalg.eigvalsh(x, UPLO=triangle), **CLOSE)


def test_eig(backend):
    x = square()
    values, vectors = ops.linalg.eig(x)
    assert_close(ops.matmul(ops.astype(ops.asarray(x), values.dtype), vectors), vectors * values, **CLOSE)
    found = np.sort_complex(ops.to_numpy(ops.linalg.eigvals(x)))
    assert_close(found, np.sort_complex(np.linalg.eigvals(x)), **CLOSE)


@pytest.mark.parametrize(
    "x",
    [[[2.0, 1.0], [1.0, 2.0]], [[1.0, 3.0], [0.0, 2.0]], [[2, 0], [0, 3]]],
    ids=["symmetric", "other", "int"],
)
def test_eig_keeps_real_what_is_real(backend, x):
    values, vectors = ops.linalg.eig(ops.asarray(x), keep_real=True)
    assert ops.isrealobj(values)
    assert ops.isrealobj(vectors)
    assert_close(ops.matmul(ops.astype(ops.asarray(x), values.dtype), vectors), vectors * values, **CLOSE)
    found = ops.linalg.eigvals(ops.asarray(x), keep_real=True)
    assert ops.isrealobj(found)
    assert_close(ops.sort(found), np.sort(np.linalg.eigvals(x)), **CLOSE)


def test_eig_is_complex_unless_it_is_told_to_keep_what_is_real(backend):
    x = ops.asarray([[2.0, 1.0], [1.0, 2.0]])
    for result in (*ops.linalg.eig(x), ops.linalg.eigvals(x)):
        assert ops.iscomplexobj(result)


def test_eig_orders_symmetric_matrices_as_numpy_does(backend):
    x = np.array([[2.0, 0.5, 0.0], [0.5, 5.0, 1.0], [0.0, 1.0, 1.0]])
    expected = np.linalg.eig(x)
    values, vectors = ops.linalg.eig(ops.asarray(x), keep_real=True)
    assert_close(values, expected.eigenvalues, **CLOSE)
    assert_close(vectors, expected.eigenvectors, **CLOSE)


DOUBLE = """
import numpy as np
import emberops
from emberops import ops
from emberops.backends.numpy import linalg as numpy_linalg
from emberops.testing import assert_close
emberops.set_default_dtype("float64")
basis = np.random.default_rng(0).normal(size=(4, 4))
close = {{"rtol": 0, "atol": 1e-11}}
with emberops.use_backend("{backend}"):
    for spectrum in ((3.0, -1.0, 0.25, 2.0), (1.0, 1.0, 2.3, 1.0)):
        x = basis @ np.diag(spectrum) @ np.linalg.inv(basis)
        values, vectors = ops.linalg.eig(ops.asarray(x), keep_real=True)
        assert_close(values, np.linalg.eigvals(x), **close)
        assert_close(ops.matmul(x, vectors), ops.multiply(vectors, values), **close)
        assert_close(ops.linalg.eigvals(ops.asarray(x), keep_real=True), values, **close)
    x = basis[:3, :3]
    values, vectors = ops.linalg.eig(ops.asarray(x))
    assert_close(values, np.linalg.eigvals(x), rtol=1e-6, atol=1e-6)
    missed = ops.subtract(ops.matmul(ops.astype(x, vectors.dtype), vectors), ops.multiply(vectors, values))
    assert_close(ops.abs(missed), np.zeros((3, 3)), rtol=0, atol=1e-5)
    values, vectors = ops.linalg.eig(ops.asarray([[1.0, 1.0], [0.0, 1.0]]), keep_real=True)
    assert_close(values, [1.0, 1.0], **close)
    assert_close(ops.abs(vectors), [[1.0, 1.0], [0.0, 0.0]], **close)
"""


@pytest.mark.parametrize("backend_name", ["torch", "jax", "mlx"])
def test_eig_in_double_precision(backend_name):
    """In NumPy's order, with and without a basis of eigenvectors; in a process that chose float64 for itself."""
    subprocess.run([sys.executable, "-c", DOUBLE.format(backend=backend_name)], check=True)


def test_eig_keeps_complex_what_is_complex(backend):
    turn = ops.asarray([[0.0, -1.0], [1.0, 0.0]])
    for result in (*ops.linalg.eig(turn, keep_real=True), ops.linalg.eigvals(turn, keep_real=True)):
        assert ops.iscomplexobj(result)
    real = ops.astype(ops.asarray([[2.0, 1.0], [1.0, 2.0]]), ops.complex64)
    assert ops.iscomplexobj(ops.linalg.eigvals(real, keep_real=True))


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (3, 5), (2, 4, 4)])
def test_lu(backend, shape):
    x = matrices(*shape)
    result = ops.linalg.lu(x)
    for found, expected in zip(result, scipy.linalg.lu(x), strict=True):
        assert_close(found, expected, **CLOSE)
    assert_close(ops.matmul(ops.matmul(*result[:2]), result[2]), x, **CLOSE)


def test_lu_factor(backend):
    x = matrices(4, 4)
    factors, pivots = ops.linalg.lu_factor(x)
    expected = scipy.linalg.lu_factor(x)
    assert_close(factors, expected[0], **CLOSE)
    assert ops.to_numpy(pivots).tolist() == expected[1].tolist()
    assert_close(ops.linalg.lu_factor([[0.0, 1.0], [0.0, 2.0]])[0], [[0.0, 1.0], [0.0, 2.0]])


@pytest.mark.parametrize("shapes", [((5, 3), (5,)), ((5, 3), (5, 2)), ((3, 5), (3,)), ((4, 4), (4, 2))])
def test_lstsq(backend, shapes):
    a, b = matrices(*shapes[0]), matrices(*shapes[1])
    for found, expected in zip(ops.linalg.lstsq(a, b), np.linalg.lstsq(a, b, rcond=None), strict=True):
        assert_close(found, expected, **CLOSE)


def test_lstsq_of_deficient_rank(backend):
    a = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], np.float32)
    b = np.array([1.0, 2.0, 4.0], np.float32)
    solution, residuals, rank, _ = ops.linalg.lstsq(a, b, rcond=1e-4)
    assert_close(solution, np.linalg.lstsq(a, b, rcond=1e-4)[0], **CLOSE)
    assert tuple(residuals.shape) == (0,)
    assert int(rank) == 1


@pytest.mark.parametrize("shape", [(5, 3), (2, 3, 5)])
def test_pinv(backend, shape):
    x = matrices(*shape)
    assert_close(ops.linalg.pinv(x), np.linalg.pinv(x), **CLOSE)
    assert_close(ops.linalg.pinv(x, rcond=0.5), np.linalg.pinv(x, rcond=0.5), **CLOSE)
    assert_close(ops.linalg.pinv(x, rtol=0.5), np.linalg.pinv(x, rtol=0.5), **CLOSE)


def test_rank(backend):
    deficient = np.ones((2, 3, 3), np.float32)
    assert_close(ops.linalg.matrix_rank(deficient), [1, 1])
    assert_close(ops.linalg.matrix_rank(np.diag([1.0, 0.1, 0.001]), rtol=0.01), 2)
    assert_close(ops.linalg.matrix_rank(np.diag([1.0, 0.1, 0.001]), tol=0.5), 1)
    assert_close(ops.linalg.matrix_rank([1.0, 0.0]), 1)


@pytest.mark.parametrize("n", [0, 1, 2, 5, -1, -3])
def test_matrix_power(backend, n):
    x = square(2) / 3
    assert_close(ops.linalg.matrix_power(x, n), np.linalg.matrix_power(x, n), **CLOSE)


def test_matrix_power_of_integers(backend):
    assert_close(ops.linalg.matrix_power([[1, 1], [1, 0]], 10), [[89, 55], [55, 34]])


@pytest.mark.parametrize(
    "shapes", [[(2, 3), (3, 4)], [(5, 2), (2, 7), (7, 3)], [(3,), (3, 4), (4, 2), (2,)], [(3,), (3,)]]
)
def test_multi_dot(backend, shapes):
    arrays = [matrices(*s) for s in shapes]
    assert_close(ops.linalg.multi_dot(arrays), np.linalg.multi_dot(arrays), **CLOSE)


@pytest.mark.parametrize("dtype", ["bool", "int32", "uint8"])
def test_multi_dot_of_truths_and_integers(backend: str, dtype: str) -> None:
    arrays = [np.arange(n).reshape(-1, 3).astype(dtype) for n in (6, 9, 9)]
    assert_close(ops.linalg.multi_dot(list(map(ops.asarray, arrays))), np.linalg.multi_dot(arrays))
    vectors = [arrays[1][0], arrays[1], arrays[2][:, 0]]
    assert_close(ops.linalg.multi_dot(list(map(ops.asarray, vectors))), np.linalg.multi_dot(vectors))


@pytest.mark.parametrize("scale", [0.1, 1.0, 10.0])
def test_expm(backend, scale):
    x = matrices(2, 4, 4) * scale / 4
    assert_close(ops.linalg.expm(x), scipy.linalg.expm(x), rtol=5e-3, atol=1e-3)


def test_expm_of_a_nilpotent_matrix_is_exact(backend):
    x = np.diag([0.5, 0.5], 1)
    assert_close(ops.linalg.expm(x), np.eye(3) + x + x @ x / 2, rtol=0, atol=0)


def test_expm_of_small_and_large_matrices_at_once(backend):
    x = np.stack([matrices(4, 4) * scale for scale in (1e-3, 1.0, 8.0)])
    assert_close(ops.linalg.expm(x), np.stack([scipy.linalg.expm(m) for m in x]), rtol=5e-3, atol=1e-3)
    x[1, 0, 0] = np.nan
    result = ops.to_numpy(ops.linalg.expm(x))
    assert np.isnan(result[1]).all()
    assert np.isfinite(result[[0, 2]]).all()


def test_expm_of_nan_and_of_nothing(backend):
    assert ops.shape(ops.linalg.expm(ops.zeros((2, 0, 0)))) == (2, 0, 0)
    assert ops.all(ops.isnan(ops.linalg.expm(ops.full((2, 2), np.nan))))
    assert ops.shape(ops.linalg.expm(ops.zeros((0, 2, 2)))) == (0, 2, 2)


@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc"])
def test_cond(backend, p):
    x = square()
    assert_close(ops.linalg.cond(x, p), np.linalg.cond(x, p), **CLOSE)


NORMS = [
    ((5,), {}),
    ((5,), {"ord": 1}),
    ((5,), {"ord": 0}),
    ((5,), {"ord": np.inf}),
    ((5,), {"ord": -np.inf}),
    ((5,), {"ord": 3}),
    ((3, 4), {}),
    ((3, 4), {"ord": "fro"}),
    ((3, 4), {"ord": "nuc"}),
    ((3, 4), {"ord": 2}),
    ((3, 4), {"ord": -2}),
    ((3, 4), {"ord": 1}),
    ((3, 4), {"ord": -np.inf}),
    ((3, 4), {"axis": 0}),
    ((3, 4), {"axis": 1, "keepdims": True}),
    ((3, 4), {"keepdims": True}),
    ((2, 3, 4), {}),
    ((2, 3, 4), {"axis": (0, 2)}),
    ((2, 3, 4), {"axis": (2, 0), "ord": 1}),
    ((2, 3, 4), {"axis": (0, 2), "ord": "nuc", "keepdims": True}),
]


@pytest.mark.parametrize(("shape", "arguments"), NORMS)
@pytest.mark.parametrize("kind", ["float32", "complex64", "int32"])
def test_norm(backend, shape, arguments, kind):
    x = matrices(*shape) * 5
    x = x.astype(kind)
    assert_close(ops.linalg.norm(x, **arguments), np.linalg.norm(x, **arguments), **CLOSE)


@pytest.mark.parametrize(("dtype", "lowest", "highest"), [("float32", -37, 37), ("float64", -306, 306)])
@pytest.mark.parametrize("ord", [None, 1])
def test_norm_of_numbers_of_any_size(backend, dtype, lowest, highest, ord):
    if dtype == "float64" and backend == "jax":
        pytest.skip("JAX has no float64 while jax_enable_x64 is off")
    of_one = np.linalg.norm(np.array([3.0, -4.0, 1.0]), ord)
    for exponent in range(lowest, highest):
        x = ops.asarray([3.0 * 10.0**exponent, -4.0 * 10.0**exponent, 10.0**exponent], dtype=dtype)
        assert_close(ops.linalg.norm(x, ord), of_one * 10.0**exponent, rtol=1e-5, atol=0)


def test_norm_of_unfit_order(backend):
    with pytest.raises((ValueError, RuntimeError)):
        ops.linalg.norm(np.ones(3), ord="fro", axis=0)
    with pytest.raises((ValueError, RuntimeError)):
        ops.linalg.norm(np.ones((2, 2, 2)), ord=1)


def test_norm_of_many_float32(backend):
    assert_close(ops.linalg.norm(ops.ones(2**25, dtype="float32")), 2**12.5, rtol=1e-4)


@pytest.mark.parametrize("keepdims", [False, True])
def test_the_standards_norms(backend, keepdims):
    x = matrices(2, 3, 4)
    for order in ("fro", "nuc", 1, 2, -2, np.inf):
        assert_close(
            ops.linalg.matrix_norm(x, ord=order, keepdims=keepdims),
            np.linalg.matrix_norm(x, ord=order, keepdims=keepdims),
            **CLOSE,
        )
    for axis in (None, 0, (0, 2)):
        for order in (2, 1, 3, np.inf):
            assert_close(
                ops.linalg.vector_norm(x, axis=axis, ord=order, keepdims=keepdims),
                np.linalg.vector_norm(x, axis=axis, ord=order, keepdims=keepdims),
                **CLOSE,
            )


def test_last_two_axes(backend):
    x = matrices(2, 3, 4)
    for offset in (-1, 0, 2):
        assert_close(ops.linalg.trace(x, offset=offset), np.linalg.trace(x, offset=offset), **CLOSE)
        assert_close(ops.linalg.diagonal(x, offset=offset), np.linalg.diagonal(x, offset=offset))
    assert_close(
        ops.linalg.cross(x[:, :, :3], x[:, :, 1:]), np.linalg.cross(x[:, :, :3], x[:, :, 1:]), **CLOSE
    )
    assert_close(ops.linalg.outer(x[0, 0], x[0, 1]), np.linalg.outer(x[0, 0], x[0, 1]))
    with pytest.raises((ValueError, TypeError)):
        ops.linalg.outer(x, x)
    with pytest.raises((ValueError, TypeError)):
        ops.linalg.cross(x, x)


def test_tensor_equations(backend):
    x = (np.eye(24) + 0.1 * matrices(24, 24)).astype(np.float32).reshape(4, 6, 8, 3)
    b = matrices(4, 6)
    assert_close(ops.linalg.tensorinv(x), np.linalg.tensorinv(x), **CLOSE)
    assert_close(ops.linalg.tensorsolve(x, b), np.linalg.tensorsolve(x, b), **CLOSE)
    moved = np.moveaxis(x, 2, 0)
    assert_close(
        ops.linalg.tensorsolve(moved, b, axes=(0, 3)), np.linalg.tensorsolve(moved, b, axes=(0, 3)), **CLOSE
    )


@pytest.mark.parametrize("name", ["inv", "det", "pinv", "svdvals", "eigvalsh", "cholesky", "norm"])
def test_integers_are_floats(backend, name):
    x = [[4, 1], [1, 3]]
    assert_close(getattr(ops.linalg, name)(x), getattr(np.linalg, name)(x), **CLOSE)


def test_keras_names():
    for name in (
        "norm",
        "svd",
        "inv",
        "det",
        "solve",
        "qr",
        "cholesky",
        "lstsq",
        "lu_factor",
        "eigh",
        "logdet",
    ):
        assert getattr(ops, name) is getattr(ops.linalg, name)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0)])
def test_the_determinant_of_nothing_is_one(backend: str, shape: tuple[int, ...], dtype: str) -> None:
    if backend == "jax" and dtype == "float64":
        dtype = "float32"  # the wider one needs jax_enable_x64
    x = ops.zeros(shape, dtype=dtype)
    assert_close(ops.linalg.det(x), ops.ones(shape[:-2], dtype=dtype))
    sign, log = ops.linalg.slogdet(x)
    assert_close(sign, ops.ones(shape[:-2], dtype=dtype))
    assert_close(log, ops.zeros(shape[:-2], dtype=ops.dtype(log)))


@pytest.mark.parametrize("batch", BATCHES)
def test_eig_of_complex_matrices(backend, batch):
    x = matrices(*batch, 4, 4, kind="complex64")
    values, vectors = map(ops.to_numpy, ops.linalg.eig(ops.asarray(x)))
    np.testing.assert_allclose(x @ vectors, vectors * values[..., None, :], atol=1e-4)


def test_svd_of_a_singular_symmetric_matrix_has_unit_vectors(backend):
    x = ops.asarray(np.array([[2.0, 0.0], [0.0, 0.0]], np.float32))
    u, s, vh = map(ops.to_numpy, ops.linalg.svd(x, hermitian=True))
    np.testing.assert_allclose(vh @ vh.T, np.eye(2), atol=1e-6)
    np.testing.assert_allclose(u * s @ vh, ops.to_numpy(x), atol=1e-6)


def test_lstsq_with_a_negative_rcond_drops_zeros(backend):
    x = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]], np.float32)
    found = ops.linalg.lstsq(ops.asarray(x), ops.asarray(x[:, 0]), rcond=-1)
    assert int(found[2]) == np.linalg.lstsq(x, x[:, 0], rcond=-1)[2]
    assert_close(found[0], np.linalg.lstsq(x, x[:, 0], rcond=-1)[0], **CLOSE)


@pytest.mark.parametrize("kind", ["float32", "complex64"])
def test_lstsq_solves_what_can_be_solved_to_the_last_digits(backend, kind):
    x, b = (np.array(v, kind) for v in ([[1, 2, 3], [3, 4, 7], [2, 2, 9]], [[2, 1], [1, 2], [3, 5]]))
    x = x + (np.array([[2, 3, 1], [4, 5, 0], [1, 1, 1]]) * 1j if kind == "complex64" else 0)
    found = ops.to_numpy(ops.linalg.lstsq(ops.asarray(x.astype(kind)), ops.asarray(b))[0])
    np.testing.assert_allclose(x @ found, b, atol=4e-6)


@pytest.mark.parametrize("name", ["svd", "svdvals", "pinv"])
def test_nan_is_decomposed_into_nothing(backend: str, name: str) -> None:
    x = ops.full((2, 2), float("nan"))
    with pytest.raises(LinAlgError):
        getattr(ops.linalg, name)(x)
    if backend == "jax":  # whose compiled code cannot raise: NaN all over
        found = ops.jit(getattr(ops.linalg, name))(x)
        assert np.isnan(ops.to_numpy(found.S if name == "svd" else found)).all()


def test_what_has_one_axis_has_no_left_and_right(backend: str) -> None:
    with pytest.raises(ShapeError) as caught:
        ops.fliplr(ops.ones(3))
    assert not isinstance(caught.value, AxisError)


def test_a_norm_of_zeros_is_taken_once() -> None:
    taken: list[object] = []
    norm = numpy_linalg._scaled(lambda x, **options: taken.append(x) or np.linalg.norm(x, **options))
    rows = np.array([[0.0, 0.0], [3.0, 4.0]])
    assert norm(rows, axis=1).tolist() == [0.0, 5.0]
    assert norm(np.zeros(3)) == 0
    assert len(taken) == 2
    assert norm(np.array([3e-200, 4e-200])) == pytest.approx(5e-200, rel=1e-12)
    assert norm(np.array([[0.0, 0.0], [3e-200, 4e-200]]), axis=1)[1] == pytest.approx(5e-200, rel=1e-12)


def test_condition_numbers_of_nan(backend):
    """NumPy has given NaN since 2.5; the singular values that the others ask for do not converge."""
    x = ops.asarray([[np.nan, 1.0], [1.0, 2.0]])
    assert np.isnan(ops.to_numpy(ops.linalg.cond(x, 1)))
    for order in (None, 2, -2, "nuc"):
        if backend == "numpy" and np.lib.NumpyVersion(np.__version__) >= "2.5.0":
            assert np.isnan(ops.linalg.cond(x, order))
        else:
            with pytest.raises(LinAlgError, match=r"^ops.linalg.cond"):
                ops.linalg.cond(x, order)
