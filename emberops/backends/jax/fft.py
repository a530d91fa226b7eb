"""Operations of the group ``fft`` on JAX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import jax.numpy as jnp
import numpy as np

from emberops.backends.jax import known_sequences
from emberops.backends.jax.compiled import compiled, hashable_axes
from emberops.backends.jax.devices import native_device
from emberops.backends.jax.dtypes import default_float, native_dtype
from emberops.backends.jax.promotion import decomposable, of_floats
from emberops.backends.support.fourier import along_many, along_one
from emberops.errors import ArgumentError
from emberops.typing import DeviceLike, DTypeLike
from emberops.typing import NativeTensor as Tensor


def _of_floats(native: Callable[..., Tensor]) -> Callable[..., Tensor]:
    # As one program: JAX's own are up to six primitives, each compiled for every shape.
    return of_floats(compiled(native, static_argnums=(1, 2, 3)), convert=decomposable)


def _to_real(transform: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """A transform to real numbers, of which one value along its last axis would give none: JAX gives none."""

    @wraps(transform)
    def apply(x: Tensor, /, *args: Any, **kwargs: Any) -> Tensor:
        made = transform(x, *args, **kwargs)
        if any(n == 0 and m for n, m in zip(made.shape, x.shape, strict=True)):
            raise ArgumentError(f"one value becomes no real numbers, and x has the shape {x.shape}")
        return made

    return apply


fft = along_one(_of_floats(jnp.fft.fft))
ifft = along_one(_of_floats(jnp.fft.ifft))
fftn = along_many(_of_floats(jnp.fft.fftn), each=fft)
ifftn = along_many(_of_floats(jnp.fft.ifftn), each=ifft)
rfft = along_one(_of_floats(jnp.fft.rfft))
irfft = _to_real(along_one(_of_floats(jnp.fft.irfft)))
rfftn = along_many(_of_floats(jnp.fft.rfftn), each=fft, first=rfft)
irfftn = _to_real(along_many(_of_floats(jnp.fft.irfftn), each=ifft, last=irfft))
hfft = _to_real(along_one(_of_floats(jnp.fft.hfft)))
ihfft = along_one(_of_floats(jnp.fft.ihfft))
fft2 = along_many(_of_floats(jnp.fft.fftn), (-2, -1), each=fft)
ifft2 = along_many(_of_floats(jnp.fft.ifftn), (-2, -1), each=ifft)
rfft2 = along_many(_of_floats(jnp.fft.rfftn), (-2, -1), each=fft, first=rfft)
irfft2 = _to_real(along_many(_of_floats(jnp.fft.irfftn), (-2, -1), each=ifft, last=irfft))


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
    return _fftshift(x, hashable_axes(axes))


def ifftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    return _ifftshift(x, hashable_axes(axes))
