"""Operations of the group ``fft`` on JAX."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import known_sequences, placing, small
from emberops.backends.jax.compiled import compiled, hashable_axes
from emberops.backends.jax.devices import native_device
from emberops.backends.jax.dtypes import default_float, native_dtype
from emberops.backends.jax.promotion import decomposable, of_floats
from emberops.backends.support.fourier import along_many, along_one, require_axes
from emberops.errors import ArgumentError
from emberops.typing import DeviceLike, DTypeLike
from emberops.typing import NativeTensor as Tensor


def _of_floats(name: str) -> Callable[..., Tensor]:
    """JAX's transform of this name of what is a float or made one."""
    # As one program: JAX's own are up to six primitives, each compiled for every shape.
    program = compiled(getattr(jnp.fft, name), static_argnums=(1, 2, 3))

    def native(x: Any, sizes: Any, axes: Any, norm: str) -> Any:
        made = _by_host(name, x, sizes, axes, norm)
        return program(x, sizes, axes, norm) if made is None else made

    return of_floats(native, convert=decomposable)


def _by_host(name: str, x: Any, sizes: Any, axes: Any, norm: str) -> jax.Array | None:
    """NumPy's transform of a small tensor; ``None`` where a program does it."""
    if not small.are_for_host([x]) or axes == () or x.ndim == 0:
        return None
    try:
        if type(sizes) is tuple and axes is None:  # which NumPy wants to be told
            axes = tuple(range(-len(sizes), 0))
        if _size_of_result(x, sizes, axes) > small.LARGEST:
            return None
        with np.errstate(all="ignore"):
            return placing.beside(x, getattr(np.fft, name)(np.asarray(x), sizes, axes, norm))
    except (TypeError, ValueError, IndexError):  # what JAX refuses in its own words
        return None


def _size_of_result(x: Any, sizes: Any, axes: Any) -> int:
    """How many elements the transformed axes and the other ones span, about."""
    shape = list(x.shape)
    if sizes is not None:
        named = axes if type(axes) is tuple else (axes,)
        for axis, size in zip(named, sizes if type(sizes) is tuple else (sizes,), strict=True):
            shape[axis] = size
    return math.prod(shape)


def _to_real(transform: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A transform to real numbers, of which one value along its last axis would give none: JAX gives none."""

    @wraps(transform)
    def apply(x: Tensor, /, *args: Any, **kwargs: Any) -> Tensor:
        made = transform(x, *args, **kwargs)
        if any(n == 0 and m for n, m in zip(made.shape, x.shape, strict=True)):
            raise ArgumentError(f"one value becomes no real numbers, and x has the shape {x.shape}")
        return made

    return apply


fft = along_one(_of_floats("fft"))
ifft = along_one(_of_floats("ifft"))
fftn = along_many(_of_floats("fftn"), each=fft)
ifftn = along_many(_of_floats("ifftn"), each=ifft)
rfft = along_one(_of_floats("rfft"))
irfft = _to_real(along_one(_of_floats("irfft")))
rfftn = along_many(_of_floats("rfftn"), each=fft, first=rfft)
irfftn = _to_real(along_many(_of_floats("irfftn"), each=ifft, last=irfft))
hfft = _to_real(along_one(_of_floats("hfft")))
ihfft = along_one(_of_floats("ihfft"))
fft2 = along_many(_of_floats("fftn"), (-2, -1), each=fft)
ifft2 = along_many(_of_floats("ifftn"), (-2, -1), each=ifft)
rfft2 = along_many(_of_floats("rfftn"), (-2, -1), each=fft, first=rfft)
irfft2 = _to_real(along_many(_of_floats("irfftn"), (-2, -1), each=ifft, last=irfft))


def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    wanted = native_dtype(dtype) or default_float()
    found = known_sequences.made(n, np.fft.fftfreq, n, d, dtype=wanted) if device is None else None
    return jnp.fft.fftfreq(n, d, dtype=wanted, device=native_device(device)) if found is None else found


def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    wanted = native_dtype(dtype) or default_float()
    found = known_sequences.made(n, np.fft.rfftfreq, n, d, dtype=wanted) if device is None else None
    return jnp.fft.rfftfreq(n, d, dtype=wanted, device=native_device(device)) if found is None else found


_fftshift = compiled(jnp.fft.fftshift, static_argnums=1)
_ifftshift = compiled(jnp.fft.ifftshift, static_argnums=1)


def fftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    require_axes(x, axes)
    return _fftshift(x, hashable_axes(axes))


def ifftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    require_axes(x, axes)
    return _ifftshift(x, hashable_axes(axes))
