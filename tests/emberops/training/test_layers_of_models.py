"""Layers, cells and checkpoints on every backend, beside those of PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from emberops import ops, training, use_backend
from emberops.errors import CheckpointError, ShapeError, UnknownOptionError
from emberops.testing import assert_close

rng = np.random.default_rng(1)
X = rng.normal(size=(2, 5, 8)).astype(np.float32)


@pytest.fixture
def key(backend: str) -> Any:
    return ops.random.key(0)


def _torch(x: Any) -> Any:
    return torch.tensor(ops.to_numpy(x))


def test_initial_values_are_the_same_on_every_backend(backend: str, key: Any) -> None:
    made = training.init_attention(key, 8, 2)
    with use_backend("numpy"):
        expected = training.init_attention(ops.random.key(0), 8, 2)
    assert_close(
        made["output"]["kernel"], ops.astype(expected["output"]["kernel"], "float32"), rtol=1e-5, atol=1e-6
    )


def test_dense_and_conv(backend: str, key: Any) -> None:
    parameters = training.init_dense(key, 8, 3)
    parameters["bias"] = ops.add(parameters["bias"], 1.0)
    expected = torch.nn.functional.linear(
        _torch(X), _torch(parameters["kernel"]).float().T, _torch(parameters["bias"]).float()
    )
    assert_close(training.dense(parameters, ops.asarray(X)), expected, rtol=1e-4, atol=1e-5)
    image = rng.normal(size=(2, 6, 6, 3)).astype(np.float32)
    parameters = training.init_conv(key, 3, 4, 3)
    expected = torch.nn.functional.conv2d(
        torch.tensor(image).permute(0, 3, 1, 2),
        _torch(parameters["kernel"]).float().permute(3, 2, 0, 1),
        stride=2,
    )
    result = training.conv(parameters, ops.asarray(image), strides=2)
    assert_close(result, expected.permute(0, 2, 3, 1), rtol=1e-4, atol=1e-5)


def test_norms_and_embedding(backend: str, key: Any) -> None:
    normed = training.layer_norm(training.init_layer_norm(8), ops.asarray(X))
    assert_close(normed, torch.nn.functional.layer_norm(torch.tensor(X), (8,)), rtol=1e-4, atol=1e-5)
    rms = training.rms_norm(training.init_rms_norm(8), ops.asarray(X))
    assert_close(rms, torch.nn.functional.rms_norm(torch.tensor(X), (8,), eps=1e-6), rtol=1e-4, atol=1e-5)
    parameters = training.init_embedding(key, 10, 4)
    rows = training.embedding(parameters, ops.asarray([[1, 9], [0, 1]]))
    assert_close(rows, ops.to_numpy(parameters["table"])[[[1, 9], [0, 1]]])


@pytest.mark.parametrize("is_causal", [False, True])
def test_attention(backend: str, key: Any, is_causal: bool) -> None:
    parameters = training.init_attention(key, 8, 2)
    reference = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    names = ("query", "key", "value")
    with torch.no_grad():
        reference.in_proj_weight.copy_(torch.cat([_torch(parameters[n]["kernel"]).float().T for n in names]))
        reference.in_proj_bias.zero_()
        reference.out_proj.weight.copy_(_torch(parameters["output"]["kernel"]).float().T)
        reference.out_proj.bias.zero_()
        mask = torch.nn.Transformer.generate_square_subsequent_mask(5) if is_causal else None
        x = torch.tensor(X)
        expected, _ = reference(x, x, x, attn_mask=mask, need_weights=False)
    result = training.attention(parameters, ops.asarray(X), heads=2, is_causal=is_causal)
    assert_close(result, expected, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("kind", ["lstm", "gru"])
def test_cells_over_a_sequence(backend: str, key: Any, kind: str) -> None:
    init = training.init_lstm_cell if kind == "lstm" else training.init_gru_cell
    cell = training.lstm_cell if kind == "lstm" else training.gru_cell
    parameters = {k: ops.astype(v, "float32") for k, v in init(key, 8, 4).items()}
    reference = torch.nn.LSTM(8, 4) if kind == "lstm" else torch.nn.GRU(8, 4)
    with torch.no_grad():
        reference.weight_ih_l0.copy_(_torch(parameters["input_kernel"]).T)
        reference.weight_hh_l0.copy_(_torch(parameters["hidden_kernel"]).T)
        reference.bias_ih_l0.copy_(_torch(parameters["input_bias"]))
        reference.bias_hh_l0.copy_(_torch(parameters["hidden_bias"]))
        sequence = X.transpose(1, 0, 2).copy()
        expected, _ = reference(torch.tensor(sequence))
    zeros = ops.zeros((2, 4), dtype="float32")
    state = (zeros, zeros) if kind == "lstm" else zeros
    _, outputs = ops.scan(lambda s, x: cell(parameters, s, x), state, ops.asarray(sequence))
    assert_close(outputs, expected, rtol=1e-4, atol=1e-5)


def test_the_same_training_on_every_backend(backend: str, key: Any) -> None:
    """A small network: the loss after 20 steps, beside NumPy's in double precision."""
    x, y = X.reshape(10, 8), (X.reshape(10, 8)[:, :1] > 0).astype(np.float32)

    def run(dtype: str) -> float:
        keys = ops.random.split(ops.random.key(7), 2)
        parameters = {
            "hidden": training.init_dense(keys[0], 8, 16),
            "out": training.init_dense(keys[1], 16, 1),
        }
        parameters = {n: {k: ops.astype(v, dtype) for k, v in p.items()} for n, p in parameters.items()}
        inputs, targets = ops.asarray(x, dtype=dtype), ops.asarray(y, dtype=dtype)
        optimizer = training.adamw(0.01)
        state = optimizer.init(parameters)

        def loss(p: Any) -> Any:
            hidden = ops.tanh(training.dense(p["hidden"], inputs))
            return ops.mean(
                ops.nn.binary_crossentropy(targets, training.dense(p["out"], hidden), from_logits=True)
            )

        for _ in range(20):
            value, gradients = ops.value_and_grad(loss)(parameters)
            parameters, state = optimizer.update(
                training.clip_by_global_norm(gradients, 1.0), state, parameters
            )
        return float(value)

    with use_backend("numpy"):
        expected = run("float64")
    assert run("float32") == pytest.approx(expected, rel=1e-3)
    assert expected < 0.6


