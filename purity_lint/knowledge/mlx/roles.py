"""Functions of MLX that rules and rewrites treat by what they are for: compiling, converting, drawing, ..."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

COMPILERS: Final = words("mlx.core.compile")
FROM_HOST: Final = words("mlx.core.array mlx.core.asarray")
"""They make a tensor of host data."""
SETTERS: Final = words("mlx.core.set_default_device mlx.core.set_default_stream")
"""They choose the device for the whole program."""
LAYERS: Final = ("mlx.nn.",)
"""How the qualified names of layers begin."""
SUM: Final = "mlx.core.sum"
SAMPLERS: Final = "mlx.core.random"
"""Module whose samplers take the key as ``key=``."""
NORMAL: Final = {"mlx.core.random.normal": ("shape",)}
"""Samplers of the normal distribution -> their parameters in order."""
UNIFORM: Final = {"mlx.core.random.uniform": ("low", "high", "shape")}
"""Samplers of the uniform distribution -> their parameters in order."""
FUNCTION_SECOND: Final = frozenset({"mlx.nn.value_and_grad"})
"""Transformations whose function is their second argument: the first is the model that it is differentiated by."""
