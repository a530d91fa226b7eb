"""Operations of the group ``fft`` on an Array API namespace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emberops.backends.support.reductions import floating
from emberops.typing import DeviceLike, DTypeLike

Function = Callable[..., Any]


def _of_floats(xp: Any, x: Any) -> Any:
    return floating(xp, x)


def _of_complex(xp: Any, x: Any) -> Any:
    """The standard defines these for complex numbers."""
    x = floating(xp, x)
    return x if xp.isdtype(x.dtype, "complex floating") else xp.astype(x, xp.result_type(x, 1j))


def _one_axis(name: str, prepared: Function) -> Function:
    def transform(
        xp: Any,
        native: Function,
        x: Any,
        /,
        n: int | None = None,
        axis: int = -1,
        norm: str | None = "backward",
    ) -> Any:
        return native(prepared(xp, x), n=n, axis=axis, **_norm(norm))

    transform.__name__ = name
    return transform


def _several_axes(name: str, prepared: Function) -> Function:
    def transform(
        xp: Any,
        native: Function,
        x: Any,
        /,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str | None = "backward",
    ) -> Any:
        if s is not None and axes is None:
            axes = tuple(range(-len(s), 0))
        return native(prepared(xp, x), s=s, axes=axes, **_norm(norm))

    transform.__name__ = name
    return transform


def _norm(norm: str | None) -> dict[str, str]:
    """Only what was said: not every library knows the option."""
    return {} if norm in (None, "backward") else {"norm": norm}


def _plane(name: str) -> Function:
    def transform(
        xp: Any,
        x: Any,
        /,
        s: Sequence[int] | None = None,
        axes: Sequence[int] = (-2, -1),
        norm: str | None = "backward",
    ) -> Any:
        return getattr(xp.fft, f"{name[:-1]}n")(x, s, axes, norm)

    transform.__name__ = name
    return transform


fft = _one_axis("fft", _of_complex)
ifft = _one_axis("ifft", _of_complex)
rfft = _one_axis("rfft", _of_floats)
irfft = _one_axis("irfft", _of_complex)
hfft = _one_axis("hfft", _of_complex)
ihfft = _one_axis("ihfft", _of_floats)
fftn = _several_axes("fftn", _of_complex)
ifftn = _several_axes("ifftn", _of_complex)
rfftn = _several_axes("rfftn", _of_floats)
irfftn = _several_axes("irfftn", _of_complex)
fft2 = _plane("fft2")
ifft2 = _plane("ifft2")
rfft2 = _plane("rfft2")
irfft2 = _plane("irfft2")


def fftfreq(xp: Any, n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Any:
    steps = xp.arange(n, device=device)
    steps = xp.where(steps < (n + 1) // 2, steps, steps - n)
    return xp.astype(steps, float if dtype is None else dtype) / (n * d)


def rfftfreq(
    xp: Any, n: int, /, d: float = 1.0, *, dtype: DTypeLike = None, device: DeviceLike = None
) -> Any:
    return xp.arange(n // 2 + 1, dtype=float if dtype is None else dtype, device=device) / (n * d)


def fftshift(xp: Any, x: Any, /, axes: int | Sequence[int] | None = None) -> Any:
    chosen = _axes(x, axes)
    return xp.roll(x, tuple(x.shape[a] // 2 for a in chosen), axis=chosen)


def ifftshift(xp: Any, x: Any, /, axes: int | Sequence[int] | None = None) -> Any:
    chosen = _axes(x, axes)
    return xp.roll(x, tuple(-(x.shape[a] // 2) for a in chosen), axis=chosen)


def _axes(x: Any, axes: int | Sequence[int] | None) -> tuple[int, ...]:
    if axes is None:
        return tuple(range(x.ndim))
    return (axes,) if isinstance(axes, int) else tuple(axes)
