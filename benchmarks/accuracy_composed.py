"""What `accuracy.py` measures: functions made of others, special ones, and those of whole tensors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import accuracy_points as points
import mpmath as mp
import numpy as np
from accuracy_functions import COMPOSED, Arrays, Function, of_more, of_one, operation
from accuracy_points import around, both_signs, by_size, evenly, everywhere, of_any_size, pairs, up_to_one

from emberops import ops


def composed() -> Iterator[Function]:
    """Functions made of those, and special ones."""

    def one(name: str, exact: Any, *parts: Any) -> Function:
        return of_one(COMPOSED, name, exact, *parts)

    yield one("nn.sigmoid", _sigmoid, _activations)
    yield one("nn.softplus", _softplus, _activations)
    yield one("nn.log_sigmoid", lambda x: -_softplus(-x), _activations)
    yield one("nn.silu", lambda x: x * _sigmoid(x), _activations)
    yield one("nn.mish", lambda x: x * mp.tanh(_softplus(x)), _activations)
    yield one("nn.elu", lambda x: mp.expm1(x) if x < 0 else x, _activations)
    yield one("nn.celu", lambda x: mp.expm1(x) if x < 0 else x, _activations)
    yield one("nn.selu", _selu, _activations)
    yield one("nn.tanh_shrink", lambda x: x - mp.tanh(x), lambda d: both_signs(by_size(1e-6, 1e3, 80, d)))
    yield one("nn.squareplus", _squareplus, everywhere, lambda d: evenly(-9, 9, 60, d))
    yield Function(
        "nn.gelu(erf)", lambda x: ops.nn.gelu(x, False), _gelu, lambda d: (_activations(d),), COMPOSED
    )
    yield Function("nn.gelu(tanh)", ops.nn.gelu, _gelu_by_tanh, lambda d: (_activations(d),), COMPOSED)
    yield one(
        "nn.logit",
        lambda x: mp.log(x) - mp.log1p(-x),
        lambda d: of_any_size(60, d, high=0.5),
        lambda d: evenly(0.01, 0.99, 60, d),
        lambda d: around([0.5], d),
    )
    yield of_more(COMPOSED, "logaddexp", lambda x, y: x + _softplus(y - x), _comparable)
    yield of_more(COMPOSED, "logaddexp2", lambda x, y: x + mp.log1p(mp.power(2, y - x)) / mp.ln2, _comparable)
    yield one("sinc", _sinc, lambda d: points.angles(40, d), lambda d: around([*range(1, 9), 100.5, 1000], d))
    yield one(
        "erf",
        lambda x: 1 - _erfc(x) if abs(x) > 20 else mp.erf(x),
        everywhere,
        lambda d: both_signs(evenly(0.0, 6.0, 80, d)),
    )
    # The tail of float64 ends at 27.2, that of float32 at 10.05.
    yield one("erfc", _erfc, everywhere, lambda d: evenly(-6.0, 10.0 if d is np.float32 else 27.0, 100, d))
    yield one("erfinv", _erfinv, lambda d: up_to_one(d)[np.abs(up_to_one(d)) < 1])
    yield one(
        "i0",
        lambda x: mp.besseli(0, x),
        lambda d: evenly(-80.0, 80.0, 100, d),
        lambda d: by_size(1e-6, 85, 30, d),
    )
    yield from _gammas()
    yield from _of_tensors()


def _gammas() -> Iterator[Function]:
    def one(name: str, exact: Any, *parts: Any) -> Function:
        return of_one(COMPOSED, name, exact, *parts)

    below = [-0.25, -0.5, -1.3, -1.75, -2.1, -3.9, -7.6, -20.4]
    positive = (
        lambda d: of_any_size(60, d, 1e-30, 1e30),
        lambda d: evenly(0.1, 20.0, 80, d),
    )
    yield one(
        "lgamma",
        lambda x: mp.re(mp.loggamma(x)),
        *positive,
        lambda d: around([1.0, 2.0], d),
        lambda d: np.asarray(below, d),
    )
    yield one(
        "digamma",
        mp.digamma,
        *positive,
        lambda d: around([1.4616321449683623], d),
        lambda d: np.asarray(below, d),
    )
    for order in (1, 2, 5):
        yield Function(
            f"polygamma({order})",
            lambda x, order=order: ops.polygamma(order, x),
            lambda x, order=order: mp.polygamma(order, x),
            lambda d: (np.concatenate([by_size(1e-3, 1e5, 40, d), evenly(0.1, 20.0, 40, d)]),),
            COMPOSED,
        )
    for name, exact in (
        ("gammainc", lambda a, x: mp.gammainc(a, 0, x, regularized=True)),
        ("gammaincc", lambda a, x: mp.gammainc(a, x, regularized=True)),
    ):
        yield of_more(COMPOSED, name, exact, _gamma_arguments)
    yield of_more(
        COMPOSED, "betainc", lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True), _beta_arguments
    )


def _gamma_arguments(dtype: points.Dtype) -> Arrays:
    a, share = pairs(
        by_size(0.02, 300.0, 14, dtype), np.asarray([0.01, 0.3, 0.8, 0.99, 1.01, 1.3, 2.0], dtype)
    )
    return a, a * share


def _beta_arguments(dtype: points.Dtype) -> Arrays:
    sizes = np.asarray([0.1, 0.5, 1.0, 2.5, 10.0, 60.0], dtype)
    return pairs(sizes, sizes, np.asarray([0.001, 0.1, 0.4, 0.5, 0.75, 0.99], dtype))


def _of_tensors() -> Iterator[Function]:
    def rows(name: str, exact: Any, at: Callable[[points.Dtype], Arrays], **settings: Any) -> Function:
        call = operation(name)
        return Function(name, lambda x: call(x, axis=-1, **settings), exact, at, COMPOSED)

    yield rows("nn.softmax", _softmax, _rows_of_exponents)
    yield rows("nn.log_softmax", lambda row: [x - _logsumexp(row) for x in row], _rows_of_exponents)
    yield rows("logsumexp", _logsumexp, _rows_of_exponents)
    yield rows("sum", mp.fsum, _rows_of_positive)
    yield rows("mean", lambda row: mp.fsum(row) / len(row), _rows_of_positive)
    yield rows("var", _var, _rows_with_offset)
    yield rows("std", lambda row: mp.sqrt(_var(row)), _rows_with_offset)
    yield rows("linalg.norm", lambda row: mp.sqrt(mp.fsum(x * x for x in row)), _rows_of_any_size)
    yield Function("linalg.det", ops.linalg.det, lambda m: mp.det(mp.matrix(m)), _matrices, COMPOSED)
    yield Function(
        "linalg.slogdet",
        lambda m: ops.linalg.slogdet(m)[1],
        lambda m: mp.log(abs(mp.det(mp.matrix(m)))),
        _matrices,
        COMPOSED,
    )
    yield Function(
        "linalg.expm",
        ops.linalg.expm,
        lambda m: list(mp.expm(mp.matrix(m), method="taylor")),
        _matrices,
        COMPOSED,
        True,
    )
    yield Function("kaiser", _kaisers, _kaiser, lambda d: (np.asarray(_BETAS, d),), COMPOSED)


_BETAS = (0.5, 2.0, 8.6, 14.0, 40.0)
_WINDOW = 21


def _kaisers(betas: Any) -> Any:
    rows = [ops.kaiser(_WINDOW, beta) for beta in ops.tolist(betas)]
    return ops.astype(ops.stack(rows), betas.dtype)


def _kaiser(beta: Any) -> list[Any]:
    half = mp.mpf(_WINDOW - 1) / 2
    return [
        mp.besseli(0, beta * mp.sqrt(1 - ((n - half) / half) ** 2)) / mp.besseli(0, beta)
        for n in range(_WINDOW)
    ]


def _rows_of_exponents(dtype: points.Dtype) -> Arrays:
    random = np.random.default_rng(3)
    far = 80.0 if dtype is np.float32 else 700.0
    return (
        np.stack(
            [random.uniform(0.0, width, 9) - shift for width in (1, 9, far) for shift in (0, 50, 3000)]
        ).astype(dtype),
    )


def _rows_of_positive(dtype: points.Dtype) -> Arrays:
    return (np.random.default_rng(4).uniform(0.0, 1.0, (3, 5000)).astype(dtype),)


def _rows_with_offset(dtype: points.Dtype) -> Arrays:
    offsets = (0.0, 10.0, 1e3, 1e5) if dtype is np.float32 else (0.0, 1e3, 1e6, 1e12)
    return (
        np.stack([np.random.default_rng(5).normal(size=1000) + offset for offset in offsets]).astype(dtype),
    )


def _rows_of_any_size(dtype: points.Dtype) -> Arrays:
    info = np.finfo(dtype)
    sizes = (
        float(info.max) / 8,
        float(info.max) ** 0.5,
        1.0,
        float(info.smallest_normal) ** 0.5,
        float(info.smallest_normal),
    )
    return (
        np.stack([np.random.default_rng(6).normal(size=40) * 0.2 * size for size in sizes]).astype(dtype),
    )


def _matrices(dtype: points.Dtype) -> Arrays:
    """Those that no rounding makes singular."""
    parts = np.random.default_rng(8).normal(size=(6, 5, 5))
    return (
        (parts * np.asarray([0.01, 0.1, 0.3, 0.5, 1.0, 1.0])[:, None, None] + 3 * np.eye(5)).astype(dtype),
    )


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + mp.exp(-x))


def _softplus(x: Any) -> Any:
    return max(x, 0) + mp.log1p(mp.exp(-abs(x)))


def _selu(x: Any) -> Any:
    scale, alpha = mp.mpf("1.0507009873554804934193349852946"), mp.mpf("1.6732632423543772848170429916717")
    return scale * (alpha * mp.expm1(x) if x < 0 else x)


def _squareplus(x: Any) -> Any:
    root = mp.sqrt(x * x + 4)
    return 2 / (root - x) if x < 0 else (root + x) / 2


def _erfc(x: Any) -> Any:
    # mpmath takes no argument of any size.
    return mp.erfc(max(min(x, mp.mpf(60)), mp.mpf(-60)))


def _gelu(x: Any) -> Any:
    return x * _erfc(-x / mp.sqrt(2)) / 2


def _gelu_by_tanh(x: Any) -> Any:
    inner = mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3)
    return x * _sigmoid(2 * inner)


def _sinc(x: Any) -> Any:
    return mp.sinpi(x) / (mp.pi * x)


def _erfinv(x: Any) -> Any:
    # mpmath's own starts from a double, where the tails of one are infinite.
    if abs(x) < 0.9:
        return mp.erfinv(x)
    left = 1 - abs(x)
    guess = mp.sqrt(-mp.log(left))
    for _ in range(60):
        step = (mp.erfc(guess) - left) * mp.exp(guess * guess) * mp.sqrt(mp.pi) / 2
        guess += step
        if abs(step) < mp.eps * 16:
            break
    return mp.sign(x) * guess


def _logsumexp(row: list[Any]) -> Any:
    return mp.log(mp.fsum(map(mp.exp, row)))


def _softmax(row: list[Any]) -> list[Any]:
    total = mp.fsum(map(mp.exp, row))
    return [mp.exp(x) / total for x in row]


def _var(row: list[Any]) -> Any:
    mean = mp.fsum(row) / len(row)
    return mp.fsum((x - mean) ** 2 for x in row) / len(row)


def _activations(dtype: points.Dtype) -> np.ndarray:
    """Both tails, until nothing is left."""
    low = math.log(float(np.finfo(dtype).smallest_subnormal))
    return np.concatenate(
        [evenly(low, -low, 100, dtype), both_signs(of_any_size(40, dtype)), evenly(-8.0, 8.0, 80, dtype)]
    )


def _comparable(dtype: points.Dtype) -> Arrays:
    """Numbers, and the same ones a little or a lot less."""
    x, less = pairs(both_signs(by_size(0.01, 500.0, 16, dtype)), by_size(1e-6, 200.0, 12, dtype))
    return x, x - less
