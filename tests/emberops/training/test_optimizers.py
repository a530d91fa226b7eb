"""Optimisers on every backend, step by step beside those of PyTorch and optax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import optax
import pytest
import torch

from emberops import ops, schedules, training
from emberops.errors import NonFiniteError, ShapeError, UnknownOptionError
from emberops.testing import assert_close

rng = np.random.default_rng(0)
START = {"w": rng.normal(size=(3, 2)), "b": [rng.normal(size=2), rng.normal(size=())]}
TARGET = rng.normal(size=(3, 2))
STEPS = 12

PAIRS: dict[str, tuple[training.Optimizer, Callable[..., Any] | None, Any]] = {
    "sgd": (training.sgd(0.1), lambda p: torch.optim.SGD(p, 0.1), optax.sgd(0.1)),
    "sgd with decay": (
        training.sgd(0.1, weight_decay=0.1),
        lambda p: torch.optim.SGD(p, 0.1, weight_decay=0.1),
        optax.chain(optax.add_decayed_weights(0.1), optax.sgd(0.1)),
    ),
    "momentum": (
        training.momentum(0.1),
        lambda p: torch.optim.SGD(p, 0.1, momentum=0.9),
        optax.sgd(0.1, momentum=0.9),
    ),
    "nesterov": (
        training.sgd(0.1, momentum=0.9, nesterov=True),
        lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, nesterov=True),
        optax.sgd(0.1, momentum=0.9, nesterov=True),
    ),
    "adam": (training.adam(0.1), lambda p: torch.optim.Adam(p, 0.1), optax.adam(0.1)),
    "adam with decay": (
        training.adam(0.1, weight_decay=0.1),
        lambda p: torch.optim.Adam(p, 0.1, weight_decay=0.1),
        optax.chain(optax.add_decayed_weights(0.1), optax.adam(0.1)),
    ),
    "adamw": (
        training.adamw(0.1, weight_decay=0.1),
        lambda p: torch.optim.AdamW(p, 0.1, weight_decay=0.1),
        optax.adamw(0.1, weight_decay=0.1),
    ),
    "rmsprop": (
        training.rmsprop(0.01),
        lambda p: torch.optim.RMSprop(p, 0.01),
        optax.rmsprop(0.01, decay=0.99, eps=1e-8, eps_in_sqrt=False),
    ),
    "rmsprop centred, with momentum": (
        training.rmsprop(0.01, centered=True, momentum=0.9),
        lambda p: torch.optim.RMSprop(p, 0.01, centered=True, momentum=0.9),
        None,
    ),
    "lion": (training.lion(0.01, weight_decay=0.1), None, optax.lion(0.01, weight_decay=0.1)),
    "scheduled": (
        training.adam(schedules.cosine(0.1, 0.0, 10)),
        None,
        optax.adam(optax.cosine_decay_schedule(0.1, 10)),
    ),
}


def _loss(parameters: Any) -> Any:
    w, (b, c) = parameters["w"], parameters["b"]
    return ops.sum(ops.square(ops.add(ops.subtract(w, TARGET), b))) + ops.sum(ops.exp(c))


def _flat(tree: Any) -> list[Any]:
    return [tree["w"], *tree["b"]]


def _run(optimizer: training.Optimizer, *, compiled: bool = False, dtype: str = "float32") -> list[list[Any]]:
    """The parameters after each step."""
    parameters = {
        "w": ops.asarray(START["w"], dtype=dtype),
        "b": [ops.asarray(b, dtype=dtype) for b in START["b"]],
    }
    target = ops.asarray(TARGET, dtype=dtype)

    def loss(p: Any) -> Any:
        w, (b, c) = p["w"], p["b"]
        return ops.add(ops.sum(ops.square(ops.add(ops.subtract(w, target), b))), ops.sum(ops.exp(c)))

    def step(p: Any, s: Any) -> Any:
        return optimizer.update(ops.grad(loss)(p), s, p)

    step = ops.jit(step) if compiled else step
    state, out = optimizer.init(parameters), []
    for _ in range(STEPS):
        parameters, state = step(parameters, state)
        out.append([ops.to_numpy(leaf) for leaf in _flat(parameters)])
    assert int(state["step"]) == STEPS
    return out


def _run_torch(make: Callable[..., Any]) -> list[list[Any]]:
    w, b, c = parameters = [torch.tensor(x, requires_grad=True) for x in _flat(START)]
    optimizer, out = make(parameters), []
    for _ in range(STEPS):
        optimizer.zero_grad()
        (((w - torch.tensor(TARGET) + b) ** 2).sum() + c.exp().sum()).backward()
        optimizer.step()
        out.append([p.detach().cpu().numpy().copy() for p in parameters])
    return out


def _run_optax(optimizer: Any) -> list[list[Any]]:
    import jax
    import jax.numpy as jnp

    def loss(p: Any) -> Any:
        w, b, c = p
        return ((w - jnp.asarray(TARGET) + b) ** 2).sum() + jnp.exp(c).sum()

    parameters = [jnp.asarray(x) for x in _flat(START)]
    state, out = optimizer.init(parameters), []
    for _ in range(STEPS):
        updates, state = optimizer.update(jax.grad(loss)(parameters), state, parameters)
        parameters = optax.apply_updates(parameters, updates)
        out.append([np.asarray(p) for p in parameters])
    return out


@pytest.mark.parametrize("name", PAIRS)
def test_steps_equal_those_of_pytorch_and_optax(backend: str, name: str) -> None:
    optimizer, of_torch, of_optax = PAIRS[name]
    ours = _run(optimizer)
    references = [_run_torch(of_torch)] if of_torch is not None else []
    references += [_run_optax(of_optax)] if of_optax is not None else []
    assert references
    for reference in references:
        for step, expected in zip(ours, reference, strict=True):
            for a, b in zip(step, expected, strict=True):
                np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("name", [n for n, (_, of_torch, _) in PAIRS.items() if of_torch is not None])
def test_in_double_precision_to_the_last_digits(name: str) -> None:
    optimizer, of_torch, _ = PAIRS[name]
    for step, expected in zip(_run(optimizer, dtype="float64"), _run_torch(of_torch), strict=True):
        for a, b in zip(step, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11)


@pytest.mark.backends("numpy", "jax", "mlx")
@pytest.mark.parametrize("name", ["nesterov", "adamw", "lion", "scheduled"])
def test_compiled(backend: str, name: str) -> None:
    for step, expected in zip(_run(PAIRS[name][0], compiled=True), _run(PAIRS[name][0]), strict=True):
        for a, b in zip(step, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.backends("torch")
def test_compiled_by_torch(backend: str) -> None:
    parameters = {"w": ops.asarray(START["w"], dtype="float32")}
    optimizer = training.adam(schedules.linear(0.1, 0.0, 10))
    gradients, state = {"w": ops.ones((3, 2))}, optimizer.init(parameters)
    plain, compiled = optimizer.update, ops.jit(optimizer.update)
    for _ in range(2):
        expected, _ = plain(gradients, state, parameters)
        parameters, state = compiled(gradients, state, parameters)
        assert_close(parameters["w"], expected["w"])


def test_nothing_is_changed_in_place(backend: str) -> None:
    parameters = {"w": ops.ones((2,))}
    optimizer = training.momentum(0.1)
    state = optimizer.init(parameters)
    optimizer.update({"w": ops.ones((2,))}, state, parameters)
    assert_close(parameters["w"], [1.0, 1.0])
    assert_close(state["momentum"]["w"], [0.0, 0.0])


class TestClipping:
    def test_by_global_norm(self, backend: str) -> None:
        gradients = {"w": ops.asarray([3.0, 0.0]), "b": [ops.asarray(4.0)]}
        clipped = training.clip_by_global_norm(gradients, 1.0)
        assert_close(clipped["w"], [0.6, 0.0])
        assert_close(clipped["b"][0], 0.8)
        assert_close(training.clip_by_global_norm(gradients, 10.0)["w"], [3.0, 0.0])
        assert_close(training.global_norm(gradients), 5.0)
        zero = training.clip_by_global_norm({"w": ops.zeros((2,))}, 1.0)
        assert_close(zero["w"], [0.0, 0.0])

    def test_by_value(self, backend: str) -> None:
        clipped = training.clip_by_value({"w": ops.asarray([3.0, -0.5, -7.0])}, 1.0)
        assert_close(clipped["w"], [1.0, -0.5, -1.0])


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: training.sgd(-1.0), UnknownOptionError, "not positive"),
        (lambda: training.adam(0.1, b1=1.0), UnknownOptionError, "b1 1.0 is not from 0 to below 1"),
        (lambda: training.momentum(0.1, 1.5), UnknownOptionError, "momentum 1.5"),
        (lambda: training.adam(0.1).init({}), UnknownOptionError, "tree is empty"),
        (lambda: training.clip_by_value({"w": 1.0}, 0.0), UnknownOptionError, "not positive"),
        (lambda: training.check_finite({"a": ops.asarray([1.0, np.nan])}), NonFiniteError, "at a"),
    ],
)
def test_bad_input(backend: str, call: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_trees_that_differ(backend: str) -> None:
    optimizer = training.adam(0.1)
    parameters = {"w": ops.ones((2,)), "b": ops.ones((1,))}
    with pytest.raises(ShapeError, match="no 'b'"):
        optimizer.update({"w": ops.ones((2,))}, optimizer.init(parameters), parameters)
