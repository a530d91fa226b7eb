"""Axes by name, windows of a sequence, complex numbers as pairs, truths as bits."""

from __future__ import annotations

from typing import Literal

from emberops.dispatch.operation import operation
from emberops.typing import Tensor, TensorLike


@operation
def rearrange(x: TensorLike, /, pattern: str, **sizes: int) -> Tensor:
    """Split, move and merge axes by name.

    Parameters
    ----------
    x
        A tensor.
    pattern
        The axes before and after, as in ``"b (h w) c -> b c h w"``: parentheses merge, ``1`` is an axis of size one,
        ``...`` stands for all the axes without a name: ``"... c -> c ..."``.
    sizes
        Sizes of named axes that the shape does not tell: ``h=4``.

    Raises
    ------
    ShapeError
        If the shape does not fit the pattern.
    ValueError
        If the pattern names an axis on one side only, or too few sizes are given.

    Notes
    -----
    As ``keras.ops.rearrange`` and einops.
    """


@operation
def extract_sequences(x: TensorLike, /, sequence_length: int, sequence_stride: int) -> Tensor:
    """Windows of the last axis, of shape ``(..., count, sequence_length)``; what does not fill one is left out.

    As ``keras.ops.extract_sequences``.
    """


@operation
def view_as_complex(x: TensorLike, /) -> Tensor:
    """Complex numbers from pairs on the last axis, of shape ``x.shape[:-1]``.

    Raises
    ------
    ShapeError
        If the last axis is not of size two.
    """


@operation
def view_as_real(x: TensorLike, /) -> Tensor:
    """Pairs of real and imaginary parts on a new last axis."""


@operation
def packbits(x: TensorLike, /, axis: int | None = None, bitorder: Literal["big", "little"] = "big") -> Tensor:
    """Truths, eight in each byte: a tensor of uint8, of which the last byte is filled up with zeros.

    What is not zero is true.  Without an ``axis``, the flattened tensor is packed.

    Raises
    ------
    DTypeError
        If ``x`` is not of integers or booleans.
    """


@operation
def unpackbits(
    x: TensorLike,
    /,
    axis: int | None = None,
    count: int | None = None,
    bitorder: Literal["big", "little"] = "big",
) -> Tensor:
    """The bits of bytes, as zeros and ones of uint8; what :func:`packbits` undoes.

    Without an ``axis``, the result is a vector of those of the flattened tensor.

    Raises
    ------
    DTypeError
        If ``x`` is not of uint8.
    """
