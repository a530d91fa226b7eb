"""Fourier transforms under the facade's signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index

from emberops.backends.support.option_words import norm_of_transform
from emberops.backends.support.shapes import as_axis
from emberops.errors import ShapeError
from emberops.typing import NativeTensor as Tensor

Transform = Callable[..., Tensor]


def along_one(native: Transform) -> Transform:
    """A transform along one axis, from a library's that takes tensor, size, axis and norm by position."""

    def transform(x: Tensor, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Tensor:
        axis = as_axis(axis, x.ndim)
        if (x.shape[axis] if n is None else n) < 1:
            raise ValueError(f"ops.fft: a transform has one value at least, not {n or 0}")
        return native(x, n, axis, norm_of_transform(norm))

    return transform


def along_many(
    native: Transform,
    default: tuple[int, int] | None = None,
    *,
    each: Transform,
    first: Transform | None = None,
    last: Transform | None = None,
) -> Transform:
    """A transform along several axes, ``default`` unless told, from a library's that takes them by position.

    Along an axis that is named twice it is ``each``, along one axis after the other: of the last one named ``first``
    before all, or ``last`` after all, if the transform is from real numbers or to them.
    """

    def transform(
        x: Tensor,
        /,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = default,
        norm: str = "backward",
    ) -> Tensor:
        if s is not None:
            named = range(-len(s), 0) if axes is None else axes
            if len(s) != len(named):
                raise ShapeError(f"ops.fft: s has {len(s)} sizes for {len(named)} axes")
            s = [x.shape[a] if n == -1 else n for n, a in zip(s, named, strict=True)]
        along = range(x.ndim) if axes is None else [as_axis(a, x.ndim) for a in axes]
        sizes = [x.shape[a] for a in along] if s is None else s
        if min([1, *sizes]) < 1:
            raise ValueError(f"ops.fft: a transform has one value at least along an axis, not {tuple(sizes)}")
        if not sizes and (first is not None or last is not None):
            raise ShapeError("ops.fft: a transform from real numbers, or to them, has one axis at least")
        if not sizes:
            return x
        if len({*along}) < len(along):
            steps = list(zip(sizes, along, strict=True))
            if last is not None:
                if s is None:
                    steps[-1] = 2 * (steps[-1][0] - 1), steps[-1][1]
                return _one_by_one(x, [*((each, *step) for step in steps[:-1]), (last, *steps[-1])], norm)
            return _one_by_one(
                x, [(first or each, *steps[-1]), *((each, *step) for step in steps[-2::-1])], norm
            )
        if axes is None and default is not None:  # for all, which a library's own of two axes need not take
            axes = range(x.ndim) if s is None else range(-len(s), 0)
        return native(
            x, None if s is None else tuple(s), None if axes is None else tuple(axes), norm_of_transform(norm)
        )

    return transform


def _one_by_one(x: Tensor, steps: Iterable[tuple[Transform, int, int]], norm: str) -> Tensor:
    for transform, n, axis in steps:
        x = transform(x, n, axis, norm)
    return x


def require_axes(x: Tensor, axes: int | Sequence[int] | None) -> None:
    """Refuse to shift what has no axes along all of them.

    Raises
    ------
    ShapeError
        As NumPy does.
    """
    if axes is None and not x.ndim:
        raise ShapeError("ops.fft: a tensor without axes has none to shift along")


def sample_count(name: str, n: int, d: float, *, signed: bool = False) -> int:
    """``n`` as a number of samples that are ``d`` apart; one below zero only where it may be ``signed``.

    Raises
    ------
    ZeroDivisionError
        If there are none, or no time is in between, as in NumPy.
    ValueError
        If it is no whole number, or a negative one.
    """
    if not hasattr(n, "__index__"):
        raise ValueError(f"{name}: the number of samples is a whole number, not {n}")
    count = index(n)
    if count < 0 and not signed:
        raise ValueError(f"{name}: the number of samples is {count}, and may not be negative")
    if count == 0 or d == 0:
        raise ZeroDivisionError(f"{name}: {count} samples that are {d} apart have no frequencies")
    return count
