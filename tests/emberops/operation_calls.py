"""A plain call of every operation: NumPy arrays stand for the tensors, all else is passed as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

F = np.float32
X = np.array([[0.55, -1.45, 2.1], [3.3, 0.3, -4.2]], F)
"""No integers, halves or borders of activations: there a gradient is not one number."""
Y = np.array([[1.0, 2.0, -0.5], [0.75, 3.0, 2.5]], F)
POSITIVE = np.array([[1.5, 2.5, 0.8], [1.2, 3.1, 1.1]], F)
UNIT = np.array([[0.1, 0.5, -0.3], [0.8, -0.65, 0.25]], F)
OVER_ONE = np.array([[1.1, 2.5, 3.7], [1.2, 3.1, 5.1]], F)
V = np.array([3.0, -1.0, 2.0, 2.5, 0.5], F)
GRID = np.array([-2.0, -1.2, 0.3, 1.7, 3.2], F)
W = np.array([0.2, 0.3, 0.5], F)
N = np.array([[1, 2, 3], [4, 5, 6]], np.int32)
I = np.array([4, 1, 3, 1, 0], np.int32)  # noqa: E741
B = np.array([[True, False, True], [False, False, True]])
M = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]], F)
G = np.array([[4.0, 1.0, 0.5], [0.7, 3.0, -1.0], [0.2, -1.3, 2.0]], F)
NAN = np.array([[1.0, np.nan, 2.0], [3.5, -1.0, np.nan]], F)
CUBE = np.linspace(-2.0, 3.0, 24, dtype=F).reshape(2, 3, 4)
Z = (X + 1j * Y).astype(np.complex64)
SIGNAL = np.array([[[0.3], [-1.0], [2.0], [0.7], [1.3], [-0.4]]], F)
IMAGE = np.linspace(-1.0, 2.0, 32, dtype=F).reshape(1, 4, 4, 2) ** 2
PROBABLE = np.array([[0.2, 0.5, 0.3], [0.6, 0.1, 0.3]], F)
KEY = np.array([0, 7], np.uint32)


@dataclass(frozen=True)
class Call:
    """What an operation is given; :meth:`tensors` are the arrays among it, those in lists too."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def tensors(self) -> list[np.ndarray]:
        """The arrays in the order of the arguments."""
        return [x.copy() for x in (*_arrays(self.args), *_arrays(tuple(self.kwargs.values())))]

    def run(self, operation: Callable[..., Any], tensors: list[Any]) -> Any:
        """The operation's result with these tensors in the arrays' places."""
        given = iter(tensors)
        args = [_filled(value, given) for value in self.args]
        return operation(*args, **{name: _filled(value, given) for name, value in self.kwargs.items()})


