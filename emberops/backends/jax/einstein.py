"""Einstein summation: by JAX's programs, and by the host where tensors are small.

JAX plans the order of contraction, traces and compiles for each text and each shape.  Which shape and dtype come out
NumPy knows as well as a trace, which would take a hundred times as long as the sum.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import placing, small
from emberops.backends.jax.creation import asarray
from emberops.backends.jax.full_precision import in_full_precision
from emberops.backends.support.einstein import as_text, check_path, terms_of
from emberops.typing import NativeTensor as Tensor

_MOST_PRODUCTS = 2**20
"""More products than these are worth a program."""
_HALF = np.dtype("float16")
_REFUSALS = (TypeError, ValueError, RuntimeError, MemoryError)


def einsum(subscripts: str, /, *operands: Tensor, optimize: Any = True) -> Tensor:
    text, given = as_text(subscripts, operands, asarray)
    check_path(optimize, len(given))
    # A number is a tensor of the default dtype here, as NumPy's: JAX refuses one beside small integers.
    tensors = [asarray(x) if isinstance(x, _NUMBERS) else x for x in given]
    dtype = jnp.result_type(*(x.dtype for x in tensors))
    made = _by_host(text, tensors, dtype) if isinstance(optimize, bool) else None
    return _by_program(text, *_met(tensors, dtype), optimize=_path(optimize)) if made is None else made


_by_program = in_full_precision(jnp.einsum)
_NUMBERS = (bool, int, float, complex)


def _met(tensors: list[Any], dtype: Any) -> list[Any]:
    return [x if x.dtype == dtype else x.astype(dtype) for x in tensors]


def _by_host(text: str, tensors: list[jax.Array], dtype: Any) -> jax.Array | None:
    """What the host makes of small tensors; ``None`` of others, and where NumPy refuses them."""
    if not small.are_for_host(tensors):
        return None
    inner = np.dtype("float32") if dtype == _HALF else dtype  # as JAX adds half precision up
    try:
        if _products(text, tuple(x.shape for x in tensors)) > _MOST_PRODUCTS:
            return None
        with np.errstate(all="ignore"):
            made = np.einsum(text, *(np.asarray(x, inner) for x in tensors), optimize=len(tensors) > 1)
            # A copy: NumPy gives a view where nothing is summed, of memory that belongs to a tensor.
            data = np.array(made, dtype)
    except _REFUSALS:  # in words that the program has, too
        return None
    return placing.beside(tensors[0], data)


@lru_cache(2**12)
def _products(text: str, shapes: tuple[tuple[int, ...], ...]) -> int:
    """How many places the whole index space has."""
    terms, _ = terms_of(text, [len(shape) for shape in shapes])
    sizes: dict[str, int] = {}
    for term, shape in zip(terms, shapes, strict=True):
        for letter, size in zip(term, shape, strict=True):
            sizes[letter] = max(size, sizes.get(letter, 0))
    return math.prod(sizes.values())


def _path(optimize: Any) -> Any:
    """What JAX is to do about the order: it takes a path without NumPy's word in front, and no limit of memory."""
    if optimize is False:
        return "auto"
    if not isinstance(optimize, (tuple, list)) or not optimize or not isinstance(optimize[0], str):
        return optimize
    return [tuple(pair) for pair in optimize[1:]] if optimize[0] == "einsum_path" else optimize[0]
