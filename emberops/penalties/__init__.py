"""Differentiable regularisation penalties, and pipelines of them, on every backend."""

from __future__ import annotations

from emberops.penalties.constraints import consistency, orthogonality
from emberops.penalties.divergences import entropy, js_divergence, kl_divergence
from emberops.penalties.gradients import gradient_penalty, interpolated_gradient_penalty, output_magnitude
from emberops.penalties.norms import elastic_net, l1, l2
from emberops.penalties.pipeline import Penalty, Pipeline
from emberops.penalties.registry import by_name, from_config, names, register

__all__ = [
    "Penalty",
    "Pipeline",
    "by_name",
    "consistency",
    "elastic_net",
    "entropy",
    "from_config",
    "gradient_penalty",
    "interpolated_gradient_penalty",
    "js_divergence",
    "kl_divergence",
    "l1",
    "l2",
    "names",
    "orthogonality",
    "output_magnitude",
    "register",
]
