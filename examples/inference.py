"""A trained network put to work: its checkpoint read on any backend, on a chosen device, at a chosen level of speed.

Run ``python examples/digits.py jax`` and then ``python examples/inference.py torch gpu O2``: parameters go from one
library to another by their file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from digits import CHECKPOINT, accuracy, initial, load, log_probabilities

import emberops
from emberops import ops, training
from emberops.optimization import OptimizationResult


def classifier(
    parameters: dict[str, Any], level: str, sample: Any
) -> tuple[Callable[[Any], Any], OptimizationResult]:
    """From images to digits, made as fast as the level allows, and what was done for it."""

    def classify(images: Any) -> Any:
        return ops.argmax(log_probabilities(parameters, images), axis=1)

    return emberops.optimize(classify, level, sample_input=sample)


def main(backend: str, device: str = "auto", level: str = "O2") -> None:
    """Print how often the digits are right, what was optimised and what could not be."""
    if not Path(CHECKPOINT).exists():
        sys.exit(f"{CHECKPOINT} is not here: run examples/digits.py first, which writes it")
    with emberops.session(backend, device=device, dtype="float32") as handle:
        parameters = training.load_checkpoint(CHECKPOINT, initial(ops.random.key(0)))
        _, held_out = load()
        classify, result = classifier(parameters, level, held_out.images)
        right = ops.mean(ops.astype(ops.equal(classify(held_out.images), held_out.labels), ops.float32))
        print(
            f"{backend} on {handle.device}: {float(right):.1%} right, {accuracy(parameters, held_out):.1%} before"
        )
        print("applied:", ", ".join(result.optimizations_applied) or "nothing")
        for name, reason in result.not_applied.items():
            print(f"not applied: {name}: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["numpy"])