class TestCheckpoints:
    def test_round_trip_to_another_backend(self, backend: str, key: Any, tmp_path: Path) -> None:
        parameters = {
            "layers": [training.init_dense(key, 3, 2), training.init_dense(key, 2, 1)],
            "scale": ops.ones(()),
        }
        optimizer = training.adam(0.1)
        tree = {"parameters": parameters, "state": optimizer.init(parameters)}
        training.save_checkpoint(tmp_path / "a.safetensors", tree)
        found = training.load_checkpoint(tmp_path / "a.safetensors", tree)
        assert_close(found["parameters"]["layers"][1]["kernel"], parameters["layers"][1]["kernel"])
        assert backend == ops.namespace_of(found["parameters"]["scale"]).NAME
        optimizer.update(found["parameters"], found["state"], found["parameters"])

    def test_what_does_not_fit(self, backend: str, key: Any, tmp_path: Path) -> None:
        file = tmp_path / "a.safetensors"
        training.save_checkpoint(file, training.init_dense(key, 3, 2))
        with pytest.raises(CheckpointError, match="lacks gate; holds besides bias"):
            training.load_checkpoint(file, {"kernel": ops.ones((3, 2)), "gate": ops.ones(2)})
        with pytest.raises(CheckpointError, match=r"kernel is .* of shape \(3, 2\), not"):
            training.load_checkpoint(file, training.init_dense(key, 4, 2))
        with pytest.raises(CheckpointError, match="two tensors would be called"):
            training.save_checkpoint(file, {"a": {"b": ops.ones(1)}, "a.b": ops.ones(1)})
        with pytest.raises(CheckpointError, match="'n' is no tensor but int"):
            training.save_checkpoint(file, {"n": 3})


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda k: training.dense(training.init_dense(k, 3, 2), ops.ones((4, 5))),
            ShapeError,
            "for 3 features",
        ),
        (
            lambda k: training.conv(training.init_conv(k, 3, 2, 3), ops.ones((1, 5, 5, 4))),
            ShapeError,
            "for 3 feat",
        ),
        (
            lambda k: training.layer_norm(training.init_layer_norm(3), ops.ones((4,))),
            ShapeError,
            "for 3 features",
        ),
        (lambda k: training.init_attention(k, 8, 3), UnknownOptionError, "3 heads do not divide"),
        (
            lambda k: training.gru_cell(training.init_gru_cell(k, 3, 2), ops.ones((1, 2)), ops.ones((1, 4))),
            ShapeError,
            "3 input features",
        ),
    ],
)
def test_bad_input(backend: str, key: Any, call: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        call(key)
