"""Layers as functions: ``init_dense(key, ...)`` makes parameters, ``dense(parameters, x)`` uses them.

Parameters are plain dicts of tensors, so gradients, compilers and checkpoints take them as they are.  Images and
sequences have their channels last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from emberops import ops
from emberops.errors import ShapeError, UnknownOptionError
from emberops.training.initializers import Initializer, glorot_uniform, normal
from emberops.typing import Tensor, TensorLike

Parameters = dict[str, Any]


def init_dense(
    key: TensorLike, inputs: int, outputs: int, /, *, bias: bool = True, kernel: Initializer = glorot_uniform
) -> Parameters:
    """Parameters of :func:`dense`: ``kernel`` of shape ``(inputs, outputs)``, and ``bias`` of zeros."""
    found = {"kernel": kernel(key, (inputs, outputs))}
    return found | {"bias": ops.zeros((outputs,))} if bias else found


def dense(parameters: Parameters, x: TensorLike, /) -> Tensor:
    """``x @ kernel + bias``.

    Parameters
    ----------
    parameters
        Of :func:`init_dense`.
    x
        Of shape ``(..., inputs)``.

    Returns
    -------
    Tensor
        Of shape ``(..., outputs)``.

    Raises
    ------
    ShapeError
        If the last axis of ``x`` has another size.
    """
    _check_last("dense", x, ops.shape(parameters["kernel"])[0])
    return _biased(ops.matmul(x, parameters["kernel"]), parameters)


def init_conv(
    key: TensorLike,
    inputs: int,
    outputs: int,
    size: int | Sequence[int],
    /,
    *,
    axes: int = 2,
    bias: bool = True,
    kernel: Initializer = glorot_uniform,
) -> Parameters:
    """Parameters of :func:`conv`: ``kernel`` of shape ``(*size, inputs, outputs)``, and ``bias`` of zeros."""
    sizes = (size,) * axes if isinstance(size, int) else tuple(size)
    found = {"kernel": kernel(key, (*sizes, inputs, outputs))}
    return found | {"bias": ops.zeros((outputs,))} if bias else found


def conv(
    parameters: Parameters,
    x: TensorLike,
    /,
    *,
    strides: int | Sequence[int] = 1,
    padding: Literal["valid", "same"] = "valid",
    dilation: int | Sequence[int] = 1,
) -> Tensor:
    """A convolution (cross-correlation) over one, two or three axes.

    Parameters
    ----------
    parameters
        Of :func:`init_conv`.
    x
        Of shape ``(batch, *axes, inputs)``.
    strides, padding, dilation
        As for :func:`emberops.ops.nn.conv`.

    Raises
    ------
    ShapeError
        If ``x`` has another number of channels or axes.
    """
    _check_last("conv", x, ops.shape(parameters["kernel"])[-2])
    result = ops.nn.conv(
        x,
        parameters["kernel"],
        strides=strides,
        padding=padding,
        data_format="channels_last",
        dilation_rate=dilation,
    )
    return _biased(result, parameters)


def init_layer_norm(size: int, /) -> Parameters:
    """Parameters of :func:`layer_norm`: ``scale`` of ones, ``bias`` of zeros."""
    return {"scale": ops.ones((size,)), "bias": ops.zeros((size,))}


def layer_norm(parameters: Parameters, x: TensorLike, /, *, epsilon: float = 1e-5) -> Tensor:
    """Values with mean 0 and variance 1 along the last axis, then scaled (Ba et al., 2016, arXiv:1607.06450)."""
    _check_last("layer_norm", x, ops.shape(parameters["scale"])[0])
    return ops.nn.layer_normalization(x, parameters["scale"], parameters["bias"], epsilon=epsilon)


def init_rms_norm(size: int, /) -> Parameters:
    """Parameters of :func:`rms_norm`: ``scale`` of ones."""
    return {"scale": ops.ones((size,))}


def rms_norm(parameters: Parameters, x: TensorLike, /, *, epsilon: float = 1e-6) -> Tensor:
    """Values with root mean square 1 along the last axis, then scaled (Zhang and Sennrich, 2019, arXiv:1910.07467)."""
    _check_last("rms_norm", x, ops.shape(parameters["scale"])[0])
    return ops.nn.rms_normalization(x, parameters["scale"], epsilon=epsilon)


def init_embedding(
    key: TensorLike, count: int, size: int, /, *, table: Initializer | None = None
) -> Parameters:
    """Parameters of :func:`embedding`: ``table`` of shape ``(count, size)``."""
    return {"table": (table or normal())(key, (count, size))}


def embedding(parameters: Parameters, ids: TensorLike, /) -> Tensor:
    """The rows of the table at integers ``ids``, of shape ``(*ids.shape, size)``."""
    return ops.nn.embedding_lookup(ids, parameters["table"])


def init_attention(key: TensorLike, size: int, heads: int, /) -> Parameters:
    """Parameters of :func:`attention`: four dense layers, ``query``, ``key``, ``value`` and ``output``.

    Raises
    ------
    UnknownOptionError
        If ``size`` is no multiple of ``heads``.
    """
    if heads < 1 or size % heads:
        raise UnknownOptionError(f"attention: {heads} heads do not divide a size of {size}")
    keys = ops.random.split(key, 4)
    return {
        name: init_dense(keys[i], size, size) for i, name in enumerate(("query", "key", "value", "output"))
    }


def attention(
    parameters: Parameters,
    x: TensorLike,
    context: TensorLike | None = None,
    /,
    *,
    heads: int,
    mask: TensorLike | None = None,
    is_causal: bool = False,
) -> Tensor:
    """Multi-head attention (Vaswani et al., 2017, arXiv:1706.03762).

    Parameters
    ----------
    parameters
        Of :func:`init_attention`.
    x
        Queries, of shape ``(batch, length, size)``.
    context
        What is attended to, of shape ``(batch, other length, size)``; ``x`` itself unless given.
    heads
        As in :func:`init_attention`.
    mask
        Booleans that broadcast to ``(batch, heads, length, other length)``; false hides.
    is_causal
        Whether each position sees only those up to itself.

    Returns
    -------
    Tensor
        Of the shape of ``x``.
    """
    size = ops.shape(parameters["query"]["kernel"])[1]
    if size % heads:
        raise UnknownOptionError(f"attention: {heads} heads do not divide a size of {size}")
    source = x if context is None else context

    def split(name: str, of: TensorLike) -> Tensor:
        projected = dense(parameters[name], of)
        return ops.reshape(projected, (*ops.shape(projected)[:-1], heads, size // heads))

    mixed = ops.nn.dot_product_attention(
        split("query", x), split("key", source), split("value", source), mask=mask, is_causal=is_causal
    )
    return dense(parameters["output"], ops.reshape(mixed, (*ops.shape(mixed)[:-2], size)))


def _check_last(layer: str, x: TensorLike, size: int) -> None:
    shape = ops.shape(x)
    if not shape or shape[-1] != size:
        raise ShapeError(f"{layer}: an input of shape {shape} for {size} features")


def _biased(x: Tensor, parameters: Parameters) -> Tensor:
    return ops.add(x, parameters["bias"]) if "bias" in parameters else x
