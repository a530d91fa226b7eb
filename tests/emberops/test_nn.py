"""Neural-network operations: PyTorch's own values, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F  # noqa: N812
from jax import lax

from emberops import ops
from emberops.errors import DTypeError, ShapeError
from emberops.testing import assert_close

RNG = np.random.default_rng(0)
CLOSE = {"rtol": 1e-4, "atol": 1e-5}
X = (RNG.standard_normal((3, 4)) * 3).astype(np.float32)
T = torch.asarray(X)


def data(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def t(x: np.ndarray) -> torch.Tensor:
    return torch.asarray(x)


ACTIVATIONS = {
    "relu": F.relu,
    "relu6": F.relu6,
    "sigmoid": torch.sigmoid,
    "softplus": lambda x: torch.logaddexp(x, torch.zeros(())),
    "softsign": F.softsign,
    "soft_shrink": F.softshrink,
    "silu": F.silu,
    "log_sigmoid": F.logsigmoid,
    "leaky_relu": lambda x: F.leaky_relu(x, 0.2),
    "hard_sigmoid": F.hardsigmoid,
    "hard_silu": F.hardswish,
    "hard_tanh": F.hardtanh,
    "hard_shrink": F.hardshrink,
    "elu": F.elu,
    "selu": F.selu,
    "celu": F.celu,
    "gelu": lambda x: F.gelu(x, approximate="tanh"),
    "glu": F.glu,
    "mish": F.mish,
    "tanh_shrink": F.tanhshrink,
    "softmax": lambda x: F.softmax(x, -1),
    "log_softmax": lambda x: F.log_softmax(x, -1),
    "softmin": lambda x: F.softmin(x, -1),
    "squareplus": lambda x: (x + torch.sqrt(x**2 + 4)) / 2,
    "sparse_plus": lambda x: torch.where(x <= -1, 0.0, torch.where(x < 1, (x + 1) ** 2 / 4, x)),
    "sparse_sigmoid": lambda x: torch.clip((x + 1) / 2, 0, 1),
}


OF_COMPLEX_NUMBERS = {
    "sigmoid": lambda z: 1 / (1 + np.exp(-z)),
    "silu": lambda z: z / (1 + np.exp(-z)),
    "softsign": lambda z: z / (1 + np.abs(z)),
    "tanh_shrink": lambda z: z - np.tanh(z),
    "glu": lambda z: z[:2] / (1 + np.exp(-z[2:])),
}
ORDERING = {
    **dict.fromkeys([n for n in [*ACTIVATIONS, "sparsemax", "logit"] if n not in OF_COMPLEX_NUMBERS], ()),
    **dict.fromkeys(
        [
            "mse_loss",
            "huber_loss",
            "hinge_loss",
            "kl_div",
            "cosine_similarity",
            "binary_crossentropy",
            "prelu",
        ],
        (1j,),
    ),
    **dict.fromkeys(["layer_normalization", "rms_normalization"], ()),
    "threshold": (0.5, 0.1),
    "moments": (0,),
}


@pytest.mark.parametrize("name", OF_COMPLEX_NUMBERS)
def test_formulas_hold_for_complex_numbers(backend, name):
    z = np.asarray([1 + 1j, -0.5 + 0.2j, 3 - 2j, -9 + 1j], np.complex64)
    assert_close(getattr(ops.nn, name)(ops.asarray(z)), OF_COMPLEX_NUMBERS[name](z), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", ["sigmoid", "silu"])
def test_complex_numbers_far_out_do_not_overflow(backend, name):
    z = np.asarray([90 + 1j, -90 + 1j], np.complex64)
    ends = {"sigmoid": [1, 0], "silu": [90 + 1j, 0]}[name]
    assert_close(getattr(ops.nn, name)(ops.asarray(z)), np.asarray(ends, np.complex64), atol=1e-6)


@pytest.mark.parametrize(("name", "others"), ORDERING.items())
def test_what_orders_numbers_refuses_complex_ones(backend, name, others):
    z = ops.asarray(np.asarray([1 + 1j, 2j], np.complex64))
    with pytest.raises(DTypeError, match="omplex"):
        getattr(ops.nn, name)(z, *(z if o == 1j else o for o in others))


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activation(backend, name):
    result = getattr(ops.nn, name)(X)
    assert_close(result, ACTIVATIONS[name](T), **CLOSE)
    assert str(result.dtype).endswith("float32")


@pytest.mark.parametrize("name", ["sigmoid", "softplus", "gelu", "softmax", "elu", "silu", "log_softmax"])
def test_activation_of_integers(backend, name):
    assert_close(
        getattr(ops.nn, name)([[-2, 0, 3]]), ACTIVATIONS[name](torch.tensor([[-2.0, 0.0, 3.0]])), rtol=1e-4
    )


@pytest.mark.parametrize("name", ["sigmoid", "softplus", "log_sigmoid", "softmax", "log_softmax"])
def test_no_overflow(backend, name):
    x = np.array([-1e4, 0.0, 1e4], np.float32)
    assert_close(getattr(ops.nn, name)(x), ACTIVATIONS[name](t(x)), rtol=1e-5)


def test_arguments_of_activations(backend):
    assert_close(ops.nn.gelu(X, approximate=False), F.gelu(T), **CLOSE)
    assert_close(ops.nn.elu(X, alpha=0.5), F.elu(T, 0.5), **CLOSE)
    assert_close(ops.nn.celu(X, alpha=0.5), F.celu(T, 0.5), **CLOSE)
    assert_close(ops.nn.softmax(X, axis=0), F.softmax(T, 0), **CLOSE)
    assert_close(ops.nn.softmax(X, axis=None), F.softmax(T.reshape(-1), 0).reshape(3, 4), **CLOSE)
    assert_close(ops.nn.log_softmax(X, axis=(0, 1)), F.log_softmax(T.reshape(-1), 0).reshape(3, 4), **CLOSE)
    assert_close(ops.nn.glu(X, axis=1), F.glu(T, 1), **CLOSE)
    assert_close(ops.nn.threshold(X, 0.5, -1.0), F.threshold(T, 0.5, -1.0), **CLOSE)
    weight = data(4)
    assert_close(ops.nn.prelu(X, weight), torch.where(T >= 0, T, t(weight) * T), **CLOSE)
    p = np.array([0.0, 0.2, 0.9, 1.0], np.float32)
    assert_close(ops.nn.logit(p, eps=1e-3), torch.logit(t(p), eps=1e-3), rtol=1e-3)
    with pytest.raises(ValueError, match="halved"):
        ops.nn.glu(data(3))


def test_sparsemax(backend):
    result = ops.to_numpy(ops.nn.sparsemax(X))
    assert np.allclose(result.sum(-1), 1, atol=1e-5)
    assert (result >= 0).all()
    assert_close(ops.nn.sparsemax([1.0, 0.5, -1.0]), [0.75, 0.25, 0.0])


@pytest.mark.parametrize("from_logits", [True, False])
def test_crossentropies(backend, from_logits):
    logits, classes = data(5, 4), RNG.integers(0, 4, 5)
    output = logits if from_logits else F.softmax(t(logits), -1).cpu().numpy()
    expected = F.cross_entropy(t(logits), t(classes), reduction="none")
    hot = np.eye(4, dtype=np.float32)[classes]
    sparse = ops.nn.sparse_categorical_crossentropy(classes, output, from_logits=from_logits)
    assert_close(sparse, expected, **CLOSE)
    assert_close(ops.nn.categorical_crossentropy(hot, output, from_logits=from_logits), expected, **CLOSE)
    probability = t(logits) if from_logits else torch.sigmoid(t(logits))
    binary = ops.nn.binary_crossentropy(hot, probability.cpu().numpy(), from_logits=from_logits)
    assert_close(binary, F.binary_cross_entropy_with_logits(t(logits), t(hot), reduction="none"), **CLOSE)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses(backend, reduction):
    a, b = data(5, 4), data(5, 4)
    for name in ("mse_loss", "l1_loss", "huber_loss"):
        assert_close(
            getattr(ops.nn, name)(a, b, reduction), getattr(F, name)(t(a), t(b), reduction=reduction), **CLOSE
        )
    logs, target = F.log_softmax(t(a), -1), F.softmax(t(b), -1)
    assert_close(
        ops.nn.kl_div(logs.cpu().numpy(), target.cpu().numpy(), reduction),
        F.kl_div(logs, target, reduction=reduction),
        **CLOSE,
    )
    logged = ops.nn.kl_div(logs.cpu().numpy(), torch.log(target).cpu().numpy(), reduction, log_target=True)
    assert_close(logged, F.kl_div(logs, target, reduction=reduction), **CLOSE)
    classes = RNG.integers(0, 4, 5)
    assert_close(
        ops.nn.nll_loss(logs.cpu().numpy(), classes, reduction),
        F.nll_loss(logs, t(classes), reduction=reduction),
        **CLOSE,
    )
    signs = np.sign(b)
    hinge = torch.clip(1 - t(signs) * t(a), min=0)
    expected = hinge if reduction == "none" else getattr(torch, reduction)(hinge)
    assert_close(ops.nn.hinge_loss(a, signs, reduction), expected, **CLOSE)


def test_measures(backend):
    a, b = data(5, 4), data(5, 4)
    assert_close(ops.nn.cosine_similarity(a, b), F.cosine_similarity(t(a), t(b), dim=-1), **CLOSE)
    assert_close(ops.nn.cosine_similarity(a, b[0]), F.cosine_similarity(t(a), t(b[0]), dim=-1), **CLOSE)
    assert_close(ops.nn.psnr(a, b, 2.0), 20 * np.log10(2) - 10 * np.log10(((a - b) ** 2).mean()), rtol=1e-4)
    with pytest.raises(ValueError, match="reduction"):
        ops.nn.mse_loss(a, b, "most")
    with pytest.raises(ValueError, match="class"):
        ops.nn.nll_loss(a, np.zeros(3, np.int64))


def test_ctc_loss(backend):
    output, target = data(3, 7, 5), RNG.integers(1, 5, (3, 3))
    target[1] = [2, 2, 1]
    lengths, times = np.array([3, 3, 1]), np.array([7, 6, 4])
    expected = F.ctc_loss(
        F.log_softmax(t(output), -1).transpose(0, 1), t(target), t(times), t(lengths), reduction="none"
    )
    assert_close(ops.nn.ctc_loss(target, output, lengths, times), expected, rtol=1e-3, atol=1e-3)


def test_ctc_decode(backend):
    best = np.array([[1, 1, 0, 1, 2, 2], [3, 0, 0, 3, 3, 1]])
    logits = np.eye(4, dtype=np.float32)[best]
    decoded, scores = ops.nn.ctc_decode(logits, np.array([6, 4]))
    assert ops.to_numpy(decoded).tolist() == [[[1, 1, 2, -1, -1, -1], [3, 3, -1, -1, -1, -1]]]
    assert_close(scores, [[-6.0], [-4.0]])


def test_normalisations(backend):
    x, gamma, beta = data(2, 3, 4), data(4), data(4)
    assert_close(
        ops.nn.layer_normalization(x, gamma, beta), F.layer_norm(t(x), (4,), t(gamma), t(beta), 1e-3), **CLOSE
    )
    assert_close(ops.nn.layer_normalization(x, axis=(1, 2)), F.layer_norm(t(x), (3, 4), eps=1e-3), **CLOSE)
    assert_close(ops.nn.rms_normalization(x, gamma), F.rms_norm(t(x), (4,), t(gamma), 1e-6), **CLOSE)
    mean, variance = x.mean((0, 1)), x.var((0, 1))
    assert_close(ops.nn.moments(x, (0, 1)), (mean, variance), **CLOSE)
    assert_close(ops.nn.moments(x, 1, keepdims=True)[1], x.var(1, keepdims=True), **CLOSE)
    expected = (x - mean) / np.sqrt(variance + 1e-3) * gamma + beta
    assert_close(ops.nn.batch_normalization(x, mean, variance, -1, beta, gamma), expected, **CLOSE)
    first = np.moveaxis(x, -1, 1).copy()
    groups = ops.nn.group_normalization(first, 2, gamma, beta, axis=1)
    assert_close(groups, F.group_norm(t(first), 2, t(gamma), t(beta), 1e-3), **CLOSE)
    assert_close(ops.nn.normalize(x), F.normalize(t(x), dim=-1), **CLOSE)
    assert_close(ops.nn.normalize(x, axis=1, order=1), F.normalize(t(x), p=1, dim=1), **CLOSE)


SPACES = [((9,), (3,)), ((7, 8), (3, 2)), ((5, 6, 5), (2, 3, 2))]


@pytest.mark.parametrize(("space", "window"), SPACES)
@pytest.mark.parametrize("data_format", ["channels_last", "channels_first"])
@pytest.mark.parametrize("padding", ["valid", "same"])
@pytest.mark.parametrize(("strides", "dilation"), [(1, 1), (2, 1), (1, 2)])
@pytest.mark.parametrize("groups", [1, 2])
def test_conv(backend, space, window, data_format, padding, strides, dilation, groups):
    x, kernel = data(2, *space, 4), data(*window, 4 // groups, 6)
    axes = "DHW"[-len(space) :]
    expected = lax.conv_general_dilated(
        x,
        kernel,
        (strides,) * len(space),
        padding.upper(),
        rhs_dilation=(dilation,) * len(space),
        dimension_numbers=(f"N{axes}C", f"{axes}IO", f"N{axes}C"),
        feature_group_count=groups,
    )
    if data_format == "channels_first":
        x, expected = np.moveaxis(x, -1, 1), np.moveaxis(expected, -1, 1)
    result = ops.nn.conv(x, kernel, strides, padding, data_format, dilation)
    assert_close(result, expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("transform", [ops.nn.conv, ops.nn.conv_transpose], ids=["conv", "conv_transpose"])
def test_mlx_dilates_in_double_precision(transform: Callable[..., Any], groups: int) -> None:
    x, kernel = data(2, 7, 8, 4).astype(float), data(3, 2, 4 // groups, 4 // groups).astype(float)
    if transform is ops.nn.conv_transpose:
        x = x[..., : kernel.shape[-1]]
    tensors = [ops.to_backend(v, "mlx") for v in (x, kernel)]
    result = transform(*[ops.astype(v, "float64") for v in tensors], 1, "same", dilation_rate=2)
    assert str(result.dtype).endswith("float64")
    expected = transform(x, kernel, 1, "same", dilation_rate=2)
    np.testing.assert_allclose(np.asarray(ops.to_numpy(result)), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("space", "window"), SPACES[:2])
@pytest.mark.parametrize("padding", ["valid", "same"])
@pytest.mark.parametrize("strides", [1, 2])
@pytest.mark.parametrize("data_format", ["channels_last", "channels_first"])
def test_conv_transpose(backend, space, window, padding, strides, data_format):
    x, kernel = data(2, *space, 4), data(*window, 3, 4)
    expected = torch_transposed(x, kernel, strides, padding)
    if data_format == "channels_first":
        x, expected = np.moveaxis(x, -1, 1), np.moveaxis(expected, -1, 1)
    result = ops.nn.conv_transpose(x, kernel, strides, padding, None, data_format)
    assert_close(result, expected, rtol=1e-3, atol=1e-4)


def torch_transposed(x: np.ndarray, kernel: np.ndarray, stride: int, padding: str) -> np.ndarray:
    """PyTorch's result without padding; Keras cuts it to ``space * stride`` for ``same``."""
    n = kernel.ndim - 2
    native = {1: F.conv_transpose1d, 2: F.conv_transpose2d}[n]
    weight = t(np.moveaxis(kernel, (-1, -2), (0, 1)).copy())
    full = np.moveaxis(native(t(np.moveaxis(x, -1, 1).copy()), weight, stride=stride).cpu().numpy(), 1, -1)
    for axis, (size, k) in enumerate(zip(x.shape[1:-1], kernel.shape[:-2], strict=True), start=1):
        if padding == "same":
            start = max(k - stride, 0) // 2
            full = np.take(full, range(start, start + size * stride), axis=axis)
        elif k < stride:
            wide = [(0, 0)] * full.ndim
            wide[axis] = (0, stride - k)
            full = np.pad(full, wide)
    return full


