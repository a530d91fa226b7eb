"""Operations of the group ``memory`` on PyTorch, which counts steps in elements."""

from __future__ import annotations

import torch

from emberops.backends.composed.memory import layout
from emberops.errors import OutOfBoundsError
from emberops.typing import Shape


def strides(x: torch.Tensor, /) -> tuple[int, ...]:
    return tuple(step * x.element_size() for step in x.stride())


def as_strided(x: torch.Tensor, /, shape: Shape | None = None, strides: Shape | None = None) -> torch.Tensor:
    own = tuple(step * x.element_size() for step in x.stride())
    sizes, steps = layout(x, shape, strides, own, x.element_size())
    if any(step < 0 for step in steps):
        raise OutOfBoundsError(f"as_strided: strides {steps} lead back before the first element")
    try:
        return x.as_strided(sizes, steps)
    except RuntimeError as error:
        raise OutOfBoundsError(f"as_strided: {error}") from None
