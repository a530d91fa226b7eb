"""Short-time Fourier transforms, composed over any namespace."""

from __future__ import annotations

from typing import Any

from emberops.backends.support.reductions import floating
from emberops.errors import DTypeError, ShapeError

__all__ = ["istft", "stft"]


def stft(
    xp: Any, x: Any, /, size: int, step: int | None = None, window: Any = None, *, center: bool = True
) -> Any:
    x = floating(xp, x)
    if xp.isdtype(x.dtype, "complex floating"):
        raise DTypeError("stft: a signal is of real numbers, and this one of complex ones")
    step = _step(size, step)
    if x.ndim == 0:
        raise ShapeError("stft: a number is no signal")
    if center:
        if x.shape[-1] <= size // 2:
            raise ShapeError(f"stft: a signal of {x.shape[-1]} samples cannot be reflected by {size // 2}")
        x = xp.pad(x, ((0, 0),) * (x.ndim - 1) + ((size // 2, size // 2),), mode="reflect")
    if x.shape[-1] < size:
        raise ShapeError(f"stft: a signal of {x.shape[-1]} samples is shorter than a window of {size}")
    windows = _extracted(xp, x, size, step)
    if window is not None:
        windows = windows * _checked(xp, window, size, x.dtype)
    return xp.swapaxes(xp.fft.rfft(windows, size), -1, -2)


def istft(
    xp: Any,
    x: Any,
    /,
    size: int,
    step: int | None = None,
    window: Any = None,
    *,
    center: bool = True,
    length: int | None = None,
) -> Any:
    step = _step(size, step)
    if x.ndim < 2 or x.shape[-2] != size // 2 + 1:
        raise ShapeError(
            f"istft: spectra of shape {tuple(x.shape)} are not those of windows of {size} samples"
        )
    windows = xp.fft.irfft(xp.swapaxes(x, -1, -2), size)
    weights = xp.ones((size,), dtype=windows.dtype)
    if window is not None:
        weights = _checked(xp, window, size, windows.dtype)
    count = x.shape[-1]
    total = _overlapped(xp, windows * weights, size, step)
    seen = _overlapped(xp, xp.broadcast_to(weights * weights, (count, size)), size, step)
    signal = total / xp.where(seen > 1e-11, seen, 1.0)
    start = size // 2 if center else 0
    end = signal.shape[-1] - start if length is None else min(start + length, signal.shape[-1])
    signal = signal[..., start:end]
    missing = 0 if length is None else length - signal.shape[-1]
    return xp.pad(signal, ((0, 0),) * (signal.ndim - 1) + ((0, missing),)) if missing else signal


def _step(size: int, step: int | None) -> int:
    found = size // 4 if step is None else step
    if size < 1 or found < 1:
        raise ValueError(f"a window has {size} samples and is {found} from the next; both must be 1 at least")
    return found


def _checked(xp: Any, window: Any, size: int, dtype: Any) -> Any:
    if tuple(window.shape) != (size,):
        raise ShapeError(f"the window is of shape {tuple(window.shape)}, not of {size} samples")
    return xp.astype(window, dtype)


def _extracted(xp: Any, x: Any, size: int, step: int) -> Any:
    """The windows of the last axis, along a new axis before it."""
    count = (x.shape[-1] - size) // step + 1
    places = xp.arange(count)[:, None] * step + xp.arange(size)[None, :]
    return xp.reshape(xp.take(x, xp.reshape(places, (-1,)), axis=-1), (*x.shape[:-1], count, size))


def _overlapped(xp: Any, windows: Any, size: int, step: int) -> Any:
    """The sum of windows, each ``step`` after the one before: shifted pieces of ``step`` samples side by side."""
    *batch, count, _ = windows.shape
    pieces = -(-size // step)
    whole = xp.pad(windows, ((0, 0),) * (windows.ndim - 1) + ((0, pieces * step - size),))
    whole = xp.reshape(whole, (*batch, count, pieces, step))
    total = None
    for k in range(pieces):
        part = xp.pad(whole[..., k, :], ((0, 0),) * len(batch) + ((k, pieces - 1 - k), (0, 0)))
        total = part if total is None else total + part
    signal = xp.reshape(total, (*batch, (count + pieces - 1) * step))
    return signal[..., : (count - 1) * step + size]
