"""Windows and blocks of a tensor, by the steps in memory from one element to the next.

Where a backend does not tell how memory is laid out (JAX, MLX), a tensor counts as laid out in row-major order, and
the result is a copy; on NumPy and PyTorch it is a view.
"""

from __future__ import annotations

from emberops.dispatch.operation import operation
from emberops.typing import Axis, Shape, Tensor, TensorLike

__all__ = ["as_strided", "sliding_window_view", "strides"]


@operation
def strides(x: TensorLike, /) -> tuple[int, ...]:
    """Bytes to step along each axis from one element to the next, as NumPy's ``x.strides``."""


@operation
def as_strided(x: TensorLike, /, shape: Shape | None = None, strides: Shape | None = None) -> Tensor:
    """The elements at given steps in memory from the first one: windows, blocks, diagonals.

    Parameters
    ----------
    shape
        The shape of the result; that of ``x`` if it is left out.
    strides
        Bytes to step along each axis of the result; those of ``x`` if they are left out.

    Raises
    ------
    ShapeError
        If there are not as many strides as axes, or a stride is no multiple of an element's size.
    OutOfBoundsError
        If an element would lie outside of ``x``.  NumPy does not check, and reads what is there.

    Notes
    -----
    NumPy's ``lib.stride_tricks.as_strided``.  Writing to the result changes ``x`` on NumPy and PyTorch alone.
    """


@operation
def sliding_window_view(x: TensorLike, /, window_shape: Shape, axis: Axis = None) -> Tensor:
    """Every window of a shape, moved by one: the axes of the windows come last.

    Parameters
    ----------
    window_shape
        The size of the window along each of ``axis``.
    axis
        The axes along which it moves; ``None``: all.

    Raises
    ------
    ShapeError
        If there are not as many sizes as axes, or a window is longer than its axis.

    Notes
    -----
    NumPy's ``lib.stride_tricks.sliding_window_view``.
    """
