"""Operations of the group ``linear_algebra`` on JAX."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from operator import index
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.composed import linear_algebra as common
from emberops.backends.jax.compiled import compiled, compiling
from emberops.backends.jax.dtypes import native_dtype
from emberops.backends.jax.einstein import einsum
from emberops.backends.jax.full_precision import in_full_precision
from emberops.backends.support.option_words import convolution_mode
from emberops.backends.support.scalars import check_fits
from emberops.backends.support.shapes import is_whole
from emberops.errors import ShapeError
from emberops.typing import DTypeLike
from emberops.typing import NativeTensor as Tensor

matmul = in_full_precision(jnp.matmul)
matrix_transpose = jnp.matrix_transpose
_tensordot = in_full_precision(jnp.tensordot)
vecdot = in_full_precision(compiled(jnp.vecdot, static_argnames="axis"))
matvec = in_full_precision(jnp.matvec)
vecmat = in_full_precision(jnp.vecmat)


def _of_fitting_numbers(native: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A product, refusing a Python integer that the other operand's dtype cannot hold, which JAX wraps around."""

    @wraps(native)
    def product(x1: Any, x2: Any, /) -> Any:
        return native(_fitting(x1, x2), _fitting(x2, x1))

    return product


def _fitting(number: Any, x: Any) -> Any:
    """A Python integer in the dtype of the integers beside it; of those of 8 bits JAX multiplies no other."""
    if type(number) is not int or getattr(x, "dtype", np.dtype(bool)).kind not in "iu":
        return number
    check_fits(number, x.dtype.name)
    return jnp.asarray(number, x.dtype)


dot = _of_fitting_numbers(in_full_precision(jnp.dot))
vdot = in_full_precision(jnp.vdot)
inner = _of_fitting_numbers(in_full_precision(jnp.inner))
outer = _of_fitting_numbers(jnp.outer)


@compiling(static_argnums=(2, 3, 4, 5), static_argnames=("axisa", "axisb", "axisc", "axis"), inline=True)
def cross(
    x1: Any, x2: Any, /, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None
) -> Any:
    backend = sys.modules["emberops.backends.jax"]
    return common.cross(backend, x1, x2, axisa, axisb, axisc, axis, times=_rounded_product)


def _rounded_product(x1: Any, x2: Any) -> Any:
    """A product that is rounded before anything is taken from it.

    LLVM makes one instruction of a product and a difference, whose product has all its digits: what parallel vectors
    have left then is no zero.  It looks behind a barrier, and not behind a choice.
    """
    product = x1 * x2
    return jnp.where(jnp.isnan(product), jnp.nan, product) if product.dtype.kind == "f" else product


diagonal = jnp.diagonal


def tensordot(x1: Tensor, x2: Tensor, /, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Tensor:
    # JAX takes no integer of NumPy's
    plain = index(axes) if is_whole(axes) else tuple((a,) if is_whole(a) else tuple(a) for a in axes)
    return _tensordot(x1, x2, plain)


@_of_fitting_numbers
def kron(x1: Any, x2: Any, /) -> Any:
    if jnp.result_type(x1, x2) == jnp.bool_:  # jnp.kron multiplies, which booleans do not
        return jnp.kron(x1.astype(jnp.int8), x2.astype(jnp.int8)) != 0
    return jnp.kron(x1, x2)


def trace(x: Tensor, /, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None) -> Tensor:
    wanted = native_dtype(dtype)
    if wanted is None:
        # jnp.trace keeps small integers small; sum widens them, as NumPy's trace does.
        return jnp.sum(jnp.diagonal(x, offset, axis1, axis2), axis=-1)
    return jnp.trace(x, offset, axis1, axis2, wanted)


@in_full_precision
def convolve(x1: Tensor, x2: Tensor, /, mode: str = "full") -> Tensor:
    # NumPy takes a number for one of one element here, and in no other function of vectors.
    return _convolved(jnp.convolve, common.convolve, jnp.atleast_1d(x1), jnp.atleast_1d(x2), mode)


@in_full_precision
def correlate(x1: Tensor, x2: Tensor, /, mode: str = "valid") -> Tensor:
    if not (jnp.ndim(x1) and jnp.ndim(x2)):
        raise ShapeError("a number is no vector")
    return _convolved(jnp.correlate, common.correlate, x1, x2, mode)


def _convolved(
    native: Callable[..., Tensor], exact: Callable[..., Tensor], x1: Tensor, x2: Tensor, mode: str
) -> Tensor:
    """JAX convolves integers in floats, which round them and do not wrap around."""
    mode = convolution_mode(mode)
    if jnp.issubdtype(jnp.result_type(x1, x2), jnp.inexact):
        return native(x1, x2, mode)
    return exact(sys.modules["emberops.backends.jax"], x1, x2, mode)
