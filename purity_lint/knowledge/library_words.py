"""Which array library a name speaks of: ``TorchOps``, ``_mlx_mean``, ``numpy_backend``."""

from __future__ import annotations

import re

WORDS = {
    "numpy": "numpy",
    "np": "numpy",
    "torch": "torch",
    "pytorch": "torch",
    "jax": "jax",
    "jnp": "jax",
    "mlx": "mlx",
    "mx": "mlx",
    "tensorflow": "tensorflow",
    "tf": "tensorflow",
    "cupy": "cupy",
}
"""Parts of names -> the library that they speak of."""
_CONVERTS = frozenset({"to", "from", "as", "is", "has", "test", "get", "set"})
"""A function whose name begins like this converts or asks: it implements nothing."""
_SPLIT = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def library_of(name: str) -> str | None:
    """The library that a name speaks of."""
    words = _words(name)
    if not words or words[0] in _CONVERTS:
        return None
    return next((WORDS[word] for word in words if word in WORDS), None)


def without_library(name: str) -> str:
    """The words of a name that speak of no library."""
    return "_".join(word for word in _words(name) if word not in WORDS)


def _words(name: str) -> list[str]:
    for whole in ("PyTorch", "TensorFlow", "NumPy", "CuPy"):
        name = name.replace(whole, whole.capitalize())
    return [word.lower() for word in _SPLIT.findall(name)]
