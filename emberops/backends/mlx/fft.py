"""Operations of the group ``fft`` on MLX, whose complex numbers are complex64."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mlx.core as mx

from emberops.backends.mlx.devices import native_device
from emberops.backends.mlx.dtypes import default_float, native_dtype
from emberops.backends.support.fourier import along_many, along_one, require_axes, sample_count
from emberops.backends.support.operands import of_real_numbers
from emberops.typing import DeviceLike, DTypeLike
from emberops.typing import NativeTensor as Tensor

_OPPOSITE = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _over_lists(native: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """MLX takes lists, and wants to know the axes of sizes that it is given."""

    def transform(x: Tensor, s: Sequence[int] | None, axes: Sequence[int] | None, norm: str) -> Tensor:
        if s is not None and axes is None:
            axes = range(-len(s), 0)
        return native(x, None if s is None else list(s), None if axes is None else list(axes), norm)

    return transform


_of_real_numbers = of_real_numbers(lambda x: isinstance(x, mx.array) and x.dtype == mx.complex64)
"""MLX drops imaginary parts."""
fft = along_one(mx.fft.fft)
ifft = along_one(mx.fft.ifft)
rfft = along_one(_of_real_numbers(mx.fft.rfft))
irfft = along_one(mx.fft.irfft)
fftn = along_many(_over_lists(mx.fft.fftn), each=fft)
ifftn = along_many(_over_lists(mx.fft.ifftn), each=ifft)
rfftn = along_many(_of_real_numbers(_over_lists(mx.fft.rfftn)), each=fft, first=rfft)
irfftn = along_many(_over_lists(mx.fft.irfftn), each=ifft, last=irfft)
fft2 = along_many(_over_lists(mx.fft.fft2), (-2, -1), each=fft)
ifft2 = along_many(_over_lists(mx.fft.ifft2), (-2, -1), each=ifft)
rfft2 = along_many(_of_real_numbers(_over_lists(mx.fft.rfft2)), (-2, -1), each=fft, first=rfft)
irfft2 = along_many(_over_lists(mx.fft.irfft2), (-2, -1), each=ifft, last=irfft)


def _hfft(x: Tensor, n: int | None, axis: int, norm: str) -> Tensor:
    size = 2 * (x.shape[axis] - 1) if n is None else n
    return mx.fft.irfft(mx.conj(x), size, axis, _opposite(norm))


def _ihfft(x: Tensor, n: int | None, axis: int, norm: str) -> Tensor:
    return mx.conj(mx.fft.rfft(x, n, axis, _opposite(norm)))


hfft = along_one(_hfft)
ihfft = along_one(_of_real_numbers(_ihfft))


def _opposite(norm: str) -> str:
    if norm not in _OPPOSITE:
        raise ValueError(f"ops.fft: norm is 'backward', 'ortho' or 'forward', not {norm!r}")
    return _OPPOSITE[norm]


def fftshift(x: Tensor, /, axes: Any = None) -> Tensor:
    require_axes(x, axes)
    return mx.fft.fftshift(x, axes)


def ifftshift(x: Tensor, /, axes: Any = None) -> Tensor:
    require_axes(x, axes)
    return mx.fft.ifftshift(x, axes)


def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    n = sample_count("fftfreq", n, d)
    steps = mx.arange(n, stream=native_device(device))
    return _frequencies(mx.where(steps < (n + 1) // 2, steps, steps - n), n, d, dtype)


def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    n = sample_count("rfftfreq", n, d, signed=True)
    return _frequencies(mx.arange(max(n // 2 + 1, 0), stream=native_device(device)), n, d, dtype)


def _frequencies(steps: mx.array, n: int, d: float, dtype: DTypeLike) -> Tensor:
    """Steps as cycles; not MLX's own, which are of single precision."""
    return steps.astype(native_dtype(dtype) or default_float()) * (1.0 / (n * d))
