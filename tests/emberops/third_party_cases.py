"""Calls over all groups of operations, written once: what the tests of third-party backends compare with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from emberops import ops

X = np.array([[0.5, -1.5, 2.0], [3.0, 0.25, -4.0]])
Y = np.array([[1.0, 2.0, -0.5], [0.75, 3.0, 2.5]])
V = np.array([3.0, -1.0, 2.0, 2.0, 0.5])
N = np.array([[1, 2, 3], [4, 5, 6]])
I = np.array([4, 1, 3, 1, 0])  # noqa: E741
B = np.array([[True, False, True], [False, False, True]])
M = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]])
NAN = np.array([[1.0, np.nan, 2.0], [np.inf, -1.0, np.nan]])
W = np.array([0.2, 0.3, 0.5])

Case = Callable[..., Any]
"""Takes a function that makes a tensor of the backend under test from a NumPy array."""


def _random(draw: Callable[[Any], Any]) -> Case:
    return lambda _t: draw(ops.random.key(7))


CASES: dict[str, Case] = {
    # creation
    "zeros": lambda t: (
        ops.zeros((2, 3)),
        ops.ones(4, dtype="int32"),
        ops.full((2,), 7),
        ops.full((2,), 1.5),
    ),
    "like": lambda t: (ops.zeros_like(t(N)), ops.ones_like(t(X)), ops.full_like(t(N), 3, shape=(4,))),
    "eye": lambda t: (ops.eye(3), ops.eye(2, 4, 1), ops.identity(2)),
    "arange": lambda t: (ops.arange(5), ops.arange(1, 2, 0.25)),
    "linspace": lambda t: (ops.linspace(0, 1, 5), ops.linspace(t(V), 4.0, 3), ops.logspace(0, 2, 4)),
    "triangles": lambda t: (ops.tril(t(X)), ops.triu(t(X), 1), ops.tri(3, 4, 1)),
    "diag": lambda t: (ops.diag(t(V), 1), ops.diag(t(M)), ops.vander(t(V), 3)),
    "meshgrid": lambda t: ops.meshgrid(t(V), t(W)),
    "meshgrid sparse": lambda t: ops.meshgrid(t(V), t(W), indexing="ij", sparse=True),
    "indices": lambda t: (ops.indices((2, 3)), *ops.triu_indices(3, 1)),
    "one_hot": lambda t: (ops.one_hot(t(I), 5), ops.multi_hot(t(N), 8)),
    "windows": lambda t: (ops.hanning(5), ops.hamming(6), ops.kaiser(5, 3.0)),
    "copy": lambda t: (ops.copy(t(X)), ops.array([1, 2], ndmin=2)),
    # polynomials
    "polynomials": lambda t: (
        ops.polyval(t(W), t(X)),
        ops.polyder(t(V), 2),
        ops.polyint(t(V)),
        ops.polyadd(t(V), t(W)),
        ops.polysub(t(W), t(V)),
    ),
    "repeats": lambda t: (ops.repeat(t(V), t(I)), ops.repeat(t(V), 2), ops.diff(t(X), axis=0)),
    # data types
    "astype": lambda t: (ops.astype(t(X), "int32"), ops.astype(t(N), float), ops.astype(t(B), "float32")),
    "saturate_cast": lambda t: ops.saturate_cast(t(X * 200), "int8"),
    # elementwise
    "arithmetic": lambda t: (
        ops.add(t(X), t(Y)),
        ops.subtract(t(X), 1),
        ops.multiply(2, t(X)),
        ops.divide(1, t(X)),
    ),
    "integers": lambda t: (
        ops.divide(t(N), 2),
        ops.floor_divide(t(N), 4),
        ops.remainder(7, t(N)),
        ops.pow(t(N), 2),
    ),
    "mixed numbers": lambda t: (ops.multiply(t(N), 1.5), ops.add(t(B), 1), ops.maximum(t(N), 2.5)),
    "mixed tensors": lambda t: (ops.add(t(N), t(X)), ops.multiply(t(B), t(X))),
    "extremes": lambda t: (
        ops.maximum(t(X), 0),
        ops.minimum(0, t(X)),
        ops.fmax(t(NAN), 0.0),
        ops.fmin(t(NAN), t(X)),
    ),
    "clip": lambda t: (ops.clip(t(X), -1, 1), ops.clip(t(X), None, 0.5), ops.clip(t(N), 2, 4)),
    "signs": lambda t: (
        ops.abs(t(X)),
        ops.sign(t(X)),
        ops.signbit(t(X)),
        ops.copysign(t(X), -1.0),
        ops.negative(t(N)),
    ),
    "rounding": lambda t: (
        ops.floor(t(X)),
        ops.round(t(X), 1),
        ops.rint(t(X)),
        ops.trunc(t(X)),
        *ops.modf(t(X)),
    ),
    "powers": lambda t: (
        ops.square(t(N)),
        ops.sqrt(t(N)),
        ops.cbrt(t(X)),
        ops.rsqrt(t(N)),
        ops.float_power(t(N), 0.5),
    ),
    "exponentials": lambda t: (
        ops.exp(t(X)),
        ops.exp2(t(X)),
        ops.expm1(t(N)),
        ops.log1p(t(N)),
        ops.log2(t(N)),
    ),
    "trigonometry": lambda t: (
        ops.sin(t(X)),
        ops.atan2(t(X), t(Y)),
        ops.tanh(t(N)),
        ops.deg2rad(t(X)),
        ops.sinc(t(X)),
    ),
    "hypot": lambda t: (ops.hypot(t(X), t(Y)), ops.logaddexp(t(X), 0.0), ops.logaddexp2(t(X), t(Y))),
    "remainders": lambda t: (ops.fmod(t(X), 0.75), ops.fmod(t(N), -4), *ops.divmod(t(X), t(Y))),
    "integers' divisors": lambda t: (ops.gcd(t(N), 6), ops.lcm(t(N), t(N + 1))),
    "special": lambda t: (
        ops.erf(t(X)),
        ops.erfc(t(X)),
        ops.erfinv(t(X / 5)),
        ops.i0(t(X)),
        ops.heaviside(t(X), 0.5),
    ),
    "spacing": lambda t: (ops.nextafter(t(X), 0.0), ops.spacing(t(X)), ops.ldexp(t(X), 3)),
    "complex": lambda t: (ops.real(t(X)), ops.imag(t(X)), ops.conj(t(X + 1j * Y)), ops.angle(t(X + 1j * Y))),
    "comparison": lambda t: (
        ops.equal(t(N), 3),
        ops.less(t(N), 2.5),
        ops.greater_equal(t(X), t(Y)),
        ops.not_equal(1, t(N)),
    ),
    "logic": lambda t: (ops.logical_and(t(B), t(N)), ops.logical_not(t(B)), ops.logical_xor(t(B), True)),
    "bits": lambda t: (
        ops.bitwise_and(t(N), 3),
        ops.bitwise_xor(t(N), t(N)),
        ops.bitwise_left_shift(t(N), 2),
    ),
    "finite": lambda t: (
        ops.isnan(t(NAN)),
        ops.isfinite(t(NAN)),
        ops.isposinf(t(NAN)),
        ops.nan_to_num(t(NAN)),
    ),
    # statistical
    "sums": lambda t: (ops.sum(t(X)), ops.sum(t(B), 0), ops.prod(t(N), axis=1), ops.sum(t(X), keepdims=True)),
    "moments": lambda t: (
        ops.mean(t(N), 0),
        ops.std(t(X), axis=1),
        ops.var(t(X), correction=1),
        ops.mean(t(B)),
    ),
    "maxima": lambda t: (ops.max(t(X), 0), ops.min(t(N)), ops.ptp(t(X), axis=1), ops.max(t(B))),
    "cumulative": lambda t: (
        ops.cumulative_sum(t(N)),
        ops.cumulative_prod(t(X), axis=1),
        ops.cumulative_sum(t(V), include_initial=True),
    ),
    "nan": lambda t: (
        ops.nansum(t(NAN)),
        ops.nanmax(t(X), axis=0),
        ops.nanmean(t(NAN[:1]), axis=1),
        ops.nanstd(t(NAN[:1])),
    ),
    "logsumexp": lambda t: ops.logsumexp(t(X), axis=1),
    "median": lambda t: (ops.median(t(X)), ops.median(t(X), axis=1)),
    "quantile": lambda t: (
        ops.quantile(t(V), 0.3),
        ops.percentile(t(X), [25, 50], axis=1),
        ops.nanquantile(t(NAN[:1]), 0.5, axis=1),
    ),
    "average": lambda t: (ops.average(t(X), axis=1, weights=t(W)), ops.average(t(X))),
    "covariance": lambda t: (ops.cov(t(X)), ops.corrcoef(t(X), t(Y)), ops.cov(t(V), correction=0)),
    "histogram": lambda t: ops.histogram(t(V), bins=4),
    "bincount": lambda t: (ops.bincount(t(I)), ops.bincount(t(I), t(V), 7)),
    "segments": lambda t: (
        ops.segment_sum(t(V), t(I), 5),
        ops.segment_max(t(V), t(I), 5),
        ops.segment_min(t(I), t(I), 5),
    ),
    "trapezoid": lambda t: ops.trapezoid(t(X), dx=0.5),
    # searching, sorting, sets
    "where": lambda t: (ops.where(t(B), t(X), 0), ops.where(t(N), 1.0, t(N)), ops.where(t(B), 1, 2)),
    "nonzero": lambda t: (
        *ops.nonzero(t(B)),
        ops.argwhere(t(B)),
        ops.flatnonzero(t(N)),
        ops.count_nonzero(t(B), 0),
    ),
    "argmax": lambda t: (ops.argmax(t(X)), ops.argmin(t(X), axis=1), ops.argmax(t(B), axis=1, keepdims=True)),
    "searchsorted": lambda t: (
        ops.searchsorted(t(np.sort(V)), t(X)),
        ops.digitize(t(V), t(W)),
        ops.searchsorted(t(W), 0.3, "right"),
    ),
    "select": lambda t: ops.select([ops.less(t(X), 0), ops.greater(t(X), 1)], [t(X), t(Y)], 9.0),
    "sort": lambda t: (
        ops.sort(t(X)),
        ops.sort(t(X), axis=None),
        ops.argsort(t(V), descending=True),
        ops.sort(t(X), axis=0),
    ),
    "lexsort": lambda t: (ops.lexsort([t(V), t(I)]), *ops.top_k(t(V), 3)),
    "unique": lambda t: (ops.unique(t(I)), *ops.unique(t(I), True, True, True), *ops.unique_counts(t(V))),
    "sets": lambda t: (
        ops.isin(t(N), [2, 9]),
        ops.intersect1d(t(I), t(N)),
        ops.union1d(t(I), t(I)),
        ops.setdiff1d(t(I), [1]),
    ),
    # utility
    "all": lambda t: (ops.all(t(B)), ops.any(t(B), 0), ops.all(t(N), axis=1, keepdims=True)),
    "close": lambda t: (
        ops.isclose(t(X), t(X + 1e-9)),
        ops.allclose(t(X), t(Y)),
        ops.array_equal(t(N), t(N)),
    ),
    "diff": lambda t: (ops.diff(t(X)), ops.diff(t(N), n=2), ops.diff(t(V), prepend=0.0), ops.ediff1d(t(X))),
    "interp": lambda t: (ops.interp(t(X), t(np.sort(V)), t(V)), ops.unwrap(t(V * 3)), ops.gradient(t(V))),
    # manipulation
    "reshape": lambda t: (
        ops.reshape(t(X), (3, 2)),
        ops.reshape(t(X), -1),
        ops.reshape(t(X), (3, 2), order="F"),
        ops.ravel(t(N)),
    ),
    "axes": lambda t: (
        ops.transpose(t(X)),
        ops.swapaxes(t(X), 0, 1),
        ops.moveaxis(t(X), 0, -1),
        ops.expand_dims(t(X), (0, 3)),
    ),
    "squeeze": lambda t: (ops.squeeze(t(X[None])), ops.squeeze(t(X[:, None]), 1), ops.atleast_2d(t(V))),
    "join": lambda t: (
        ops.concat([t(X), t(N)]),
        ops.stack([t(V), t(I)], axis=1),
        ops.concat([t(X), t(Y)], None),
        ops.vstack([t(V), t(V)]),
    ),
    "split": lambda t: (*ops.split(t(X), 3, axis=1), *ops.array_split(t(V), 2), *ops.unstack(t(X))),
    "repeat": lambda t: (ops.repeat(t(X), 2), ops.repeat(t(X), [1, 2, 0], axis=1), ops.tile(t(V), (2, 2))),
    "flip": lambda t: (
        ops.flip(t(X)),
        ops.flip(t(X), 1),
        ops.roll(t(X), 1),
        ops.roll(t(X), (1, 2), (0, 1)),
        ops.rot90(t(X)),
    ),
    "broadcast": lambda t: (ops.broadcast_to(t(V), (2, 5)), *ops.broadcast_arrays(t(X), t(W))),
    "pad": lambda t: (
        ops.pad(t(X), 1),
        ops.pad(t(V), (2, 1), mode="reflect"),
        ops.pad(t(V), (2, 1), constant_values=9.0),
    ),
    "edit": lambda t: (
        ops.append(t(V), [1.0]),
        ops.delete(t(V), 1),
        ops.insert(t(V), 2, 8.0),
        ops.resize(t(V), (2, 4)),
    ),
    # indexing
    "getitem": lambda t: (
        ops.getitem(t(X), 1),
        ops.getitem(t(X), (slice(None), slice(None, None, -1))),
        ops.getitem(t(X), (..., None)),
    ),
    "getitem arrays": lambda t: (
        ops.getitem(t(V), I),
        ops.getitem(t(X), ([0, 1], [2, 0])),
        ops.getitem(t(X), (slice(None), [2, -1])),
    ),
    "getitem mask": lambda t: (ops.getitem(t(X), B), ops.getitem(t(V), [True, False, True, False, False])),
    "take": lambda t: (
        ops.take(t(V), I),
        ops.take(t(X), [2, -1], axis=1),
        ops.take(t(V), [7, -9], mode="wrap"),
        ops.take(t(X), N - 1),
    ),
    "take_along_axis": lambda t: ops.take_along_axis(t(X), ops.argsort(t(X), axis=1), axis=1),
    "assign": lambda t: (
        ops.assign(t(X), 0, 9.0, copy=True),
        ops.assign(t(X), B, -1.0, copy=True),
        ops.assign(t(V), I, t(V), copy=True),
    ),
    "assign_add": lambda t: ops.assign_add(t(X), (slice(None), 1), 10, copy=True),
    "accumulate": lambda t: (
        ops.add_at(t(V), I, t(V), copy=True),
        ops.maximum_at(t(V), [0, 0], 9.0, copy=True),
        ops.multiply_at(t(V), I, 2, copy=True),
    ),
    "scatter": lambda t: ops.scatter(t(np.array([[0], [3], [0]])), t(W), (5,)),
    "compress": lambda t: (
        ops.compress(t(B[0]), t(X), axis=1),
        ops.extract(t(B), t(X)),
        *ops.unravel_index(t(I), (2, 3)),
    ),
    # linear algebra
    "matmul": lambda t: (
        ops.matmul(t(X), t(X.T)),
        ops.matmul(t(N), t(N.T)),
        ops.matmul(t(B), t(B.T)),
        ops.matmul(t(N), t(X.T)),
    ),
    "products": lambda t: (
        ops.dot(t(V), t(V)),
        ops.outer(t(V), t(W)),
        ops.inner(t(X), t(Y)),
        ops.vecdot(t(X), t(Y)),
        ops.kron(t(X), t(W)),
    ),
    "tensordot": lambda t: (
        ops.tensordot(t(X), t(Y), 2),
        ops.tensordot(t(X), t(Y), ([1], [1])),
        ops.cross(t(X), t(Y)),
    ),
    "einsum": lambda t: (
        ops.einsum("ij,kj->ik", t(X), t(Y)),
        ops.einsum("ii", t(M)),
        ops.einsum("...j,j", t(X), t(W)),
    ),
    "diagonal": lambda t: (
        ops.diagonal(t(X), 1),
        ops.trace(t(M)),
        ops.convolve(t(V), t(W)),
        ops.matrix_transpose(t(X)),
    ),
    "inv": lambda t: (ops.linalg.inv(t(M)), ops.linalg.solve(t(M), t(W)), ops.linalg.cholesky(t(M))),
    "det": lambda t: (ops.linalg.det(t(M)), *ops.linalg.slogdet(t(M)), ops.linalg.logdet(t(M))),
    "norms": lambda t: (
        ops.linalg.norm(t(X)),
        ops.linalg.norm(t(X), axis=1),
        ops.linalg.vector_norm(t(N)),
        ops.linalg.matrix_norm(t(X), ord=1),
    ),
    "svd": lambda t: (ops.linalg.svdvals(t(X)), ops.linalg.svd(t(X), full_matrices=False)[1]),
    "eigh": lambda t: (ops.linalg.eigvalsh(t(M)), ops.abs(ops.linalg.eigh(t(M))[1])),
    "qr": lambda t: (
        ops.abs(ops.linalg.qr(t(M))[1]),
        ops.linalg.solve_triangular(t(np.tril(M)), t(W), lower=True),
    ),
    "pinv": lambda t: (ops.linalg.pinv(t(M)), ops.linalg.matrix_rank(t(M)), ops.linalg.cond(t(M))),
    "matrix functions": lambda t: (
        ops.linalg.matrix_power(t(M), 3),
        ops.linalg.expm(t(M)),
        ops.linalg.multi_dot([t(X), t(M), t(W)]),
    ),
    "lstsq": lambda t: ops.linalg.lstsq(t(X.T), t(W))[0],
    # fft
    "fft": lambda t: (
        ops.fft.fft(t(V)),
        ops.fft.rfft(t(V), n=8),
        ops.fft.irfft(t(V), norm="ortho"),
        ops.fft.fft2(t(X)),
    ),
    "fft helpers": lambda t: (
        ops.fft.fftfreq(5, 0.5),
        ops.fft.rfftfreq(6),
        ops.fft.fftshift(t(V)),
        ops.fft.ifftshift(t(X), 1),
    ),
    # random: the same key gives the same numbers on every backend
    "random bits": _random(
        lambda k: (ops.random.bits(k, (4,)), ops.random.split(k, 3), ops.random.fold_in(k, 5))
    ),
    "random floats": _random(
        lambda k: (ops.random.uniform(k, (3, 2)), ops.random.uniform(k, (2,), minval=1, maxval=3))
    ),
    "random normal": _random(
        lambda k: (ops.random.normal(k, (50,)), ops.random.normal(k, (4,), "float32", mean=2.0))
    ),
    "random integers": _random(
        lambda k: (
            ops.random.randint(k, (5,), 0, 10),
            ops.random.permutation(k, 6),
            ops.random.bernoulli(k, 0.3, (4,)),
        )
    ),
    "random more": _random(
        lambda k: (
            ops.random.exponential(k, (3,)),
            ops.random.gamma(k, 2.5, (3,)),
            ops.random.choice(k, 9, (4,)),
        )
    ),
    # nn
    "activations": lambda t: (
        ops.nn.relu(t(X)),
        ops.nn.sigmoid(t(X)),
        ops.nn.gelu(t(X), approximate=False),
        ops.nn.softplus(t(N)),
        ops.nn.elu(t(X)),
    ),
    "softmax": lambda t: (ops.nn.softmax(t(X)), ops.nn.log_softmax(t(X), axis=0), ops.nn.sparsemax(t(X))),
    "losses": lambda t: (
        ops.nn.mse_loss(t(X), t(Y)),
        ops.nn.sparse_categorical_crossentropy(t(np.array([0, 2])), t(X), from_logits=True),
    ),
    "convolution": lambda t: ops.nn.conv(t(X[:, :, None]), t(np.ones((2, 1, 3))), padding="same"),
    "pooling": lambda t: (
        ops.nn.max_pool(t(X[:, :, None]), 2, 1),
        ops.nn.average_pool(t(X[:, :, None]), 2, 1, "same"),
    ),
    "normalisation": lambda t: (ops.nn.layer_normalization(t(X)), ops.nn.normalize(t(X))),
    "attention": lambda t: ops.nn.dot_product_attention(*[t(np.arange(12.0).reshape(1, 3, 2, 2))] * 3),
    # transforms
    "control flow": lambda t: (
        ops.cond(True, lambda: t(X), lambda: t(Y)),
        ops.fori_loop(0, 3, lambda i, c: ops.add(c, i), t(V)),
    ),
    "scan": lambda t: ops.scan(lambda c, x: (ops.add(c, x), ops.multiply(c, x)), ops.sum(t(W)), t(V)),
    "vmap": lambda t: ops.vmap(lambda row: ops.sum(ops.multiply(row, 2)))(t(X)),
    "along axis": lambda t: (
        ops.apply_along_axis(ops.max, 1, t(X)),
        ops.stop_gradient(t(X)),
    ),
}
