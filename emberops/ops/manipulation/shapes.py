"""Changing the shape and the order of what a tensor holds.

Results may share memory with the input: whether they do is the backend's choice.
"""

from __future__ import annotations

from typing import Any, Literal

from emberops.dispatch.operation import operation
from emberops.typing import Axis, DTypeLike, RawTensorLike, Shape, Tensor, TensorLike


@operation
def reshape(
    x: TensorLike, /, shape: Shape, *, order: Literal["C", "F"] = "C", copy: bool | None = None
) -> Tensor:
    """The same values in another shape.

    Parameters
    ----------
    shape
        Its sizes, one of which may be -1: what is left.
    order
        ``"C"``: the last axis runs fastest, ``"F"``: the first.
    copy
        ``True``: always copy; ``False``: never, raise ``ValueError`` where one is needed; ``None``: where needed.

    Raises
    ------
    ShapeError
        If the number of values differs.

    Notes
    -----
    Array API 2025.12, ``manipulation_functions``.
    """


@operation
def ravel(x: TensorLike, /, *, order: Literal["C", "F"] = "C") -> Tensor:
    """The values as a vector; with ``order="F"`` those along the first axis stand together."""


@operation
def transpose(x: TensorLike, /, axes: tuple[int, ...] | None = None) -> Tensor:
    """The axes in reverse order, or in the order ``axes``."""


@operation
def permute_dims(x: TensorLike, /, axes: tuple[int, ...]) -> Tensor:
    """The axes in the order ``axes``."""


@operation
def expand_dims(x: TensorLike, /, axis: int | tuple[int, ...]) -> Tensor:
    """An axis of size 1 at each position ``axis`` of the result.

    Raises
    ------
    AxisError
        If the result has no such position.
    """


@operation
def squeeze(x: TensorLike, /, axis: Axis = None) -> Tensor:
    """Without the given axes, or without all axes of size 1.

    Raises
    ------
    ShapeError
        If an axis to be dropped has another size.
    """


@operation
def unstack(x: TensorLike, /, axis: int = 0) -> tuple[Tensor, ...]:
    """The slices along an axis, which they lack."""


@operation
def tile(x: TensorLike, repetitions: Shape, /) -> Tensor:
    """Copies of ``x`` side by side, as many along each axis as ``repetitions`` says."""


@operation
def repeat(x: TensorLike, repeats: RawTensorLike, /, axis: int | None = None) -> Tensor:
    """Each value (or each slice along ``axis``) ``repeats`` times in a row.

    ``repeats`` is a number, or one for each slice; without ``axis`` the values are taken as a vector.
    """


@operation
def roll(x: TensorLike, /, shift: int | tuple[int, ...], axis: Axis = None) -> Tensor:
    """Values moved by ``shift`` along ``axis``; what leaves at the end comes in at the start."""


@operation
def flip(x: TensorLike, /, axis: Axis = None) -> Tensor:
    """The order of the values reversed along the given axes, or along all: ``x[::-1]`` on every backend."""


@operation
def fliplr(x: TensorLike, /) -> Tensor:
    """The order of the columns reversed."""


@operation
def flipud(x: TensorLike, /) -> Tensor:
    """The order of the rows reversed."""


@operation
def rot90(x: TensorLike, /, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Tensor:
    """The plane of two axes turned by ``k`` quarter turns, from the first axis towards the second."""


@operation
def pad(
    x: TensorLike,
    /,
    pad_width: Any,
    mode: str = "constant",
    *,
    constant_values: Any = None,
    stat_length: Any = None,
    end_values: Any = None,
    reflect_type: str | None = None,
) -> Tensor:
    """Values added before and after each axis, as in NumPy.

    Parameters
    ----------
    pad_width
        ``n``, ``(before, after)``, or such a pair for each axis.
    mode
        ``"constant"``, ``"edge"``, ``"linear_ramp"``, ``"maximum"``, ``"mean"``, ``"median"``, ``"minimum"``,
        ``"reflect"``, ``"symmetric"``, ``"wrap"``, or ``"empty"``, which adds values that mean nothing.
    constant_values
        What ``"constant"`` adds: a number, or pairs as in ``pad_width``; 0 unless given.
    stat_length
        Of how many values at the end ``"maximum"``, ``"mean"``, ``"median"`` and ``"minimum"`` are taken: a number, or
        pairs as in ``pad_width``; of all unless given.
    end_values
        Where ``"linear_ramp"`` ends: a number, or pairs as in ``pad_width``; at 0 unless given.
    reflect_type
        Of ``"reflect"`` and ``"symmetric"``: ``"even"``, or ``"odd"``, by which a value is subtracted from twice the
        one at the edge.

    Raises
    ------
    ValueError
        For an unknown mode, a keyword of another mode, a negative width, or an empty axis with nothing to repeat.
    DTypeError
        If widths are not integers.
    """


@operation
def moveaxis(x: TensorLike, source: int | tuple[int, ...], destination: int | tuple[int, ...], /) -> Tensor:
    """Axes moved to other positions; the rest keep their order."""


@operation
def rollaxis(x: TensorLike, /, axis: int, start: int = 0) -> Tensor:
    """The axis ``axis`` moved to just before the axis ``start``."""


@operation
def swapaxes(x: TensorLike, /, axis1: int, axis2: int) -> Tensor:
    """Two axes exchanged."""


@operation
def broadcast_to(x: TensorLike, /, shape: Shape) -> Tensor:
    """``x`` repeated to a shape; the result is not for writing.

    Raises
    ------
    ShapeError
        If it does not broadcast to that shape.
    """


@operation
def broadcast_arrays(*arrays: TensorLike) -> tuple[Tensor, ...]:
    """All tensors, broadcast to their common shape."""


@operation
def broadcast_shapes(*shapes: Shape) -> tuple[int, ...]:
    """The shape that tensors of these shapes broadcast to.

    Raises
    ------
    ShapeError
        If they do not.
    """


@operation
def atleast_1d(*arrays: TensorLike) -> Any:
    """Scalars as vectors of one value; a tuple where there are several arguments."""


@operation
def atleast_2d(*arrays: TensorLike) -> Any:
    """With axes of size 1 in front, up to two; a tuple where there are several arguments."""


@operation
def atleast_3d(*arrays: TensorLike) -> Any:
    """As ``(1, n, 1)`` from a vector, ``(m, n, 1)`` from a matrix; a tuple where there are several arguments."""


@operation
def resize(x: TensorLike, new_shape: Shape, /) -> Tensor:
    """The values, repeated from the start as often as needed, in a new shape."""


@operation
def trim_zeros(x: TensorLike, /, trim: str = "fb", axis: Axis = None) -> Tensor:
    """A tensor without the zeros at its front (``"f"``) and back (``"b"``); its shape depends on the data.

    Of several axes, those are left out at the ends of each along which there is nothing but zeros; only along
    ``axis``, where one or several are named.

    Raises
    ------
    AxisError
        If there is no such axis.
    """


@operation
def view(x: TensorLike, /, dtype: DTypeLike) -> Tensor:
    """The same bytes as another dtype; the last axis grows or shrinks with the item size."""
