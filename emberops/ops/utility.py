"""Tests of whole tensors, differences, interpolation."""

from __future__ import annotations

from typing import Any

from emberops.dispatch.operation import operation
from emberops.typing import Axis, Tensor, TensorLike

__all__ = [
    "all",
    "allclose",
    "any",
    "array_equal",
    "array_equiv",
    "diff",
    "ediff1d",
    "gradient",
    "has_nan_or_inf",
    "interp",
    "isclose",
    "unwrap",
]


@operation
def all(x: TensorLike | None, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Whether every element is true (not zero).

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  ``None`` instead of a tensor
    is false, as NumPy has it.  Array API 2025.12, ``utility_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def any(x: TensorLike | None, /, axis: Axis = None, *, keepdims: bool = False) -> Tensor:
    """Whether some element is true (not zero).

    ``axis`` is one axis, several, or ``None`` for all; ``()`` reduces nothing.  ``None`` instead of a tensor
    is false, as NumPy has it.  Array API 2025.12, ``utility_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def diff(
    x: TensorLike,
    /,
    n: int = 1,
    axis: int = -1,
    *,
    prepend: TensorLike | None = None,
    append: TensorLike | None = None,
) -> Tensor:
    """Differences between neighbours along ``axis``, taken ``n`` times.

    ``prepend`` and ``append`` are joined to ``x`` first; numbers broadcast.  Of booleans: whether they
    differ.  Array API 2025.12, ``utility_functions``.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def ediff1d(x: TensorLike, /, to_end: TensorLike | None = None, to_begin: TensorLike | None = None) -> Tensor:
    """Differences between neighbours of the flattened tensor, with ``to_begin`` before and ``to_end`` behind them.

    These are numbers or tensors of any shape, flattened, in the dtype of ``x``.  As NumPy.

    Raises
    ------
    DTypeError
        Of booleans, and for an end of another kind of number: a fraction beside integers, a complex number
        beside reals.
    """


@operation
def isclose(
    x1: TensorLike, x2: TensorLike, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    """Whether ``abs(x1 - x2) <= atol + rtol * abs(x2)``, element by element.

    Infinities are close to their like, NaNs only with ``equal_nan``.
    """


@operation
def allclose(
    x1: TensorLike, x2: TensorLike, /, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Whether all elements are close in the sense of ``isclose``, as a Python bool.

    ``rtol`` and ``atol`` are the relative and the absolute difference that is allowed; with ``equal_nan`` NaN is close
    to NaN.

    Under ``jax.jit``, where there is no Python bool yet, a boolean tensor.
    """


@operation
def array_equal(x1: TensorLike, x2: TensorLike, /, equal_nan: bool = False) -> bool:
    """Whether shapes and all elements are equal, as a Python bool.

    Under ``jax.jit``, where there is no Python bool yet, a boolean tensor.
    """


@operation
def array_equiv(x1: TensorLike, x2: TensorLike, /) -> bool:
    """Whether the shapes broadcast and all elements are equal then, as a Python bool."""


@operation
def has_nan_or_inf(x: TensorLike, /) -> bool:
    """Whether some element is NaN or infinite, as a Python bool.

    Under ``jax.jit``, where there is no Python bool yet, a boolean tensor.
    """


@operation
def interp(
    x: TensorLike,
    xp: TensorLike,
    fp: TensorLike,
    /,
    left: float | None = None,
    right: float | None = None,
    period: float | None = None,
) -> Tensor:
    """Values at ``x`` of the broken line through the points ``(xp, fp)``; ``xp`` rises.

    ``left`` and ``right`` hold outside the points, by default the first and last value; ``period`` makes it
    periodic.
    """


@operation
def unwrap(
    x: TensorLike, /, discont: float | None = None, axis: int = -1, *, period: float = 6.283185307179586
) -> Tensor:
    """Jumps greater than half a ``period`` along ``axis`` removed by adding multiples of it."""


@operation
def gradient(x: TensorLike, /, *spacing: TensorLike, axis: Axis = None, edge_order: int = 1) -> Any:
    """Central differences along each axis, one-sided at the ends; a list of tensors for several axes.

    ``spacing`` is one step for all axes, or for each a step or a 1-D tensor of coordinates.

    Raises
    ------
    ShapeError
        If an axis has fewer than ``edge_order + 1`` elements, or coordinates do not fit theirs.
    """
