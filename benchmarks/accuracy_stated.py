"""What is known to be less accurate than `accuracy.py` asks for; docs/reference/semantics.md says so too, and why."""

from __future__ import annotations

import math

_STATED: dict[tuple[str, str], dict[str, float]] = {
    # NumPy's own, whose numbers do not change.
    ("logaddexp2", "float32"): {"numpy": 17},
    ("sinc", "float32"): {"numpy": math.inf},
    ("sinc", "float64"): {"numpy": math.inf},
    ("var", "float32"): {"numpy": 70},
    ("var", "float64"): {"numpy": 1.1e7},
    ("std", "float32"): {"numpy": 35},
    ("std", "float64"): {"numpy": 5.5e6},
    ("kaiser", "float64"): {"numpy": 40, "torch": 40, "jax": 40, "mlx": 40},
    # One argument, the one that is closest to a multiple of a quarter turn: the C library's.
    ("cos", "float64"): {"numpy": 8, "jax": 8, "mlx": 8},
    ("tan", "float64"): {"jax": 15, "mlx": 15},
    # MLX's own, of which another way would cost thirty times as much.
    ("sin", "float32"): {"mlx": 6},
    ("cos", "float32"): {"mlx": 6},
    # XLA's, next to the largest number.
    ("exp", "float32"): {"jax": 4.1},
    ("expm1", "float32"): {"jax": 4.1},
    # NaN where the quotient overflows.
    ("remainder", "float32"): {"torch": math.inf},
    ("remainder", "float64"): {"torch": math.inf},
    ("fmod", "float32"): {"torch": math.inf},
    ("fmod", "float64"): {"torch": math.inf},
    # The library's own program, in one go, whose tails have few digits.
    ("nn.silu", "float32"): {"torch": math.inf},
    ("nn.silu", "float64"): {"torch": math.inf},
    ("nn.softmax", "float32"): {"torch": 30},
    ("nn.softmax", "float64"): {"torch": 230},
    ("nn.log_softmax", "float32"): {"torch": math.inf},
    ("nn.log_softmax", "float64"): {"torch": math.inf},
    ("nn.gelu(erf)", "float32"): {"torch": 60},
    ("nn.gelu(erf)", "float64"): {"torch": 190},
    ("nn.gelu(tanh)", "float32"): {"numpy": 45, "torch": math.inf, "jax": 45, "mlx": 55},
    ("nn.gelu(tanh)", "float64"): {"numpy": 85, "torch": math.inf, "jax": 85, "mlx": 85},
    # Special functions.
    ("digamma", "float64"): {"torch": 20},
    ("gammainc", "float32"): {"jax": 1600, "mlx": 120},
    ("gammainc", "float64"): {"numpy": 45, "torch": 45, "jax": 1600, "mlx": 45},
    ("gammaincc", "float32"): {"jax": 2200, "mlx": 70},
    ("gammaincc", "float64"): {"numpy": 55, "torch": 55, "jax": 1800, "mlx": 70},
    ("betainc", "float32"): {"jax": 2100, "mlx": 1100},
    ("betainc", "float64"): {"numpy": 2200, "torch": 2200, "jax": 1900, "mlx": 2200},
}


def stated_limit(backend: str, function: str, dtype: str, limit: float) -> float:
    """How many units in the last place a function may be off on a backend: ``limit``, unless more is stated."""
    return _STATED.get((function, dtype), {}).get(backend, limit)
