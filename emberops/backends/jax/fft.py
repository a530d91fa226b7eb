"""Operations of the group ``fft`` on JAX."""

from __future__ import annotations

import jax.numpy as jnp

from emberops.backends.jax.devices import native_device
from emberops.backends.jax.dtypes import default_float, native_dtype
from emberops.typing import DeviceLike, DTypeLike, Tensor

fft = jnp.fft.fft
ifft = jnp.fft.ifft
fftn = jnp.fft.fftn
ifftn = jnp.fft.ifftn
rfft = jnp.fft.rfft
irfft = jnp.fft.irfft
rfftn = jnp.fft.rfftn
irfftn = jnp.fft.irfftn
hfft = jnp.fft.hfft
ihfft = jnp.fft.ihfft
fft2 = jnp.fft.fft2
ifft2 = jnp.fft.ifft2
rfft2 = jnp.fft.rfft2
irfft2 = jnp.fft.irfft2
fftshift = jnp.fft.fftshift
ifftshift = jnp.fft.ifftshift


def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    return jnp.fft.fftfreq(n, d, dtype=native_dtype(dtype) or default_float(), device=native_device(device))


def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    return jnp.fft.rfftfreq(n, d, dtype=native_dtype(dtype) or default_float(), device=native_device(device))
