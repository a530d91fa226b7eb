"""Functions of all libraries by what they are for.

Each library's own are in its ``roles.py``; here they are put together, as rules ask for them, with those of packages
around the array libraries (Keras, Equinox, TensorLy) and of ``emberops``.
"""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge import cupy
from purity_lint.knowledge.jax import roles as jax
from purity_lint.knowledge.mlx import roles as mlx
from purity_lint.knowledge.notation import words
from purity_lint.knowledge.numpy import roles as numpy
from purity_lint.knowledge.tensorflow import roles as tensorflow
from purity_lint.knowledge.torch import roles as torch

COMPILERS: Final = (
    torch.COMPILERS
    | jax.COMPILERS
    | mlx.COMPILERS
    | tensorflow.COMPILERS
    | words("equinox.filter_jit emberops.ops.jit emberops.jit emberops.transforms.jit")
)
"""They compile a function."""
ASKED_OF_COMPILED: Final = jax.ASKED_OF_COMPILED
"""Attributes of what they make that the functions of ops have not."""
ARGUMENTS_KEPT: Final = words("static_argnums static_argnames static")
"""Keywords by which they are told which arguments are no arrays."""
FROM_HOST: Final = torch.FROM_HOST | jax.FROM_HOST | mlx.FROM_HOST | tensorflow.FROM_HOST | cupy.FROM_HOST
"""They make a tensor of host data."""
TO_HOST: Final = jax.TO_HOST
"""They make a NumPy array of any tensor of their library."""
TO_HOST_METHODS: Final = frozenset({torch.TO_HOST_METHOD, "__array__", "asnumpy"})
"""Methods that give a tensor as a NumPy array."""
IS_TENSOR: Final = frozenset({torch.IS_TENSOR, tensorflow.IS_TENSOR})
"""They tell whether their argument is a tensor of their library."""
SUMS: Final = frozenset({numpy.SUM, torch.SUM, jax.SUM, mlx.SUM, tensorflow.SUM, cupy.SUM})
BACKEND_SETTERS: Final = (
    torch.SETTERS
    | jax.SETTERS
    | mlx.SETTERS
    | tensorflow.SETTERS
    | words("""
        emberops.set_backend emberops.set_default_backend emberops.set_default_dtype
        emberops.set_default_device keras.backend.set_backend keras.config.set_backend
        keras.config.set_floatx tensorly.set_backend
        """)
)
"""They choose the backend, the device or the dtype for the whole program."""
BACKEND_VARIABLES: Final = words("""
    EMBEROPS_BACKEND EMBEROPS_DTYPE KERAS_BACKEND JAX_PLATFORMS JAX_PLATFORM_NAME JAX_ENABLE_X64
    CUDA_VISIBLE_DEVICES TENSORLY_BACKEND SCIPY_ARRAY_API
    """)
"""Environment variables that do the same."""
NORMAL: Final = {**numpy.NORMAL, **torch.NORMAL, **mlx.NORMAL, **tensorflow.NORMAL}
"""Samplers of the normal distribution that take no key -> their parameters in order."""
UNIFORM: Final = {**numpy.UNIFORM, **torch.UNIFORM, **mlx.UNIFORM, **tensorflow.UNIFORM}
"""Samplers of the uniform distribution that take no key -> their parameters in order."""
NAMESPACES: Final = ("emberops.ops", "numpy", "torch", "jax.numpy", "mlx.core", "tensorflow")
"""Modules that hold each library's functions."""
SHAPED_BY_VALUES: Final = words("""
    argwhere compress extract flatnonzero intersect1d nonzero setdiff1d union1d unique unique_all
    unique_counts unique_inverse unique_values
    """)
"""Functions of these modules, and methods, whose results have shapes that depend on values."""
LAYERS: Final = (
    *torch.LAYERS,
    *mlx.LAYERS,
    *tensorflow.LAYERS,
    *("keras.layers.", "keras.Layer", "keras.Model", "keras.Sequential", "keras.src.layers."),
    *("flax.linen.", "flax.nnx.nn.", "haiku.", "equinox."),
    *(
        f"flax.nnx.{name}"
        for name in (
            *(
                "Linear",
                "Conv",
                "Einsum",
                "Embed",
                "BatchNorm",
                "LayerNorm",
                "GroupNorm",
                "RMSNorm",
                "Dropout",
            ),
            *("MultiHeadAttention", "LoRA", "Sequential", "RNN"),
        )
    ),
)
"""How the qualified names of layers begin: called with tensors, they return tensors."""
INDEXED_MAKERS: Final = frozenset(
    {
        *(f"{module}.{name}" for module in ("numpy", "jax.numpy") for name in ("r_", "c_", "mgrid", "ogrid")),
        *(f"emberops.ops.{name}" for name in ("r_", "c_", "mgrid", "ogrid")),
    }
)
"""Objects that make arrays of their index: `np.r_[1:3]`."""
FLOAT_LIMITS: Final = frozenset({"numpy.finfo", "numpy.iinfo", "torch.finfo"})
"""Classes that tell the limits of dtypes."""
GIVE_NUMPY: Final = words("toarray todense to_numpy numpy get_fdata")
"""Methods of any library's objects that give NumPy arrays."""
GIVE_ARRAYS: Final = GIVE_NUMPY - {"todense"}
"""Those of them that never give a `numpy.matrix`, whatever the object is."""