def test_depthwise_and_separable(backend):
    x, kernel, points = data(2, 7, 8, 3), data(3, 2, 3, 2), data(1, 1, 6, 5)
    weight = t(np.transpose(kernel, (2, 3, 0, 1)).reshape(6, 1, 3, 2).copy())
    each = F.conv2d(t(x).permute(0, 3, 1, 2), weight, groups=3)
    assert_close(ops.nn.depthwise_conv(x, kernel), each.permute(0, 2, 3, 1), rtol=1e-3, atol=1e-4)
    mixed = F.conv2d(each, t(points).permute(3, 2, 0, 1)).permute(0, 2, 3, 1)
    assert_close(ops.nn.separable_conv(x, kernel, points), mixed, rtol=1e-3, atol=1e-4)


def test_unfit_kernels(backend):
    with pytest.raises(ValueError, match="fit"):
        ops.nn.conv(data(2, 7, 3), data(3, 4, 5))
    with pytest.raises(ValueError, match="padding"):
        ops.nn.conv(data(2, 7, 3), data(3, 3, 5), padding="some")
    with pytest.raises(ValueError, match="data_format"):
        ops.nn.max_pool(data(2, 7, 3), 2, data_format="NHWC")


@pytest.mark.parametrize("space", [(9,), (7, 8)])
@pytest.mark.parametrize("strides", [None, 1])
def test_pools(backend, space, strides):
    x = data(2, 3, *space)
    for name, native in (("max_pool", f"max_pool{len(space)}d"), ("average_pool", f"avg_pool{len(space)}d")):
        expected = getattr(F, native)(t(x), 2, strides)
        result = getattr(ops.nn, name)(x, 2, strides, data_format="channels_first")
        assert_close(result, expected, **CLOSE)
        last = getattr(ops.nn, name)(np.moveaxis(x, 1, -1), 2, strides)
        assert_close(last, torch.movedim(expected, 1, -1), **CLOSE)


