"""Every penalty on every backend: eager, compiled, under a gradient; against NumPy, and their properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from emberops import ops, penalties
from emberops.errors import ShapeError, UnknownOptionError
from emberops.testing import assert_close

rng = np.random.default_rng(0)
W = rng.normal(size=(3, 5)).astype(np.float32)
V = rng.normal(size=(3, 5)).astype(np.float32)
P = scipy.special.log_softmax(W, axis=-1)
Q = scipy.special.log_softmax(V, axis=-1)


def _kl(p: Any, q: Any) -> Any:
    return (np.exp(p) * (p - q)).sum(-1)


def _gram(x: Any) -> Any:
    return x @ x.T


_MIDDLE = np.log((np.exp(P) + np.exp(Q)) / 2)
_COSINE = (W * V).sum(-1) / np.linalg.norm(W, axis=-1) / np.linalg.norm(V, axis=-1)

# name -> (the penalty, its tensors, what NumPy makes of the same)
CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Any]] = {
    "l1": (lambda x: penalties.l1(x, 0.5), (W,), 0.5 * np.abs(W).sum()),
    "l1 mean": (lambda x: penalties.l1(x, reduction="mean"), (W,), np.abs(W).mean()),
    "l2": (lambda x: penalties.l2(x, 0.5), (W,), 0.5 * (W**2).sum()),
    "l2 centred": (lambda x: penalties.l2(x, center="mean"), (W,), ((W - W.mean()) ** 2).sum()),
    "l2 about 1": (lambda x: penalties.l2(x, center=1.0), (W,), ((W - 1) ** 2).sum()),
    "l2 clipped": (lambda x: penalties.l2(x, clip=0.5), (W,), (np.clip(W, -0.5, 0.5) ** 2).sum()),
    "elastic net": (
        lambda x: penalties.elastic_net(x, 2.0, l1_ratio=0.3),
        (W,),
        2 * (0.3 * np.abs(W).sum() + 0.7 * (W**2).sum()),
    ),
    "kl forward": (penalties.kl_divergence, (P, Q), _kl(P, Q).mean()),
    "kl reverse": (lambda p, q: penalties.kl_divergence(p, q, direction="reverse"), (P, Q), _kl(Q, P).mean()),
    "kl symmetric": (
        lambda p, q: penalties.kl_divergence(p, q, direction="symmetric", reduction="sum"),
        (P, Q),
        (_kl(P, Q) + _kl(Q, P)).sum() / 2,
    ),
    "js": (penalties.js_divergence, (P, Q), ((_kl(P, _MIDDLE) + _kl(Q, _MIDDLE)) / 2).mean()),
    "entropy": (penalties.entropy, (P,), scipy.stats.entropy(np.exp(P), axis=-1).mean()),
    "entropy bonus": (
        lambda p: penalties.entropy(p, 2.0, mode="bonus", normalize=True),
        (P,),
        -2 * (scipy.stats.entropy(np.exp(P), axis=-1) / np.log(5)).mean(),
    ),
    "entropy at a temperature": (
        lambda p: penalties.entropy(p, temperature=3.0),
        (P,),
        scipy.stats.entropy(scipy.special.softmax(P / 3, axis=-1), axis=-1).mean(),
    ),
    "orthogonality soft": (penalties.orthogonality, (W,), ((_gram(W) * (1 - np.eye(3))) ** 2).sum()),
    "orthogonality hard": (
        lambda x: penalties.orthogonality(x, mode="hard", axis="columns", normalize=True),
        (W,),
        ((_gram(W.T) - np.eye(5)) ** 2).mean(),
    ),
    "orthogonality spectral": (
        lambda x: penalties.orthogonality(x, mode="spectral", axis="rows"),
        (W,),
        np.linalg.norm(_gram(W) - np.eye(3), 2),
    ),
    "consistency mse": (penalties.consistency, (W, V), ((W - V) ** 2).mean()),
    "consistency l1": (lambda a, b: penalties.consistency(a, b, metric="l1"), (W, V), np.abs(W - V).mean()),
    "consistency cosine": (
        lambda a, b: penalties.consistency(a, b, metric="cosine"),
        (W, V),
        (1 - _COSINE).mean(),
    ),
    "consistency kl": (
        lambda a, b: penalties.consistency(a, b, metric="kl"),
        (P, Q),
        ((_kl(P, Q) + _kl(Q, P)) / 2).mean(),
    ),
    "gradient penalty": (
        lambda x: penalties.gradient_penalty(lambda b: ops.sum(ops.square(b), axis=1), x),
        (W,),
        ((2 * np.linalg.norm(W, axis=1) - 1) ** 2).mean(),
    ),
    "output magnitude": (penalties.output_magnitude, (W,), ((np.abs(W).mean(1) - 1) ** 2).mean()),
}


@pytest.mark.parametrize(("penalty", "tensors", "expected"), CASES.values(), ids=CASES)
class TestMatrix:
    def test_eager(self, backend: str, penalty: Any, tensors: Any, expected: Any) -> None:
        result = penalty(*map(ops.asarray, tensors))
        assert ops.namespace_of(result).NAME in (backend, "numpy")
        assert_close(result, np.float32(expected), rtol=2e-5)

    @pytest.mark.backends("numpy", "jax", "mlx")  # test_compiled_by_torch compiles all of them at once
    def test_jit(self, backend: str, penalty: Any, tensors: Any, expected: Any) -> None:
        assert_close(ops.jit(penalty)(*map(ops.asarray, tensors)), np.float32(expected), rtol=5e-5)

    def test_grad(self, backend: str, penalty: Any, tensors: Any, expected: Any) -> None:
        with_double = [np.asarray(t, dtype=np.float64) for t in tensors]
        gradient = ops.to_numpy(ops.grad(penalty)(*map(ops.asarray, tensors)))
        for place in [(0, 0), (1, 3), (2, 2)]:
            step = np.zeros_like(with_double[0])
            step[place] = 1e-4
            from emberops import use_backend

            with use_backend("numpy"):
                up = penalty(with_double[0] + step, *with_double[1:])
                down = penalty(with_double[0] - step, *with_double[1:])
            assert gradient[place] == pytest.approx((float(up) - float(down)) / 2e-4, rel=2e-3, abs=2e-4)


_PLACES = {id(W): 0, id(V): 1, id(P): 2, id(Q): 3}
COMPILED = [
    (penalty, [_PLACES[id(t)] for t in tensors], expected)
    for name, (penalty, tensors, expected) in CASES.items()
    if "gradient" not in name  # PyTorch's compiler does not trace a gradient within
]


@pytest.mark.backends("torch")
def test_compiled_by_torch(backend: str) -> None:
    """In one graph: a graph for each would be compiled for a minute."""

    def all_of_them(*tensors: Any) -> Any:
        return [penalty(*[tensors[i] for i in places]) for penalty, places, _ in COMPILED]

    results = ops.jit(all_of_them)(*map(ops.asarray, (W, V, P, Q)))
    for result, (_, _, value) in zip(results, COMPILED, strict=True):
        assert_close(result, np.float32(value), rtol=5e-5)


class TestEdges:
    def test_impossible_outcomes_count_as_the_limit_says(self, backend: str) -> None:
        p = ops.asarray([[0.0, -np.inf], [np.log(0.5), np.log(0.5)]])
        q = ops.asarray([[np.log(0.5), np.log(0.5)], [np.log(0.5), np.log(0.5)]])
        assert_close(penalties.kl_divergence(p, q, reduction="none"), [np.log(2), 0.0], atol=1e-6)
        assert_close(penalties.kl_divergence(p, p), 0.0)
        assert float(penalties.kl_divergence(q, p)) == np.inf
        assert_close(penalties.js_divergence(p, p), 0.0, atol=1e-6)
        assert_close(penalties.entropy(p, reduction="none"), [0.0, np.log(2)], atol=1e-6)
        for penalty in (penalties.entropy, lambda x: penalties.kl_divergence(x, q)):
            assert not ops.has_nan_or_inf(ops.grad(penalty)(p))

    def test_interpolated_points_are_the_same_everywhere(self, backend: str) -> None:
        def critic(x: Any) -> Any:
            return ops.sum(ops.power(x, 3), axis=1)

        key = ops.random.key(3)
        value = penalties.interpolated_gradient_penalty(critic, W, V, key)
        share = ops.to_numpy(ops.random.uniform(key, (3, 1)))
        between = share * W + (1 - share) * V
        norms = np.linalg.norm(3 * between**2, axis=1)
        assert_close(value, np.float32(10 * ((norms - 1) ** 2).mean()), rtol=1e-4)

    def test_under_a_second_gradient(self, backend: str) -> None:
        def critic(weights: Any) -> Any:
            return penalties.gradient_penalty(
                lambda x: ops.tanh(ops.matmul(x, weights)), ops.asarray(W), target=0.0
            )

        gradient = ops.grad(critic)(ops.asarray(V[0]))
        assert float(ops.max(ops.abs(gradient))) > 0
        assert not ops.has_nan_or_inf(gradient)

    @pytest.mark.parametrize(
        ("call", "error", "words"),
        [
            (lambda: penalties.l1(W, reduction="avg"), UnknownOptionError, "'sum', 'mean', 'none'"),
            (lambda: penalties.l2(W, center="median"), UnknownOptionError, "'mean'"),
            (lambda: penalties.l2(W, clip=-1.0), UnknownOptionError, "clip"),
            (lambda: penalties.elastic_net(W, l1_ratio=1.5), UnknownOptionError, "between 0 and 1"),
            (lambda: penalties.kl_divergence(P, Q, direction="both"), UnknownOptionError, "'symmetric'"),
            (lambda: penalties.kl_divergence(P, Q[:1]), ShapeError, "differ"),
            (lambda: penalties.js_divergence(P, Q[0]), ShapeError, "differ"),
            (lambda: penalties.entropy(P, temperature=0.0), UnknownOptionError, "positive"),
            (lambda: penalties.entropy(P, mode="x"), UnknownOptionError, "'bonus'"),
            (lambda: penalties.orthogonality(W, mode="x"), UnknownOptionError, "'spectral'"),
            (lambda: penalties.orthogonality(W[0]), ShapeError, "matrix"),
            (lambda: penalties.consistency(W, V, metric="x"), UnknownOptionError, "'cosine'"),
            (lambda: penalties.by_name("l3"), UnknownOptionError, "elastic_net"),
        ],
    )
    def test_bad_input_is_one_clear_error(self, backend: str, call: Any, error: Any, words: str) -> None:
        with pytest.raises(error, match=words):
            call()

    def test_spectral_is_soft_where_there_is_no_svd(
        self, backend: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from emberops import hardware

        monkeypatch.setattr(hardware, "supports", lambda feature, *, backend: False)
        with pytest.warns(UserWarning, match="no SVD"):
            value = penalties.orthogonality(ops.asarray(W), mode="spectral")
        assert_close(value, penalties.orthogonality(ops.asarray(W)))


matrices = hnp.arrays(
    np.float64, hnp.array_shapes(min_dims=2, max_dims=2, max_side=4), elements=st.floats(-3, 3, width=32)
)


class TestProperties:
    @settings(max_examples=30)
    @given(matrices)
    def test_not_negative_and_zero_where_it_must_be(self, x: Any) -> None:
        p = scipy.special.log_softmax(x, axis=-1)
        q = p[:, ::-1]
        for value in (
            penalties.l1(x),
            penalties.l2(x, center="mean"),
            penalties.elastic_net(x),
            penalties.kl_divergence(p, q),
            penalties.kl_divergence(p, q, direction="symmetric"),
            penalties.js_divergence(p, q),
            penalties.entropy(p),
            penalties.orthogonality(x),
            penalties.orthogonality(x, mode="hard"),
            penalties.consistency(x, x + 1, metric="cosine"),
        ):
            assert float(value) >= -1e-9
        assert float(penalties.js_divergence(p, q)) <= np.log(2) + 1e-9
        for value in (
            penalties.kl_divergence(p, p),
            penalties.js_divergence(p, p),
            penalties.consistency(x, x),
        ):
            assert abs(float(value)) < 1e-9
        assert abs(float(penalties.orthogonality(np.linalg.qr(x)[0], mode="hard", axis="columns"))) < 1e-9

    @settings(max_examples=30)
    @given(matrices)
    def test_scaling(self, x: Any) -> None:
        assert_close(penalties.l1(3 * x), 3 * penalties.l1(x), rtol=1e-9)
        assert_close(penalties.l2(3 * x), 9 * penalties.l2(x), rtol=1e-9)
        assert_close(penalties.l2(x + 5, center="mean"), penalties.l2(x, center="mean"), rtol=1e-6, atol=1e-6)
        assert_close(penalties.orthogonality(2 * x), 16 * penalties.orthogonality(x), rtol=1e-9)
        assert_close(penalties.l1(x, 0.25), 0.25 * penalties.l1(x), rtol=1e-9)