def _arrays(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _arrays(item)


def _filled(value: Any, tensors: Iterator[Any]) -> Any:
    if isinstance(value, np.ndarray):
        return next(tensors)
    return type(value)(_filled(v, tensors) for v in value) if isinstance(value, (list, tuple)) else value


CALLS: dict[str, Call] = {}


def _call(names: str, *args: Any, **kwargs: Any) -> None:
    for name in names.split():
        CALLS[name] = Call(args, kwargs)


# creation
_call("asarray asanyarray array ascontiguousarray asfortranarray copy", X)
_call("zeros_like ones_like empty_like", X)
_call("full_like", X, 2.5)
_call("zeros ones empty", (2, 3))
_call("full", (2, 2), 1.5)
_call("eye tri", 3)
_call("identity", 3)
_call("arange", 5)
_call("linspace", X, Y, 4)
_call("logspace", W, UNIT[0], 4)
_call("geomspace", POSITIVE, OVER_ONE, 4)
_call("meshgrid", V, W)
_call("tril triu", M)
_call("diag diagflat", V)
_call("vander", V, 4)
_call("block_diag", X, M)
_call("toeplitz", V, W)
_call("indices", (2, 3))
_call("triu_indices tril_indices", 3)
_call("triu_indices_from tril_indices_from diag_indices_from", M)
_call("diag_indices", 3)
_call("one_hot multi_hot", N, 8)
_call("bartlett blackman hamming hanning", 5)
_call("kaiser", 5, 3.0)
# data types
_call("astype saturate_cast", X, "int32")
_call("bitcast", X, "int32")
# elementwise
_call(
    "add subtract multiply maximum minimum fmax fmin copysign complex atan2 hypot logaddexp logaddexp2", X, Y
)
_call("divide heaviside nextafter", X, Y)
_call("floor_divide remainder fmod divmod", X, POSITIVE)
_call("pow float_power", POSITIVE, Y)
_call("gcd lcm", N, N[::-1].copy())
_call("bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift", N, N[::-1].copy())
_call("bitwise_invert bitwise_count", N)
_call("clip", X, -1.0, 1.0)
_call(
    "abs fabs negative positive reciprocal square sign signbit ceil floor trunc round rint modf frexp spacing",
    X,
)
_call("real imag conj iscomplex isreal angle nan_to_num exp expm1 sin cos tan atan sinh cosh tanh asinh", X)
_call("real_if_close", Z)
_call("exp2 cbrt deg2rad rad2deg sinc erf erfc i0", X)
_call("log log1p log2 log10 sqrt rsqrt lgamma digamma", POSITIVE)
_call("asin acos atanh erfinv", UNIT)
_call("acosh", OVER_ONE)
_call("polygamma", 2, POSITIVE)
_call("gammainc gammaincc", POSITIVE, OVER_ONE)
_call("betainc", POSITIVE, OVER_ONE, PROBABLE)
_call("ldexp", X, N)
_call("equal not_equal less less_equal greater greater_equal isclose allclose array_equal array_equiv", X, Y)
_call("logical_and logical_or logical_xor", X, Y)
_call("logical_not isfinite isinf isnan isposinf isneginf", X)
# statistical
_call("sum prod mean std var max min ptp logsumexp median", X, axis=1)
_call("cumulative_sum cumulative_prod nancumsum nancumprod", X, axis=1)
_call("cumulative_max cumulative_min", X, axis=1)
_call("quantile nanquantile", X, 0.3, axis=1)
_call("percentile nanpercentile", X, 30.0, axis=1)
_call("average", X, axis=1, weights=W)
_call("cov corrcoef", X, Y)
_call("nansum nanprod nanmean nanstd nanvar nanmax nanmin nanmedian nanargmax nanargmin", NAN, axis=1)
_call("bincount", I, V, 5)
_call("histogram", V, 4, range=(-4.0, 4.0))
_call("histogram_bin_edges", V, 4, range=(-4.0, 4.0))
_call("histogram2d", V, GRID, 3, range=((-4.0, 4.0), (-4.0, 4.0)))
_call("histogramdd", M, 2, range=((-4.0, 4.5),) * 3)  # no value on an edge, where there is no slope
_call("trapezoid", X, Y)
_call(
    "add_reduceat multiply_reduceat maximum_reduceat minimum_reduceat logical_and_reduceat logical_or_reduceat",
    X,
    np.array([0, 2, 1], np.int32),
    axis=1,
)
_call("segment_sum segment_max segment_min", V, np.array([0, 1, 0, 1, 2], np.int32), 3)
# memory, searching, sorting, sets
_call("strides", X)
_call("as_strided", V, (2, 2), (4, 4))
_call("sliding_window_view", V, 3)
_call("where", B, X, Y)
_call("nonzero argwhere flatnonzero", B)
_call("count_nonzero argmax argmin", X, axis=1)
_call("searchsorted", GRID, X)
_call("digitize", X, GRID)
_call("select", [B, ~B], [X, Y], 9.0)
_call("sort argsort", X, axis=1)
_call("lexsort", [V, I])
_call("partition argpartition top_k", V, 2)
_call("in_top_k", np.array([0, 2], np.int32), X, 2)
_call("sort_complex", V)
_call("unique unique_values unique_counts unique_inverse unique_all", I)
_call("isin intersect1d union1d setdiff1d setxor1d", I, N)
# utility
_call("all any", B, axis=1)
_call("diff ediff1d gradient unwrap has_nan_or_inf", V)
_call("interp", UNIT, GRID, V)
# manipulation
_call("reshape", X, (3, 2))
_call("ravel transpose flip fliplr flipud rot90", X)
_call("permute_dims", X, (1, 0))
_call("expand_dims", X, 1)
_call("squeeze", SIGNAL)
_call("concat stack hstack vstack dstack column_stack block", [X, Y])
_call("split", X, 2)
_call("hsplit", X, 3)
_call("array_split vsplit", X, 2)
_call("dsplit", CUBE, 2)
_call("unstack", X)
_call("packbits", B)
_call("unpackbits", np.array([3, 200], np.uint8))
_call("tile", X, (2, 2))
_call("repeat", X, 2, axis=1)
_call("roll", X, 1, axis=1)
_call("pad", X, 1)
_call("moveaxis swapaxes rollaxis", X, 0, 1)
_call("broadcast_to", W, (2, 3))
_call("broadcast_arrays", X, W)
_call("broadcast_shapes", (2, 1), (3,))
_call("atleast_1d atleast_2d atleast_3d", V)
_call("append", X, Y)
_call("delete", V, 1)
_call("insert", V, 2, 8.0)
_call("resize", V, (2, 4))
_call("trim_zeros", np.array([0.0, 1.0, 2.0, 0.0], F))
_call("view", X, "int32")
_call("rearrange", X, "a b -> b a")
_call("extract_sequences", V, 3, 1)
_call("view_as_complex", X[:, :2].copy())
_call("view_as_real", Z)
# indexing
_call("getitem", V, I)
_call("take", V, I)
_call("take_along_axis", X, N % 2, axis=1)
_call("slice", X, (0, 1), (2, 2))
_call("slice_update", X, (0, 1), np.array([[7.0], [8.0]], F))
_call("assign assign_add assign_subtract assign_multiply assign_divide", V, 1, 2.0, copy=True)
_call("assign_maximum assign_minimum", V, 1, 2.0, copy=True)
_call("add_at subtract_at multiply_at divide_at maximum_at minimum_at", V, I, GRID, copy=True)
_call("scatter", np.array([[0], [3], [0]], np.int32), W, (5,))
_call("scatter_update", V, np.array([[0], [3], [1]], np.int32), W)
_call("put", V, np.array([0, 3, 1], np.int32), W)
_call("put_along_axis", X, np.array([[0], [2]], np.int32), 9.0, 1)
_call("place putmask", X, B, 9.0)
_call("copyto", X, Y)
_call("fill_diagonal", M, 9.0)
_call("compress", B[0], X, axis=1)
_call("extract", B, X)
_call("choose", N % 2, [X, Y])
_call("ix_", I, I)
_call("unravel_index", I, (2, 3))
_call("ravel_multi_index", [N % 2, N % 3], (2, 3))
# linear algebra
_call("matmul", X, M)
_call("matrix_transpose", X)
_call("tensordot vecdot inner outer kron cross linalg.cross", X, Y)
_call("matvec", X, W)
_call("vecmat", W, M)
_call("dot linalg.outer", W, X[0])
_call("vdot", X, Y)
_call("cdist", X, Y)
_call("trace diagonal linalg.trace linalg.diagonal", M)
_call("einsum", "ij,kj->ik", X, Y)
_call("convolve correlate", V, W)
_call("linalg.norm linalg.vector_norm linalg.matrix_norm", X)
_call(
    "linalg.inv linalg.det linalg.slogdet linalg.logdet linalg.pinv linalg.svd linalg.svdvals linalg.eig", M
)
_call("linalg.eigvals linalg.eigh linalg.eigvalsh linalg.cholesky linalg.cholesky_inverse linalg.qr", M)
_call("linalg.lu linalg.lu_factor linalg.matrix_rank linalg.cond linalg.expm linalg.sqrtm", M)
_call("linalg.solve", M, W)
_call("linalg.solve_triangular", np.triu(M), W)
_call("linalg.lstsq", X.T.copy(), W)
_call("linalg.matrix_power", M, 3)
_call("linalg.multi_dot", [X, M, W])
_call(
    "linalg.tensorinv",
    CUBE.reshape(4, 6)[:, :4].reshape(2, 2, 4)[:, :, :] + np.eye(4, dtype=F).reshape(2, 2, 4),
)
_call("linalg.tensorsolve", M, W)
# polynomials
_call("roots", W)
_call("poly", V)
_call("polyval", W, X)
_call("polyfit", GRID, V, 2)
_call("polyder polyint", V)
_call("polyadd polysub polymul polydiv", V, W)
# fft
_call("fft.fft fft.rfft fft.ihfft fft.ifft fft.irfft fft.hfft fft.fftshift fft.ifftshift", V)
_call("fft.fftn fft.rfftn fft.ifftn fft.irfftn fft.fft2 fft.rfft2 fft.ifft2 fft.irfft2", X)
_call("fft.stft", np.concatenate([V, GRID]), 4, 2, POSITIVE.reshape(-1)[:4].copy())
_call("fft.istft", Z.T.copy(), 4, 2, POSITIVE.reshape(-1)[:4].copy())
_call("fft.fftfreq fft.rfftfreq", 5)
# random
_call("random.split random.bits", KEY, 3)
_call("random.fold_in", KEY, 3)
_call("random.uniform random.normal random.rademacher random.gumbel random.exponential", KEY, (3,))
_call("random.laplace random.logistic random.cauchy", KEY, (3,))
_call("random.truncated_normal", KEY, -1.0, 1.0, (3,))
_call("random.randint", KEY, (3,), 0, 9)
_call("random.bernoulli", KEY, 0.3, (3,))
_call("random.permutation random.shuffle", KEY, V)
_call("random.choice", KEY, 9, (3,))
_call("random.categorical", KEY, W)
_call("random.gamma random.dirichlet random.chisquare random.t random.lognormal random.rayleigh", KEY, W)
_call("random.pareto random.weibull random.poisson random.geometric", KEY, W)
_call("random.beta", KEY, W, W)
_call("random.binomial", KEY, 5, W)
_call("random.multinomial", KEY, 5, W)
_call("random.multivariate_normal", KEY, W, M)
# nn
_call("nn.relu nn.relu6 nn.sigmoid nn.softplus nn.softsign nn.soft_shrink nn.sparse_plus nn.silu", X)
_call(
    "nn.log_sigmoid nn.leaky_relu nn.hard_sigmoid nn.hard_silu nn.hard_tanh nn.hard_shrink nn.elu nn.selu", X
)
_call("nn.celu nn.gelu nn.mish nn.tanh_shrink nn.squareplus nn.sparse_sigmoid nn.softmax nn.log_softmax", X)
_call("nn.softmin nn.sparsemax nn.layer_normalization nn.rms_normalization nn.normalize", X)
_call("nn.glu", X.T.copy())
_call("nn.threshold", X, 0.1, 7.0)
_call("nn.prelu", X, W)
_call("nn.logit", PROBABLE)
_call("nn.binary_crossentropy nn.categorical_crossentropy", PROBABLE, PROBABLE[::-1].copy())
_call("nn.sparse_categorical_crossentropy", np.array([0, 2], np.int32), PROBABLE)
_call("nn.mse_loss nn.l1_loss nn.huber_loss nn.cosine_similarity nn.hinge_loss", X, Y)
_call("nn.kl_div", np.log(PROBABLE), PROBABLE[::-1].copy())
_call("nn.nll_loss", np.log(PROBABLE), np.array([0, 2], np.int32))
_LENGTHS = np.array([2], np.int32), np.array([4], np.int32)
_SEQUENCE = np.sin(np.arange(12, dtype=F)).reshape(1, 4, 3)
_call("nn.ctc_loss", np.array([[1, 2]], np.int32), _SEQUENCE, *_LENGTHS)
_call("nn.ctc_decode", _SEQUENCE, _LENGTHS[1])
_call("nn.batch_normalization", X, W, POSITIVE[0], axis=1)
_call("nn.group_normalization", X[:, :2].copy(), groups=2)
_call("nn.moments", X, 1)
_call("nn.conv", SIGNAL, np.array([[[1.0]], [[-2.0]]], F))
_call("nn.conv_transpose", SIGNAL, np.array([[[1.0]], [[-2.0]]], F))
_call("nn.depthwise_conv", SIGNAL, np.array([[[1.0]], [[-2.0]]], F))
_call("nn.separable_conv", SIGNAL, np.array([[[1.0]], [[-2.0]]], F), np.array([[[0.5]]], F))
_call("nn.max_pool nn.average_pool nn.adaptive_max_pool nn.adaptive_average_pool", SIGNAL, 2)
_call("nn.unfold", CUBE.reshape(1, 2, 3, 4), 2)
_call("nn.fold", np.linspace(0, 1, 24, dtype=F).reshape(1, 4, 6), (3, 4), 2)
_call("nn.depth_to_space", np.concatenate([IMAGE, IMAGE], -1), 2)
_call("nn.space_to_depth", IMAGE, 2)
_call("nn.dot_product_attention", *[np.cos(np.arange(12, dtype=F)).reshape(1, 3, 2, 2)] * 3)
_call("nn.embedding_lookup", N % 3, M)
_call("nn.polar", POSITIVE, X)
_call("nn.psnr", X, Y, 1.0)
_call("nn.dropout", X, 0.5, key=KEY)
_call("stop_gradient", X)