def test_pools_of_the_same_size(backend):
    x = -np.ones((1, 5, 1), np.float32)
    assert_close(ops.nn.max_pool(x, 2, padding="same"), -np.ones((1, 3, 1)))
    assert_close(ops.nn.average_pool(x, 2, padding="same"), -np.ones((1, 3, 1)))
    assert_close(ops.nn.max_pool(np.array([[[-3], [-2], [-5]]]), 2, padding="same"), [[[-2], [-5]]])


def test_adaptive_pools(backend):
    x = data(2, 3, 7, 8)
    result = ops.nn.adaptive_average_pool(x, (3, 5), data_format="channels_first")
    assert_close(result, F.adaptive_avg_pool2d(t(x), (3, 5)), **CLOSE)
    result = ops.nn.adaptive_max_pool(x, 2, data_format="channels_first")
    assert_close(result, F.adaptive_max_pool2d(t(x), 2), **CLOSE)


@pytest.mark.parametrize("arguments", [{}, {"stride": 2}, {"padding": 1}, {"dilation": 2}])
def test_fold_and_unfold(backend, arguments):
    x = data(2, 3, 6, 7)
    columns = F.unfold(t(x), (3, 2), **arguments)
    assert_close(ops.nn.unfold(x, (3, 2), **arguments), columns, **CLOSE)
    expected = F.fold(columns, (6, 7), (3, 2), **arguments)
    assert_close(ops.nn.fold(columns.cpu().numpy(), (6, 7), (3, 2), **arguments), expected, **CLOSE)


