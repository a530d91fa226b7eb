"""Functions of TensorFlow that rules and rewrites treat by what they are for: compiling, converting, drawing, ..."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

COMPILERS: Final = words("tensorflow.function")
FROM_HOST: Final = words("tensorflow.convert_to_tensor tensorflow.constant")
"""They make a tensor of host data."""
IS_TENSOR: Final = "tensorflow.is_tensor"
SETTERS: Final = words("tensorflow.keras.backend.set_floatx tensorflow.config.set_visible_devices")
"""They choose the device or the dtype for the whole program."""
LAYERS: Final = (
    "tensorflow.keras.layers.",
    "tensorflow.Module",
    "tensorflow.keras.Model",
    "tensorflow.keras.Sequential",
)
"""How the qualified names of layers begin."""
SUM: Final = "tensorflow.reduce_sum"
NORMAL: Final = {"tensorflow.random.normal": ("shape", "mean", "stddev")}
"""Samplers of the normal distribution -> their parameters in order."""
UNIFORM: Final = {"tensorflow.random.uniform": ("shape", "minval", "maxval")}
"""Samplers of the uniform distribution -> their parameters in order."""
