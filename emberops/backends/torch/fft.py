"""Operations of the group ``fft`` on PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from emberops.backends.torch.devices import native_device
from emberops.backends.torch.dtypes import default_float, native_dtype
from emberops.typing import DeviceLike, DTypeLike, Tensor

_HALVES = (torch.float16, torch.bfloat16)


def _along_one(native: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def transform(x: Tensor, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
        # A conjugate may be a mark on the tensor only, over which conversion to other libraries trips.
        return native(_single(x), n, axis, norm).resolve_conj()

    transform.__name__ = transform.__qualname__ = native.__name__
    return transform


def _along_many(
    native: Callable[..., Tensor], default: tuple[int, int] | None = None
) -> Callable[..., Tensor]:
    def transform(
        x: Tensor,
        /,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = default,
        norm: str = "backward",
    ) -> Tensor:
        return native(_single(x), s, axes, norm).resolve_conj()

    transform.__name__ = transform.__qualname__ = native.__name__
    return transform


def _single(x: Tensor) -> Tensor:
    """Torch transforms no half precision on the CPU; the others give complex64 for it."""
    return x.to(torch.float32) if x.dtype in _HALVES else x


fft = _along_one(torch.fft.fft)
ifft = _along_one(torch.fft.ifft)
rfft = _along_one(torch.fft.rfft)
irfft = _along_one(torch.fft.irfft)
hfft = _along_one(torch.fft.hfft)
ihfft = _along_one(torch.fft.ihfft)
fftn = _along_many(torch.fft.fftn)
ifftn = _along_many(torch.fft.ifftn)
rfftn = _along_many(torch.fft.rfftn)
irfftn = _along_many(torch.fft.irfftn)
fft2 = _along_many(torch.fft.fft2, (-2, -1))
ifft2 = _along_many(torch.fft.ifft2, (-2, -1))
rfft2 = _along_many(torch.fft.rfft2, (-2, -1))
irfft2 = _along_many(torch.fft.irfft2, (-2, -1))


def fftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    return torch.fft.fftshift(x, axes)


def ifftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    return torch.fft.ifftshift(x, axes)


def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    return torch.fft.fftfreq(n, d, dtype=native_dtype(dtype) or default_float(), device=native_device(device))


def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    return torch.fft.rfftfreq(
        n, d, dtype=native_dtype(dtype) or default_float(), device=native_device(device)
    )