def test_space_and_depth(backend):
    x = data(2, 8, 4, 6)
    assert_close(ops.nn.depth_to_space(x, 2, "channels_first"), F.pixel_shuffle(t(x), 2))
    assert_close(ops.nn.space_to_depth(x, 2, "channels_first"), F.pixel_unshuffle(t(x), 2))
    last = data(2, 4, 6, 8)
    assert_close(ops.nn.space_to_depth(ops.nn.depth_to_space(last, 2), 2), last)
    with pytest.raises(ValueError, match="divisible"):
        ops.nn.space_to_depth(data(1, 3, 4, 1), 2)


@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("key_heads", [4, 2])
def test_attention(backend, is_causal, masked, biased, key_heads):
    query, key, value = data(2, 5, 4, 8), data(2, 5, key_heads, 8), data(2, 5, key_heads, 8)
    mask = (RNG.random((2, 1, 5, 5)) > 0.3) | np.eye(5, dtype=bool) if masked else None
    bias = data(2, 4, 5, 5) if biased else None
    added = torch.zeros(2, 4, 5, 5) if bias is None else t(bias)
    if masked:
        added = torch.where(t(mask), added, -torch.inf)
    if is_causal:
        added = torch.where(torch.tril(torch.ones(5, 5)) > 0, added, -torch.inf)
    q, k, v = (t(x).transpose(1, 2) for x in (query, key, value))
    expected = F.scaled_dot_product_attention(q, k, v, added, scale=0.3, enable_gqa=True).transpose(1, 2)
    result = ops.nn.dot_product_attention(query, key, value, bias, mask, scale=0.3, is_causal=is_causal)
    assert_close(result, expected, rtol=1e-3, atol=1e-4)


