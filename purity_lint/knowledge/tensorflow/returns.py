"""Results of TensorFlow that the shared array vocabulary lacks."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

TABLE: Facts = {Result.WRAPPED: "function custom_gradient recompute_grad"}

FACTS: dict[str, Fact] = expand("tensorflow", TABLE)

TENSOR_TYPES = words("tensorflow.Tensor tensorflow.Variable")
TENSOR_SUBTYPES = words("tensorflow.RaggedTensor")
