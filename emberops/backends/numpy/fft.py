"""Operations of the group ``fft`` on NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from emberops.backends.numpy.dtypes import default_float, native_dtype
from emberops.typing import DeviceLike, DTypeLike, TensorLike
from emberops.typing import NativeTensor as Tensor

fft = np.fft.fft
ifft = np.fft.ifft
rfft = np.fft.rfft
irfft = np.fft.irfft
hfft = np.fft.hfft
ihfft = np.fft.ihfft
fft2 = np.fft.fft2
ifft2 = np.fft.ifft2
rfft2 = np.fft.rfft2
irfft2 = np.fft.irfft2
fftshift = np.fft.fftshift
ifftshift = np.fft.ifftshift


def fftn(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Any = None, norm: Any = "backward"
) -> Tensor:
    return np.fft.fftn(x, s, _axes(s, axes), norm)


def ifftn(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Any = None, norm: Any = "backward"
) -> Tensor:
    return np.fft.ifftn(x, s, _axes(s, axes), norm)


def rfftn(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Any = None, norm: Any = "backward"
) -> Tensor:
    return np.fft.rfftn(x, s, _axes(s, axes), norm)


def irfftn(
    x: TensorLike, /, s: Sequence[int] | None = None, axes: Any = None, norm: Any = "backward"
) -> Tensor:
    return np.fft.irfftn(x, s, _axes(s, axes), norm)


def _axes(s: Sequence[int] | None, axes: Any) -> Any:
    """The last ones if sizes are given alone, said outright: NumPy deprecates leaving it to be guessed."""
    return tuple(range(-len(s), 0)) if axes is None and s is not None else axes


def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    return np.fft.fftfreq(n, d, device=device).astype(native_dtype(dtype) or default_float(), copy=False)


def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    return np.fft.rfftfreq(n, d, device=device).astype(native_dtype(dtype) or default_float(), copy=False)