def test_look_up_and_polar(backend):
    weight, ids = data(7, 3), np.array([[0, 6], [2, 2]])
    assert_close(ops.nn.embedding_lookup(ids, weight), weight[ids])
    assert_close(ops.nn.polar([1.0, 2.0], [0.0, np.pi / 2]), [1.0, 2.0j], atol=1e-6)


def test_polar_keeps_the_precision_of_the_float_beside_integers(backend: str) -> None:
    if backend in ("jax", "mlx"):
        pytest.skip("JAX has no float64 while jax_enable_x64 is off, MLX no complex128")
    length, turn = np.asarray([1.0, 2.0]), np.asarray([1, 2])
    np.testing.assert_allclose(
        ops.to_numpy(ops.nn.polar(ops.asarray(length), ops.asarray(turn))), length * np.exp(1j * turn), 1e-14
    )
    np.testing.assert_allclose(
        ops.to_numpy(ops.nn.polar(ops.asarray(turn), ops.asarray(length))), turn * np.exp(1j * length), 1e-14
    )


def test_keras_names():
    for name in ("relu", "softmax", "conv", "gelu", "layer_normalization", "dot_product_attention"):
        assert getattr(ops, name) is getattr(ops.nn, name)
    assert ops.nn.layer_norm is ops.nn.layer_normalization


