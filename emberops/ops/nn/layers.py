"""Normalisation, convolution, pooling, attention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from emberops.dispatch.operation import operation
from emberops.typing import Axis, Tensor, TensorLike

__all__ = [
    "adaptive_average_pool",
    "adaptive_max_pool",
    "average_pool",
    "batch_normalization",
    "conv",
    "conv_transpose",
    "depth_to_space",
    "depthwise_conv",
    "dot_product_attention",
    "dropout",
    "embedding_lookup",
    "fold",
    "group_normalization",
    "layer_normalization",
    "max_pool",
    "moments",
    "normalize",
    "polar",
    "rms_normalization",
    "separable_conv",
    "space_to_depth",
    "unfold",
]

DataFormat: TypeAlias = Literal["channels_last", "channels_first"]
Padding: TypeAlias = Literal["valid", "same"]


@operation
def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    /,
    axis: int,
    offset: TensorLike | None = None,
    scale: TensorLike | None = None,
    epsilon: float = 1e-3,
) -> Tensor:
    """``(x - mean) / sqrt(variance + epsilon) * scale + offset``, each with one number for each place on ``axis``."""


@operation
def layer_normalization(
    x: TensorLike,
    /,
    gamma: TensorLike | None = None,
    beta: TensorLike | None = None,
    axis: int | Sequence[int] = -1,
    epsilon: float = 1e-3,
) -> Tensor:
    """Make mean and variance over ``axis`` 0 and 1, then scale by ``gamma`` and shift by ``beta``.

    ``epsilon`` is added to the variance.
    """


@operation
def rms_normalization(
    x: TensorLike, /, scale: TensorLike | None = None, axis: int | Sequence[int] = -1, epsilon: float = 1e-6
) -> Tensor:
    """Divide by the root mean square over ``axis``, then multiply by ``scale``."""


@operation
def group_normalization(
    x: TensorLike,
    /,
    groups: int,
    gamma: TensorLike | None = None,
    beta: TensorLike | None = None,
    axis: int = -1,
    epsilon: float = 1e-3,
) -> Tensor:
    """:func:`layer_normalization` over groups of the channels on ``axis`` and over all axes but the first."""


@operation
def moments(x: TensorLike, /, axes: int | Sequence[int], keepdims: bool = False) -> tuple[Tensor, Tensor]:
    """Mean and variance over ``axes``."""


@operation
def normalize(x: TensorLike, /, axis: Axis = -1, order: float = 2, epsilon: float = 1e-12) -> Tensor:
    """Divide by the norm of that order along ``axis``, which counts as ``epsilon`` at least."""


@operation
def conv(
    inputs: TensorLike,
    kernel: TensorLike,
    /,
    strides: int | Sequence[int] = 1,
    padding: Padding = "valid",
    data_format: DataFormat | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """Convolution over one, two or three axes, as neural networks mean it: the kernel is not flipped.

    Parameters
    ----------
    inputs
        ``(batch, *space, channels)``, or ``(batch, channels, *space)`` for ``channels_first``.
    kernel
        ``(*window, input channels, output channels)``; with a part of the input channels, as many groups.
    strides
        Steps of the window.
    padding
        ``valid``: none; ``same``: zeros around, so that the result has ``ceil(space / strides)`` places.
    data_format
        Where the channels are.
    dilation_rate
        Distance of the window's elements.
    """


@operation
def depthwise_conv(
    inputs: TensorLike,
    kernel: TensorLike,
    /,
    strides: int | Sequence[int] = 1,
    padding: Padding = "valid",
    data_format: DataFormat | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """:func:`conv` of each channel by itself with a kernel ``(*window, input channels, multiplier)``.

    ``inputs``, ``strides``, ``padding``, ``data_format`` and ``dilation_rate`` are as there.
    """


@operation
def separable_conv(
    inputs: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    /,
    strides: int | Sequence[int] = 1,
    padding: Padding = "valid",
    data_format: DataFormat | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """:func:`depthwise_conv`, then :func:`conv` with a window of one element."""


@operation
def conv_transpose(
    inputs: TensorLike,
    kernel: TensorLike,
    /,
    strides: int | Sequence[int] = 1,
    padding: Padding = "valid",
    output_padding: int | Sequence[int] | None = None,
    data_format: DataFormat | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """Transpose of :func:`conv`: the gradient of a convolution with ``kernel``, as an operation of its own.

    Parameters
    ----------
    inputs
        As for :func:`conv`.
    kernel
        ``(*window, output channels, input channels)``.
    strides, padding, data_format, dilation_rate
        Those of the convolution that it transposes.
    output_padding
        Places added to the end of the result; of the sizes that a convolution maps to that of ``inputs``, the
        largest is taken where it is not given.
    """


@operation
def max_pool(
    inputs: TensorLike,
    /,
    pool_size: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    padding: Padding = "valid",
    data_format: DataFormat | None = None,
) -> Tensor:
    """Largest element of each window; ``strides`` are ``pool_size`` unless told otherwise.

    ``inputs``, ``padding`` and ``data_format`` are as in :func:`conv`.
    """


@operation
def average_pool(
    inputs: TensorLike,
    /,
    pool_size: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    padding: Padding = "valid",
    data_format: DataFormat | None = None,
) -> Tensor:
    """Mean of each window, padding left out of it; ``strides`` are ``pool_size`` unless told otherwise."""


@operation
def adaptive_max_pool(
    inputs: TensorLike, /, output_size: int | Sequence[int], data_format: DataFormat | None = None
) -> Tensor:
    """Largest element of windows that split each axis of the space into ``output_size`` parts."""


@operation
def adaptive_average_pool(
    inputs: TensorLike, /, output_size: int | Sequence[int], data_format: DataFormat | None = None
) -> Tensor:
    """Mean of windows that split each axis of the space into ``output_size`` parts."""


@operation
def unfold(
    x: TensorLike,
    /,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    stride: int | Sequence[int] = 1,
) -> Tensor:
    """Windows of images ``(batch, channels, height, width)`` as columns: ``(batch, channels * window, places)``."""


@operation
def fold(
    x: TensorLike,
    /,
    output_size: int | Sequence[int],
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    stride: int | Sequence[int] = 1,
) -> Tensor:
    """Transpose of :func:`unfold`: columns added up into images of ``output_size``."""


@operation
def depth_to_space(x: TensorLike, /, block_size: int, data_format: DataFormat | None = None) -> Tensor:
    """Spread channels over blocks of ``block_size`` by ``block_size`` pixels."""


@operation
def space_to_depth(x: TensorLike, /, block_size: int, data_format: DataFormat | None = None) -> Tensor:
    """Gather blocks of ``block_size`` by ``block_size`` pixels into channels."""


@operation
def dot_product_attention(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    /,
    bias: TensorLike | None = None,
    mask: TensorLike | None = None,
    scale: float | None = None,
    is_causal: bool = False,
) -> Tensor:
    """Softmax of the scaled products of queries and keys, times the values.

    Parameters
    ----------
    query
        ``(batch, places, heads, size)``.
    key, value
        ``(batch, other places, key heads, size)``; the heads are a multiple of the key heads.
    bias
        Added to the products, ``(batch, heads, places, other places)`` or what broadcasts to it.
    mask
        Of booleans, likewise: false keeps a place from being seen.
    scale
        What the products are multiplied by, ``1 / sqrt(size)`` unless given.
    is_causal
        Whether a place sees only itself and those before it.

    Returns
    -------
    Tensor
        Of the shape of the query; zeros for a place that sees none.

    Raises
    ------
    DTypeError
        If the mask is of floats: those that are to be added are the bias.
    ShapeError
        If keys and values are not as many.
    """


@operation
def embedding_lookup(ids: TensorLike, weight: TensorLike, /) -> Tensor:
    """Rows of ``weight`` by their numbers, below zero from the end: shape ``(*shape of ids, columns)``."""


@operation
def polar(absolute: TensorLike, angle: TensorLike, /) -> Tensor:
    """Complex numbers of given absolute values and angles."""


@operation
def dropout(x: TensorLike, /, rate: float, *, key: TensorLike | None = None) -> Tensor:
    """Zeros in place of a random share of the values; the others grow, so that the mean is kept.

    Parameters
    ----------
    x
        A floating-point tensor.
    rate
        The share that is dropped, from 0 up to but not including 1.
    key
        A key of ``ops.random``; without one, the default key is used.

    Raises
    ------
    ValueError
        For a rate outside ``[0, 1)``.
    """
