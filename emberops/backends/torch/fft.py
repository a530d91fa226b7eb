"""Operations of the group ``fft`` on PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from emberops.backends.support.fourier import along_many, along_one, sample_count
from emberops.backends.torch.devices import native_device
from emberops.backends.torch.dtypes import default_float, native_dtype
from emberops.backends.torch.promotion import decomposable
from emberops.typing import DeviceLike, DTypeLike
from emberops.typing import NativeTensor as Tensor


def _settled(native: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def transform(x: Tensor, *rest: Any) -> Tensor:
        x = decomposable(x)
        if not x.numel():  # which PyTorch refuses, but for a tensor without values
            none = native(x.to("meta"), *rest)
            return torch.zeros(none.shape, dtype=none.dtype, device=x.device)
        # A conjugate may be a mark on the tensor only, over which conversion to other libraries trips.
        return native(x, *rest).resolve_conj()

    return transform


fft = along_one(_settled(torch.fft.fft))
ifft = along_one(_settled(torch.fft.ifft))
rfft = along_one(_settled(torch.fft.rfft))
irfft = along_one(_settled(torch.fft.irfft))
hfft = along_one(_settled(torch.fft.hfft))
ihfft = along_one(_settled(torch.fft.ihfft))
fftn = along_many(_settled(torch.fft.fftn), each=fft)
ifftn = along_many(_settled(torch.fft.ifftn), each=ifft)
rfftn = along_many(_settled(torch.fft.rfftn), each=fft, first=rfft)
irfftn = along_many(_settled(torch.fft.irfftn), each=ifft, last=irfft)
fft2 = along_many(_settled(torch.fft.fft2), (-2, -1), each=fft)
ifft2 = along_many(_settled(torch.fft.ifft2), (-2, -1), each=ifft)
rfft2 = along_many(_settled(torch.fft.rfft2), (-2, -1), each=fft, first=rfft)
irfft2 = along_many(_settled(torch.fft.irfft2), (-2, -1), each=ifft, last=irfft)


def fftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    return torch.fft.fftshift(x, axes) if _is_some(axes) else x.clone()


def ifftshift(x: Tensor, /, axes: int | Sequence[int] | None = None) -> Tensor:
    return torch.fft.ifftshift(x, axes) if _is_some(axes) else x.clone()


def _is_some(axes: int | Sequence[int] | None) -> bool:
    """Whether axes are named, or all are meant; PyTorch refuses to shift none."""
    return not isinstance(axes, (tuple, list)) or len(axes) > 0


def fftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    n = sample_count("fftfreq", n, d)
    return torch.fft.fftfreq(n, d, dtype=native_dtype(dtype) or default_float(), device=native_device(device))


def rfftfreq(n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Tensor:
    n = sample_count("rfftfreq", n, d, signed=True)
    wanted, place = native_dtype(dtype) or default_float(), native_device(device)
    if n < 0:  # of which there is no half, to NumPy; PyTorch counts from zero
        return torch.zeros(0, dtype=wanted, device=place)
    return torch.fft.rfftfreq(n, d, dtype=wanted, device=place)
