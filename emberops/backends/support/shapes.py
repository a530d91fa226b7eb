"""Shapes and axes as plain ints, whatever they were given as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from emberops.backends.support.axis_error import AxisError
from emberops.errors import ArgumentTypeError, DTypeError, NumberTooLargeError, ShapeError

if TYPE_CHECKING:
    from typing_extensions import TypeIs


def as_shape(shape: Any) -> tuple[int, ...]:
    """A shape as a tuple of ints: from an int, a sequence of them, or an integer tensor."""
    if type(shape) is int:
        return (shape,)
    if type(shape) is tuple:  # of plain ints, nearly always
        for n in shape:
            if type(n) is not int:
                break
        else:
            return shape
    if not isinstance(shape, (tuple, list)):
        if hasattr(shape, "tolist"):
            shape = shape.tolist()
        elif getattr(shape, "ndim", 0) == 1:  # the standard's arrays have no tolist
            shape = [shape[i] for i in range(shape.shape[0])]
        if type(shape) is bool:
            raise ArgumentTypeError(f"a shape is made of integers, and not {shape}")
        if not isinstance(shape, Sequence):
            return (index(shape),)
    if bool in map(type, shape):
        raise ArgumentTypeError(f"a shape is made of integers, not of booleans: {tuple(shape)}")
    return tuple(map(_size, shape))


def as_grid_shape(shape: Any) -> tuple[int, ...]:
    """A shape, of which an iterator is read to its end, as ``numpy.indices`` does, and no other function."""
    return as_shape(tuple(shape) if isinstance(shape, Iterator) else shape)


def _size(n: Any) -> int:
    """One size; PyTorch makes an integer of any tensor of one element."""
    if getattr(n, "shape", ()) != () or str(getattr(n, "dtype", "")).rpartition(".")[2] == "bool":
        raise DTypeError(
            f"a size is one integer, not a tensor of the shape {tuple(n.shape)} and of {n.dtype}"
        )
    return index(n)


def is_whole(value: Any) -> TypeIs[int]:
    """Whether ``value`` is one integer: Python's, NumPy's, or a tensor without axes."""
    return isinstance(value, int) or (hasattr(value, "__index__") and getattr(value, "ndim", 0) == 0)


def is_one_row(x: Any, axis: Any) -> bool:
    """Whether ``x`` is a single value, and sorted as a row of one, as NumPy does."""
    return x.ndim == 0 and axis in (0, -1)


def of_two_elements(shapes: Sequence[Sequence[int]], axes: Sequence[int]) -> bool:
    """Whether one of the shapes is of vectors of two elements along its axis."""
    return any(
        -len(shape) <= axis < len(shape) and shape[axis] == 2
        for shape, axis in zip(shapes, axes, strict=True)
    )


def as_axis(axis: Any, ndim: int) -> int:
    """One axis, counted from the front.

    Raises
    ------
    AxisError
        If a tensor of ``ndim`` axes has none like it.
    NumberTooLargeError
        If no integer of 64 bits is like it.
    """
    if getattr(axis, "ndim", 0):
        raise ArgumentTypeError(f"an axis is one integer, and not a tensor of shape {tuple(axis.shape)}")
    found = index(axis)
    if not -ndim <= found < ndim:
        if not -(2**63) <= found < 2**63:
            raise NumberTooLargeError(f"axis {found} is an integer beyond 64 bits")
        raise AxisError(
            f"axis {found} is out of bounds for a tensor of dimension {ndim}", axis=found, ndim=ndim
        )
    return found % ndim if found < 0 else found


def as_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Several axes, counted from the front; ``None`` means all of them.

    Raises
    ------
    AxisError
        If one of them does not exist.
    ShapeError
        If one stands there twice.
    """
    if axis is None:
        return tuple(range(ndim))
    given = axis if isinstance(axis, (tuple, list, range)) else (axis,)
    axes = tuple(as_axis(a, ndim) for a in given)
    if len(set(axes)) != len(axes):
        raise ShapeError(f"axis {tuple(given)} names an axis twice")
    return axes


def axes_in(axis: Any) -> Any:
    """Axes that may be given in a vector, as NumPy's ``flip`` and ``roll`` take them, in a tuple."""
    return as_shape(axis) if getattr(axis, "ndim", 0) == 1 else axis


def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    """The shape to which ``shapes`` broadcast together.

    Raises
    ------
    ShapeError
        If they do not.
    """
    found = [as_shape(s) for s in shapes]
    if any(n < 0 for sizes in found for n in sizes):
        raise ShapeError(f"one of the shapes {found} has a negative size")
    rank = max([0, *map(len, found)])  # torch.compile cannot trace a default
    result = []
    for sizes in zip(*((1,) * (rank - len(s)) + s for s in found), strict=True):
        wide = {n for n in sizes if n != 1}
        if len(wide) > 1:
            raise ShapeError(f"shapes {', '.join(map(str, found))} do not broadcast")
        result.append(wide.pop() if wide else 1)
    return tuple(result)


def fitting_sizes(shape: Any, common: tuple[int, ...]) -> tuple[int, ...]:
    """The shape asked for, or, where that is ``None``, the one to which parameters broadcast.

    Raises
    ------
    ShapeError
        If the parameters do not broadcast to the shape asked for.
    """
    if shape is None:
        return common
    sizes = as_shape(shape)
    if common and broadcast_shapes(sizes, common) != sizes:
        raise ShapeError(f"parameters of the shape {common} do not broadcast to the shape {sizes}")
    return sizes
