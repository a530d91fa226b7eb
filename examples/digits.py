"""Handwritten digits told apart by a small network, trained alike on every backend.

Run ``python examples/digits.py jax``; it needs scikit-learn, whose package holds the data (1797 images of 8 by 8).
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from sklearn.datasets import load_digits

import emberops
from emberops import ops, penalties, schedules, training
from emberops.penalties import Pipeline

HIDDEN = 48
CLASSES = 10
STEPS = 150
CHECKPOINT = "digits.safetensors"


class Digits(NamedTuple):
    """Images as rows of 64 brightnesses from 0 to 1, and what digit each shows."""

    images: Any
    labels: Any


def load() -> tuple[Digits, Digits]:
    """The images to learn from, and one in five that is kept for the end."""
    images, labels = load_digits(return_X_y=True)
    kept = slice(None, None, 5)
    held_out = Digits(ops.asarray(images[kept] / 16, dtype=ops.float32), ops.asarray(labels[kept]))
    rest = [i for i in range(len(labels)) if i % 5]
    return Digits(ops.asarray(images[rest] / 16, dtype=ops.float32), ops.asarray(labels[rest])), held_out


def initial(key: Any) -> dict[str, Any]:
    """Parameters of the network: the same for one key, whatever the backend."""
    first, second = ops.unstack(ops.random.split(key, 2))
    return {
        "hidden": training.init_dense(first, 64, HIDDEN),
        "out": training.init_dense(second, HIDDEN, CLASSES),
    }


def log_probabilities(parameters: dict[str, Any], images: Any) -> Any:
    """Of each digit, for each image."""
    hidden = ops.relu(training.dense(parameters["hidden"], images))
    return ops.log_softmax(training.dense(parameters["out"], hidden))


PENALTIES = (
    Pipeline()
    .add("small features", penalties.l2, schedules.warmup(1e-4, STEPS // 3), inputs=("hidden",))
    .add("small weights", penalties.l2, schedules.warmup(1e-4, STEPS // 3), inputs=("out",))
    .add("different features", penalties.orthogonality, 1e-5, inputs=("hidden",), axis="columns")
)
"""The first two grow while the network finds its way; the last keeps hidden units from repeating each other."""


def loss(parameters: dict[str, Any], digits: Digits, step: Any) -> Any:
    """Cross entropy, and the penalties of this step."""
    wanted = ops.one_hot(digits.labels, CLASSES, dtype=ops.float32)
    entropy = ops.negative(
        ops.mean(ops.sum(ops.multiply(wanted, log_probabilities(parameters, digits.images)), axis=1))
    )
    kernels = {name: layer["kernel"] for name, layer in parameters.items()}
    return ops.add(entropy, PENALTIES.compute_total(kernels, step=step))


def train(key: Any, digits: Digits, steps: int = STEPS) -> dict[str, Any]:
    """The parameters after so many steps over all images."""
    parameters = initial(key)
    optimizer = training.adamw(schedules.cosine(0.02, 0.0, steps), weight_decay=0.0)
    state = optimizer.init(parameters)
    for step in range(steps):
        _, gradients = ops.value_and_grad(loss)(parameters, digits, step)
        parameters, state = optimizer.update(training.clip_by_global_norm(gradients, 1.0), state, parameters)
    return parameters


def accuracy(parameters: dict[str, Any], digits: Digits) -> float:
    """The share of images whose likeliest digit is theirs."""
    found = ops.argmax(log_probabilities(parameters, digits.images), axis=1)
    return float(ops.mean(ops.astype(ops.equal(found, digits.labels), ops.float32)))


def main(backend: str) -> None:
    """Train, print how well, and keep the parameters."""
    with emberops.session(backend, dtype="float32"):
        learnt, held_out = load()
        parameters = train(ops.random.key(0), learnt)
        print(
            f"{backend}: {accuracy(parameters, held_out):.1%} of {len(held_out.labels)} images it never saw"
        )
        training.save_checkpoint(CHECKPOINT, parameters)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "numpy")
