"""Functions of JAX that rules and rewrites treat by what they are for: compiling, converting, drawing, ..."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

COMPILERS: Final = words("jax.jit jax.pmap")
ASKED_OF_COMPILED: Final = words("lower trace eval_shape clear_cache _cache_size")
"""Attributes of what they make: the stages of compiling, and what is kept of them."""
FROM_HOST: Final = words("jax.numpy.asarray jax.numpy.array jax.device_put")
"""They make a tensor of host data."""
TO_HOST: Final = words("jax.device_get")
"""They make a NumPy array of a tensor."""
SETTERS: Final = words("jax.config.update")
"""They choose the device or the dtype for the whole program."""
INDEXED: Final = "jax.at"
"""Stands for the class of `x.at`, which JAX does not export."""
DROPS_BEYOND: Final = frozenset({"jax", "ops"})
"""Backends of arrays that may be JAX's, whose updates leave out what lies beyond the end."""
ROOT: Final = "jax"
NARROWED: Final = words("float64 complex128")
"""Dtypes for which JAX takes narrower ones, and ops raises, unless the program has allowed for 64 bits."""
RAISING_IN_OPS: Final = words("cholesky cond eig inv lstsq matrix_power matrix_rank pinv solve svd svdvals")
"""Functions of matrices of which those of ops raise where one is singular, not positive definite or not finite, and
those of JAX give infinities and NaN."""
SUM: Final = "jax.numpy.sum"
SAMPLERS: Final = "jax.random"
"""Module whose samplers take the key first."""
