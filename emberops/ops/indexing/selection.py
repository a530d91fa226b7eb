"""Reading and writing parts of tensors.

An index is what may stand in the brackets in NumPy: ints, slices of any step, ``None``, ``...``, integer
tensors or sequences, masks, and tuples of them.  An index outside the tensor is an ``OutOfBoundsError`` wherever
its value is known; inside compiled functions, where it is not, it is moved to the nearest value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from emberops.dispatch.operation import operation
from emberops.typing import RawTensorLike, Shape, Tensor, TensorLike


@operation
def getitem(x: TensorLike, index: Any, /) -> Tensor:
    """``x[index]`` with NumPy's meaning on every backend.

    Lists, masks and negative steps work everywhere; nothing outside the tensor is ever read.  A single element has
    memory of its own; whether a larger part shares that of ``x`` is the backend's choice.

    Raises
    ------
    OutOfBoundsError
        If an index is outside its axis, or there are more of them than axes.
    """


@operation
def take(
    x: TensorLike,
    indices: TensorLike,
    /,
    axis: int | None = None,
    *,
    mode: Literal["raise", "wrap", "clip"] = "raise",
) -> Tensor:
    """The slices of ``x`` at ``indices`` along an axis, or the values of the flattened ``x``.

    Parameters
    ----------
    indices
        Integers of any shape, which takes the place of ``axis`` in the result; negative ones count from the end.
    mode
        What becomes of indices out of bounds: an error, the remainder, or the nearest index.

    Raises
    ------
    OutOfBoundsError
        If one is out of bounds and ``mode`` is ``"raise"``.

    Notes
    -----
    Array API 2025.12, ``indexing_functions``.
    """


@operation
def take_along_axis(x: TensorLike, indices: TensorLike, /, axis: int | None = -1) -> Tensor:
    """For each position of ``indices``, the value of ``x`` there, with the index in place of ``axis``.

    What ``argsort`` and ``argmax(keepdims=True)`` give fits as ``indices``.
    """


@operation
def slice(x: TensorLike, start_indices: Any, shape: Shape, /) -> Tensor:
    """The part of ``x`` of a fixed shape that starts at ``start_indices``, which may be traced.

    Starts below zero count from the end, and a part that reaches beyond the tensor is moved into it.
    """


@operation
def compress(condition: TensorLike, x: TensorLike, /, axis: int | None = None) -> Tensor:
    """The slices of ``x`` along an axis (or the values) for which ``condition``, a vector, is true."""


@operation
def extract(condition: TensorLike, x: TensorLike, /) -> Tensor:
    """The values of ``x``, as a vector, where ``condition`` is true."""


@operation
def choose(
    x: TensorLike,
    choices: Sequence[TensorLike],
    /,
    *,
    mode: Literal["raise", "wrap", "clip"] = "raise",
) -> Tensor:
    """For each position the value of the choice that ``x`` names there."""


@operation
def ix_(*args: TensorLike) -> tuple[Tensor, ...]:
    """Vectors of indices, or masks, reshaped so that together they index the outer product."""


@operation
def unravel_index(indices: TensorLike, /, shape: Shape, order: Literal["C", "F"] = "C") -> tuple[Tensor, ...]:
    """Positions in the flattened tensor as one index tensor for each axis."""


@operation
def ravel_multi_index(
    multi_index: Sequence[TensorLike],
    /,
    dims: Shape,
    *,
    mode: Literal["raise", "wrap", "clip"] | Sequence[str] = "raise",
    order: Literal["C", "F"] = "C",
) -> Tensor:
    """One index tensor for each axis as positions in the flattened tensor.

    ``mode`` says what becomes of indices beyond an axis: of all axes, or one word for each.
    """


@operation
def ndindex(*shape: Shape) -> Iterator[tuple[int, ...]]:
    """Every index of a shape, the last axis fastest, as tuples of ints."""


@operation
def ndenumerate(x: RawTensorLike, /) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every index of ``x`` with its value, as a 0-d tensor."""
