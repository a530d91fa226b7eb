"""Fourier transforms on the boxes of ``autograd``: those of real numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped]  # autograd has no types
import numpy as np

from emberops.backends.numpy.boxes import flip, shape_of


def rfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """The transform of real numbers: the first half of the full one, which determines the rest.

    The gradient that ``autograd`` has of its own takes every ``norm`` that is named for ``"ortho"``.
    """
    full = anp.fft.fft(x, n, axis, norm)
    return _cut(full, axis, 0, shape_of(full)[axis] // 2 + 1)


def irfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """The real numbers whose transform begins with ``x``."""
    given = shape_of(x)[axis]
    n = 2 * (given - 1) if n is None else n
    half = n // 2 + 1
    if given < half:
        shape = [half - given if i == axis % len(shape_of(x)) else m for i, m in enumerate(shape_of(x))]
        x = anp.concatenate([x, np.zeros(shape)], axis=axis)
    first = anp.real(_cut(x, axis, 0, 1))
    inner = _cut(x, axis, 1, (n + 1) // 2)
    middle = [anp.real(_cut(x, axis, n // 2, half))] if n % 2 == 0 and n > 1 else []
    whole = anp.concatenate([first, inner, *middle, anp.conj(flip(inner, axis))], axis=axis)
    return anp.real(anp.fft.ifft(whole, n, axis, norm))


def _cut(x: Any, axis: int, start: int, stop: int) -> Any:
    rank = len(shape_of(x))
    return x[tuple(slice(start, stop) if i == axis % rank else slice(None) for i in range(rank))]


def rfftn(x: Any, /, s: Sequence[int] | None = None, axes: Any = None, norm: str | None = None) -> Any:
    """The transform of real numbers along several axes: the last one by halves."""
    *others, last = _each_axis(x, s, axes)
    return reduce(lambda made, each: anp.fft.fft(made, *each, norm), others, rfft(x, *last, norm))


def irfftn(x: Any, /, s: Sequence[int] | None = None, axes: Any = None, norm: str | None = None) -> Any:
    """The real numbers whose transform along several axes begins with ``x``."""
    *others, last = _each_axis(x, s, axes)
    return irfft(reduce(lambda made, each: anp.fft.ifft(made, *each, norm), others, x), *last, norm)


def rfft2(x: Any, /, s: Sequence[int] | None = None, axes: Any = (-2, -1), norm: str | None = None) -> Any:
    """The transform of real numbers along two axes."""
    return rfftn(x, s, axes, norm)


def irfft2(x: Any, /, s: Sequence[int] | None = None, axes: Any = (-2, -1), norm: str | None = None) -> Any:
    """The real numbers whose transform along two axes begins with ``x``."""
    return irfftn(x, s, axes, norm)


def _each_axis(x: Any, s: Sequence[int] | None, axes: Any) -> list[tuple[int | None, int]]:
    """How long the transform is along each axis, where that is said, and the axis."""
    if axes is None:
        axes = range(-(len(shape_of(x)) if s is None else len(s)), 0)
    return list(zip([None] * len(axes) if s is None else s, axes, strict=True))


_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}
"""What is scaled where the transform is written as its inverse."""


def hfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """The transform of what is Hermitian-symmetric, which gives real numbers."""
    return irfft(anp.conj(x), n, axis, _SWAPPED[norm])


def ihfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
    """Inverse of :func:`hfft`."""
    return anp.conj(rfft(x, n, axis, _SWAPPED[norm]))


OPERATIONS: dict[str, Any] = {
    f"fft.{function.__name__}": function
    for function in (rfft, irfft, rfft2, irfft2, rfftn, irfftn, hfft, ihfft)
}
"""By the names of the catalogue."""