@pytest.mark.parametrize("function", ["conv", "conv_transpose"])
@pytest.mark.parametrize("kernel", [(0, 3, 2), (3, 0, 2)])
def test_a_kernel_of_nothing_is_refused(backend, function, kernel):
    with pytest.raises(ShapeError, match=rf"ops\.nn\.{function}: "):
        getattr(ops.nn, function)(
            np.ones((1, 5, kernel[1]), dtype="float32"), np.ones(kernel, dtype="float32")
        )


@pytest.mark.parametrize("name", ["silu", "mish", "gelu", "tanh_shrink", "squareplus"])
def test_numbers_of_any_size_raise_no_warning(name: str) -> None:
    x = np.asarray([-3e38, -1e20, -88.5, -1e-30, 0.0, 1e-30, 88.5, 1e20, 3e38], np.float32)
    with np.errstate(all="raise", under="ignore"):
        found = getattr(ops.nn, name)(x)
    assert np.all(np.isfinite(found)), found


@pytest.mark.parametrize("name", ["silu", "mish", "tanh_shrink", "squareplus"])
def test_infinity_stays_without_a_warning(backend: str, name: str) -> None:
    with np.errstate(all="raise", under="ignore"):
        assert ops.item(getattr(ops.nn, name)(ops.asarray(np.float32(np.inf)))) == np.inf
