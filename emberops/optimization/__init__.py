"""Making functions faster: levels, strategies, and what they brought."""

from __future__ import annotations

from emberops.optimization.levels import OptimizationLevel
from emberops.optimization.result import OptimizationResult
from emberops.optimization.search import optimize
from emberops.optimization.strategies import (
    Strategy,
    available_strategies,
    register_strategy,
    unregister_strategy,
)

__all__ = [
    "OptimizationLevel",
    "OptimizationResult",
    "Strategy",
    "available_strategies",
    "optimize",
    "register_strategy",
    "unregister_strategy",
]
