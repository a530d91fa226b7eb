"""Sums of products in the dtype of their tensors, on GPUs and TPUs as on a processor.

JAX lets an accelerator round float32 to fewer bits before it multiplies matrices: TF32 keeps 10 of 23 on a GPU, and a
TPU takes bfloat16 for it.  NumPy, MLX and PyTorch do not unless they are told to, so three digits of a product would
depend on the backend.  Who wants the speed says so with JAX's own option, which is followed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

import jax

F = TypeVar("F", bound=Callable[..., Any])


def in_full_precision(function: F) -> F:
    """The function with the precision ``"highest"`` where ``jax_default_matmul_precision`` is not set."""

    @wraps(function)
    def precise(*args: Any, **kwargs: Any) -> Any:
        if _on_processors() or jax.config.jax_default_matmul_precision is not None:  # type: ignore[attr-defined]  # JAX defines its options at run time
            return function(*args, **kwargs)
        with jax.default_matmul_precision("highest"):
            return function(*args, **kwargs)

    return precise  # type: ignore[return-value]  # wraps keeps the signature, and mypy does not know it


@cache
def _on_processors() -> bool:
    """Whether processors are all that JAX computes on; asked at the first product, for it starts the platforms."""
    return {device.platform for device in jax.devices()} == {"cpu"}
