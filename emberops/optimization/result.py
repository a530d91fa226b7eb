"""What was done to a function, and what it brought."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from emberops.optimization.levels import OptimizationLevel


@dataclass(frozen=True)
class OptimizationResult:
    """What :func:`emberops.optimize` gives beside the function.

    Attributes
    ----------
    success
        Whether anything was applied, or nothing was asked for.
    model
        The function, optimised.
    level
        What was allowed.
    backend
        For which backend.
    optimizations_applied
        Names of the steps, in their order.
    not_applied
        The other steps that the level allows -> why not.
    metrics
        With a sample: ``seconds_before`` and ``seconds_after`` (medians), ``speedup``, ``max_error`` relative to the
        largest result, ``tolerance``.
    """

    success: bool
    model: Any
    level: OptimizationLevel
    backend: str
    optimizations_applied: tuple[str, ...]
    not_applied: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """All fields but the function, as JSON can hold them."""
        return {
            "success": self.success,
            "level": self.level.value,
            "backend": self.backend,
            "optimizations_applied": list(self.optimizations_applied),
            "not_applied": dict(self.not_applied),
            "metrics": dict(self.metrics),
        }
