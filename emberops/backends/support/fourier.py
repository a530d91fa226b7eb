"""Fourier transforms under the facade's signatures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from emberops.typing import Tensor

Transform = Callable[..., Tensor]


def along_one(native: Transform) -> Transform:
    """A transform along one axis, from a library's that takes tensor, size, axis and norm by position."""

    def transform(x: Tensor, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
        return native(x, n, axis, norm)

    return transform


def along_many(native: Transform, default: tuple[int, int] | None = None) -> Transform:
    """A transform along several axes, ``default`` unless told, from a library's that takes them by position."""

    def transform(
        x: Tensor,
        /,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = default,
        norm: str = "backward",
    ) -> Tensor:
        return native(x, s, axes, norm)

    return transform
