"""Element by element: arithmetic, comparison, logic, transcendental functions."""

from __future__ import annotations

from emberops.dispatch import operation
from emberops.typing import Tensor, TensorLike


@operation
def add(x1: TensorLike, x2: TensorLike, /) -> Tensor:
    """Sum of two tensors, element by element.

    Parameters
    ----------
    x1, x2
        Tensors of any numeric dtype whose shapes broadcast; either may be a Python number, which takes the
        other's dtype (a float next to integers gives the default float dtype).

    Returns
    -------
    Tensor
        Of the broadcast shape and the promoted dtype.

    Raises
    ------
    ShapeError
        If the shapes do not broadcast.

    Notes
    -----
    Array API 2025.12, ``elementwise_functions``.
    """
