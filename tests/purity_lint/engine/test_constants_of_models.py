"""Under Keras, what NumPy makes of the configuration of a model is no business of its backends."""

from __future__ import annotations

from functools import partial

import pytest
import reported_codes

found = partial(reported_codes.found, profile="keras", scope="everything")

IMPORTS = "import numpy as np\nfrom keras import ops\n\n\n"
LAYER = """import math

import keras
import numpy as np
from keras import ops


class Layer(keras.layers.Layer):
    def __init__(self, size, scale=1.0, **kwargs):
        super().__init__(**kwargs)
        self.size = size
        self.rest = size // 2
        self.bound = None
        {init}

    def build(self, input_shape):
        {build}

    def call(self, x):
        self.bound = x
        {call}
        return ops.exp(x)
"""


def codes(**lines: str) -> list[str]:
    """What is reported of a layer with ``lines`` in its methods, without the import."""
    code = LAYER.format(**{"init": "pass", "build": "pass", "call": "pass"} | lines)
    return [c for c in found(code) if c != "PUR101"]


@pytest.mark.parametrize(
    "line",
    [
        "self.scale = float(1 / np.sqrt(self.size))",
        "freqs = np.arange(size)[:, None] * scale; freqs = np.repeat(freqs, 2, axis=-1); self.mask = np.cos(freqs).T",
        "self.mask = np.tril(np.ones((size, size), dtype=bool)).astype(np.float32)",
        "self.rates = [r for r in np.linspace(0.0, scale, size)]",
        "step = math.log(size) / max(size - 1, 1); self.rates = np.exp(np.arange(size, dtype='float32') * -step)",
    ],
)
def test_constructors_compute_with_numpy(line: str) -> None:
    assert codes(init=line) == []


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("x = x / np.sqrt(self.size)", []),
        ("x = x + np.arange(self.rest * self.size)", []),
        ("x = x / np.sqrt(x)", ["PUR103"]),
        ("x = x / np.sqrt(self.bound)", ["PUR103"]),
        ("x = x / np.sqrt(self.size * x)", ["PUR103"]),
        ("x = x / np.sqrt(self.unknown)", ["PUR103"]),
        ("x = x + np.arange(3)", ["PUR103"]),
    ],
)
def test_calls_compute_with_numbers_of_the_configuration_alone(line: str, reported: list[str]) -> None:
    assert codes(call=line) == reported


def test_what_a_constructor_makes_of_tensors_is_no_constant() -> None:
    assert codes(build="y = ops.ones(3); self.start = np.exp(y)") == ["PUR103"]
    code = LAYER.replace("import numpy as np", "import numpy as np\nimport tensorflow as tf")
    code = code.format(init="self.start = np.exp(tf.ones(size))", build="pass", call="pass")
    assert "PUR103" in found(code)


def test_a_configuration_is_written_and_read_with_numpy() -> None:
    code = f"{IMPORTS}class A:\n    def {{}}(self, given):\n        return np.array(given)\n"
    assert found(code.format("from_config")) == ["PUR101"]
    assert found(code.format("call")) == ["PUR101", "PUR103"]


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("y = ops.cast(x, 'int')", []),
        ("y = ops.cast(x, 'f4')", ["PUR305"]),
        ("y = abs(x)", []),
        ("n = ops.sum(x); y = x[:n]", []),
        ("zeros = ops.zeros if ops.is_tensor(x) else np.zeros; y = zeros(3)", []),
        ("zeros = np.zeros if ops.is_tensor(x) else ops.zeros; y = zeros(3)", ["PUR103"]),
        ("kind = np.float16 if n else np.float32; y = ops.array(np.finfo(kind).max)", []),
        ("kind = np.float16; y = ops.array(np.finfo(kind).max)", []),
        ("kind = np.float16; y = ops.array(np.finfo(kind).max, dtype=kind)", ["PUR305"]),
        ("y = isinstance(n, (int, np.integer))", []),
        ("y = isinstance(n, (int, np.int64))", ["PUR502"]),
        ("y = isinstance(n, np.integer)", ["PUR502"]),
    ],
)
def test_words_of_keras_and_numbers_of_numpy(line: str, reported: list[str]) -> None:
    code = f"{IMPORTS}def f(x, n):\n    x = ops.exp(x)\n    {line}\n    return x, y\n"
    assert [c for c in found(code) if c != "PUR101"] == reported


def test_the_branch_of_a_backend_may_be_in_an_inner_function() -> None:
    code = """import keras
from keras import ops


def f(x):
    name = keras.config.backend()

    def step(i, y):
        out = ops.exp(y)
        if name == "torch":
            out[i] = 1.0
        return out

    return ops.fori_loop(0, 3, step, ops.exp(x))
"""
    assert found(code) == []
    assert "PUR206" in found(code.replace('name == "torch"', "name"))
